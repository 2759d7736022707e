import { type Tenths, toPercent } from '../../contract/percent';
import type { AnswerRule } from './contract';
import type { RuleWithCounts } from './queries';

const percentOf = (tenths: Tenths | null) => (tenths === null ? null : toPercent(tenths));

export const ruleDocument = (row: RuleWithCounts): AnswerRule => ({
  id: row.id,
  scope: row.scope,
  category: row.category,
  product_id: row.product_id,
  product_name: row.product_name,
  accept_at: percentOf(row.accept_at),
  counter_at: percentOf(row.counter_at),
  decline_below: percentOf(row.decline_below),
  note: row.note,
  max_orders_per_day: row.max_orders_per_day,
  orders_today: row.orders_today,
  active: row.active,
  version: row.version,
});
