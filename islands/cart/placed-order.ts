import { createContext, useEffect, useState } from 'react';
import { listPurchaseOrders, ORDERS_SHOWN, type PurchaseOrder } from '../../server/orders/contract';
import { readAccountValue, writeAccountValue } from '../browser/account-store';
import { call } from '../browser/api';

/** Hours until an unpaid order is canceled. */
export const PaymentWindow = createContext<number | null>(null);

const PLACED = 'placed-order';

export const rememberPlacedOrder = (id: number) => writeAccountValue(PLACED, id);

/** The order that this tab placed last, for a buyer who comes back from the payment page. */
export function usePlacedOrder(): PurchaseOrder['attributes'] | null {
  const [order, setOrder] = useState<PurchaseOrder['attributes'] | null>(null);
  useEffect(() => {
    const find = async () => {
      const id = readAccountValue<number>(PLACED);
      if (id === null) return;
      const { data } = await call(listPurchaseOrders, {}, undefined, { page: 1, per: ORDERS_SHOWN });
      setOrder(data.find((one) => one.id === String(id))?.attributes ?? null);
    };
    // Without an answer the cart is empty all the same.
    find().catch(() => undefined);
  }, []);
  return order;
}
