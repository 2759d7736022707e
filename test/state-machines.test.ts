import { claimStatuses } from '../server/claims/rules';
import { claimEvents } from '../server/claims/state-machine';
import type { Transitions } from '../server/contract/transitions';
import { closedStates, offerStates } from '../server/offers/rules';
import { offerEvents } from '../server/offers/state-machine';
import { orderStatuses } from '../server/orders/rules';
import { closedStatuses, orderEvents } from '../server/orders/state-machine';
import { refundEvents } from '../server/payments/refunds/state-machine';
import { attemptEvents } from '../server/payments/state-machine';
import { shipmentEvents } from '../server/shipping/state-machine';

interface Machine {
  readonly table: Transitions<string, string>;
  readonly states: readonly string[];
  readonly first: readonly string[];
  readonly last: readonly string[];
}

const machines: Readonly<Record<string, Machine>> = {
  offers: { table: offerEvents, states: offerStates, first: ['draft'], last: closedStates },
  orders: {
    table: orderEvents,
    states: orderStatuses,
    first: ['awaiting_initial_payment'],
    last: closedStatuses,
  },
  claims: {
    table: claimEvents,
    states: claimStatuses,
    first: ['open'],
    last: ['approved', 'denied', 'withdrawn'],
  },
  shipments: {
    table: shipmentEvents,
    states: ['packed', 'shipped', 'canceled'],
    first: ['packed'],
    last: ['shipped', 'canceled'],
  },
  'attempts to pay': {
    table: attemptEvents,
    states: ['opening', 'open', 'complete', 'expired'],
    first: ['opening'],
    last: ['expired'],
  },
  refunds: {
    table: refundEvents,
    states: ['pending', 'succeeded', 'failed', 'manual'],
    first: ['pending', 'manual'],
    last: [],
  },
};

test.each(Object.entries(machines))('every state of %s is reached and left', (_name, machine) => {
  const { table, states, first, last } = machine;
  const transitions = Object.values(table).flat();
  const reached = new Set(first);
  for (const _ of states)
    for (const { from, to } of transitions) if (from.some((state) => reached.has(state))) reached.add(to);
  const left = new Set(transitions.flatMap(({ from }) => from));
  expect([...reached].sort()).toEqual([...states].sort());
  expect(states.filter((state) => !left.has(state)).sort()).toEqual([...last].sort());
  for (const { by, when } of transitions)
    expect([by.length > 0, when]).toEqual([true, expect.stringMatching(/\.$/)]);
});
