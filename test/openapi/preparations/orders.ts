import { applyEvent } from '../../../server/orders/transitions';
import type { Factory } from '../../support/factories';
import type { Prepare } from '../preparations';

/** Paid, with a fresh version. */
export async function aPaidOrder(factory: Factory) {
  const order = await factory.anOrder();
  await factory.transaction((tx) => applyEvent(tx, order.id, 'confirm_payment', { actor: 'staff' }));
  const { version } = (await factory.db('purchase_orders').where({ id: order.id }).first('version')) ?? {};
  const line = await factory.db('purchase_order_products').where({ purchase_order_id: order.id }).first('id');
  return { ...order, version: version ?? 0, line: line?.id ?? 0 };
}

const paid =
  (side: 'buyer' | 'seller'): Prepare =>
  async (factory) => {
    const order = await aPaidOrder(factory);
    return { as: order[side], params: { id: order.id } };
  };

export const orders: Readonly<Record<string, Prepare>> = {
  'GET /marketplace/purchase_orders': paid('seller'),
  'GET /marketplace/purchase_orders.csv': paid('seller'),
  'GET /marketplace/purchase_orders/:id': paid('buyer'),
};
