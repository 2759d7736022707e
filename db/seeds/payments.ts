import { formatOrderNumber } from '../../server/orders/number';
import type { Services } from '../../server/services';
import { sandboxOf } from '../../server/stripe-sandbox/jobs';
import { payByBank } from '../../server/stripe-sandbox/payments';
import { createSession } from '../../server/stripe-sandbox/sessions';
import type { PurchaseOrderRow } from '../tables';
import type { Tx } from '../transaction';
import { insertAll } from './write';

type Order = Pick<PurchaseOrderRow, 'id' | 'seller_id' | 'total_cents' | 'created_at'>;

/**
 * Bank payments with unconfirmed deposits as rows of the sandbox, where `Verify Payment` leads.
 * Sends no events, as the orders already have the resulting status.
 */
export async function waitForDeposits(tx: Tx, services: Services, orders: readonly Order[]): Promise<void> {
  const { appUrl } = services.config;
  const sandbox = { ...sandboxOf(services), deliver: async () => undefined };
  for (const { id, seller_id, total_cents, created_at } of orders) {
    const seller = await tx('sellers').where({ id: seller_id }).first('name');
    const number = formatOrderNumber(id);
    const description = seller ? `${number} from ${seller.name}` : number;
    const back = (success: boolean) =>
      `${appUrl}/my_orders?stripe_success=${success}&purchase_order_id=${id}`;
    const metadata = { purchase_order_id: String(id), attempt: '1' };
    const session = await createSession(sandbox, tx, {
      mode: 'payment',
      client_reference_id: String(id),
      metadata,
      payment_intent_data: { metadata, description },
      success_url: back(true),
      cancel_url: back(false),
      line_items: {
        0: {
          quantity: '1',
          price_data: {
            currency: 'usd',
            unit_amount: String(total_cents),
            product_data: { name: description },
          },
        },
      },
    });
    const { payment_intent } = await payByBank(sandbox, tx, session.id);
    await tx('payment_attempts').insert({
      purchase_order_id: id,
      attempt: 1,
      idempotency_key: `demo-order-${id}-attempt-1`,
      amount_cents: total_cents,
      session_id: session.id,
      session_url: session.url,
      payment_intent_id: payment_intent,
      status: 'complete',
      expires_at: new Date(session.expires_at * 1000),
      created_at,
    });
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
