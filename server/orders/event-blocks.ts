import type { Knex } from 'knex';
import { statement } from '../../db/sql';
import type { PurchaseOrderRow } from '../../db/tables';
import { Conflict } from '../http/errors';
import type { OrderEvent } from './rules';
import { HAS_UNDECIDED_CLAIM } from './undecided-claims';

export const CLAIM_OPEN = 'This order has an open claim. Decide it first.';
const inDraftPayout = (payoutNumber: string) =>
  `This order is in payout ${payoutNumber}. Mark that payout as paid.`;

/** Why an event that the status allows is refused. */
export type EventBlocks = Partial<Record<OrderEvent, string | undefined>>;

type Order = Pick<PurchaseOrderRow, 'id' | 'status'>;

interface Holds {
  id: number;
  is_claimed: boolean;
  draft_payout: string | null;
  is_in_payout: boolean;
}

const moneyHolds = statement<Holds>(
  'what holds up the money of orders',
  `select id, ${HAS_UNDECIDED_CLAIM} as is_claimed,
          (select payout_number from payout_items join payouts on payouts.id = payout_items.payout_id
            where purchase_order_id = purchase_orders.id and not void and payouts.status = 'draft'
            limit 1) as draft_payout,
          exists (select from payout_items where purchase_order_id = purchase_orders.id and not void
                   and adjustment_id is null) as is_in_payout
     from purchase_orders where id = any($1::int[])`,
);

function blocksFor({ is_claimed, draft_payout, is_in_payout }: Holds): EventBlocks {
  const claimed = is_claimed ? CLAIM_OPEN : undefined;
  if (draft_payout) return { pay_in_full: inDraftPayout(draft_payout), complete: claimed };
  // A claim that was opened after the payout holds up the completion alone.
  return { pay_in_full: is_in_payout ? undefined : claimed, complete: claimed };
}

const isSettling = ({ status }: Order) => status === 'received' || status === 'paid_in_full';

export async function eventBlocksOf(db: Knex, orders: readonly Order[]) {
  const settling = orders.filter(isSettling).map(({ id }) => id);
  const holds = settling.length > 0 ? await moneyHolds(db, [settling]) : [];
  const blocks = new Map(holds.map((row) => [row.id, blocksFor(row)]));
  return ({ id }: Pick<Order, 'id'>): EventBlocks => blocks.get(id) ?? {};
}

/** Needs the order's lock, under which claims are opened and payouts are made. Throws Conflict. */
export async function requireUnblocked(tx: Knex, order: Order, event: OrderEvent) {
  const reason = (await eventBlocksOf(tx, [order]))(order)[event];
  if (reason) throw Conflict(reason);
}
