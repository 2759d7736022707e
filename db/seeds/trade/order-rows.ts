import { fee, net, shareNet } from '../../../server/contract/fee';
import { cents, lineTotal, sum } from '../../../server/contract/money';
import type { Side } from '../../../server/offers/rules';
import type { OrderEvent } from '../../../server/orders/rules';
import { orderEvents } from '../../../server/orders/state-machine';
import type { OrderHistoryRow, PurchaseOrderRow } from '../../tables';
import type { Line, Party } from './deal';

export interface OrderStep {
  readonly event: OrderEvent;
  readonly actor: OrderHistoryRow['actor'];
  readonly at: Date;
  readonly reason?: string;
  readonly carrier?: string;
  readonly tracking_number?: string;
}

export type PlacedOrder = ReturnType<typeof placeOrder>;

interface Acceptance {
  readonly id: number;
  readonly offerId: number;
  readonly buyer: Party;
  readonly seller: Party;
  readonly lines: readonly Line[];
  readonly accepted: { readonly actor: Side | 'system'; readonly at: Date };
  readonly steps: readonly OrderStep[];
  readonly feeBps: number;
  readonly staffId: number;
}

/** Creates an accepted offer's order with its history. Throws on a step that is not allowed. */
export function placeOrder(acceptance: Acceptance) {
  const { id, offerId, buyer, seller, lines, accepted, steps, feeBps } = acceptance;
  const user_id = accepted.actor === 'buyer' ? buyer.user_id : seller.user_id;
  const totals = lines.map((line) => lineTotal(line.unit_price, line.quantity));
  const total = sum(totals);
  const netTotal = net(total, feeBps);
  const nets = shareNet(totals, netTotal);
  const history = historyOf(acceptance, user_id);
  const last = history.at(-1);
  const done = (event: OrderEvent) => steps.find((step) => step.event === event);
  const canceled = done('cancel');
  return {
    order: {
      id,
      offer_id: offerId,
      buyer_id: buyer.id,
      seller_id: seller.id,
      status: last?.to_status ?? 'awaiting_initial_payment',
      version: 1 + steps.length,
      total_cents: total,
      fee_bps: feeBps,
      fee_cents: fee(total, feeBps),
      total_net_to_seller: netTotal,
      total_units: lines.reduce((units, { quantity }) => units + quantity, 0n),
      sku_count: lines.length,
      carrier: done('ship')?.carrier ?? null,
      tracking_number: done('ship')?.tracking_number ?? null,
      reason: canceled?.reason ?? done('confirm_payment')?.reason ?? null,
      confirmed_by_staff: done('confirm_payment')?.actor === 'staff',
      paid_at: done('confirm_payment')?.at ?? null,
      created_at: accepted.at,
      updated_at: last?.at ?? accepted.at,
    },
    lines: lines.map((line, at) => ({
      purchase_order_id: id,
      product_id: line.product.id,
      quantity: line.quantity,
      unit_cents: line.unit_price,
      total_cents: totals[at] ?? cents(0),
      net_to_seller: nets[at] ?? cents(0),
      name: line.product.name,
      upc: line.product.upc,
      sku: line.product.sku,
      image: line.product.photo,
    })),
    history,
    movements: lines.flatMap(({ product, quantity }) => {
      const sold = {
        product_id: product.id,
        units: -quantity,
        reason: 'sold',
        purchase_order_id: id,
        user_id: user_id as number | null,
        at: accepted.at,
      };
      return canceled
        ? [sold, { ...sold, units: quantity, reason: 'returned', user_id: null, at: canceled.at }]
        : [sold];
    }),
  };
}

function historyOf({ id, accepted, steps, staffId }: Acceptance, user_id: number) {
  type Status = PurchaseOrderRow['status'];
  const entry = (
    step: Pick<OrderStep, 'actor' | 'at' | 'reason'> & { event: string },
    by: number | null,
    from_status: Status | null,
    to_status: Status,
  ) => ({
    purchase_order_id: id,
    at: step.at,
    actor: step.actor,
    user_id: by,
    event: step.event,
    from_status,
    to_status,
    reason: step.reason ?? null,
  });
  const entries = [entry({ ...accepted, event: 'create' }, user_id, null, 'awaiting_initial_payment')];
  for (const step of steps) {
    const before = entries.at(-1);
    const { from, to } = orderEvents[step.event];
    if (!before || !(from as readonly string[]).includes(before.to_status) || step.at < before.at)
      throw new Error(`Order ${id}: no ${step.event} in ${before?.to_status}`);
    entries.push(entry(step, step.actor === 'staff' ? staffId : null, before.to_status, to));
  }
  return entries;
}
