import type Stripe from 'stripe';
import type { PaymentAttemptRow, PurchaseOrderRow } from '../../db/tables';
import { lineTotal, sum } from '../contract/money';
import { payBy } from '../orders/policy';
import type { Services } from '../services';
import { CURRENCY } from './settle';

/** Stripe's limits of one session: https://docs.stripe.com/api/checkout/sessions/create */
const MAX_LINES = 100;
const MAX_UNITS = 999_999n;

type LineItem = Stripe.Checkout.SessionCreateParams.LineItem;

type Source = Pick<Services, 'db' | 'config'>;

/** Must not vary for one attempt: Stripe ties the idempotency key to these parameters. */
export async function sessionParams(
  { db, config }: Source,
  order: PurchaseOrderRow,
  { attempt, amount_cents }: PaymentAttemptRow,
): Promise<Stripe.Checkout.SessionCreateParams> {
  const { id, po_number } = order;
  const back = (success: boolean) =>
    `${config.appUrl}/my_orders?stripe_success=${success}&purchase_order_id=${id}`;
  const metadata = { purchase_order_id: String(id), attempt: String(attempt) };
  const seller = await db('sellers').where({ id: order.seller_id }).first('name');
  const description = seller ? `${po_number} from ${seller.name}` : po_number;
  const deadline = payBy(order, config);
  return {
    mode: 'payment',
    client_reference_id: String(id),
    metadata,
    payment_intent_data: { metadata, description },
    success_url: back(true),
    cancel_url: back(false),
    line_items: await lineItems(db, order, description, amount_cents),
    ...(deadline && { custom_text: { submit: { message: deadlineText(po_number, deadline) } } }),
  };
}

/** The order's lines, or one line of the whole amount where Stripe does not take them. */
async function lineItems(
  db: Source['db'],
  { id }: PurchaseOrderRow,
  description: string,
  amount: number,
): Promise<LineItem[]> {
  const lines = await db('purchase_order_products')
    .where({ purchase_order_id: id })
    .orderBy('id')
    .limit(MAX_LINES + 1);
  const isTaken =
    lines.length <= MAX_LINES &&
    lines.every(({ quantity }) => quantity <= MAX_UNITS) &&
    sum(lines.map(({ unit_cents, quantity }) => lineTotal(unit_cents, quantity))) === amount;
  if (!isTaken) return [lineItem(description, 1, amount)];
  return lines.map(({ name, quantity, unit_cents }) => lineItem(name, Number(quantity), unit_cents));
}

const lineItem = (name: string, quantity: number, unit_amount: number): LineItem => ({
  quantity,
  price_data: { currency: CURRENCY, unit_amount, product_data: { name } },
});

const deadlineFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

const deadlineText = (poNumber: string, deadline: Date) =>
  `Pay ${poNumber} by ${deadlineFormat.format(deadline)} UTC, or the order is canceled.`;
