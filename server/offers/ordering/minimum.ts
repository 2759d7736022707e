import { caseFault } from '../../contract/case-packs';
import { Invalid } from '../../http/errors';
import { totalOf } from '../offer';
import type { Line } from '../queries';
import type { ShippingContext } from '../shipping/queries';
import { belowMinimumOrder, missingToMinimum } from './minimum-contract';

/** Throws 422 where the goods, without freight, are below the seller's minimum order (docs/rules.md#minimum-order). */
export function requireMinimumOrder(
  lines: readonly Line[],
  { seller_name, min_order_cents }: Pick<ShippingContext, 'seller_name' | 'min_order_cents'>,
) {
  if (min_order_cents === null) return;
  const missing = missingToMinimum(totalOf(lines), min_order_cents);
  if (missing > 0) throw Invalid(belowMinimumOrder(seller_name, min_order_cents, missing));
}

/** Throws 422 for units outside full cases. More than the stock passes: the acceptance cuts it. */
export function requireFullCases(lines: readonly Line[]) {
  for (const line of lines) {
    if (!line.listed || line.units === null || line.quantity > line.units) continue;
    const fault = caseFault(line.quantity, line);
    if (fault) throw Invalid(fault, { quantity: [fault] });
  }
}
