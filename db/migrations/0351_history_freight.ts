import type { Knex } from 'knex';

/** The freight that an entry of an offer's history left. Earlier entries have none. */
export const up = (db: Knex) =>
  db.raw('alter table offer_history add column freight_cents bigint check (freight_cents >= 0)');

export const down = (db: Knex) => db.raw('alter table offer_history drop column freight_cents');
