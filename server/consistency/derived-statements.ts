import { IN_SEARCH } from './derived-rows';
import { atOnce, overIds, type SqlCheck } from './finding';

const REBUILD_LISTINGS = 'Run npm run rebuild -- listings.';
const REBUILD_TOTALS = 'Run npm run rebuild -- totals.';

/** Rows of (what, day, kind, n, amount), as `tallies` must hold them. */
export const COUNTED = `
      select 'purchase_orders' as what, utc_day(created_at) as day, status as kind, count(*) as n,
             sum(total_cents) as amount
        from purchase_orders group by 2, 3
      union all
      select 'offers', utc_day(created_at), state, count(*),
             count(*) filter (where submitted_at is not null or state = 'accepted')
        from offers group by 2, 3
      union all
      select 'users', utc_day(created_at), tally_kind(admin, buyer_id, status), count(*), 0 from users group by 2, 3
      union all
      select 'products', utc_day(created_at), case when provisional then 'provisional' else 'live' end, count(*),
             coalesce(sum(units), 0)
        from products where deleted_at is null group by 2, 3
      union all
      select 'categories', utc_day(orders.created_at), line.category, count(distinct orders.id), sum(line.total_cents)
        from purchase_orders orders join purchase_order_products line on line.purchase_order_id = orders.id
       where orders.status <> 'canceled' group by 2, 3`;

const TALLIES: SqlCheck = {
  name: 'tallies',
  meaning: "A day's count of Insights differs from its rows",
  remedy: 'Run npm run rebuild -- tallies.',
  statements: [
    atOnce(`
    with kept as (
      select what, day, kind, sum(n) as n, sum(amount) as amount
        from (select * from tallies union all select * from tally_changes) counts group by what, day, kind
    ), counted as (
      ${COUNTED}
    )
    select what || ' ' || day || ' ' || kind as subject,
           coalesce(kept.n, 0) || ' kept, ' || coalesce(counted.n, 0) || ' counted' as detail
      from kept full join counted using (what, day, kind)
     where coalesce(kept.n, 0) <> coalesce(counted.n, 0)
        or coalesce(kept.amount, 0) <> coalesce(counted.amount, 0)`),
  ],
};

const OFFER_TOTALS: SqlCheck = {
  name: 'offer-totals',
  meaning: "An offer's total in Insights differs from its lines",
  remedy: REBUILD_TOTALS,
  statements: [
    overIds(
      'offers',
      `
    with lines as (
      select offer_id, sum(quantity::numeric * unit_price_cents) as cents, sum(quantity) as units, count(*) as skus
        from offer_products where offer_id between :first and :last group by offer_id
    )
    select offer_number as subject, coalesce(total_cents, 0) || ' kept, ' || coalesce(cents, 0) || ' counted' as detail
      from offers left join offer_totals on offer_totals.offer_id = offers.id
      left join lines on lines.offer_id = offers.id
      left join users buyer on buyer.buyer_id = offers.buyer_id and buyer.is_primary
      left join users seller on seller.seller_id = offers.seller_id and seller.is_primary
     where offers.id between :first and :last
       and ((total_cents, total_units, sku_count, offer_totals.created_at)
              is distinct from (coalesce(cents, 0), coalesce(units, 0), coalesce(skus, 0), offers.created_at)
         or buyer_email is distinct from buyer.email or seller_email is distinct from seller.email)`,
    ),
  ],
};

const ORDER_TOTALS: SqlCheck = {
  name: 'order-totals',
  meaning: "An order's row in Insights differs from the order",
  remedy: REBUILD_TOTALS,
  statements: [
    overIds(
      'purchase_orders',
      `
    select po_number as subject, 'kept ' || coalesce(kept.total_cents, 0) as detail
      from purchase_orders orders left join order_totals kept on order_id = orders.id
      left join users buyer on buyer.buyer_id = orders.buyer_id and buyer.is_primary
      left join users seller on seller.seller_id = orders.seller_id and seller.is_primary
     where orders.id between :first and :last
       and ((kept.total_cents, kept.total_net_to_seller, kept.fee_cents, kept.total_units, kept.sku_count,
                kept.created_at)
              is distinct from (orders.total_cents, orders.total_net_to_seller, orders.fee_cents, orders.total_units,
                orders.sku_count, orders.created_at)
         or buyer_email is distinct from buyer.email or seller_email is distinct from seller.email)`,
    ),
  ],
};

const LISTINGS: SqlCheck = {
  name: 'listings',
  meaning: "A product's entry in the search differs from the product",
  remedy: REBUILD_LISTINGS,
  statements: [
    overIds(
      'products',
      `
    select 'product ' || live.id as subject, case
             when product_id is null then 'is not found' else 'is found by old values' end as detail
      from products live left join listings on product_id = live.id
     where live.id between :first and :last and ${IN_SEARCH} and ((listings.seller_id, cell, listings.created_at, listings.msrp_cents) is distinct from (live.seller_id,
             listing_cell(live.msrp_cents, seller_price_cents, percent_off_msrp, units, packaging_type, category),
             live.created_at, live.msrp_cents)
        or (product_id is not null
            and exists (select from listing_backfill where finished_at is not null)
            and (listings.condition, listings.location_id, listings.price_cents, listings.percent_off) is distinct from
              (listing_condition(live.condition), live.location_id, seller_price_cents,
               listing_percent(percent_off_msrp))))`,
    ),
    overIds(
      'listings',
      `
    select 'product ' || product_id as subject, 'is found, but not published' as detail
      from listings left join products on products.id = product_id and ${IN_SEARCH}
     where product_id between :first and :last and products.id is null`,
      'product_id',
    ),
  ],
};

const LISTING_TEXTS: SqlCheck = {
  name: 'listing-texts',
  meaning: "A product's words in the search differ from its name and description",
  remedy: REBUILD_LISTINGS,
  statements: [
    overIds(
      'products',
      `
    select 'product ' || products.id as subject,
           case when words is null then 'has no words' else 'has other words' end as detail
      from products left join listing_texts on product_id = products.id
     where products.id between :first and :last
       and ${IN_SEARCH} and words is distinct from listing_text(name, description)`,
    ),
  ],
};

export const derivedChecks = [TALLIES, OFFER_TOTALS, ORDER_TOTALS, LISTINGS, LISTING_TEXTS];
