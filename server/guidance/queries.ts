import type { Knex } from 'knex';
import { statement } from '../../db/sql';
import type { PriceGuideRow } from '../../db/tables';
import type { Person } from '../accounts/policy';
import type { Cents, Units } from '../contract/money';
import { IS_DEAL } from './guides';

/** The condition's own guide before that of the category. */
const guides = statement<PriceGuideRow>(
  'price guide',
  `select category, condition, deals, sellers, buyers, p25, p50, p75, computed_at
     from price_guides
    where category = $1 and (condition is null or condition = $2)
    order by condition nulls last
    limit 1`,
);

export const guideOf = async (db: Knex, category: string, condition: string | null) =>
  (await guides(db, [category, condition]))[0];

export interface OwnDealsRow {
  count: number;
  median: number | null;
  unit_cents: Cents | null;
  quantity: Units | null;
  at: Date | null;
  purchase_order_id: number | null;
}

/** $2 and $3: the viewer's company as buyer and as seller. The asking price is that of the offer, else today's. */
const own = statement<OwnDealsRow>(
  'own deals of a product',
  `with deals as (
     select line.id, line.unit_cents, line.quantity, orders.created_at as at, orders.id as purchase_order_id,
            line.unit_cents * 100.0 / nullif(coalesce(offered.seller_price_cents, products.seller_price_cents), 0)
              as percent
       from purchase_order_products line
       join purchase_orders orders on orders.id = line.purchase_order_id
       join products on products.id = line.product_id
       left join offer_products offered
         on offered.offer_id = orders.offer_id and offered.product_id = line.product_id
      where line.product_id = $1 and ${IS_DEAL}
        and (orders.buyer_id = $2 or orders.seller_id = $3)
   ), latest as (
     select unit_cents, quantity, at, purchase_order_id from deals order by at desc, id desc limit 1
   )
   select (select count(*)::int from deals) as count,
          (select round(percentile_cont(0.5) within group (order by percent)::numeric)::int from deals) as median,
          latest.unit_cents, latest.quantity, latest.at, latest.purchase_order_id
     from (select 1) one left join latest on true`,
);

export const ownDeals = async (db: Knex, viewer: Person, productId: number) =>
  (await own(db, [productId, viewer.buyer_id, viewer.seller_id]))[0];
