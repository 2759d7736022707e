import { formatUnits, type Units } from '../contract/money';
import { Conflict, Invalid } from '../http/errors';
import { quantitiesByLine } from '../orders/lines/sum-by-line';
import type { UnshippedLine } from './queries';

export interface ShipmentLine {
  purchase_order_product_id: number;
  quantity: Units;
}

const left = ({ quantity, assigned }: UnshippedLine) => quantity - assigned;

/** All that is left where none are named. Throws 409 where nothing is left, 422 above what is left. */
export function chosenLines(
  lines: readonly UnshippedLine[],
  named: readonly ShipmentLine[] | null | undefined,
): ShipmentLine[] {
  const unassigned = lines.filter((line) => left(line) > 0n);
  if (unassigned.length === 0)
    throw Conflict('Everything left is packed. Ship or cancel the packed shipments.');
  if (!named) return unassigned.map((line) => ({ purchase_order_product_id: line.id, quantity: left(line) }));
  return namedLines(new Map(lines.map((line) => [line.id, line])), named);
}

function namedLines(lines: ReadonlyMap<number, UnshippedLine>, named: readonly ShipmentLine[]) {
  return [...quantitiesByLine(named)].map(([id, quantity]) => {
    const line = lines.get(id);
    if (!line) throw Invalid('Choose products of this order');
    if (quantity > left(line))
      throw Invalid(
        `Only ${formatUnits(left(line))} of ${line.name} ${left(line) === 1n ? 'is' : 'are'} left to ship.`,
      );
    return { purchase_order_product_id: id, quantity };
  });
}
