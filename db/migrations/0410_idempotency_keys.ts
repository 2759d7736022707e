import type { Knex } from 'knex';
import { foreignKeys, inSteps } from '../give-way';

export const config = { transaction: false };

const TABLE = `
  -- Writes that their client may repeat, for 24 hours.
  create table if not exists idempotency_keys (
    user_id       integer not null,
    key           text not null,
    -- SHA-256 of the request
    fingerprint   bytea not null,
    -- counts the runs; a transaction of an earlier one rolls back
    attempt       integer not null default 1,
    locked_until  timestamptz not null,
    -- written by the act's own transaction
    committed_at  timestamptz,
    subject_id    integer,
    -- how far an act of several transactions is
    progress      jsonb,
    -- the answer, once there is one; its body is encrypted
    status        smallint,
    headers       jsonb,
    body          bytea,
    created_at    timestamptz not null default now(),
    primary key (user_id, key),
    constraint idempotency_keys_key check (length(key) between 1 and 255)
  );
  create index if not exists idempotency_keys_by_age on idempotency_keys (created_at)`;

export const up = (db: Knex) => inSteps(db, [TABLE, foreignKeys('users', { idempotency_keys: 'user_id' })]);

export const down = (db: Knex) => db.raw('select 1');
