import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- open rows of users with tens of thousands of closed ones
    create index open_offers_of_buyer on offers (buyer_id, created_at desc, id desc)
      where state not in ('accepted', 'rejected');
    create index open_offers_of_seller on offers (seller_id, created_at desc, id desc)
      where state in ('seller_review', 'buyer_review');
    create index open_orders_of_buyer on purchase_orders (buyer_id, created_at desc, id desc)
      where status not in ('completed', 'canceled');
    create index open_orders_of_seller on purchase_orders (seller_id, created_at desc, id desc)
      where status not in ('completed', 'canceled');
  `);

export const down = (db: Knex) => db.raw('select 1');
