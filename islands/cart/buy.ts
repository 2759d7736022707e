import { acceptOffer } from '../../server/offers/contract';
import { openPayment } from '../../server/payments/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { leaveFor, visit } from '../browser/navigation';
import { rememberNewOrder } from '../browser/new-order';
import { notifyRequested } from '../offers/approval';
import { rememberPlacedOrder } from './placed-order';

/**
 * Accepts the draft at the shown version and opens the payment page; false where a colleague has to approve it first.
 * Throws if no order was created.
 */
export async function buy(id: number, version: number, poNumber: string): Promise<boolean> {
  const body = { version, ...(poNumber && { buyer_po_number: poNumber }) };
  const accepted = await call(acceptOffer, { id }, body);
  if (notifyRequested(accepted)) return false;
  const order = accepted.data.attributes.purchase_order_id;
  if (order === null) throw new Error('An accepted offer has an order');
  rememberPlacedOrder(order);
  try {
    const { url } = await call(openPayment, { id: order }, {});
    leaveFor(url);
  } catch {
    // The order exists and can be paid from My Orders.
    notify('error', "Your order was placed, but the payment page didn't open. Check out here to pay.");
    rememberNewOrder(order);
    visit('/my_orders');
  }
  return true;
}
