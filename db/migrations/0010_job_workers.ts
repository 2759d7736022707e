import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- Who runs jobs, and when it last said so. The jobs of one that fell silent are taken up by others.
    create table job_workers (
      id       text primary key,
      seen_at  timestamptz not null default now()
    );
  `);

export const down = (db: Knex) => db.raw('select 1');
