import type { Knex } from 'knex';
import { inSteps } from '../give-way';

export const config = { transaction: false };

export const up = (db: Knex) =>
  inSteps(db, [
    'alter table offers validate constraint offers_buyer_po_number',
    'alter table purchase_orders validate constraint purchase_orders_buyer_po_number',
    'alter table buyers validate constraint buyers_ap_email',
  ]);

export const down = (db: Knex) => db.raw('select 1');
