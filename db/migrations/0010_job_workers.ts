import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- Heartbeats of workers. The jobs of a silent worker are unlocked for others.
    create table job_workers (
      id       text primary key,
      seen_at  timestamptz not null default now()
    );
  `);

export const down = (db: Knex) => db.raw('select 1');
