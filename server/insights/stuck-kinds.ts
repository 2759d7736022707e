import { orderStatusLabels } from '../orders/contract';
import { isClosed, type OrderStatus, orderStatuses } from '../orders/state-contract';

interface Link {
  readonly path: string;
  readonly key: string;
}

/** The board counts the same rows that the page lists. */
export interface Kind {
  readonly group: string;
  readonly label: string;
  /** What to do about a row. */
  readonly advice: string;
  readonly table: string;
  readonly where: string;
  /** SQL of the time since which a row waits. */
  readonly since: string;
  /** The columns title and detail; their joins yield exactly one row each. */
  readonly columns: string;
  /** A path and the SQL of its end, apart because knex reads `?` in SQL as a binding. */
  readonly link?: Link;
  readonly joins?: string;
}

const parties = (table: string) =>
  `join buyers on buyers.id = ${table}.buyer_id join sellers on sellers.id = ${table}.seller_id`;

const offersWaiting = (side: string, state: string): Kind => ({
  group: 'Offers',
  label: `Waiting for the ${side} for over 24 hours`,
  advice: `Open an offer to find the ${side}'s email, then remind them. Unanswered offers expire.`,
  table: 'offers',
  where: `offers.state = '${state}' and offers.updated_at < now() - interval '24 hours'`,
  since: 'offers.updated_at',
  columns: `offers.offer_number as title, buyers.name || ' → ' || sellers.name as detail`,
  link: { path: '/admin/insights?detail=offer-', key: 'offers.id' },
  joins: parties('offers'),
});

interface OrderKind extends Pick<Kind, 'group' | 'label' | 'advice' | 'since' | 'where'> {}

const orders = (kind: OrderKind): Kind => ({
  ...kind,
  table: 'purchase_orders',
  columns: `po_number as title, buyers.name || ' → ' || sellers.name
      || coalesce(': ' || replace(payment_flag, '_', ' '), '') as detail`,
  link: { path: '/admin/purchase_orders?order=', key: 'purchase_orders.id' },
  joins: parties('purchase_orders'),
});

const ofOrder = (table: string) =>
  `join purchase_orders on purchase_orders.id = ${table}.purchase_order_id ${parties('purchase_orders')}`;

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

const ordersByAge = openOrderStatuses.flatMap((status) =>
  AGES.map(({ from, to, label }) => {
    const where = `purchase_orders.status = '${status}' and status_since < ${ago(from)}`;
    return [
      `orders-${status}-${to === null ? `over-${from}` : `${from}-to-${to}`}-days`,
      orders({
        group: orderStatusLabels[status],
        label,
        advice: ADVICE[status] ?? 'Open the order and choose the next step.',
        since: 'status_since',
        where: to === null ? where : `${where} and status_since >= ${ago(to)}`,
      }),
    ] as const;
  }),
);

/** Applicants are promised an answer within 24 hours; the last 6 are "near". */
const applications = (label: string, where: string): Kind => ({
  group: 'People',
  label,
  advice: 'Applicants are promised an answer within 24 hours. Approve or deny each one in Applications.',
  table: 'users',
  where: `users.status = 'provisional' and not users.admin and ${where}`,
  since: 'users.created_at',
  columns: `coalesce(buyers.name, sellers.name) as title, users.email::text as detail`,
  link: { path: '/admin/people/', key: 'users.id' },
  joins: 'left join buyers on buyers.id = users.buyer_id left join sellers on sellers.id = users.seller_id',
});

const imports = (label: string, detail: string, where: string): Kind => ({
  group: 'Imports',
  label,
  advice: 'Tell the seller, or help with the file.',
  table: 'imported_csvs',
  where,
  since: 'imported_csvs.updated_at',
  columns: `'Import ' || imported_csvs.id as title, sellers.name || ${detail} as detail`,
  link: { path: '/admin/sellers?seller=', key: 'sellers.id' },
  joins: 'join sellers on sellers.id = imported_csvs.seller_id',
});

export const KINDS: Readonly<Record<string, Kind>> = {
  'offers-waiting-for-sellers': offersWaiting('seller', 'seller_review'),
  'offers-waiting-for-buyers': offersWaiting('buyer', 'buyer_review'),
  'applications-near-24-h': applications(
    'Applications due within 6 hours',
    `users.created_at < now() - interval '18 hours' and users.created_at >= now() - interval '24 hours'`,
  ),
  'applications-over-24-h': applications(
    'Applications over 24 hours',
    `users.created_at < now() - interval '24 hours'`,
  ),
  'products-incomplete': {
    group: 'Products',
    label: 'Incomplete products',
    advice: "Buyers see these only once they're complete. Add what's missing, or ask the seller.",
    table: 'products',
    where: 'products.provisional and products.deleted_at is null',
    since: 'products.created_at',
    columns: 'products.name as title, sellers.name as detail',
    link: { path: '/dashboard/edit_product/', key: 'products.id' },
    joins: 'join sellers on sellers.id = products.seller_id',
  },
  'imports-failed': imports(
    'Failed imports',
    `coalesce(': ' || imported_csvs.error, '')`,
    `imported_csvs.status = 'failed'`,
  ),
  'imports-standing': imports(
    'Imports without progress for 10 minutes',
    `': ' || done_rows || ' of ' || total_rows || ' rows'`,
    `imported_csvs.status in ('pending', 'importing')
      and imported_csvs.updated_at < now() - interval '10 minutes'`,
  ),
  'mails-undelivered': {
    group: 'Emails',
    label: 'Undelivered emails',
    advice: 'We keep trying. If an email has failed several times, check its address.',
    table: 'mails',
    where: `sent_at is null and (attempts > 0 or created_at < now() - interval '1 minute')`,
    since: 'created_at',
    columns: `subject as title, recipient || coalesce(': ' || last_error, '') as detail`,
  },
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
    advice: 'The ship-by date has passed. Ask the seller, or cancel what they cannot fulfill.',
    since: 'purchase_orders.ship_by::timestamptz',
    where: `purchase_orders.status = 'awaiting_shipment'
      and purchase_orders.ship_by < (now() at time zone 'UTC')::date`,
  }),
  'orders-waiting-for-ship-to': orders({
    group: 'Shipping',
    label: 'Waiting for a ship-to address',
    advice:
      'The seller cannot ship until the buyer has chosen an address. Remind the buyer, or set it for them.',
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
    link: { path: '/admin/purchase_orders?order=', key: 'ledger_mismatches.purchase_order_id' },
  },
  'claims-in-review': {
    group: 'Claims',
    label: 'Claims in review',
    advice: 'Read the claim and both sides, then approve or deny it. Both wait for your decision.',
    table: 'claims',
    where: `claims.status = 'in_review'`,
    since: 'claims.updated_at',
    columns: `claims.claim_number as title, po_number || ': ' || buyers.name || ' → ' || sellers.name as detail`,
    link: { path: '/admin/claims?claim=', key: 'claims.id' },
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
    link: { path: '/admin/claims?refund=', key: 'refunds.id' },
    joins: ofOrder('refunds'),
  },
  ...Object.fromEntries(ordersByAge),
};
