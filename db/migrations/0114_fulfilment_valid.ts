import type { Knex } from 'knex';

const CONSTRAINTS = [
  ['offers', 'offers_ship_to_fk'],
  ['offers', 'offers_shipping_terms'],
  ['offers', 'offers_freight'],
  ['offers', 'offers_agreed_freight'],
  ['purchase_orders', 'purchase_orders_shipping_terms'],
  ['purchase_orders', 'purchase_orders_freight'],
  ['refunds', 'refunds_status'],
] as const;

export async function up(db: Knex) {
  for (const [table, constraint] of CONSTRAINTS)
    await db.raw(`alter table ${table} validate constraint ${constraint}`);
}

export const down = (db: Knex) => db.raw('select 1');
