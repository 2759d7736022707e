import { lineOutcome, type RuleLimits } from '../../server/answers/offer-rules/rules';
import { cents } from '../../server/contract/money';
import { formatTenths, MAX_TENTHS, parseTenths, type Tenths } from '../../server/contract/percent';

/** Fields of the form hold text. */
interface TypedLimits {
  readonly accept_at: unknown;
  readonly counter_at: unknown;
  readonly decline_below: unknown;
}

const tenthsOf = (typed: unknown): Tenths | null =>
  typed === '' || typed === null || typed === undefined ? null : parseTenths(Number(typed));

const limitsOf = (typed: TypedLimits): RuleLimits => ({
  accept_at: tenthsOf(typed.accept_at),
  counter_at: tenthsOf(typed.counter_at),
  decline_below: tenthsOf(typed.decline_below),
});

/** Asking $10,000.00, so that tenths of a percent are exact. */
const ASKING = cents(1_000_000);

function outcomeText(limits: RuleLimits, tenths: Tenths): string {
  const { act } = lineOutcome(limits, { price: cents(tenths * 1_000), asking: ASKING });
  if (act === 'accept') return 'would be accepted';
  if (act === 'counter') return `would be countered at ${formatTenths(limits.counter_at ?? MAX_TENTHS)}`;
  return act === 'decline' ? 'would be rejected' : 'would wait for your answer';
}

/** A share of asking that shows what the rule adds: countered, else accepted, else rejected. */
function exampleOf({ accept_at, counter_at, decline_below }: RuleLimits): Tenths | null {
  const highest = accept_at ?? counter_at;
  if (counter_at !== null && highest !== null)
    return Math.round(((decline_below ?? highest * 0.8) + highest) / 20) * 10 || highest;
  return accept_at ?? (decline_below === null ? null : Math.max(decline_below - 10, 1));
}

/** "An offer at 78% of asking would be countered at 92%." */
export function liveSentence(typed: TypedLimits): string {
  const limits = limitsOf(typed);
  const example = exampleOf(limits);
  if (example === null) return 'Enter a limit to see what happens to an offer.';
  return `An offer at ${formatTenths(example)} of asking ${outcomeText(limits, example)}.`;
}
