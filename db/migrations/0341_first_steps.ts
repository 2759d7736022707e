import type { Knex } from 'knex';
import { inSteps } from '../give-way';

export const config = { transaction: false };

const COLUMN = `alter table sellers add column if not exists steps_read text[] not null default '{}'`;

/** Which of the first steps that only inform a seller has opened: how they ship, how they are paid. */
export const up = (db: Knex) => inSteps(db, [COLUMN]);

export const down = (db: Knex) => db.raw('select 1');
