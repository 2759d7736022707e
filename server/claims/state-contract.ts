import { isOneOf, type Transitions } from '../contract/transitions';

export const claimStatuses = ['open', 'in_review', 'approved', 'denied', 'withdrawn'] as const;
export type ClaimStatus = (typeof claimStatuses)[number];

/** One claim of an order at most is in one of these. */
export const undecidedStatuses = ['open', 'in_review'] as const satisfies readonly ClaimStatus[];

export type ClaimActor = 'buyer' | 'seller' | 'staff' | 'system';

/** The transition table (docs/rules.md#claims). Anything else is 409. */
export const claimEvents = {
  agree: { from: ['open'], to: 'approved', by: 'seller' },
  dispute: { from: ['open'], to: 'in_review', by: 'seller' },
  escalate: { from: ['open'], to: 'in_review', by: 'system' },
  approve: { from: undecidedStatuses, to: 'approved', by: 'staff' },
  deny: { from: undecidedStatuses, to: 'denied', by: 'staff' },
  withdraw: { from: undecidedStatuses, to: 'withdrawn', by: 'buyer' },
} as const satisfies Transitions<ClaimStatus> & Record<string, { by: ClaimActor }>;

export type ClaimEvent = keyof typeof claimEvents;

export const isUndecided = isOneOf<ClaimStatus>(undecidedStatuses);

export const mayFire = (event: ClaimEvent, by: ClaimActor, status: ClaimStatus): boolean =>
  claimEvents[event].by === by && isOneOf<ClaimStatus>(claimEvents[event].from)(status);
