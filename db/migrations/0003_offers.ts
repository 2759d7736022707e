import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table offers (
      id            integer generated always as identity primary key,
      offer_number  text not null generated always as ('OF-' || (100000 + id)::text) stored,
      buyer_id      integer not null,
      seller_id     integer not null,
      state         text not null default 'draft',
      version       integer not null default 1,
      submitted_at  timestamptz,
      expires_at    timestamptz,
      created_at    timestamptz not null default now(),
      updated_at    timestamptz not null default now(),
      constraint offers_buyer_fk foreign key (buyer_id) references buyers (id),
      constraint offers_seller_fk foreign key (seller_id) references sellers (id),
      constraint offers_state check (state in
        ('draft', 'saved_for_later', 'seller_review', 'buyer_review', 'accepted', 'rejected')),
      constraint offers_under_review_expire check (state not in ('seller_review', 'buyer_review') or expires_at is not null)
    );
    create unique index one_draft_per_buyer_and_seller on offers (buyer_id, seller_id) where state = 'draft';
    create unique index one_saved_per_buyer_and_seller on offers (buyer_id, seller_id) where state = 'saved_for_later';
    create index offers_of_buyer on offers (buyer_id, created_at desc, id desc);
    create index offers_of_seller on offers (seller_id, created_at desc, id desc);
    create index offers_by_state on offers (state, updated_at, id);
    create index offers_expiring on offers (expires_at) where state in ('seller_review', 'buyer_review');
    create index offers_by_created_at on offers (created_at, id);

    create table offer_products (
      id                  integer generated always as identity primary key,
      offer_id            integer not null,
      product_id          integer not null,
      quantity            bigint not null,
      unit_price_cents    bigint not null,
      -- Each side's last price.
      buyer_price_cents   bigint not null,
      seller_price_cents  bigint,
      created_at          timestamptz not null default now(),
      constraint offer_products_offer_fk foreign key (offer_id) references offers (id) on delete cascade,
      constraint offer_products_product_fk foreign key (product_id) references products (id),
      constraint offer_products_once unique (offer_id, product_id),
      constraint offer_products_quantity check (quantity between 1 and 9000000000000000000),
      constraint offer_products_price check (unit_price_cents >= 1 and buyer_price_cents >= 1 and seller_price_cents >= 1)
    );
    create index offer_products_by_product on offer_products (product_id);

    -- One row per event, with the prices at that time.
    create table offer_history (
      id          bigint generated always as identity primary key,
      offer_id    integer not null,
      at          timestamptz not null default now(),
      actor       text not null,
      user_id     integer,
      event       text not null,
      from_state  text not null,
      to_state    text not null,
      note        text,
      lines       jsonb not null,
      constraint offer_history_offer_fk foreign key (offer_id) references offers (id) on delete cascade,
      constraint offer_history_user_fk foreign key (user_id) references users (id),
      constraint offer_history_actor check (actor in ('buyer', 'seller', 'staff', 'system')),
      constraint offer_history_note check (char_length(note) <= 500)
    );
    create index offer_history_by_offer on offer_history (offer_id, id);

    create table purchase_orders (
      id                    integer generated always as identity primary key,
      po_number             text not null generated always as ('PO-' || (100000 + id)::text) stored,
      offer_id              integer not null,
      buyer_id              integer not null,
      seller_id             integer not null,
      status                text not null default 'awaiting_initial_payment',
      version               integer not null default 1,
      total_cents           bigint not null,
      fee_bps               integer not null,
      fee_cents             bigint not null,
      total_net_to_seller   bigint not null,
      total_units           bigint not null,
      sku_count             integer not null,
      carrier               text,
      tracking_number       text,
      -- Reason given by staff or the system.
      reason                text,
      confirmed_by_staff    boolean not null default false,
      -- wrong_amount, paid_when_canceled, disputed or refunded_at_provider
      payment_flag          text,
      paid_at               timestamptz,
      created_at            timestamptz not null default now(),
      updated_at            timestamptz not null default now(),
      constraint purchase_orders_offer_fk foreign key (offer_id) references offers (id),
      constraint purchase_orders_buyer_fk foreign key (buyer_id) references buyers (id),
      constraint purchase_orders_seller_fk foreign key (seller_id) references sellers (id),
      constraint one_order_per_offer unique (offer_id),
      constraint purchase_orders_status check (status in
        ('awaiting_initial_payment', 'payment_pending', 'requires_payment_action', 'awaiting_shipment', 'shipped',
         'received', 'paid_in_full', 'completed', 'canceled')),
      constraint purchase_orders_money check (total_cents > 0 and fee_cents >= 0 and total_net_to_seller >= 0
        and total_cents = fee_cents + total_net_to_seller and total_cents <= 9007199254740991),
      constraint purchase_orders_fee_bps check (fee_bps between 0 and 10000)
    );
    create index purchase_orders_of_buyer on purchase_orders (buyer_id, created_at desc, id desc);
    create index purchase_orders_of_seller on purchase_orders (seller_id, created_at desc, id desc);
    create index purchase_orders_by_status on purchase_orders (status, created_at, id);
    create index purchase_orders_by_created_at on purchase_orders (created_at, id);

    create table purchase_order_products (
      id                 integer generated always as identity primary key,
      purchase_order_id  integer not null,
      product_id         integer not null,
      quantity           bigint not null,
      unit_cents         bigint not null,
      total_cents        bigint not null,
      net_to_seller      bigint not null,
      -- Copy of the product at the time of the order.
      name               text not null,
      upc                text not null,
      sku                text,
      image              text,
      constraint purchase_order_products_order_fk foreign key (purchase_order_id) references purchase_orders (id),
      constraint purchase_order_products_product_fk foreign key (product_id) references products (id),
      constraint purchase_order_products_once unique (purchase_order_id, product_id),
      constraint purchase_order_products_quantity check (quantity >= 1),
      constraint purchase_order_products_money check (unit_cents >= 1 and total_cents = unit_cents::numeric * quantity
        and net_to_seller between 0 and total_cents)
    );
    create index purchase_order_products_by_product on purchase_order_products (product_id);

    alter table stock_movements add constraint stock_movements_order_fk
      foreign key (purchase_order_id) references purchase_orders (id);

    create table order_history (
      id                 bigint generated always as identity primary key,
      purchase_order_id  integer not null,
      at                 timestamptz not null default now(),
      actor              text not null,
      user_id            integer,
      event              text not null,
      from_status        text,
      to_status          text not null,
      reason             text,
      constraint order_history_order_fk foreign key (purchase_order_id) references purchase_orders (id),
      constraint order_history_user_fk foreign key (user_id) references users (id),
      constraint order_history_actor check (actor in ('buyer', 'seller', 'staff', 'provider', 'system'))
    );
    create index order_history_by_order on order_history (purchase_order_id, id);
  `);

export const down = (db: Knex) => db.raw('select 1');
