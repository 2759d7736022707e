import { type OrderEvent, orderStatusLabels } from '../../server/orders/rules';
import { transitionOrder } from '../../server/orders/staff/contract';
import { notify } from '../browser/alerts';
import { call, errorText } from '../browser/api';
import { useAct } from '../browser/use-act';
import type { EventDetails, Order } from './event-details';

/** The new status, or the reason for the refusal. */
export interface Outcome {
  moved: boolean;
  message: string;
}

/** The server refuses (409) if the order changed since it was shown. */
export async function requestTransition(
  order: Order,
  event: OrderEvent,
  details: EventDetails,
): Promise<Outcome> {
  try {
    const { data } = await call(
      transitionOrder,
      { id: order.id },
      { event, ...details, version: order.version },
    );
    return { moved: true, message: orderStatusLabels[data.attributes.status] };
  } catch (error) {
    return {
      moved: false,
      message: errorText(error, 'Oops, something went wrong.'),
    };
  }
}

/** Applies an event to one order and shows the result as a toast. */
export function useOrderEvents(refetch: () => Promise<unknown>) {
  const { busyWith, run } = useAct<{ id: number; event: OrderEvent }>();
  return {
    busyWith: (id: number) => (busyWith?.id === id ? busyWith.event : null),
    async applyEvent(order: Order, event: OrderEvent, details: EventDetails) {
      let hasMoved = false;
      const work = async () => {
        const { moved, message } = await requestTransition(order, event, details);
        hasMoved = moved;
        notify(moved ? 'success' : 'error', moved ? `${order.po_number}: ${message}` : message);
        await refetch();
      };
      await run(work, { id: order.id, event });
      return hasMoved;
    },
  };
}
