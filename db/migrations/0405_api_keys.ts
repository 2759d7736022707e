import type { Knex } from 'knex';
import { foreignKeys, inSteps } from '../give-way';

export const config = { transaction: false };

const TABLES = `
  -- A secret of a key, which itself is a row of users. Rotating a key gives it another.
  create table if not exists api_keys (
    id            integer generated always as identity primary key,
    user_id       integer not null,
    -- what lists show of the secret
    prefix        text not null,
    digest        bytea not null,
    capabilities  text[] not null,
    created_by    integer not null,
    created_at    timestamptz not null default now(),
    expires_at    timestamptz not null,
    last_used_at  timestamptz,
    last_used_ip  inet,
    revoked_at    timestamptz,
    -- the secret that came with a rotation
    replaced_by   integer references api_keys (id),
    constraint api_keys_digest unique (digest),
    constraint api_keys_capabilities check (cardinality(capabilities) > 0)
  );
  create index if not exists api_keys_by_user on api_keys (user_id);
  create index if not exists api_keys_by_creator on api_keys (created_by);
  create index if not exists api_keys_by_expiry on api_keys (expires_at)
    where revoked_at is null and replaced_by is null;

  -- Calls of a key that were refused, by UTC day.
  create table if not exists key_refusals (
    user_id  integer not null,
    day      date not null,
    reason   text not null,
    count    integer not null default 1,
    last_at  timestamptz not null default now(),
    primary key (user_id, day, reason)
  )`;

/** 0406 validates the check, whose lock would last as long as the scan. */
export const up = (db: Knex) =>
  inSteps(db, [
    TABLES,
    foreignKeys('users', { api_keys: 'user_id', key_refusals: 'user_id' }),
    foreignKeys('users', { api_keys: 'created_by' }),
    'alter table users drop constraint if exists users_key',
    `alter table users add constraint users_key check (status <> 'key'
       or password_digest is null and role is null and not is_primary and not admin) not valid`,
  ]);

export const down = (db: Knex) => db.raw('select 1');
