import type { Knex } from 'knex';
import { foreignKeys, inSteps } from '../give-way';

/** In steps of their own transactions. */
export const config = { transaction: false };

const OFFERS = `

    alter table offers
      add column if not exists ship_to_address_id integer,
      -- the copy that submit takes, so that a later edit of the address changes neither offer nor quote
      add column if not exists ship_to jsonb,
      add column if not exists shipping_terms text,
      add column if not exists freight_cents bigint,
      add column if not exists agreed_freight_cents bigint,
      add column if not exists carrier_instructions text;
    alter table offers
      drop constraint if exists offers_ship_to_fk, drop constraint if exists offers_shipping_terms, drop constraint if exists offers_freight, drop constraint if exists offers_agreed_freight,
      add constraint offers_ship_to_fk foreign key (ship_to_address_id) references addresses (id) not valid,
      add constraint offers_shipping_terms
        check (shipping_terms in ('seller_pays', 'buyer_pays', 'buyer_carrier', 'pickup')) not valid,
      add constraint offers_freight check (freight_cents between 0 and 9999999) not valid,
      add constraint offers_agreed_freight check (agreed_freight_cents between 0 and 9999999) not valid;`;

const ORDERS = `
    alter table purchase_orders
      add column if not exists ship_to jsonb,
      add column if not exists ship_from jsonb,
      -- null: made before shipping terms existed
      add column if not exists shipping_terms text,
      add column if not exists freight_cents bigint not null default 0,
      add column if not exists carrier_instructions text,
      add column if not exists ship_by date,
      add column if not exists received_at timestamptz,
      add column if not exists receipt_due_at timestamptz,
      add column if not exists receipt_extended boolean not null default false,
      add column if not exists released_at timestamptz;
    alter table purchase_orders
      drop constraint if exists purchase_orders_shipping_terms, drop constraint if exists purchase_orders_freight,
      add constraint purchase_orders_shipping_terms
        check (shipping_terms in ('seller_pays', 'buyer_pays', 'buyer_carrier', 'pickup')) not valid,
      add constraint purchase_orders_freight check (freight_cents between 0 and total_cents) not valid;`;

const TABLES = `
    -- What happens to an order below its status. Append only.
    create table if not exists order_activity (
      id                 bigint generated always as identity primary key,
      purchase_order_id  integer not null,
      at                 timestamptz not null default now(),
      actor              text not null,
      user_id            integer,
      event              text not null,
      detail             jsonb not null default '{}',
      constraint order_activity_actor check (actor in ('buyer', 'seller', 'staff', 'provider', 'system'))
    );
    create index if not exists order_activity_of_order on order_activity (purchase_order_id, id);

    create table if not exists shipments (
      id                 integer generated always as identity primary key,
      purchase_order_id  integer not null,
      -- 1, 2, … of the order
      number             integer not null,
      status             text not null,
      mode               text not null,
      carrier            text,
      carrier_name       text,
      cartons            integer,
      pallets            integer,
      weight_lb          integer,
      shipped_at         timestamptz,
      created_by         integer,
      created_at         timestamptz not null default now(),
      updated_at         timestamptz not null default now(),
      constraint shipments_number unique (purchase_order_id, number),
      constraint shipments_status check (status in ('packed', 'shipped', 'canceled')),
      constraint shipments_mode check (mode in ('parcel', 'ltl', 'truckload', 'pickup')),
      constraint shipments_counts check (cartons >= 1 and pallets >= 1 and weight_lb >= 1)
    );
    create table if not exists shipment_lines (
      shipment_id                integer not null references shipments (id),
      purchase_order_product_id  integer not null,
      quantity                   bigint not null,
      primary key (shipment_id, purchase_order_product_id),
      constraint shipment_lines_quantity check (quantity >= 1)
    );
    create table if not exists shipment_tracking (
      shipment_id  integer not null references shipments (id),
      position     integer not null,
      number       text not null,
      primary key (shipment_id, position),
      constraint shipment_tracking_once unique (shipment_id, number)
    );

    -- Every change of money after payment: one row, one refund, one ledger transaction.
    create table if not exists adjustments (
      id                 integer generated always as identity primary key,
      purchase_order_id  integer not null,
      kind               text not null,
      -- 1, 2, … of the order: the credit memo's number
      number             integer not null,
      claim_id           integer,
      provider_id        text,
      reason             text,
      goods_cents        bigint not null,
      freight_cents      bigint not null,
      fee_cents          bigint not null,
      net_cents          bigint not null,
      created_by         integer,
      created_at         timestamptz not null default now(),
      constraint adjustments_kind check (kind in ('claim', 'short_ship', 'provider')),
      constraint adjustments_number unique (purchase_order_id, number),
      constraint adjustments_claim unique (claim_id),
      constraint adjustments_provider unique (provider_id),
      constraint adjustments_amounts check (goods_cents >= 0 and freight_cents >= 0 and fee_cents >= 0
        and goods_cents + freight_cents > 0 and goods_cents + freight_cents = fee_cents + net_cents)
    );
    create table if not exists adjustment_lines (
      adjustment_id              integer not null references adjustments (id),
      purchase_order_product_id  integer not null,
      quantity                   bigint,
      goods_cents                bigint not null,
      primary key (adjustment_id, purchase_order_product_id),
      constraint adjustment_lines_amount check (goods_cents >= 0)
    );`;

const REFUNDS = `
    alter table refunds
      add column if not exists adjustment_id integer references adjustments (id),
      alter column payment_intent_id drop not null;
    alter table refunds drop constraint if exists refunds_once;
    create unique index if not exists refunds_once on refunds (payment_intent_id) where adjustment_id is null;
    create unique index if not exists refunds_once_per_adjustment on refunds (adjustment_id);
    alter table refunds drop constraint if exists refunds_status;
    alter table refunds add constraint refunds_status
      check (status in ('pending', 'succeeded', 'failed', 'manual')) not valid;`;

export const up = (db: Knex) =>
  inSteps(db, [
    OFFERS,
    ORDERS,
    TABLES,
    foreignKeys('purchase_orders', {
      order_activity: 'purchase_order_id',
      shipments: 'purchase_order_id',
      adjustments: 'purchase_order_id',
    }),
    foreignKeys('purchase_order_products', {
      shipment_lines: 'purchase_order_product_id',
      adjustment_lines: 'purchase_order_product_id',
    }),
    foreignKeys('users', { order_activity: 'user_id', shipments: 'created_by', adjustments: 'created_by' }),
    REFUNDS,
  ]);

export const down = (db: Knex) => db.raw('select 1');
