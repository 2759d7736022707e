import type { Knex } from 'knex';
import { foreignKeys, inSteps } from '../give-way';

export const config = { transaction: false };

const TABLES = `
  -- What one sign-in opened: a cookie session, a bearer token, or both.
  create table if not exists sign_ins (
    id            uuid primary key default gen_random_uuid(),
    user_id       integer not null,
    session_key   text,
    bearer_id     uuid,
    method        text not null,
    device        text not null,
    ip            inet,
    created_at    timestamptz not null default now(),
    last_seen_at  timestamptz not null default now(),
    -- when the person last proved who they are, on this sign-in
    confirmed_at  timestamptz,
    ended_at      timestamptz,
    constraint sign_ins_session unique (session_key),
    constraint sign_ins_bearer unique (bearer_id),
    constraint sign_ins_method check (method in ('password', 'magic', 'reset', 'new_password'))
  );
  create index if not exists sign_ins_open on sign_ins (user_id) where ended_at is null;
  create index if not exists sign_ins_by_last_seen on sign_ins (last_seen_at);

  -- An authenticator app. Unconfirmed until its first code.
  create table if not exists totp_factors (
    user_id           integer primary key,
    secret_encrypted  bytea not null,
    created_at        timestamptz not null default now(),
    confirmed_at      timestamptz,
    -- of the last code: each counts once
    last_step         bigint,
    wrong_codes       integer not null default 0,
    wrong_since       timestamptz,
    blocked_until     timestamptz
  );

  create table if not exists recovery_codes (
    user_id  integer not null,
    digest   bytea not null,
    used_at  timestamptz,
    primary key (user_id, digest)
  );

  create table if not exists factor_resets (
    id           integer generated always as identity primary key,
    user_id      integer not null,
    requested_by integer not null,
    reason       text not null,
    -- of the mailed link that cancels it
    digest       bytea not null,
    created_at   timestamptz not null default now(),
    due_at       timestamptz not null,
    canceled_at  timestamptz,
    done_at      timestamptz,
    constraint factor_resets_digest unique (digest),
    constraint factor_resets_reason check (length(reason) between 1 and 500)
  );
  create unique index if not exists factor_resets_open on factor_resets (user_id)
    where canceled_at is null and done_at is null`;

/** Sessions from before: nothing says on which device. Their bearer tokens are unknown, too. */
const SESSIONS = `
  insert into sign_ins (user_id, session_key, method, device, created_at, last_seen_at)
  select users.id, translate(rtrim(encode(sha256(convert_to(sid, 'UTF8')), 'base64'), '='), '+/', '-_'),
         'password', '', expire - interval '7 days', expire - interval '7 days'
    from sessions
    join users on users.id = (sess -> 'passport' ->> 'user')::integer
   where expire > now()
      on conflict (session_key) do nothing`;

export const up = (db: Knex) =>
  inSteps(db, [
    TABLES,
    foreignKeys('users', {
      sign_ins: 'user_id',
      totp_factors: 'user_id',
      recovery_codes: 'user_id',
      factor_resets: 'user_id',
    }),
    foreignKeys('users', { factor_resets: 'requested_by' }),
    SESSIONS,
  ]);

export const down = (db: Knex) => db.raw('select 1');
