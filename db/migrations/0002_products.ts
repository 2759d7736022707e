import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table products (
      id                  integer generated always as identity primary key,
      seller_id           integer not null,
      name                text not null,
      upc                 text not null,
      sku                 text,
      asin                text,
      style_number        text,
      category            text not null default 'other category',
      description         text not null default '',
      photo_1             text,
      photo_2             text,
      photo_3             text,
      photo_4             text,
      photo_5             text,
      msrp_cents          bigint,
      wholesale_cents     bigint,
      seller_price_cents  bigint,
      percent_off_msrp    integer generated always as (
        case when msrp_cents > 0 and seller_price_cents is not null
             then ((msrp_cents - seller_price_cents) * 200 + msrp_cents) / (2 * msrp_cents) end) stored,
      units               bigint,
      min_order_units     bigint,
      gender              text not null default 'unisex',
      seller_size         text,
      expiration_date     text,
      length              numeric(12, 3),
      width               numeric(12, 3),
      height              numeric(12, 3),
      weight              numeric(12, 3),
      weight_unit         text not null default 'lbs',
      packaging_type      text not null default 'retail_ready',
      inner_count         bigint,
      inner_quantity      bigint,
      outer_quantity      bigint,
      provisional         boolean not null default true,
      -- field → message, for provisional imported products
      provisional_errors  jsonb not null default '{}',
      version             integer not null default 1,
      created_at          timestamptz not null default now(),
      updated_at          timestamptz not null default now(),
      deleted_at          timestamptz,
      constraint products_seller_fk foreign key (seller_id) references sellers (id),
      constraint products_name_present check (btrim(name) <> ''),
      constraint products_upc check (upc ~ '^[0-9]{8,14}$'),
      constraint products_category check (category in
        ('apparel', 'beauty', 'consumables', 'footwear', 'home', 'pet', 'toys', 'other category')),
      constraint products_gender check (gender in ('unisex', 'f', 'm')),
      constraint products_weight_unit check (weight_unit in ('lbs', 'oz')),
      constraint products_packaging_type check (packaging_type in
        ('retail_ready', 'ecommerce_ready', 'other packaging type')),
      constraint products_expiration_date check (expiration_date ~ '^(0[1-9]|1[0-2])/[0-9]{4}$'),
      constraint products_prices_positive check (msrp_cents > 0 and wholesale_cents > 0 and seller_price_cents > 0),
      constraint products_prices_safe check (greatest(msrp_cents, wholesale_cents, seller_price_cents) <= 9007199254740991 / 200),
      constraint products_price_within_msrp check (seller_price_cents <= msrp_cents),
      constraint products_units check (units between 0 and 9000000000000000000),
      constraint products_min_order_units check (min_order_units between 0 and 9000000000000000000),
      constraint products_sizes_positive check (length > 0 and width > 0 and height > 0 and weight > 0),
      constraint products_inners_positive check (inner_count > 0 and inner_quantity > 0 and outer_quantity > 0),
      constraint products_live_are_complete check (provisional or deleted_at is not null or
        (photo_1 is not null and msrp_cents is not null and wholesale_cents is not null and seller_price_cents is not null))
    );
    create unique index products_upc_taken on products (seller_id, upc) where deleted_at is null;
    create index products_of_seller on products (seller_id, created_at desc, id desc) where deleted_at is null;

    create table product_tags (
      tag         citext not null,
      product_id  integer not null,
      position    integer not null default 0,
      created_at  timestamptz not null default now(),
      primary key (tag, product_id),
      constraint product_tags_product_fk foreign key (product_id) references products (id)
    );
    create index product_tags_by_product on product_tags (product_id);

    -- Ledger: a product's movements add up to its units.
    create table stock_movements (
      id                 bigint generated always as identity primary key,
      product_id         integer not null,
      units              bigint not null,
      reason             text not null,
      purchase_order_id  integer,
      user_id            integer,
      at                 timestamptz not null default now(),
      constraint stock_movements_product_fk foreign key (product_id) references products (id),
      constraint stock_movements_user_fk foreign key (user_id) references users (id),
      constraint stock_movements_reason check (reason in ('initial', 'edit', 'import', 'sold', 'returned')),
      constraint stock_movements_not_nothing check (units <> 0)
    );
    create index stock_movements_by_product on stock_movements (product_id, id);
    create index stock_movements_by_order on stock_movements (purchase_order_id) where purchase_order_id is not null;
  `);

export const down = (db: Knex) => db.raw('select 1');
