import { statement } from '../../../db/sql';
import { LISTED } from '../../products/visibility';

/** A listing for a want. One that is exact is taken, the others are proposed. */
export interface Candidate {
  readonly want_id: number;
  readonly product_id: number;
  /** From 1. */
  readonly rank: number;
  readonly is_exact: boolean;
}

/** SQL: listed, in stock, with a price. */
export const ORDERABLE = `${LISTED} and products.units > 0 and products.seller_price_cents is not null`;

/** SQL: the lowest price that has the quantity, else the most units (docs/rules.md#want-lists). */
export const bestFirst = (product: string) =>
  `${product}.units >= want.quantity desc,
   case when ${product}.units >= want.quantity then ${product}.seller_price_cents end,
   ${product}.units desc, ${product}.seller_price_cents, ${product}.id`;

/** $1: the wants. A UPC-A, an EAN and a GTIN of one item are one. */
export const candidatesByUpc = statement<Candidate>(
  'candidates by UPC',
  `select want.id as want_id, best.id as product_id, 1 as rank, true as is_exact
     from wants want
    cross join lateral (
      select products.id from products join sellers on sellers.id = products.seller_id
       where lpad(products.upc, 14, '0') = want.gtin and ${ORDERABLE}
       order by ${bestFirst('products')} limit 1) best
    where want.id = any($1) and want.gtin is not null`,
);

const MAX_SKU_PROPOSALS = 10;

/** $1: the wants. The best listing of each seller; of several, the one they ordered from is exact. */
export const candidatesBySku = statement<Candidate>(
  'candidates by SKU',
  `with best as (
     select distinct on (want.id, products.seller_id) want.id as want_id, want.buyer_id, want.quantity, lower(want.sku) as sku,
            products.id, products.seller_id, products.units, products.seller_price_cents
       from wants want
       join products on lower(products.sku) = lower(want.sku) and products.sku is not null
       join sellers on sellers.id = products.seller_id
      where want.id = any($1) and want.gtin is null and want.sku is not null and ${ORDERABLE}
      order by want.id, products.seller_id, ${bestFirst('products')}
   ), known as (
     select want_id, id, quantity, units, seller_price_cents, exists (
              select from purchase_orders orders
                join purchase_order_products line on line.purchase_order_id = orders.id
                join products ordered on ordered.id = line.product_id
               where orders.buyer_id = best.buyer_id and orders.seller_id = best.seller_id and orders.status <> 'canceled'
                 and lower(ordered.sku) = best.sku) as was_ordered
       from best
   ), counted as (
     select want_id, id, quantity, units, seller_price_cents, was_ordered, count(*) over sellers as sellers,
            count(*) filter (where was_ordered) over sellers as ordered
       from known window sellers as (partition by want_id)
   ), ranked as (
     select want_id, id, sellers = 1 or (was_ordered and ordered = 1) as is_exact,
            row_number() over (partition by want_id
              order by was_ordered and ordered = 1 desc, ${bestFirst('want')})::int as rank
       from counted want
   )
   select want_id, id as product_id, rank, is_exact from ranked where rank <= ${MAX_SKU_PROPOSALS}
    order by want_id, rank`,
);
