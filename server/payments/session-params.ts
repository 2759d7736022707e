import type Stripe from 'stripe';
import type { PaymentAttemptRow, PurchaseOrderRow } from '../../db/tables';
import { dollars, formatUnits } from '../contract/money';
import { zoneOf } from '../contract/time/zones';
import { mailTime } from '../mail/lines';
import { payBy } from '../orders/deadlines';
import type { Services } from '../services';
import { CURRENCY } from './settle';

const MAX_DESCRIBED_LINES = 20;

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
  const home = await db('addresses')
    .where({ buyer_id: order.buyer_id, is_default: true, deleted_at: null })
    .first('country', 'region', 'postal_code');
  return {
    mode: 'payment',
    client_reference_id: String(id),
    metadata,
    payment_intent_data: { metadata, description },
    success_url: back(true),
    cancel_url: back(false),
    // One item of the whole amount: what was agreed is what is charged.
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: CURRENCY,
          unit_amount: amount_cents,
          product_data: { name: po_number, description: await describeLines({ db }, order) },
        },
      },
    ],
    ...(deadline && {
      custom_text: { submit: { message: deadlineText(po_number, mailTime(deadline, zoneOf(home))) } },
    }),
  };
}

async function describeLines(
  { db }: Pick<Services, 'db'>,
  { id, sku_count, freight_cents }: PurchaseOrderRow,
): Promise<string> {
  const lines = await db('purchase_order_products')
    .where({ purchase_order_id: id })
    .orderBy('id')
    .limit(MAX_DESCRIBED_LINES);
  const described = lines.map(
    ({ name, quantity, unit_cents }) => `${formatUnits(quantity)} × ${name} at ${dollars(unit_cents)}`,
  );
  const more = sku_count - lines.length;
  return [
    ...described,
    ...(more > 0 ? [`and ${formatUnits(more)} more`] : []),
    ...(freight_cents > 0 ? [`Freight ${dollars(freight_cents)}`] : []),
  ].join('\n');
}

const deadlineText = (poNumber: string, deadline: string) =>
  `Pay ${poNumber} by ${deadline}, or the order is canceled.`;
