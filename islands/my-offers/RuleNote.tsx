import type { Offer, OfferHold } from '../../server/offers/contract';

const HOLDS: Record<OfferHold, string> = {
  planned: 'Your offer rules look at this soon. You can answer first.',
  stock: 'Your rule would accept this, but stock is short.',
  daily_limit: 'Your rule would accept this, but its daily limit is reached.',
  unpaid_orders: 'Your rule would accept this, but the buyer has too many unpaid orders.',
};

/** What a seller's rule did, will look at, or why it did nothing. Buyers' documents name no rule. */
export function RuleNote({ attributes: { history, rule_hold } }: { attributes: Offer['attributes'] }) {
  const { by_rule, rule } = history.at(-1) ?? {};
  const text = rule_hold ? HOLDS[rule_hold] : by_rule && `Answered by your rule: ${rule}`;
  return text ? <p className="offer-note">{text}</p> : null;
}
