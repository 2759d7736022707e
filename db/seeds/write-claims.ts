import { type ClaimReason, type ClaimStatus, reasonsWithPhoto } from '../../server/claims/rules';
import { HOUR_MS } from '../../server/contract/durations';
import { cents, lineTotal, type Units } from '../../server/contract/money';
import type { OrderStatus } from '../../server/orders/rules';
import { returnMoney } from '../../server/payments/adjustments';
import type { ClaimRow, RefundRow } from '../tables';
import type { Tx } from '../transaction';

interface DemoClaim {
  readonly buyer: string;
  readonly status: ClaimStatus;
  /** The status of its order. */
  readonly of: 'shipped' | 'received' | 'completed';
  readonly reason?: ClaimReason;
  readonly quantity: Units;
  readonly description: string;
  /** The seller's message. */
  readonly reply?: string;
  /** Staff's. */
  readonly explanation?: string;
  /** Of an approved claim. */
  readonly refund?: Partial<RefundRow>;
}

const SENT = { status: 'succeeded', reference: 'Demo' } as const;

const DEMO: readonly DemoClaim[] = [
  {
    buyer: 'buyer2@example.com',
    status: 'open',
    of: 'received',
    quantity: 2n,
    description: 'Two arrived damaged. The carton was crushed on one side.',
  },
  {
    buyer: 'buyer@example.com',
    status: 'open',
    of: 'shipped',
    reason: 'not_received',
    quantity: 4n,
    description: 'The carrier says it was delivered, but our dock has no record of this pallet.',
  },
  {
    buyer: 'buyer@example.com',
    status: 'in_review',
    of: 'received',
    quantity: 3n,
    description: 'Three pieces arrived damaged, although their carton looks fine.',
    reply: 'All of them were checked before they were packed. Please send a photo of each piece.',
  },
  {
    buyer: 'buyer@example.com',
    status: 'approved',
    of: 'completed',
    quantity: 1n,
    description: 'One piece was broken when we opened the carton.',
    refund: SENT,
  },
  {
    buyer: 'buyer@example.com',
    status: 'denied',
    of: 'received',
    reason: 'not_as_described',
    quantity: 6n,
    description: 'The packaging looks different from the photos in the listing.',
    reply: 'The listing says that packaging varies by lot, and names this lot.',
    explanation: 'The listing describes the packaging of this lot, and the photos match it.',
  },
  {
    buyer: 'buyer@example.com',
    status: 'withdrawn',
    of: 'received',
    reason: 'missing',
    quantity: 5n,
    description: 'We counted five fewer than the packing slip says.',
  },
  {
    buyer: 'june@example.com',
    status: 'approved',
    of: 'received',
    reason: 'missing',
    quantity: 2n,
    description: 'Two pieces were missing from the second carton.',
    explanation: 'The weight on the bill of lading shows that two pieces were not packed.',
    refund: { status: 'failed', failure: 'The card was closed by its owner.' },
  },
];

const ORDER_STATUSES: Record<DemoClaim['of'], readonly OrderStatus[]> = {
  shipped: ['shipped'],
  received: ['received'],
  completed: ['paid_in_full', 'completed'],
};

/** A claim of the demo's buyers in each status. */
export async function writeClaims(tx: Tx, now: Date): Promise<void> {
  for (const claim of DEMO) await writeClaim(tx, now, claim);
}

