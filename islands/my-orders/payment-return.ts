import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PurchaseOrdersDocument } from '../../server/orders/contract';
import { settlePayment } from '../../server/payments/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { MAX_WAIT_MS } from './use-payment-wait';

export interface Returned {
  success: boolean;
  purchase_order_id: number | null;
}

const PAID = 'paid-order';

function rememberPaid(id: number) {
  try {
    sessionStorage.setItem(PAID, JSON.stringify([id, Date.now()]));
  } catch {}
}

/** The order that this tab paid a moment ago, while its payment is not confirmed. */
function recallPaid(orders: PurchaseOrdersDocument | undefined): Returned | null {
  try {
    const [id, at] = JSON.parse(sessionStorage.getItem(PAID) ?? '[]') as [number?, number?];
    const order = orders?.data.find(({ attributes }) => attributes.id === id)?.attributes;
    const isRecent = at !== undefined && Math.abs(Date.now() - at) < MAX_WAIT_MS;
    return isRecent && order?.status === 'awaiting_initial_payment'
      ? { success: true, purchase_order_id: order.id }
      : null;
  } catch {
    return null;
  }
}

/** What the payment page said; after a reload, too, so that nobody is asked to pay twice. */
export function useReturned(
  returned: Returned | null = null,
  orders: PurchaseOrdersDocument | undefined,
): Returned | null {
  const [recalled, setRecalled] = useState<Returned | null>(null);
  // Only the browser knows: the first rendering is the server's.
  useLayoutEffect(() => setRecalled(recallPaid(orders)), [orders]);
  return returned ?? recalled;
}

/** Shows the payment page's result once and makes the server ask the provider. */
export function usePaymentReturn(returned: Returned | null, refetch: () => Promise<unknown>) {
  const told = useRef(false);
  useEffect(() => {
    if (!returned || told.current) return;
    told.current = true;
    // Prevents a repetition after reload or Back.
    history.replaceState(history.state, '', '/my_orders');
    if (!returned.success) {
      notify('error', 'There was an issue with your payment.');
      return;
    }
    notify('success', 'Your payment is being processed.');
    if (returned.purchase_order_id === null) return;
    rememberPaid(returned.purchase_order_id);
    // If this call fails, the webhook or the reconciliation settles the payment.
    call(settlePayment, { id: returned.purchase_order_id }, {}).then(refetch, refetch);
  }, [returned, refetch]);
}
