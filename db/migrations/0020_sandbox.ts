import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- Stripe's JSON objects, for the sandbox only.
    create table sandbox_objects (
      position    bigint generated always as identity,
      id          text primary key,
      kind        text not null,
      data        jsonb not null,
      created_at  timestamptz not null default now(),
      constraint sandbox_objects_kind check (kind in ('checkout.session', 'payment_intent', 'charge', 'refund', 'event'))
    );
    create index sandbox_objects_by_kind on sandbox_objects (kind, position desc);
    create index sandbox_objects_by_intent on sandbox_objects ((data ->> 'payment_intent'), kind);

    -- Stored responses by idempotency key.
    create table sandbox_keys (
      key         text primary key,
      request     text not null,
      status      integer,
      reply       jsonb,
      created_at  timestamptz not null default now()
    );
    create index sandbox_keys_by_age on sandbox_keys (created_at);
  `);

export const down = (db: Knex) => db.raw('select 1');
