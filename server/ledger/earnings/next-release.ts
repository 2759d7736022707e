import type { Knex } from 'knex';
import { statement } from '../../../db/sql';
import { signedCents } from '../../contract/money';
import { claimUntil } from '../../orders/deadlines';
import { HAS_UNDECIDED_CLAIM } from '../../orders/undecided-claims';
import type { NextRelease } from '../contract';

const releasableByDay = statement<{ received_at: Date; amount: bigint }>(
  'next release',
  `select min(received_at) as received_at,
          sum(total_net_to_seller - coalesce(returned.net, 0))::bigint as amount
     from purchase_orders
     left join lateral (
       select sum(net_cents)::bigint as net from adjustments where purchase_order_id = purchase_orders.id
     ) returned on true
    where seller_id = $1 and status = 'received' and released_at is null and received_at is not null
      and payment_flag is distinct from 'disputed' and not ${HAS_UNDECIDED_CLAIM}
    group by (received_at at time zone 'UTC')::date order by 1 limit 1`,
);

/** The first day on which orders of the seller become available, and what is left of their nets. */
export async function nextRelease(
  db: Knex,
  sellerId: number,
  claimDays: number,
): Promise<NextRelease | null> {
  const [next] = await releasableByDay(db, [sellerId]);
  if (!next) return null;
  return {
    at: claimUntil(next.received_at, { claimDays }).toISOString(),
    amount_cents: signedCents(next.amount),
  };
}
