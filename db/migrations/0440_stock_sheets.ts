import type { Knex } from 'knex';
import { inSteps } from '../give-way';

/** Each column locks a table in use, so that it is added by itself. */
export const config = { transaction: false };

const IMPORTS = `
  alter table imported_csvs
    -- the columns whose values take the place of others
    add column if not exists updates text[] not null default '{}',
    add column if not exists units_counted_at timestamptz,
    -- products that are sold out because the file lacks them, and since when that was known
    add column if not exists absent_ids integer[],
    add column if not exists absent_at timestamptz,
    add column if not exists sold_out_count integer not null default 0,
    -- products of which a value was replaced
    add column if not exists replaced_count integer not null default 0,
    -- the last change that was undone, and when all were
    add column if not exists undone_to bigint,
    add column if not exists undone_at timestamptz`;

export const up = (db: Knex) =>
  inSteps(db, [
    IMPORTS,
    'alter table imported_products add column if not exists differs boolean not null default false',
    'alter table import_readings add column if not exists absent_ids integer[]',
    // They lack what a file differs in; their previews are read again when they are opened.
    'delete from import_readings where preview_id is not null and done',
  ]);

export const down = (db: Knex) => db.raw('select 1');
