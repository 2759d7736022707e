import type { OrderHistoryEntry } from '../../server/orders/contract';

type Step = Pick<OrderHistoryEntry, 'actor' | 'event'>;

const actors: Record<OrderHistoryEntry['actor'], string> = {
  buyer: 'The buyer',
  seller: 'The seller',
  staff: 'Staff',
  provider: 'Stripe',
  system: 'The system',
};

const verbs: Record<string, string> = {
  create: 'placed the order',
  submit_payment: 'submitted the payment',
  require_payment_action: 'asked the buyer to verify the payment',
  confirm_payment: 'confirmed the payment',
  fail_payment: 'marked the payment as failed',
  ship: 'marked the order as shipped',
  receive: 'marked the order as received',
  pay_in_full: 'marked the order as paid in full',
  complete: 'completed the order',
  cancel: 'canceled the order',
};

/** A seller never places an order: accepting the offer makes it. */
const verbOf = ({ actor, event }: Step) =>
  actor === 'seller' && event === 'create' ? 'accepted the offer' : verbs[event];

export const historySentence = (step: Step) =>
  `${actors[step.actor]} ${verbOf(step) ?? step.event.replaceAll('_', ' ')}`;
