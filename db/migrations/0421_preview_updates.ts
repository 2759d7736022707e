import type { Knex } from 'knex';
import { inSteps } from '../give-way';

/** Each column locks a table in use, and `create index concurrently` runs outside transactions. */
export const config = { transaction: false };

const PREVIEWS = `
  alter table import_previews
    -- SHA-256 of the file, and when it was last saved where it was chosen
    add column if not exists digest text,
    add column if not exists saved_at timestamptz,
    -- what the preview shows the import with
    add column if not exists updates text[] not null default '{}',
    add column if not exists units_counted_at timestamptz`;

export async function up(db: Knex) {
  await inSteps(db, [PREVIEWS, 'alter table imported_csvs add column if not exists digest text']);
  await db.raw('drop index concurrently if exists imported_csvs_by_digest');
  await db.raw(
    'create index concurrently imported_csvs_by_digest on imported_csvs (seller_id, digest) where digest is not null',
  );
}

export const down = (db: Knex) => db.raw('select 1');
