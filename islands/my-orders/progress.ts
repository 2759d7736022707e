import type { PurchaseOrder } from '../../server/orders/contract';
import type { OrderStatus } from '../../server/orders/rules';
import type { Dates } from '../ui/dates';
import type { Step } from '../ui/stepper';

const STEPS = [
  ['Ordered', 'awaiting_initial_payment'],
  ['Paid', 'awaiting_shipment'],
  ['Shipped', 'shipped'],
  ['Received', 'received'],
  ['Completed', 'completed'],
] as const satisfies readonly (readonly [string, OrderStatus])[];

/** The step where a status stands that is none itself. */
const STANDS_AT: Partial<Record<OrderStatus, OrderStatus>> = {
  payment_pending: 'awaiting_initial_payment',
  requires_payment_action: 'awaiting_initial_payment',
  paid_in_full: 'received',
};

/** The steps of an order, with the day each one was reached. */
export function stepsOf(
  { status, history }: Pick<PurchaseOrder['attributes'], 'status' | 'history'>,
  { day }: Pick<Dates, 'day'>,
): Step[] {
  const reached = new Map(history.map((entry) => [entry.status, entry.at]));
  const standing = STANDS_AT[status] ?? status;
  const position = STEPS.findIndex(([, name]) => name === standing);
  const steps = STEPS.map(([label, name], index): Step => {
    const date = reached.get(name);
    const isOn = status === 'canceled' ? date !== undefined : position >= index;
    return {
      label,
      state: position === index && status !== 'completed' ? 'current' : isOn ? 'done' : 'todo',
      note: isOn && date ? day(date) : undefined,
    };
  });
  if (status !== 'canceled') return steps;
  const last = history.at(-1);
  const passed = steps.filter(({ state }) => state === 'done');
  return [...passed, { label: 'Canceled', state: 'failed', note: last && day(last.at) }];
}
