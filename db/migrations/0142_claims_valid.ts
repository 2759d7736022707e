import type { Knex } from 'knex';

export const up = (db: Knex) => db.raw('alter table adjustments validate constraint adjustments_claim_fk');

export const down = (db: Knex) => db.raw('select 1');
