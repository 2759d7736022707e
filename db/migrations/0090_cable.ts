import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- Payloads too long for NOTIFY. Unlogged, because they are useless after a crash.
    create unlogged table cable_payloads (
      id          bigint generated always as identity primary key,
      body        text not null,
      created_at  timestamptz not null default now()
    );
    create index cable_payloads_by_created_at on cable_payloads (created_at);
  `);

export const down = (db: Knex) => db.raw('select 1');
