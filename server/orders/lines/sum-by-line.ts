import type { Units } from '../../contract/money';

interface NamedLine {
  readonly purchase_order_product_id: number;
  readonly quantity: Units;
}

/** A line that is named twice counts with the sum. */
export function quantitiesByLine(lines: readonly NamedLine[]): ReadonlyMap<number, Units> {
  const quantities = new Map<number, Units>();
  for (const { purchase_order_product_id: id, quantity } of lines)
    quantities.set(id, (quantities.get(id) ?? 0n) + quantity);
  return quantities;
}
