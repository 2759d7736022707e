import type { AnswerRule } from '../../server/answers/offer-rules/contract';
import { categoryLabels } from '../../server/contract/categories';
import { formatPercent } from '../../server/contract/percent';
import { ApiError } from '../browser/api';

export const scopeLabel = ({ scope, category, product_name }: AnswerRule): string =>
  scope === 'catalog' ? 'All products' : category ? categoryLabels[category] : (product_name ?? 'Product');

export const RULE_GONE = 'This rule was deleted in another window.';

export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** "Accept 85% · Counter 92%": those that the rule has. */
export const limitsOf = ({ accept_at, counter_at, decline_below }: AnswerRule): string =>
  Object.entries({ Accept: accept_at, Counter: counter_at, 'Decline below': decline_below })
    .flatMap(([name, percent]) => (percent === null ? [] : [`${name} ${formatPercent(percent)}`]))
    .join(' · ');

/** "Accept at 85%, counter at 92%, decline below –, daily limit 20" */
export const summaryOf = ({ accept_at, counter_at, decline_below, max_orders_per_day }: AnswerRule): string =>
  [
    `Accept at ${formatPercent(accept_at)}`,
    `counter at ${formatPercent(counter_at)}`,
    `decline below ${formatPercent(decline_below)}`,
    `daily limit ${max_orders_per_day}`,
  ].join(', ');
