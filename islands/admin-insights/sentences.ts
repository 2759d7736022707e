import type { OfferStep, OrderDetail } from '../../server/insights/contract';
import type { TimelineEntry } from '../ui/timeline';
import { sentenceCase } from './words';

type Tone = TimelineEntry['tone'];
type OrderEntry = OrderDetail['history'][number];

export interface Parties {
  buyer_name: string;
  seller_name: string;
}

/** Who acted, by the name that people know. */
function actorName(actor: string, { buyer_name, seller_name }: Parties): string {
  if (actor === 'buyer') return buyer_name;
  if (actor === 'seller') return seller_name;
  if (actor === 'provider') return 'The payment provider';
  return actor === 'staff' ? 'Staff' : 'Lotwise';
}

const OFFER_ACTS: Record<string, string> = {
  submit: 'sent the offer',
  counter: 'countered',
  accept: 'accepted',
  reject: 'rejected the offer',
  withdraw: 'withdrew the offer',
  cut: 'reduced the offer to the available stock',
  cancel: 'closed the offer: out of stock',
  expire: 'closed the offer: no response in time',
  deny: 'closed the offer: an account was denied',
};

const OFFER_TONES: Record<string, Tone> = {
  counter: 'yellow',
  cut: 'yellow',
  accept: 'green',
  reject: 'red',
  withdraw: 'red',
  expire: 'red',
  cancel: 'red',
  deny: 'red',
};

export const offerSentence = ({ actor, event, to_state }: OfferStep, parties: Parties) => {
  const isCounterWithdrawn = event === 'withdraw' && to_state === 'seller_review';
  const act = isCounterWithdrawn ? 'withdrew the counteroffer' : OFFER_ACTS[event];
  return act ? `${actorName(actor, parties)} ${act}` : `${actorName(actor, parties)}: ${sentenceCase(event)}`;
};

export const offerEventTone = ({ event }: OfferStep): Tone => OFFER_TONES[event];

const ORDER_ACTS: Record<string, string> = {
  create: 'accepted the offer, which created the order',
  submit_payment: 'submitted the payment',
  require_payment_action: 'asked the buyer to verify the payment',
  confirm_payment: 'confirmed the payment',
  fail_payment: 'reported a failed payment',
  ship: 'marked the order as shipped',
  receive: 'marked the order as received',
  pay_in_full: 'marked the order as paid in full',
  complete: 'completed the order',
  cancel: 'canceled the order',
};

const ORDER_TONES: Record<string, Tone> = {
  confirm_payment: 'green',
  complete: 'green',
  require_payment_action: 'yellow',
  fail_payment: 'red',
  cancel: 'red',
};

export const orderSentence = ({ actor, event }: OrderEntry, parties: Parties) => {
  const act = ORDER_ACTS[event];
  return act ? `${actorName(actor, parties)} ${act}` : `${actorName(actor, parties)}: ${sentenceCase(event)}`;
};

export const orderEventTone = ({ event }: OrderEntry): Tone => ORDER_TONES[event];
