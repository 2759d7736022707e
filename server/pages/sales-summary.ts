import { statement } from '../../db/sql';
import type { Cents } from '../contract/money';
import { reviewState } from '../offers/rules';
import { unconfirmedStatuses } from '../orders/state-machine';
import type { SalesSummaryReader } from '../products/manage/contract';
import type { Services } from '../services';

const SHIPPABLE = 'awaiting_shipment';
const SALES_DAYS = 30;
const notSold = [...unconfirmedStatuses, 'canceled'].map((status) => `'${status}'`).join(', ');

const ofSeller = statement<{ offers_to_answer: number; orders_to_ship: number; sold_cents: bigint }>(
  'sales summary of a seller',
  `select (select count(*)::int from offers
            where seller_id = $1 and state = '${reviewState.seller}') as offers_to_answer,
          (select count(*)::int from purchase_orders
            where seller_id = $1 and status = '${SHIPPABLE}') as orders_to_ship,
          (select coalesce(sum(total_cents), 0)::bigint from purchase_orders
            where seller_id = $1 and created_at > now() - interval '${SALES_DAYS} days'
              and status not in (${notSold})) as sold_cents`,
);

/** What waits for a seller, and the paid orders of the last 30 days: three reads of indexes. */
export const salesSummary =
  ({ db }: Pick<Services, 'db'>): SalesSummaryReader =>
  async (sellerId) => {
    const [row] = await ofSeller(db, [sellerId]);
    if (!row) throw new Error('The summary has one row');
    return { ...row, sold_cents: Number(row.sold_cents) as Cents };
  };
