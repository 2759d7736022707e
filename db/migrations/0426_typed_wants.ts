import type { Knex } from 'knex';
import { inSteps } from '../give-way';

/** Each step locks a table in use, so that it is a transaction by itself. */
export const config = { transaction: false };

/** The cells of a faulty line as they were typed. */
export const up = (db: Knex) => inSteps(db, ['alter table wants add column if not exists typed jsonb']);

export const down = (db: Knex) => db.raw('select 1');
