import type { Knex } from 'knex';
import { inSteps } from '../give-way';

export const config = { transaction: false };

/** Whose change raised the version last. Without a foreign key, whose check every change of an offer would pay for. */
export const up = (db: Knex) =>
  inSteps(db, ['alter table offers add column if not exists changed_by integer']);

export const down = (db: Knex) => db.raw('select 1');
