import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PurchaseOrder, PurchaseOrdersDocument } from '../../server/orders/contract';
import { settlePayment } from '../../server/payments/contract';
import { readAccountValue, writeAccountValue } from '../browser/account-store';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { MAX_WAIT_MS, usePaymentWait } from './use-payment-wait';

export interface Returned {
  success: boolean;
  purchase_order_id: number | null;
}

type Payable = Pick<PurchaseOrder['attributes'], 'id' | 'status'>;

interface Arrival {
  returned?: Returned | null;
  /** As the page was loaded. */
  orders?: PurchaseOrdersDocument;
}

const PAID = 'paid-order';

function recallPaid(): number | null {
  const [id, at = 0] = readAccountValue<[id: number, at: number]>(PAID) ?? [];
  return id && Math.abs(Date.now() - at) < MAX_WAIT_MS ? id : null;
}

/** The order among these that this tab paid a moment ago, while its payment is not confirmed. */
function usePaid(orders: readonly Payable[]): number | null {
  const [paid, setPaid] = useState<number | null>(null);
  // Only the browser knows: the first rendering is the server's.
  useLayoutEffect(() => setPaid(recallPaid()), []);
  return orders.some(({ id, status }) => id === paid && status === 'awaiting_initial_payment') ? paid : null;
}

export function useIsConfirming(order: Payable): boolean {
  return usePaymentWait(usePaid([order]) !== null);
}

/** What the payment page said; after a reload, too, so that the order is not to be paid again. */
export function useReturned({ returned, orders }: Arrival): Returned | null {
  const paid = usePaid(orders?.data.map(({ attributes }) => attributes) ?? []);
  return returned ?? (paid === null ? null : { success: true, purchase_order_id: paid });
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
      writeAccountValue(PAID, null);
      notify('error', 'There was an issue with your payment.');
      return;
    }
    notify('success', 'Your payment is being processed.');
    if (returned.purchase_order_id === null) return;
    writeAccountValue(PAID, [returned.purchase_order_id, Date.now()]);
    // If this call fails, the webhook or the reconciliation settles the payment.
    call(settlePayment, { id: returned.purchase_order_id }, {}).then(refetch, refetch);
  }, [returned, refetch]);
}
