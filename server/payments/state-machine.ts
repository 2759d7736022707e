import type { PaymentAttemptRow } from '../../db/tables';
import type { Transitions } from '../contract/transitions';

type AttemptStatus = PaymentAttemptRow['status'];

export type AttemptActor = 'system' | 'provider';

/** The transition table of attempts to pay; one begins as `opening`, before Stripe is called. */
export const attemptEvents = {
  open: [
    {
      from: ['opening', 'open'],
      to: 'open',
      by: ['system'],
      when: 'Stripe made the session, and the buyer is sent there.',
    },
    {
      from: ['open', 'complete'],
      to: 'open',
      by: ['provider'],
      when: 'The session still takes a payment, also after one that failed in it.',
    },
  ],
  complete: {
    from: ['open', 'complete'],
    to: 'complete',
    by: ['provider'],
    when: 'The buyer paid or began to: the money may be on its way.',
  },
  expire: [
    {
      from: ['open', 'complete'],
      to: 'expired',
      by: ['provider'],
      when: 'The session ran out, or its payment failed or was canceled.',
    },
    {
      from: ['opening'],
      to: 'expired',
      by: ['system'],
      when: 'Stripe refused the session, or the process stopped before it was made.',
    },
  ],
} as const satisfies Transitions<AttemptStatus, AttemptActor>;

export type AttemptEvent = keyof typeof attemptEvents;
