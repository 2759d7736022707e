import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table favorites (
      buyer_id              integer not null references buyers (id),
      product_id            integer not null references products (id),
      -- null: the product had no price
      price_cents           bigint,
      -- as the buyer last knew them
      notified_price_cents  bigint,
      notified_in_stock     boolean not null,
      notified_at           timestamptz,
      created_at            timestamptz not null default now(),
      primary key (buyer_id, product_id)
    );
    create index favorites_of_product on favorites (product_id);

    create table recent_views (
      buyer_id    integer not null references buyers (id),
      product_id  integer not null references products (id),
      viewed_at   timestamptz not null default now(),
      primary key (buyer_id, product_id)
    );
    create index recent_views_of_product on recent_views (product_id);
  `);

export const down = (db: Knex) => db.raw('select 1');
