import type { Units } from './money';

export interface ShippedLine {
  readonly quantity: Units;
  /** Units in a carton. */
  readonly outer_quantity: bigint | null;
  /** Decimal, at most three places; of one unit. */
  readonly weight: string | null;
  readonly weight_unit: string;
}

export interface ShippingEstimate {
  cartons: Units | null;
  /** Rounded up. */
  weight_lb: Units | null;
  mode: 'parcel' | 'ltl' | null;
  /** Every line has the data that the estimate needs. */
  complete: boolean;
}

const MAX_PARCEL_LB = 150n;
const MAX_PARCEL_CARTONS = 10n;

const OUNCES_PER_POUND = 16n;
const THOUSANDTHS = 1_000n;

const ceilDiv = (value: bigint, by: bigint) => (value + by - 1n) / by;

/** In thousandths of an ounce. */
function unitWeight({ weight, weight_unit }: ShippedLine): bigint | null {
  if (weight === null) return null;
  const [whole = '0', decimals = ''] = weight.split('.');
  const thousandths = BigInt(whole + decimals.padEnd(3, '0'));
  return weight_unit === 'lbs' ? thousandths * OUNCES_PER_POUND : thousandths;
}

function sum(values: readonly (bigint | null)[]): bigint | null {
  let total = 0n;
  for (const value of values) {
    if (value === null) return null;
    total += value;
  }
  return total;
}

const cartonsOf = ({ quantity, outer_quantity }: ShippedLine) =>
  outer_quantity && ceilDiv(quantity, outer_quantity);

function weightOf(line: ShippedLine): bigint | null {
  const each = unitWeight(line);
  return each && each * line.quantity;
}

const pounds = (weight: bigint | null): bigint | null =>
  weight === null ? null : ceilDiv(weight, OUNCES_PER_POUND * THOUSANDTHS);

/** What a carrier will ask for. Cartons or weight are null where a line lacks data. */
export function estimateShipping(lines: readonly ShippedLine[]): ShippingEstimate {
  const cartons = sum(lines.map(cartonsOf));
  const weight_lb = pounds(sum(lines.map(weightOf)));
  const complete = cartons !== null && weight_lb !== null;
  const isParcel = complete && weight_lb <= MAX_PARCEL_LB && cartons <= MAX_PARCEL_CARTONS;
  return {
    cartons: cartons as Units | null,
    weight_lb: weight_lb as Units | null,
    mode: complete ? (isParcel ? 'parcel' : 'ltl') : null,
    complete,
  };
}
