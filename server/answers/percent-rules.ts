import { type Cents, cents } from '../contract/money';
import { formatTenths, isAtLeast, shareOf, type Tenths } from '../contract/percent';
import type { BulkAction, PlannedAction } from './contract';

export interface BulkRule {
  readonly action: BulkAction;
  /** null for a rejection. */
  readonly tenths: Tenths | null;
}

interface PricedLine {
  readonly unit_price_cents: Cents;
  /** The product's price now. */
  readonly asking_price_cents: Cents | null;
}

export interface RuleOutcome {
  readonly action: PlannedAction;
  readonly reason: string | null;
  /** In the order of the lines. */
  readonly prices: readonly Cents[];
}

/** Raises a price toward the seller's, never above the asking price and never below what the buyer offers. */
const counteredPrice = (price: Cents, asking: Cents, tenths: Tenths): Cents =>
  cents(Math.max(price, Math.min(shareOf(asking, tenths), asking)));

/** What the percent rule says of these prices (docs/rules.md#bulk-answers). */
export function judgePrices(lines: readonly PricedLine[], { action, tenths }: BulkRule): RuleOutcome {
  const prices = lines.map((line) => line.unit_price_cents);
  const skip = (reason: string): RuleOutcome => ({ action: 'skip', reason, prices });
  if (action === 'reject' || tenths === null) return { action: 'reject', reason: null, prices };
  const priced = lines.flatMap(({ unit_price_cents: price, asking_price_cents: asking }) =>
    asking === null ? [] : { price, asking },
  );
  if (priced.length < lines.length) return skip('A product has no asking price.');
  if (action === 'accept_at_or_above')
    return priced.every(({ price, asking }) => isAtLeast(price, tenths, asking))
      ? { action: 'accept', reason: null, prices }
      : skip(`Below ${formatTenths(tenths)} of asking.`);
  const countered = priced.map(({ price, asking }) => counteredPrice(price, asking, tenths));
  if (countered.every((price, index) => price === prices[index]))
    return skip(`Already at or above ${formatTenths(tenths)}. Accept it instead.`);
  return { action: 'counter', reason: null, prices: countered };
}
