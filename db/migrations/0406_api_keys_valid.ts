import type { Knex } from 'knex';
import { inSteps } from '../give-way';

export const config = { transaction: false };

export const up = (db: Knex) => inSteps(db, ['alter table users validate constraint users_key']);

export const down = (db: Knex) => db.raw('select 1');
