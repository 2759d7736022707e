import type { ImportField } from '../rules';

/** Factors to pounds and inches. */
const POUNDS: Readonly<Record<string, number>> = {
  ...unitsOf(1, 'lb', 'lbs', 'pound', 'pounds'),
  ...unitsOf(1 / 16, 'oz', 'ounce', 'ounces'),
  ...unitsOf(1 / 0.45359237, 'kg', 'kgs', 'kilo', 'kilos', 'kilogram', 'kilograms'),
  ...unitsOf(1 / 453.59237, 'g', 'gr', 'gram', 'grams'),
};
const INCHES: Readonly<Record<string, number>> = {
  ...unitsOf(1, 'in', 'inch', 'inches', '"', '″', '”'),
  ...unitsOf(12, 'ft', 'foot', 'feet'),
  ...unitsOf(1 / 2.54, 'cm', 'centimeter', 'centimeters'),
  ...unitsOf(1 / 25.4, 'mm', 'millimeter', 'millimeters'),
  ...unitsOf(1 / 0.0254, 'm', 'meter', 'meters'),
};

function unitsOf(factor: number, ...names: string[]) {
  return Object.fromEntries(names.map((name) => [name, factor]));
}

const factorsOf = (field: ImportField) =>
  field === 'weight' ? POUNDS : field === 'length' || field === 'width' || field === 'height' ? INCHES : null;

export const isMeasure = (field: ImportField): boolean => factorsOf(field) !== null;

const MAX_CHARACTERS = 40;

/** "2,5 kg" → the number as it is written and the unit in lower case; '' without one. */
export function splitMeasure(text: string): { number: string; unit: string } {
  const [, number = text, unit = ''] =
    (text.length <= MAX_CHARACTERS && /^([\d.,]+)\s*([a-z"″”]{1,12})\.?$/i.exec(text)) || [];
  return { number, unit: unit.toLowerCase() };
}

const WORD = /[a-z]+|["″”]/g;

/** The unit that a heading names: "Weight (kg)", "length_cm", "Variant Grams". */
export function headingUnit(field: ImportField, heading: string): string {
  const factors = factorsOf(field);
  if (!factors) return '';
  const words = heading.slice(0, 200).toLowerCase().match(WORD) ?? [];
  return words.filter((word) => Object.hasOwn(factors, word)).at(-1) ?? '';
}

/** The unit column of dimensions, which products do not have: theirs are inches. */
export const isDimensionUnit = (heading: string): boolean =>
  /^(item |product |package )?(dimensions?|size|length)[ _]units?( of measure)?$/i.test(
    heading.slice(0, 200),
  );

export interface Weight {
  weight: number;
  weight_unit: 'lbs' | 'oz';
}

/** Returns null for an unknown unit. Pounds and ounces stay as they are; others become the larger unit that fits. */
export function toWeight(amount: number, unit: string): Weight | null {
  const pounds = POUNDS[unit];
  if (pounds === undefined) return null;
  if (pounds === 1) return { weight: amount, weight_unit: 'lbs' };
  if (pounds === 1 / 16) return { weight: amount, weight_unit: 'oz' };
  const inPounds = amount * pounds;
  return inPounds >= 1
    ? { weight: rounded(inPounds, 1), weight_unit: 'lbs' }
    : { weight: rounded(inPounds * 16, 1), weight_unit: 'oz' };
}

/** Returns null for an unknown unit. */
export function toInches(amount: number, unit: string): number | null {
  const inches = INCHES[unit];
  if (inches === undefined) return null;
  return inches === 1 ? amount : rounded(amount * inches, 3);
}

const rounded = (amount: number, decimals: number) => Math.round(amount * 10 ** decimals) / 10 ** decimals;
