import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table planned_answers (
      offer_id  integer primary key references offers (id) on delete cascade,
      -- of the offer; any other version makes the plan void
      version   integer not null,
      due_at    timestamptz not null,
      -- why an acceptance waits for the seller after all
      held      text,
      constraint planned_answers_held check (held in ('stock', 'daily_limit', 'unpaid_orders'))
    );
  `);

export const down = (db: Knex) => db.raw('select 1');