async function writeClaim(tx: Tx, now: Date, claim: DemoClaim) {
  const order = await tx('purchase_orders')
    .join('users', 'users.buyer_id', 'purchase_orders.buyer_id')
    .where('users.email', claim.buyer)
    .whereIn('purchase_orders.status', ORDER_STATUSES[claim.of])
    .whereRaw(
      "(purchase_orders.status <> 'received' or purchase_orders.status_since > now() - interval '7 days')",
    )
    .whereNotExists((claims) => claims.from('claims').whereRaw('purchase_order_id = purchase_orders.id'))
    .orderBy('purchase_orders.id', 'desc')
    .select('purchase_orders.*')
    .first();
  const line = order && (await tx('purchase_order_products').where({ purchase_order_id: order.id }).first());
  if (!order || !line) return;
  const quantity = line.quantity < claim.quantity ? line.quantity : claim.quantity;
  const requested = lineTotal(line.unit_cents, quantity);
  const receivedAt = claim.of === 'shipped' ? null : await receiptOf(tx, order.id);
  const openedAt = openingOf(claim, receivedAt, now);
  const isApproved = claim.status === 'approved';
  if (receivedAt)
    await tx('purchase_orders')
      .where({ id: order.id })
      .whereNull('received_at')
      .update({ received_at: receivedAt });
  const [row] = await tx('claims')
    .insert({
      purchase_order_id: order.id,
      status: claim.status,
      description: claim.description,
      answer_by: new Date(openedAt.getTime() + 72 * HOUR_MS),
      created_at: openedAt,
      decided_at:
        isApproved || claim.status === 'denied'
          ? new Date(Math.min(now.getTime(), openedAt.getTime() + 20 * HOUR_MS))
          : null,
      explanation: claim.explanation ?? null,
    })
    .returning('*');
  if (!row) throw new Error('The claim was not written');
  await tx('claim_lines').insert({
    claim_id: row.id,
    purchase_order_product_id: line.id,
    quantity,
    reason: claim.reason ?? 'damaged',
    requested_cents: requested,
    refund_cents: isApproved ? requested : null,
  });
  if (reasonsWithPhoto.includes(claim.reason ?? 'damaged')) {
    const product = await tx('products').where({ id: line.product_id }).first('photo_1');
    const file_key = product?.photo_1 ?? '/demo/mug-cream';
    await tx('claim_photos').insert({ claim_id: row.id, file_key, ready: true });
  }
  if (claim.reply)
    await tx('claim_messages').insert({
      claim_id: row.id,
      author: 'seller',
      body: claim.reply,
      at: openedAt,
    });
  if (isApproved)
    await refund(tx, row, { id: line.id, quantity, goods: requested, sent: claim.refund ?? SENT });
}

async function receiptOf(tx: Tx, purchase_order_id: number): Promise<Date | null> {
  const entry = await tx('order_history').where({ purchase_order_id, event: 'receive' }).first('at');
  return entry?.at ?? null;
}

/** Of orders that are completed, soon after their receipt; of others 20 hours ago, or since their receipt. */
function openingOf({ of }: DemoClaim, receivedAt: Date | null, now: Date): Date {
  const recently = now.getTime() - 20 * HOUR_MS;
  if (!receivedAt) return new Date(recently);
  const received = receivedAt.getTime();
  if (of === 'completed') return new Date(Math.min(received + 20 * HOUR_MS, recently));
  return new Date(Math.max(recently, (received + now.getTime()) / 2));
}

interface Refunded {
  readonly id: number;
  readonly quantity: Units;
  readonly goods: ReturnType<typeof cents>;
  readonly sent: Partial<RefundRow>;
}

async function refund(
  tx: Tx,
  { id: claimId, purchase_order_id }: ClaimRow,
  { id, quantity, goods, sent }: Refunded,
) {
  const order = await tx('purchase_orders').where({ id: purchase_order_id }).forUpdate().first();
  if (!order) return;
  const adjustment = await returnMoney(tx, order, {
    kind: 'claim',
    claimId,
    lines: [{ purchase_order_product_id: id, quantity, goods_cents: goods }],
    freight_cents: cents(0),
    by: { actor: 'seller' },
  });
  const settled_at = sent.status === 'succeeded' ? tx.fn.now() : null;
  await tx('refunds')
    .where({ adjustment_id: adjustment.id })
    .update({ ...sent, settled_at } as never);
  if (sent.status === 'failed')
    await tx('purchase_orders').where({ id: order.id }).update({ payment_flag: 'refund_failed' });
  // The demo's orders have the version that their history leads to.
  const { version, updated_at } = order;
  await tx('purchase_orders').where({ id: order.id }).update({ version, updated_at });
}
