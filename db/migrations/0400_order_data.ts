import type { Knex } from 'knex';
import { inSteps } from '../give-way';

export const config = { transaction: false };

const checked = (table: string, name: string, check: string) => [
  `alter table ${table} drop constraint if exists ${name}`,
  `alter table ${table} add constraint ${name} check (${check}) not valid`,
];

const IS_NUMBER = 'length(buyer_po_number) between 1 and 40';

/** What the buyer's own books call an order, and where its invoices go. 0401 validates the checks. */
export const up = (db: Knex) =>
  inSteps(db, [
    'alter table offers add column if not exists buyer_po_number text',
    'alter table purchase_orders add column if not exists buyer_po_number text',
    'alter table buyers add column if not exists ap_email citext',
    ...checked('offers', 'offers_buyer_po_number', IS_NUMBER),
    ...checked('purchase_orders', 'purchase_orders_buyer_po_number', IS_NUMBER),
    ...checked('buyers', 'buyers_ap_email', 'length(ap_email) between 3 and 254'),
  ]);

export const down = (db: Knex) => db.raw('select 1');
