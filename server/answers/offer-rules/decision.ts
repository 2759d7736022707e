import type { OfferRow } from '../../../db/tables';
import { categoryLabels } from '../../contract/categories';
import type { Cents } from '../../contract/money';
import { formatTenths } from '../../contract/percent';
import type { Line } from '../../offers/queries';
import type { RuleInForce } from './queries';
import { type LineOutcome, lineOutcome, offerOutcome } from './rules';

interface DecidedLine {
  readonly line: Line;
  readonly rule: RuleInForce | null;
  readonly outcome: LineOutcome;
}

export interface Decision {
  readonly outcome: 'accept' | 'counter' | 'reject';
  /** Of the lines, in their order, each once. */
  readonly rules: readonly RuleInForce[];
  readonly prices: readonly { id: number; unit_price_cents: Cents }[];
  readonly note: string | undefined;
  /** "Toys, accept at 85%", of the line that made the outcome what it is. */
  readonly label: string;
}

type Categories = ReadonlyMap<number, string>;

/** The most specific rule decides alone. */
const ruleOf = (rules: readonly RuleInForce[], { product_id }: Line, categories: Categories) =>
  rules.find((rule) => rule.product_id === product_id) ??
  rules.find(({ scope, category }) => scope === 'category' && category === categories.get(product_id)) ??
  rules.find(({ scope }) => scope === 'catalog') ??
  null;

const decideLine = (line: Line, rule: RuleInForce | null): DecidedLine => ({
  line,
  rule,
  outcome: lineOutcome(line.listed ? rule : null, {
    price: line.unit_price_cents,
    asking: line.asking_price_cents,
  }),
});

/** Freight that keeps the seller from accepting, or from countering without an amount. */
const isFreightOpen = ({ shipping_terms, freight_cents, agreed_freight_cents }: OfferRow) =>
  shipping_terms === 'buyer_pays' && (freight_cents === null || freight_cents !== agreed_freight_cents);

export const scopeLabel = ({ scope, category, product_name }: RuleInForce): string =>
  scope === 'catalog'
    ? 'All products'
    : scope === 'category' && category
      ? categoryLabels[category]
      : (product_name ?? 'Product');

const LIMITS = {
  accept: ['accept at', 'accept_at'],
  counter: ['counter at', 'counter_at'],
  decline: ['decline below', 'decline_below'],
} as const;

function labelOf(lines: readonly DecidedLine[]): string {
  const found = lines.find(({ outcome }) => outcome.act !== 'accept') ?? lines[0];
  const act = found?.outcome.act ?? 'person';
  if (!found?.rule || act === 'person') return '';
  const [words, limit] = LIMITS[act];
  return `${scopeLabel(found.rule)}, ${words} ${formatTenths(found.rule[limit] ?? 0)}`;
}

const priceOf = ({ line, outcome }: DecidedLine): Cents =>
  ('counter' in outcome ? outcome.counter : null) ?? line.unit_price_cents;

/** null: a person answers. */
export function decide(
  offer: OfferRow,
  lines: readonly Line[],
  {
    rules,
    categories,
    acceptsOnly,
  }: {
    rules: readonly RuleInForce[];
    categories: Categories;
    acceptsOnly: boolean;
  },
): Decision | null {
  const decided = lines.map((line) => decideLine(line, ruleOf(rules, line, categories)));
  const outcome = offerOutcome(
    decided.map((one) => one.outcome),
    { isFreightOpen: isFreightOpen(offer), acceptsOnly },
  );
  if (outcome === 'person') return null;
  const deciding = [...new Set(decided.flatMap(({ rule }) => (rule ? [rule] : [])))];
  return {
    outcome,
    rules: deciding,
    prices: decided.map((one) => ({ id: one.line.id, unit_price_cents: priceOf(one) })),
    note: decided[0]?.rule?.note ?? undefined,
    label: labelOf(decided),
  };
}
