import { useState } from 'react';
import { orderStatusLabels } from '../../server/orders/contract';
import { type AdminPurchaseOrder, transitionOrder } from '../../server/orders/staff-contract';
import type { OrderEvent } from '../../server/orders/state-contract';
import { notify } from '../browser/alerts';
import { ApiError, call } from '../browser/api';
import type { Facts } from './asked-facts';

export type Order = AdminPurchaseOrder['attributes'];

/** The new status, or the reason for the refusal. */
export interface Outcome {
  moved: boolean;
  words: string;
}

/** The server refuses (409) if the order changed since it was shown. */
export async function requestTransition(order: Order, event: OrderEvent, facts: Facts): Promise<Outcome> {
  try {
    const { data } = await call(
      transitionOrder,
      { id: order.id },
      { event, ...facts, version: order.version },
    );
    return { moved: true, words: orderStatusLabels[data.attributes.status] };
  } catch (error) {
    return {
      moved: false,
      words: error instanceof ApiError ? error.message : 'Oops, something went wrong.',
    };
  }
}

/** Applies an event to one order and shows the result as a toast. */
export function useFire(refetch: () => Promise<unknown>) {
  const [busy, setBusy] = useState<{ id: number; event: OrderEvent } | null>(null);
  return {
    busyWith: (id: number) => (busy?.id === id ? busy.event : null),
    async fireOne(order: Order, event: OrderEvent, facts: Facts) {
      setBusy({ id: order.id, event });
      const { moved, words } = await requestTransition(order, event, facts);
      notify(moved ? 'success' : 'error', moved ? `${order.po_number}: ${words}` : words);
      await refetch();
      setBusy(null);
    },
  };
}
