import { nextState, type Transitions } from '../contract/transitions';
import { undecidedStatuses } from '../contract/undecided-claims';
import type { ClaimStatus } from './rules';

export type ClaimActor = 'buyer' | 'seller' | 'staff' | 'system';

/** The transition table (docs/rules.md#claims); a claim begins as `open`. Anything else is 409. */
export const claimEvents = {
  agree: {
    from: ['open'],
    to: 'approved',
    by: ['seller'],
    when: 'The seller agrees in time: what was requested is refunded.',
  },
  dispute: {
    from: ['open'],
    to: 'in_review',
    by: ['seller'],
    when: 'The seller explains why not; our team decides.',
  },
  escalate: {
    from: ['open'],
    to: 'in_review',
    by: ['system'],
    when: 'The seller did not answer in time (jobs.ts).',
  },
  approve: {
    from: undecidedStatuses,
    to: 'approved',
    by: ['staff'],
    when: 'Staff decide on a refund of all or some of what was requested.',
  },
  deny: {
    from: undecidedStatuses,
    to: 'denied',
    by: ['staff'],
    when: 'Staff decide that nothing is refunded.',
  },
  withdraw: {
    from: undecidedStatuses,
    to: 'withdrawn',
    by: ['buyer'],
    when: 'The buyer takes the claim back before it is decided.',
  },
} as const satisfies Transitions<ClaimStatus, ClaimActor>;

export type ClaimEvent = keyof typeof claimEvents;

export const claimStatusAfter = (event: ClaimEvent, from: ClaimStatus, by: ClaimActor): ClaimStatus | null =>
  nextState<ClaimStatus, ClaimActor>(claimEvents, event, { from, by });
