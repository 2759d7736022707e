import type { OfferRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import type { Line } from '../../offers/queries';
import { ordersOfRules, type RuleInForce, recentRefusals } from './queries';

const MAX_REFUSALS_PER_DAY = 3;

/** Caps the tries by which a buyer could find the limits (docs/rules.md#offer-rules). Needs the buyer's lock. */
export async function isRefusalAllowed(
  tx: Tx,
  { buyer_id, seller_id }: OfferRow,
  lines: readonly Line[],
): Promise<boolean> {
  const products = lines.map(({ product_id }) => product_id);
  const [recent] = await recentRefusals(tx, [buyer_id, seller_id, products]);
  return recent !== undefined && recent.of_products === 0 && recent.of_seller < MAX_REFUSALS_PER_DAY;
}

export interface ReachedLimit {
  readonly rule: RuleInForce;
  readonly orders: number;
}

/** The first rule that may accept no further offer today, or null. Needs the rules' locks. */
export async function reachedLimit(tx: Tx, rules: readonly RuleInForce[]): Promise<ReachedLimit | null> {
  const [first] = rules;
  if (!first) return null;
  const counts = await ordersOfRules(tx, [first.seller_id, rules.map(({ id }) => id)]);
  const ordersOf = new Map(counts.map(({ rule_id, orders }) => [rule_id, orders]));
  const rule = rules.find(({ id, max_orders_per_day }) => (ordersOf.get(id) ?? 0) >= max_orders_per_day);
  return rule ? { rule, orders: ordersOf.get(rule.id) ?? 0 } : null;
}
