import { formatOrderNumber } from '../../server/orders/number';
import type { Services } from '../../server/services';
import { sandboxOf } from '../../server/stripe-sandbox/jobs';
import { pay, payByBank } from '../../server/stripe-sandbox/payments';
import { createSession } from '../../server/stripe-sandbox/sessions';
import type { PurchaseOrderRow } from '../tables';
import type { Tx } from '../transaction';
import { insertAll } from './write';

type Order = Pick<PurchaseOrderRow, 'id' | 'seller_id' | 'total_cents' | 'created_at'>;

/** Sends no events, as the demo's orders already have the resulting status. */
const quietSandbox = (services: Services) => ({ ...sandboxOf(services), deliver: async () => undefined });

/** A checkout session of the order in the sandbox. */
async function sessionOf(tx: Tx, services: Services, { id, seller_id, total_cents }: Order) {
  const seller = await tx('sellers').where({ id: seller_id }).first('name');
  const number = formatOrderNumber(id);
  const description = seller ? `${number} from ${seller.name}` : number;
  const back = (success: boolean) =>
    `${services.config.appUrl}/my_orders?stripe_success=${success}&purchase_order_id=${id}`;
  const metadata = { purchase_order_id: String(id), attempt: '1' };
  const product_data = { name: description };
  const price_data = { currency: 'usd', unit_amount: String(total_cents), product_data };
  return createSession(quietSandbox(services), tx, {
    mode: 'payment',
    client_reference_id: String(id),
    metadata,
    payment_intent_data: { metadata, description },
    success_url: back(true),
    cancel_url: back(false),
    line_items: { 0: { quantity: '1', price_data } },
  });
}

/** Bank payments with unconfirmed deposits as rows of the sandbox, where `Verify Payment` leads. */
export async function waitForDeposits(tx: Tx, services: Services, orders: readonly Order[]): Promise<void> {
  for (const order of orders) {
    const session = await sessionOf(tx, services, order);
    const { payment_intent } = await payByBank(quietSandbox(services), tx, session.id);
    await tx('payment_attempts').insert({
      purchase_order_id: order.id,
      attempt: 1,
      idempotency_key: `demo-order-${order.id}-attempt-1`,
      amount_cents: order.total_cents,
      session_id: session.id,
      session_url: session.url,
      payment_intent_id: payment_intent,
      status: 'complete',
      expires_at: new Date(session.expires_at * 1000),
      created_at: order.created_at,
    });
  }
}

/** Gives refunds that failed the payment that they are of, so that staff can retry them. */
export async function payOrdersOfFailedRefunds(tx: Tx, services: Services): Promise<void> {
  const failed = await tx('refunds').where({ status: 'failed' }).whereNull('payment_intent_id');
  for (const { id, purchase_order_id } of failed) {
    const order = await tx('purchase_orders').where({ id: purchase_order_id }).first();
    if (!order) continue;
    const session = await sessionOf(tx, services, order);
    const { payment_intent } = await pay(quietSandbox(services), tx, session.id);
    await tx('payment_attempts')
      .where({ purchase_order_id, attempt: 1 })
      .update({ session_id: session.id, payment_intent_id: payment_intent });
    await tx('refunds').where({ id }).update({ payment_intent_id: payment_intent });
  }
}

type PaidOrder = Order & Pick<PurchaseOrderRow, 'status' | 'updated_at'> & { readonly paid_at: Date };

const isCanceled = ({ status }: PaidOrder) => status === 'canceled';

/** The payments of paid orders, and the refunds of those that were canceled: only these are known to the provider. */
export async function writePayments(tx: Tx, orders: readonly PaidOrder[]): Promise<void> {
  await insertAll(
    tx,
    'payment_attempts',
    orders.map((order, index) => ({
      id: index + 1,
      purchase_order_id: order.id,
      attempt: 1,
      idempotency_key: `demo-order-${order.id}-attempt-1`,
      amount_cents: order.total_cents,
      session_id: isCanceled(order) ? `cs_test_demo_${order.id}` : null,
      payment_intent_id: isCanceled(order) ? `pi_demo_${order.id}` : null,
      status: 'complete',
      created_at: order.created_at,
      updated_at: order.paid_at,
    })),
  );
  await insertAll(
    tx,
    'refunds',
    orders.filter(isCanceled).map(({ id, total_cents, updated_at }, index) => ({
      id: index + 1,
      purchase_order_id: id,
      payment_intent_id: `pi_demo_${id}`,
      idempotency_key: `refund-pi_demo_${id}`,
      provider_id: `re_demo_${id}`,
      amount_cents: total_cents,
      status: 'succeeded',
      created_at: updated_at,
      updated_at,
    })),
  );
}
