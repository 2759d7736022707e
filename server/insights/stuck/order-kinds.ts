import { IS_LATE_TO_SHIP } from '../../orders/queries';
import { type OrderStatus, orderStatuses, orderStatusLabels } from '../../orders/rules';
import { isClosed } from '../../orders/state-machine';
import { type Kind, ofOrder, parties } from './kind';

interface OrderKind extends Pick<Kind, 'group' | 'label' | 'advice' | 'since' | 'where'> {}

const orders = (kind: OrderKind): Kind => ({
  ...kind,
  table: 'purchase_orders',
  columns: `po_number as title, buyers.name || ' from ' || sellers.name
      || coalesce(': ' || replace(payment_flag, '_', ' '), '') as detail`,
  amount: 'purchase_orders.total_cents',
  link: { path: '/admin/purchase_orders?order=', key: 'purchase_orders.id', act: 'Open Order' },
  joins: parties('purchase_orders'),
});

/** Ages of open orders, in days. */
const AGES = [
  { from: 1, to: 3, label: '1 to 3 days' },
  { from: 3, to: 7, label: '3 to 7 days' },
  { from: 7, to: null, label: 'Over 7 days' },
] as const;

export const openOrderStatuses = orderStatuses.filter((status) => !isClosed(status));

const ago = (days: number) => `now() - interval '${days} days'`;

const ADVICE: Partial<Record<OrderStatus, string>> = {
  awaiting_initial_payment: 'The buyer still has to pay. Unpaid orders are canceled at their deadline.',
  payment_pending: 'The payment is on its way. Check it at Stripe before you confirm it.',
  requires_payment_action: 'The buyer has to verify the payment with their bank. Remind them.',
  awaiting_shipment: 'The seller has to ship. Ask for the tracking number.',
  shipped: 'Check the tracking, then mark the order as received.',
  received: 'Pay out the seller, then mark the order as paid in full.',
  paid_in_full: 'Everything is paid. Complete the order.',
};

type Age = (typeof AGES)[number];

const keyOf = (status: OrderStatus, { from, to }: Age) =>
  `orders-${status}-${to === null ? `over-${from}` : `${from}-to-${to}`}-days`;

function waitingAt(status: OrderStatus, { from, to, label }: Age): OrderKind {
  const where = `purchase_orders.status = '${status}' and status_since < ${ago(from)}`;
  return {
    group: orderStatusLabels[status],
    label,
    advice: ADVICE[status] ?? 'Open the order and choose the next step.',
    since: 'status_since',
    where: to === null ? where : `${where} and status_since >= ${ago(to)}`,
  };
}

const ordersByAge: Readonly<Record<string, Kind>> = Object.fromEntries(
  openOrderStatuses.flatMap((status) =>
    AGES.map((age) => [keyOf(status, age), orders(waitingAt(status, age))] as const),
  ),
);

export const orderKinds: Readonly<Record<string, Kind>> = {
  'payments-waiting': orders({
    group: 'Payments',
    label: 'Pending payments',
    advice: 'Submitted, but not confirmed by Stripe. Open an order to confirm or fail its payment.',
    since: 'purchase_orders.updated_at',
    where: `purchase_orders.status in ('payment_pending', 'requires_payment_action')`,
  }),
  'payments-flagged': orders({
    group: 'Payments',
    label: 'Flagged payments',
    advice: 'Stripe reported a wrong amount, a dispute or a refund. Check the payment there first.',
    since: 'purchase_orders.updated_at',
    where: 'purchase_orders.payment_flag is not null',
  }),
  'orders-late-to-ship': orders({
    group: 'Shipping',
    label: 'Late to ship',
    advice: "The ship-by date has passed. Ask the seller, or cancel what they can't fulfill.",
    since: 'purchase_orders.ship_by::timestamptz',
    where: `purchase_orders.status = 'awaiting_shipment' and ${IS_LATE_TO_SHIP}`,
  }),
  'orders-waiting-for-ship-to': orders({
    group: 'Shipping',
    label: 'Waiting for a ship-to address',
    advice:
      "The seller can't ship until the buyer has chosen an address. Remind the buyer, or set it for them.",
    since: 'coalesce(purchase_orders.paid_at, purchase_orders.created_at)',
    where: `purchase_orders.status = 'awaiting_shipment' and purchase_orders.ship_to is null
      and purchase_orders.shipped_units = 0
      and coalesce(purchase_orders.shipping_terms, 'seller_pays') in ('seller_pays', 'buyer_pays')`,
  }),
  'ledger-mismatches': {
    group: 'Payments',
    label: 'Ledger mismatches',
    advice: 'The nightly check found a difference. Run npm run ledger:check after the repair.',
    table: 'ledger_mismatches',
    where: 'true',
    since: 'found_at',
    columns: 'subject as title, problem as detail',
    link: {
      path: '/admin/purchase_orders?order=',
      key: 'ledger_mismatches.purchase_order_id',
      act: 'Open Order',
    },
  },
  'claims-in-review': {
    group: 'Claims',
    label: 'Claims in review',
    advice: 'Read the claim and both sides, then approve or deny it. Both wait for your decision.',
    table: 'claims',
    where: `claims.status = 'in_review'`,
    since: 'claims.updated_at',
    columns: `claims.claim_number as title, po_number || ': ' || buyers.name || ' from ' || sellers.name as detail`,
    link: { path: '/admin/claims?claim=', key: 'claims.id', act: 'Review Claim' },
    joins: ofOrder('claims'),
  },
  'refunds-to-settle': {
    group: 'Payments',
    label: 'Refunds to settle',
    advice: 'Retry a failed refund, or send the money another way and record its reference.',
    table: 'refunds',
    where: `refunds.status in ('failed', 'manual')`,
    since: 'refunds.created_at',
    columns: `po_number as title, buyers.name || coalesce(': ' || refunds.failure, '') as detail`,
    amount: 'refunds.amount_cents',
    link: { path: '/admin/payouts?refund=', key: 'refunds.id', act: 'Settle Refund' },
    joins: ofOrder('refunds'),
  },
  ...ordersByAge,
};
