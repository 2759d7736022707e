import type { RefundRow } from '../../../db/tables';
import { nextState, type Transitions } from '../../contract/transitions';

type RefundStatus = RefundRow['status'];
type RefundActor = 'provider' | 'staff';

/** The transition table; a refund begins as `pending`, or as `manual` where staff confirmed the payment. */
export const refundEvents = {
  succeed: {
    from: ['pending', 'failed'],
    to: 'succeeded',
    by: ['provider'],
    when: 'Stripe says that the money is on its way to the buyer.',
  },
  fail: {
    from: ['pending', 'succeeded'],
    to: 'failed',
    by: ['provider'],
    when: "Stripe refused it, or the buyer's bank sent the money back.",
  },
  retry: {
    from: ['failed'],
    to: 'pending',
    by: ['staff'],
    when: 'Staff try again at Stripe, under a new key.',
  },
  settle: {
    from: ['failed', 'manual'],
    to: 'succeeded',
    by: ['staff'],
    when: 'Staff sent the money outside Stripe.',
  },
} as const satisfies Transitions<RefundStatus, RefundActor>;

export type RefundEvent = keyof typeof refundEvents;

export const refundStatusAfter = (event: RefundEvent, from: RefundStatus, by: RefundActor) =>
  nextState<RefundStatus, RefundActor>(refundEvents, event, { from, by });
