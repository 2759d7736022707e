import { cents, lineTotal, type Units } from '../../server/contract/money';
import { returnMoney } from '../../server/payments/adjustments';
import type { ClaimRow } from '../tables';
import type { Tx } from '../transaction';

interface DemoClaim {
  readonly buyer: string;
  readonly status: 'open' | 'in_review' | 'approved';
  readonly quantity: Units;
  readonly description: string;
  /** The seller's message. */
  readonly reply?: string;
}

const DEMO: readonly DemoClaim[] = [
  {
    buyer: 'buyer2@example.com',
    status: 'open',
    quantity: 2n,
    description: 'Two arrived with cracked handles. The carton was dented on one side.',
  },
  {
    buyer: 'buyer@example.com',
    status: 'in_review',
    quantity: 3n,
    description: 'Three pieces have scratches that the photos of the listing do not show.',
    reply: 'All of them were checked before they were packed. Please send a photo of each piece.',
  },
  {
    buyer: 'buyer@example.com',
    status: 'approved',
    quantity: 1n,
    description: 'One piece was broken when we opened the carton.',
  },
];

const HOUR_MS = 3_600_000;

/** An open, a reviewed and an approved claim of the demo's buyers. */
export async function writeClaims(tx: Tx, now: Date): Promise<void> {
  for (const claim of DEMO) await writeClaim(tx, now, claim);
}

async function writeClaim(tx: Tx, now: Date, claim: DemoClaim) {
  const order = await tx('purchase_orders')
    .join('users', 'users.buyer_id', 'purchase_orders.buyer_id')
    .where('users.email', claim.buyer)
    .whereIn(
      'purchase_orders.status',
      claim.status === 'approved' ? ['paid_in_full', 'completed'] : ['received'],
    )
    .whereNotExists((claims) => claims.from('claims').whereRaw('purchase_order_id = purchase_orders.id'))
    .orderBy('purchase_orders.id', 'desc')
    .select('purchase_orders.*')
    .first();
  const line = order && (await tx('purchase_order_products').where({ purchase_order_id: order.id }).first());
  if (!order || !line) return;
  const quantity = line.quantity < claim.quantity ? line.quantity : claim.quantity;
  const requested = lineTotal(line.unit_cents, quantity);
  const openedAt = new Date(now.getTime() - 20 * HOUR_MS);
  const isApproved = claim.status === 'approved';
  await tx('purchase_orders')
    .where({ id: order.id })
    .whereNull('received_at')
    .update({ received_at: new Date(openedAt.getTime() - HOUR_MS) });
  const [row] = await tx('claims')
    .insert({
      purchase_order_id: order.id,
      status: claim.status,
      description: claim.description,
      answer_by: new Date(openedAt.getTime() + 72 * HOUR_MS),
      created_at: openedAt,
      decided_at: isApproved ? now : null,
    })
    .returning('*');
  if (!row) throw new Error('The claim was not written');
  await tx('claim_lines').insert({
    claim_id: row.id,
    purchase_order_product_id: line.id,
    quantity,
    reason: 'damaged',
    requested_cents: requested,
    refund_cents: isApproved ? requested : null,
  });
  await tx('claim_photos').insert({ claim_id: row.id, file_key: '/demo/mug-charcoal', ready: true });
  if (claim.reply)
    await tx('claim_messages').insert({
      claim_id: row.id,
      author: 'seller',
      body: claim.reply,
      at: openedAt,
    });
  if (isApproved) await refund(tx, row, { id: line.id, quantity, goods: requested });
}

interface Refunded {
  readonly id: number;
  readonly quantity: Units;
  readonly goods: ReturnType<typeof cents>;
}

async function refund(
  tx: Tx,
  { id: claimId, purchase_order_id }: ClaimRow,
  { id, quantity, goods }: Refunded,
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
  await tx('refunds')
    .where({ adjustment_id: adjustment.id })
    .update({ status: 'succeeded', reference: 'Demo', settled_at: tx.fn.now() });
  // The demo's orders have the version that their history leads to.
  const { version, updated_at } = order;
  await tx('purchase_orders').where({ id: order.id }).update({ version, updated_at });
}
