import type { Knex } from 'knex';
import { foreignKeys, inSteps } from '../give-way';

/** Each reference and each column locks a table in use, so that it is added by itself. */
export const config = { transaction: false };

const TABLE = `
  -- What was changed of a product, and from where; kept for 400 days. Sales are in stock_movements.
  create table if not exists product_changes (
    id          bigint generated always as identity primary key,
    product_id  integer not null,
    at          timestamptz not null default now(),
    user_id     integer,
    source      text not null,
    -- the import or the change of many products
    source_id   integer,
    -- the fields that changed, by name
    before      jsonb not null,
    after       jsonb not null,
    constraint product_changes_source check (source in ('form', 'bulk', 'import', 'batch', 'staff', 'undo'))
  );
  create index if not exists product_changes_of_product on product_changes (product_id, id);
  create index if not exists product_changes_of_import on product_changes (source_id, id) where source = 'import';
  create index if not exists product_changes_by_age on product_changes using brin (at)`;

/** counted_at: for which moment the units were last set. Sales leave it. */
export const up = (db: Knex) =>
  inSteps(db, [
    TABLE,
    foreignKeys('products', { product_changes: 'product_id' }),
    foreignKeys('users', { product_changes: 'user_id' }),
    'alter table products add column if not exists counted_at timestamptz',
  ]);

export const down = (db: Knex) => db.raw('select 1');
