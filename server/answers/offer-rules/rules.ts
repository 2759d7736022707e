import type { Cents } from '../../contract/money';
import { isAtLeast, shareOf, type Tenths } from '../../contract/percent';

export const ruleScopes = ['catalog', 'category', 'product'] as const;
export type RuleScope = (typeof ruleScopes)[number];

export const DEFAULT_ORDERS_PER_DAY = 20;
export const MAX_RULE_NOTE = 500;

/** In tenths of a percent of the asking price. */
export interface RuleLimits {
  readonly accept_at: Tenths | null;
  readonly counter_at: Tenths | null;
  readonly decline_below: Tenths | null;
}

/** `counter` of a declined line: what it is countered at beside lines that are not declined. */
export type LineOutcome =
  | { readonly act: 'accept' }
  | { readonly act: 'decline'; readonly counter: Cents | null }
  | { readonly act: 'counter'; readonly counter: Cents }
  | { readonly act: 'person' };

const PERSON = { act: 'person' } as const;

function counterPrice({ counter_at }: RuleLimits, price: Cents, asking: Cents): Cents | null {
  if (counter_at === null) return null;
  const counter = shareOf(asking, counter_at);
  return counter > price && counter <= asking ? counter : null;
}

/** What the rule says of one line (docs/rules.md#offer-rules). Without a rule or an asking price, a person answers. */
export function lineOutcome(
  rule: RuleLimits | null,
  { price, asking }: { price: Cents; asking: Cents | null },
): LineOutcome {
  if (!rule || asking === null) return PERSON;
  if (rule.accept_at !== null && isAtLeast(price, rule.accept_at, asking)) return { act: 'accept' };
  const counter = counterPrice(rule, price, asking);
  if (rule.decline_below !== null && !isAtLeast(price, rule.decline_below, asking))
    return { act: 'decline', counter };
  return counter === null ? PERSON : { act: 'counter', counter };
}

export type OfferOutcome = 'accept' | 'counter' | 'reject' | 'person';

/** Only a rejection leaves freight open. After a counter, rules accept only. */
export function offerOutcome(
  lines: readonly LineOutcome[],
  { isFreightOpen, acceptsOnly }: { isFreightOpen: boolean; acceptsOnly: boolean },
): OfferOutcome {
  if (lines.length === 0) return 'person';
  if (lines.every(({ act }) => act === 'accept')) return isFreightOpen ? 'person' : 'accept';
  if (acceptsOnly) return 'person';
  if (lines.every(({ act }) => act === 'decline')) return 'reject';
  return isFreightOpen || lines.some(needsPerson) ? 'person' : 'counter';
}

const needsPerson = (line: LineOutcome) =>
  line.act === 'person' || (line.act === 'decline' && line.counter === null);
