import { subjectWith } from '../../mail/lines';
import type { OfferBy } from '../offer';
import type { Side } from '../rules';
import { isToQuote } from '../shipping/quote-facts';
import type { OfferEvent } from '../state-machine';

interface Text {
  readonly subject: string;
  readonly sentence: string;
  readonly preview: string;
  readonly button: string;
}

interface Facts {
  readonly number: string;
  readonly total: string;
  readonly actor: string;
  readonly expires: string;
  readonly side: Side;
}

export const RESPOND = 'Accept, counter or reject it';
const CLOSED = { preview: 'The offer is closed. No stock was reserved.', button: 'View Offer' };

/** Events that are told otherwise at times. */
type Variant = 'submit_to_quote' | 'withdraw_counter';

/** Mails to the side that did not act. Acceptances are told by the mails of the order. */
const texts: Readonly<Partial<Record<OfferEvent | Variant, (facts: Facts) => Text>>> = {
  submit: ({ number, total, actor, expires }) => ({
    subject: subjectWith(actor, (name) => `New offer from ${name}: ${number}, ${total}`),
    sentence: `${actor} sent you offer ${number} for ${total}.`,
    preview: `${RESPOND} before ${expires}.`,
    button: 'Review Offer',
  }),
  submit_to_quote: ({ number, total, actor, expires }) => ({
    subject: subjectWith(actor, (name) => `New offer from ${name}: ${number}, ${total}`),
    sentence: `${actor} sent you offer ${number} for ${total} plus freight, which you quote.`,
    preview: `Quote the freight or reject the offer before ${expires}.`,
    button: 'Quote Freight',
  }),
  counter: ({ number, total, actor, expires }) => ({
    subject: `Counteroffer on ${number}: ${total}`,
    sentence: `${actor} countered offer ${number}. The new total is ${total}.`,
    preview: `${RESPOND} before ${expires}.`,
    button: 'Review Counteroffer',
  }),
  reject: ({ number, total, actor, side }) => ({
    subject: `${number} was rejected`,
    sentence: `${actor} rejected offer ${number} for ${total}.`,
    preview:
      side === 'buyer'
        ? 'The offer is closed. You can send a new one at any time.'
        : 'The offer is closed. No stock was reserved.',
    button: 'View Offer',
  }),
  withdraw: ({ number, total, actor }) => ({
    subject: `${number} was withdrawn`,
    sentence: `${actor} withdrew offer ${number} for ${total}.`,
    ...CLOSED,
  }),
  withdraw_counter: ({ number, total, actor, expires }) => ({
    subject: `Counteroffer on ${number} was withdrawn`,
    sentence: `${actor} withdrew the counteroffer on ${number}. Your offer of ${total} is under review again.`,
    preview: `The seller can accept, counter or reject it before ${expires}.`,
    button: 'View Offer',
  }),
  expire: ({ number, total }) => ({
    subject: `${number} expired`,
    sentence: `Offer ${number} for ${total} expired without an answer.`,
    ...CLOSED,
  }),
  deny: ({ number, total }) => ({
    subject: `${number} was closed`,
    sentence: `We closed offer ${number} for ${total} because the other account is no longer active.`,
    ...CLOSED,
  }),
  cut: ({ number, total, actor, expires }) => ({
    subject: `Review the reduced quantities of ${number}`,
    sentence: `${actor} accepted offer ${number}, but stock fell short. We reduced it to what is available: ${total}.`,
    preview: `Accept, counter or reject the reduced offer before ${expires}.`,
    button: 'Review Offer',
  }),
  cancel: ({ number }) => ({
    subject: `${number} was canceled: sold out`,
    sentence: `Offer ${number} was canceled because its products are no longer available.`,
    preview: 'The offer is closed.',
    button: 'View Offer',
  }),
};

/** undefined for an event that is not mailed. */
export function moveText(event: OfferEvent, by: OfferBy, offer: Parameters<typeof isToQuote>[0]) {
  if (event === 'submit' && isToQuote(offer)) return texts.submit_to_quote;
  // A buyer who accepted saw it.
  if (event === 'cut' && by.actor !== 'seller') return undefined;
  return texts[event === 'withdraw' && by.actor === 'seller' ? 'withdraw_counter' : event];
}
