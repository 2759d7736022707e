import { counted, formatUnits, type Units } from './money';

export const sellByLabels = { unit: 'Unit', inner: 'Inner case', outer: 'Outer case' } as const;
export type SellBy = keyof typeof sellByLabels;

const written = new Map<string, SellBy>([
  ['unit', 'unit'],
  ['units', 'unit'],
  ['inner', 'inner'],
  ['innercase', 'inner'],
  ['innerpack', 'inner'],
  ['outer', 'outer'],
  ['outercase', 'outer'],
  ['carton', 'outer'],
]);

export const readSellBy = (text: string): SellBy | null =>
  written.get(text.toLowerCase().replace(/[^a-z]/g, '')) ?? null;

export interface Pack {
  units: Units | null;
  min_order_units: Units | null;
  order_multiple?: Units | undefined;
}

const multipleOf = ({ order_multiple = 1n }: Pick<Pack, 'order_multiple'>) =>
  order_multiple > 1n ? order_multiple : 1n;

const atMost = (quantity: Units, most: Units | null) => (most !== null && most < quantity ? most : quantity);

const roundUp = (quantity: Units, multiple: Units) => ((quantity + multiple - 1n) / multiple) * multiple;

/** The minimum in full cases, or all remaining units where those are fewer; at least 1 (docs/rules.md#case-packs). */
export function smallestQuantity(pack: Pack): Units {
  const minimum = pack.min_order_units ?? 0n;
  const smallest = atMost(roundUp(minimum > 1n ? minimum : 1n, multipleOf(pack)), pack.units);
  return smallest > 1n ? smallest : 1n;
}

export const fitsCases = (quantity: Units, pack: Pick<Pack, 'units' | 'order_multiple'>) =>
  quantity % multipleOf(pack) === 0n || quantity === pack.units;

/** The nearest quantities that fit, below and above. */
function neighbors(quantity: Units, pack: Pack): [Units, Units] {
  const multiple = multipleOf(pack);
  const smallest = smallestQuantity(pack);
  const fewer = (quantity / multiple) * multiple;
  const below = fewer > smallest ? fewer : smallest;
  return [below, atMost((below / multiple + 1n) * multiple, pack.units)];
}

export function caseFault(quantity: Units, pack: Pack): string | null {
  if (fitsCases(quantity, pack)) return null;
  const tries = [...new Set(neighbors(quantity, pack))].map(formatUnits);
  return `Sold in cases of ${formatUnits(multipleOf(pack))}. Try ${tries.join(' or ')}.`;
}

/** The quantity raised to the minimum, cut to the stock, then rounded down to full cases. */
export function fitToCases(quantity: Units, pack: Pack): Units {
  const smallest = smallestQuantity(pack);
  const possible = atMost(quantity > smallest ? quantity : smallest, pack.units);
  return fitsCases(possible, pack) ? possible : neighbors(possible, pack)[0];
}

/** One case more or less. From units outside full cases, the nearest quantity that fits. */
export function stepByCase(quantity: Units, pack: Pack, direction: 1n | -1n): Units {
  const multiple = multipleOf(pack);
  if (direction === 1n) return atMost((quantity / multiple + 1n) * multiple, pack.units);
  const fewer = quantity > 0n ? ((quantity - 1n) / multiple) * multiple : 0n;
  return fewer > 0n ? fewer : 0n;
}

/** "1 case = 24", unbroken: a hint where the seller sells by the unit; null where the stock fills no case. */
export function caseHint({
  outer_quantity,
  units,
}: Pick<Pack, 'units'> & { outer_quantity?: Units | null | undefined }) {
  if (!outer_quantity || outer_quantity === 1n || (units !== null && units < outer_quantity)) return null;
  return `1\u00a0case\u00a0=\u00a0${formatUnits(outer_quantity)}`;
}

/** "3 cases (72 units)"; null where units are sold one by one or the quantity fits no cases. */
export function caseLabel(quantity: Units, pack: Pick<Pack, 'units' | 'order_multiple'>): string | null {
  const multiple = multipleOf(pack);
  if (multiple === 1n || quantity < 1n) return null;
  const units = counted(quantity, 'unit');
  if (quantity % multiple !== 0n) return quantity === pack.units ? `All remaining ${units}` : null;
  const cases = quantity / multiple;
  return `${counted(cases, 'case')} (${units})`;
}
