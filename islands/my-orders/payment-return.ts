import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PurchaseOrder, PurchaseOrdersDocument } from '../../server/orders/contract';
import type { OrderStatus } from '../../server/orders/rules';
import { settlePayment } from '../../server/payments/contract';
import { readAccountValue, writeAccountValue } from '../browser/account-store';
import { dismissAlert, notify } from '../browser/alerts';
import { call } from '../browser/api';
import type { Side } from './groups';
import { MAX_WAIT_MS, usePaymentWait } from './use-payment-wait';

export interface Returned {
  success: boolean;
  purchase_order_id: number | null;
}

type Payable = Pick<PurchaseOrder['attributes'], 'id' | 'status'>;

interface Arrival {
  returned?: Returned | null;
  /** As the page was loaded. */
  orders?: PurchaseOrdersDocument | undefined;
  side?: Side;
}

const orderOf = ({ orders }: Arrival, id: number | null): Payable | undefined =>
  orders?.data.find(({ attributes }) => attributes.id === id)?.attributes;

/** The address is anybody's to write: null for an order that the viewer does not pay. */
function ownReturn(arrival: Arrival): Returned | null {
  const { returned = null, side } = arrival;
  if (!returned || side === 'seller') return null;
  const { purchase_order_id: id } = returned;
  return id === null || orderOf(arrival, id) ? returned : null;
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
export function useReturned(arrival: Arrival): Returned | null {
  const paid = usePaid(arrival.orders?.data.map(({ attributes }) => attributes) ?? []);
  return ownReturn(arrival) ?? (paid === null ? null : { success: true, purchase_order_id: paid });
}

/** Long enough to read a toast. */
const MIN_TOAST_MS = 1_500;

/** Closes the toast that says a payment is being processed once the panel says that it is confirmed. */
function useProcessingToast(order: Payable | undefined) {
  const [toast, setToast] = useState<number | null>(null);
  const isConfirmed = order !== undefined && !processing.includes(order.status);
  useEffect(() => {
    if (toast === null || !isConfirmed) return;
    const timer = setTimeout(() => dismissAlert(toast), MIN_TOAST_MS);
    return () => clearTimeout(timer);
  }, [toast, isConfirmed]);
  return setToast;
}

const processing: readonly OrderStatus[] = ['awaiting_initial_payment', 'payment_pending'];

/** Shows the payment page's result once and makes the server ask the provider. */
export function usePaymentReturn(
  arrival: Arrival,
  refetch: () => Promise<unknown>,
  current: PurchaseOrdersDocument | undefined,
) {
  const told = useRef(false);
  const returnedId = arrival.returned?.purchase_order_id ?? null;
  const showToast = useProcessingToast(orderOf({ orders: current }, returnedId));
  useEffect(() => {
    if (!arrival.returned || told.current) return;
    told.current = true;
    // Prevents a repetition after reload or Back.
    history.replaceState(history.state, '', '/my_orders');
    const returned = ownReturn(arrival);
    if (!returned) return;
    const { success, purchase_order_id: id } = returned;
    const isCanceled = orderOf(arrival, id)?.status === 'canceled';
    const toast = isCanceled ? null : notifyOf(success);
    if (success) showToast(toast);
    if (!success) return writeAccountValue(PAID, null);
    if (id === null) return;
    if (!isCanceled) writeAccountValue(PAID, [id, Date.now()]);
    // If this call fails, the webhook or the reconciliation settles the payment.
    call(settlePayment, { id }, {}).then(refetch, refetch);
  }, [arrival, refetch, showToast]);
}

const notifyOf = (success: boolean) =>
  success
    ? notify('success', 'Your payment is being processed.')
    : notify('error', 'There was an issue with your payment.');
