import { sqlList } from '../../db/sql';
import type { Tx } from '../../db/transaction';
import { unconfirmedStatuses } from '../orders/state-machine';
import { GUIDE_DAYS } from './contract';

/** Below these a group could reveal a deal, so it has no guide (docs/rules.md#price-guides). */
const MIN_DEALS = 10;
const MIN_PARTIES = 5;
const MAX_SHARE_PERCENT = 40;

const COLUMNS = `category, condition, count(*)::int as deals, count(distinct seller_id)::int as sellers,
  count(distinct buyer_id)::int as buyers,
  round(percentile_cont(0.25) within group (order by percent)::numeric)::int as p25,
  round(percentile_cont(0.5) within group (order by percent)::numeric)::int as p50,
  round(percentile_cont(0.75) within group (order by percent)::numeric)::int as p75`;

/** A price that was paid: no order that waits for its payment, or that was canceled. */
export const IS_DEAL = `orders.status not in ${sqlList([...unconfirmedStatuses, 'canceled'])}`;

export async function computeGuides(tx: Tx): Promise<void> {
  await tx.raw('lock table price_guides in share row exclusive mode');
  await tx.raw('delete from price_guides');
  await tx.raw(
    `with lines as materialized (
       select line.category, line.condition, orders.seller_id, orders.buyer_id,
              line.unit_cents * 100.0 / line.msrp_cents as percent
         from purchase_order_products line
         join purchase_orders orders on orders.id = line.purchase_order_id
        where ${IS_DEAL} and orders.created_at > now() - make_interval(days => ${GUIDE_DAYS})
          and line.msrp_cents > 0
     ), deals as (
       select category, condition, seller_id, buyer_id, percent from lines where condition is not null
       union all
       select category, null, seller_id, buyer_id, percent from lines
     ), parties as (
       select category, condition, max(deals) as deals
         from (select category, condition, count(*) as deals from deals group by category, condition, seller_id
               union all
               select category, condition, count(*) from deals group by category, condition, buyer_id) party
        group by category, condition
     ), groups as (select ${COLUMNS} from deals group by category, condition)
     insert into price_guides (category, condition, deals, sellers, buyers, p25, p50, p75)
     select groups.category, groups.condition, groups.deals, groups.sellers, groups.buyers, p25, p50, p75
       from groups
       join parties on parties.category = groups.category and parties.condition is not distinct from groups.condition
      where groups.deals >= ${MIN_DEALS} and groups.sellers >= ${MIN_PARTIES} and groups.buyers >= ${MIN_PARTIES}
        and parties.deals * 100 <= groups.deals * ${MAX_SHARE_PERCENT}`,
  );
}
