import type { Knex } from 'knex';
import { statement } from '../../db/sql';
import type { Cents, Units } from '../contract/money';

/** Parameters of all statements here: $1 seller, $2 start of the first UTC day, $3 product or null. */
export interface Span {
  readonly sellerId: number;
  readonly since: Date;
  readonly productId: number | null;
}

const valuesOf = ({ sellerId, since, productId }: Span) => [sellerId, since, productId] as const;

const utcDay = (column: string) => `(${column} at time zone 'UTC')::date`;

const VIEWED = `
  select viewed.product_id, viewed.day, viewed.views
    from products join product_views_daily viewed on viewed.product_id = products.id
   where products.seller_id = $1 and viewed.day >= ${utcDay('$2::timestamptz')}
     and ($3::integer is null or products.id = $3)`;

const SUBMITTED = `
  select offers.id, ${utcDay('offers.submitted_at')} as day
    from offers where offers.seller_id = $1 and offers.submitted_at >= $2`;

/** Answered or expired. What the buyer took back or turned down is neither. */
const ENDED = `
  select offers.id, ${utcDay('last.at')} as day, last.event = 'accept' as accepted
    from offers
    join lateral (select event, actor, at from offer_history
                   where offer_id = offers.id order by id desc limit 1) last on true
   where offers.seller_id = $1 and offers.state in ('accepted', 'rejected') and offers.updated_at >= $2
     and offers.submitted_at is not null and last.at >= $2
     and (last.event in ('accept', 'expire') or (last.event = 'reject' and last.actor = 'seller'))`;

const SOLD = `
  select line.product_id, ${utcDay('orders.created_at')} as day, line.quantity, line.total_cents, line.net_to_seller
    from purchase_orders orders
    join purchase_order_products line on line.purchase_order_id = orders.id
   where orders.seller_id = $1 and orders.created_at >= $2 and orders.status <> 'canceled'
     and ($3::integer is null or line.product_id = $3)`;

const HOLDS = `($3::integer is null or exists
  (select from offer_products held where held.offer_id = chosen.id and held.product_id = $3))`;

const SUMS = `sum(views)::integer as views, sum(offers)::integer as offers, sum(accepted)::integer as accepted,
  sum(answered)::integer as answered, coalesce(sum(units_sold), 0)::bigint as units_sold,
  coalesce(sum(gross_cents), 0)::bigint as gross_cents, coalesce(sum(net_cents), 0)::bigint as net_cents`;

const SOLD_FACTS = `0 as views, 0 as offers, 0 as accepted, 0 as answered, quantity as units_sold,
  total_cents as gross_cents, net_to_seller as net_cents`;

export interface FactsRow {
  views: number;
  offers: number;
  accepted: number;
  /** Accepted, rejected by the seller or expired. */
  answered: number;
  units_sold: Units;
  gross_cents: Cents;
  net_cents: Cents;
}

const days = statement<FactsRow & { day: string }>(
  'analytics by day',
  `select day, ${SUMS} from (
     select day, views, 0 as offers, 0 as accepted, 0 as answered, 0::bigint as units_sold,
            0::bigint as gross_cents, 0::bigint as net_cents from (${VIEWED}) viewed
     union all
     select day, 0, 1, 0, 0, 0, 0, 0 from (${SUBMITTED}) chosen where ${HOLDS}
     union all
     select day, 0, 0, accepted::integer, 1, 0, 0, 0 from (${ENDED}) chosen where ${HOLDS}
     union all
     select day, ${SOLD_FACTS} from (${SOLD}) sold
   ) facts group by day`,
);

export const factsByDay = (db: Knex, span: Span) => days(db, valuesOf(span));

export interface ProductFactsRow extends FactsRow {
  product_id: number;
  name: string;
  sku: string | null;
  upc: string;
  photo_1: string | null;
  deleted: boolean;
  /** What can be bought today, as digits: sums may leave 64 bits. */
  available: string;
  first_offer_days: number | null;
}

/** SQL: units that can be bought now. */
const AVAILABLE = `case when products.deleted_at is null and not products.provisional
  then coalesce(products.units, 0) else 0 end`;

/** SQL. A product that was offered on before its listing was noted waited 0 days; null if either is. */
const daysBetween = (listed: string, offered: string) =>
  `case when ${listed} < ${offered} then extract(epoch from ${offered} - ${listed}) / 86400
        when ${listed} >= ${offered} then 0 end::double precision`;

const LINES = `join offer_products held on held.offer_id = chosen.id and ($3::integer is null or held.product_id = $3)`;

const products = statement<ProductFactsRow>(
  'analytics by product',
  `with top as (
     select product_id, ${SUMS} from (
       select product_id, views, 0 as offers, 0 as accepted, 0 as answered, 0::bigint as units_sold,
              0::bigint as gross_cents, 0::bigint as net_cents from (${VIEWED}) viewed
       union all
       select held.product_id, 0, 1, 0, 0, 0, 0, 0 from (${SUBMITTED}) chosen ${LINES}
       union all
       select held.product_id, 0, 0, accepted::integer, 1, 0, 0, 0 from (${ENDED}) chosen ${LINES}
       union all
       select product_id, ${SOLD_FACTS} from (${SOLD}) sold
     ) facts group by product_id
     order by (sum(views) > 0 and sum(offers) = 0) desc, sum(views) desc, sum(offers) desc, product_id
     limit $4
   )
   select top.product_id, views, offers, accepted, answered, units_sold, gross_cents, net_cents,
          products.name, products.sku, products.upc, products.photo_1, products.deleted_at is not null as deleted,
          (${AVAILABLE})::text as available,
          ${daysBetween('products.listed_at', 'earliest.submitted_at')} as first_offer_days
     from top
     join products on products.id = top.product_id
     left join lateral (
       select min(offers.submitted_at) as submitted_at
         from offer_products held join offers on offers.id = held.offer_id
        where top.offers > 0 and held.product_id = top.product_id
     ) earliest on earliest.submitted_at >= $2
    order by (views > 0 and offers = 0) desc, views desc, offers desc, top.product_id`,
);

export const factsByProduct = (db: Knex, span: Span, limit: number) =>
  products(db, [...valuesOf(span), limit]);

const stock = statement<{ available: string; median_days: number | null }>(
  'stock and days to first offers',
  `with offered as (
     select distinct held.product_id from (${SUBMITTED}) chosen ${LINES}
   ), earliest as (
     select offered.product_id, min(offers.submitted_at) as submitted_at
       from offered
       join offer_products held on held.product_id = offered.product_id
       join offers on offers.id = held.offer_id
      group by offered.product_id
   )
   select (select coalesce(sum(${AVAILABLE}), 0)::text from products
            where seller_id = $1 and deleted_at is null and ($3::integer is null or id = $3)) as available,
          (select percentile_cont(0.5) within group (order by ${daysBetween('listed_at', 'earliest.submitted_at')})
             from earliest join products on products.id = earliest.product_id
            where listed_at is not null and earliest.submitted_at >= $2) as median_days`,
);

export async function stockAndMedian(db: Knex, span: Span) {
  const [row] = await stock(db, valuesOf(span));
  return { available: BigInt(row?.available ?? 0), medianDays: row?.median_days ?? null };
}
