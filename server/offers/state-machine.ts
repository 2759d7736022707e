import type { OfferHistoryRow } from '../../db/tables';
import { nextState, type Transitions } from '../contract/transitions';
import { type OfferState, openStates } from './rules';

export type OfferActor = OfferHistoryRow['actor'];

/** The transition table; adding to the cart creates a `draft`. Anything else is 409. */
export const offerEvents = {
  save_for_later: {
    from: ['draft'],
    to: 'saved_for_later',
    by: ['buyer'],
    when: "A line leaves the cart for the buyer's saved offer to the same seller.",
  },
  move_to_cart: {
    from: ['saved_for_later'],
    to: 'draft',
    by: ['buyer'],
    when: 'A saved line returns to the cart.',
  },
  submit: {
    from: ['draft'],
    to: 'seller_review',
    by: ['buyer'],
    when: 'The buyer sends what is in the cart for one seller.',
  },
  accept: [
    {
      from: ['draft', 'buyer_review'],
      to: 'accepted',
      by: ['buyer'],
      when: "The buyer buys at the asking prices, or agrees to the seller's prices.",
    },
    {
      from: ['seller_review'],
      to: 'accepted',
      by: ['seller'],
      when: "The seller, or a rule of theirs, agrees to the buyer's prices.",
    },
  ],
  counter: [
    {
      from: ['seller_review'],
      to: 'buyer_review',
      by: ['seller'],
      when: 'The seller, or a rule of theirs, names other prices or the freight.',
    },
    {
      from: ['buyer_review'],
      to: 'seller_review',
      by: ['buyer'],
      when: 'The buyer names other prices.',
    },
  ],
  reject: [
    {
      from: ['seller_review'],
      to: 'rejected',
      by: ['seller'],
      when: 'The seller, or a rule of theirs, refuses.',
    },
    {
      from: ['buyer_review'],
      to: 'rejected',
      by: ['buyer'],
      when: "The buyer refuses the seller's prices, or what stock left of the offer.",
    },
  ],
  withdraw: [
    {
      from: ['seller_review'],
      to: 'rejected',
      by: ['buyer'],
      when: 'The buyer takes the offer back before the seller answers.',
    },
    {
      from: ['buyer_review'],
      to: 'seller_review',
      by: ['seller'],
      when: "The seller takes the counter back: the buyer's prices are under review again.",
    },
  ],
  cut: [
    {
      from: ['draft'],
      to: 'draft',
      by: ['system'],
      when: 'The buyer bought more than there is: the cart now holds what is left.',
    },
    {
      from: openStates,
      to: 'buyer_review',
      by: ['system'],
      when: 'An acceptance met less stock: the buyer decides on what is left.',
    },
  ],
  cancel: {
    from: openStates,
    to: 'rejected',
    by: ['system'],
    when: 'An acceptance met no stock at all. A draft is deleted instead.',
  },
  expire: {
    from: openStates,
    to: 'rejected',
    by: ['system'],
    when: 'Its side did not answer in time (jobs.ts).',
  },
  deny: {
    from: openStates,
    to: 'rejected',
    by: ['staff'],
    when: 'Staff closed the account of one of the parties.',
  },
} as const satisfies Transitions<OfferState, OfferActor>;

export type OfferEvent = keyof typeof offerEvents;
export type CartMove = 'save_for_later' | 'move_to_cart';

/** `reduced`: by stock since the last counter, so there is no counter to take back. */
export const moveOf = (
  event: OfferEvent,
  by: OfferActor,
  from: OfferState,
  reduced = false,
): OfferState | null =>
  event === 'withdraw' && by === 'seller' && reduced
    ? null
    : nextState<OfferState, OfferActor>(offerEvents, event, { from, by });
