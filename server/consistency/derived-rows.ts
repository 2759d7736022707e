import type { DerivedRows } from './rebuild-rows';

const OFFER_LINES = `
  left join lateral (
    select coalesce(sum(quantity::numeric * unit_price_cents), 0) as cents, coalesce(sum(quantity), 0) as units,
           count(*) as skus
      from offer_products where offer_id = offers.id offset 0
  ) lines on true
  left join users buyer on buyer.buyer_id = offers.buyer_id and buyer.is_primary
  left join users seller on seller.seller_id = offers.seller_id and seller.is_primary`;

/** The triggers of lines add to the row, so it is locked, made if missing, before its lines are summed. */
export const OFFER_TOTALS: DerivedRows = {
  source: 'offers',
  differing: `
    select offers.id from offers left join offer_totals kept on kept.offer_id = offers.id ${OFFER_LINES}
     where offers.id between :first and :last
       and (kept.total_cents, kept.total_units, kept.sku_count, kept.created_at, kept.buyer_email, kept.seller_email)
         is distinct from (cents, units, skus, offers.created_at, buyer.email, seller.email)
     order by 1`,
  steps: [
    `insert into offer_totals (offer_id, total_cents, total_units, sku_count, created_at)
     select id, 0, 0, 0, created_at from offers where id = any(:ids) order by id on conflict do nothing`,
    'select offer_id from offer_totals where offer_id = any(:ids) order by offer_id for update',
    `update offer_totals kept set total_cents = cents, total_units = units, sku_count = skus,
        created_at = offers.created_at, buyer_email = buyer.email, seller_email = seller.email
       from offers ${OFFER_LINES}
      where offers.id = any(:ids) and kept.offer_id = offers.id`,
  ],
};

const ORDER_COLUMNS = 'created_at, total_cents, total_net_to_seller, fee_cents, total_units, sku_count';
const of = (table: string) => ORDER_COLUMNS.replaceAll(/\w+/g, (column) => `${table}.${column}`);

const ORDERS = `
  from purchase_orders orders left join users buyer on buyer.buyer_id = orders.buyer_id and buyer.is_primary
  left join users seller on seller.seller_id = orders.seller_id and seller.is_primary`;

export const ORDER_TOTALS: DerivedRows = {
  source: 'purchase_orders',
  differing: `
    select orders.id ${ORDERS} left join order_totals kept on kept.order_id = orders.id
     where orders.id between :first and :last
       and (${of('kept')}, kept.buyer_email, kept.seller_email)
         is distinct from (${of('orders')}, buyer.email, seller.email)
     order by 1`,
  steps: [
    `insert into order_totals (order_id, ${ORDER_COLUMNS}, buyer_email, seller_email)
     select orders.id, ${of('orders')}, buyer.email, seller.email ${ORDERS} where orders.id = any(:ids)
     on conflict (order_id) do update set (${ORDER_COLUMNS}, buyer_email, seller_email) =
       (${of('excluded')}, excluded.buyer_email, excluded.seller_email)`,
  ],
};

const LISTING_COLUMNS =
  'seller_id, cell, created_at, msrp_cents, condition, location_id, price_cents, percent_off';

/** What the triggers of products keep for the search, whether or not the seller can sell. */
export const IN_SEARCH = 'not provisional and not paused and deleted_at is null';

/** As the triggers of products write them. */
const LISTED = `select live.id as product_id, live.seller_id,
    listing_cell(live.msrp_cents, seller_price_cents, percent_off_msrp, units, packaging_type, category) as cell,
    live.created_at, live.msrp_cents, listing_condition(live.condition) as condition, live.location_id,
    seller_price_cents as price_cents, listing_percent(percent_off_msrp) as percent_off,
    name, description
  from products live where ${IN_SEARCH}`;

const listingOf = (table: string) => LISTING_COLUMNS.replaceAll(/\w+/g, (column) => `${table}.${column}`);

const GONE = `select id from products where id = any(:ids) and not (${IN_SEARCH})`;

export const LISTINGS: DerivedRows = {
  source: 'products',
  differing: `
    select products.id from products
      left join (${LISTED}) live on live.product_id = products.id
      left join listings kept on kept.product_id = products.id
      left join listing_texts texts on texts.product_id = products.id
     where products.id between :first and :last
       and ((kept.product_id, ${listingOf('kept')}) is distinct from (live.product_id, ${listingOf('live')})
         or texts.words is distinct from
           case when live.product_id is not null then listing_text(live.name, live.description) end)
     order by 1`,
  steps: [
    `delete from listings where product_id in (${GONE})`,
    `delete from listing_texts where product_id in (${GONE})`,
    `insert into listings (product_id, ${LISTING_COLUMNS})
     select product_id, ${LISTING_COLUMNS} from (${LISTED}) live where product_id = any(:ids)
     on conflict (product_id) do update set (${LISTING_COLUMNS}) = (${listingOf('excluded')})`,
    `select write_listing_texts(array(
       select id from products where id = any(:ids) and ${IN_SEARCH}))`,
    // Each process reads the change into its index.
    'insert into listing_changes (product_id) select unnest(cast(:ids as integer[]))',
  ],
};

/** Entries of products that are deleted for good. Returns one row for each. */
export const DELETE_ORPHANS = `
  with entries as (
    delete from listings where not exists (select from products where id = product_id) returning product_id
  ), texts as (
    delete from listing_texts where not exists (select from products where id = product_id) returning product_id
  )
  insert into listing_changes (product_id)
    select product_id from entries union select product_id from texts returning product_id`;
