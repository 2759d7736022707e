import type { ProductInput } from '../../products/contract';
import { type Problem, problem } from '../problem-texts';
import type { ImportField } from '../rules';
import { hasTwoReadings, withDecimalPoint } from './decimal-comma';
import type { Mapping } from './header-mapping';
import { headingUnit, isDimensionUnit, isMeasure, splitMeasure, toInches, toWeight } from './measures';
import { readCell } from './values';

type Cells = Partial<Record<ImportField, string>>;

/** The units that the headings name, and where the column with the unit of dimensions is. */
export interface ColumnUnits {
  units: Cells;
  dimensionsAt: number;
}

export const NO_UNITS_NAMED: ColumnUnits = { units: {}, dimensionsAt: -1 };

export function columnUnits(mapping: Mapping, headings: readonly string[]): ColumnUnits {
  const units: Cells = {};
  mapping.forEach((field, at) => {
    if (field && isMeasure(field)) units[field] = headingUnit(field, headings[at] ?? '');
  });
  return { units, dimensionsAt: headings.findIndex(isDimensionUnit) };
}

/** "0.8" below "Weight (kg)" → "0.8 kg". */
export function addUnits(cells: Cells, raw: readonly string[], { units, dimensionsAt }: ColumnUnits) {
  for (const field of ['length', 'width', 'height', 'weight'] as const) {
    const text = cells[field];
    const named = units[field] || (field === 'weight' ? '' : (raw[dimensionsAt] ?? '').trim().slice(0, 20));
    if (text && named && /^[\d.,]{1,30}$/.test(text)) cells[field] = `${text} ${named}`;
  }
}

export interface MeasureResult {
  input: Partial<Pick<ProductInput, 'length' | 'width' | 'height' | 'weight' | 'weight_unit'>>;
  warnings: [ImportField, Problem][];
  /** What becomes of a converted value. */
  questions: [ImportField, Problem][];
}

export function readMeasures(cells: Cells, decimalComma: boolean, { units }: ColumnUnits): MeasureResult {
  const result: MeasureResult = { input: {}, warnings: [], questions: [] };
  for (const field of ['length', 'width', 'height'] as const)
    if (cells[field]) readLength(result, field, cells[field], decimalComma);
  if (cells.weight) readWeight(result, cells.weight, cells.weight_unit ?? '', { decimalComma, units });
  else if (cells.weight_unit) readUnitAlone(result, cells.weight_unit);
  return result;
}

function readLength(
  { input, warnings, questions }: MeasureResult,
  field: 'length' | 'width' | 'height',
  text: string,
  decimalComma: boolean,
) {
  const { number, unit } = splitMeasure(text);
  const amount = amountOf(field, number, toInches(1, unit || 'in') === 1, decimalComma);
  if (typeof amount !== 'number') return warnings.push([field, amount]);
  const inches = toInches(amount, unit || 'in');
  if (inches === null) return warnings.push([field, problem('not_length_unit')]);
  if (inches <= 0) return warnings.push([field, problem('not_positive')]);
  if (inches !== amount) questions.push([field, problem('converted', { amount: inches, unit: 'in' })]);
  input[field] = inches;
}

function readWeight(
  { input, warnings, questions }: MeasureResult,
  text: string,
  unitText: string,
  { decimalComma, units }: { decimalComma: boolean; units: Cells },
) {
  const { number, unit: own } = splitMeasure(text);
  const named = unitText.toLowerCase().replace(/\.$/, '').slice(0, 20);
  const unit = own || named || 'lbs';
  const known = toWeight(1, unit);
  if (!known) {
    if (!own) warnings.push(['weight_unit', problem('not_weight_unit')]);
    return warnings.push(['weight', problem(own ? 'not_weight_unit' : 'weight_without_unit')]);
  }
  const isKept = isSameUnit(unit, 'lbs') || isSameUnit(unit, 'oz');
  const amount = amountOf('weight', number, isKept, decimalComma);
  if (typeof amount !== 'number') return warnings.push(['weight', amount]);
  const converted = toWeight(amount, unit) ?? known;
  if (converted.weight <= 0) return warnings.push(['weight', problem('not_positive')]);
  // A shop's unit column may only be how it shows a weight that its heading calls grams.
  const isOther = own !== '' && named !== '' && !units.weight && !isSameUnit(own, named);
  if (!isKept || isOther)
    questions.push([
      'weight',
      problem('converted', { amount: converted.weight, unit: converted.weight_unit }),
    ]);
  Object.assign(input, converted);
}

const isSameUnit = (one: string, other: string) => {
  const [first, second] = [toWeight(1_000, one), toWeight(1_000, other)];
  return (
    first !== null &&
    second !== null &&
    first.weight === second.weight &&
    first.weight_unit === second.weight_unit
  );
};

/** A unit without a weight is not imported; a wrong one is reported all the same. */
function readUnitAlone({ input, warnings }: MeasureResult, text: string) {
  const unit = text.toLowerCase().replace(/\.$/, '').slice(0, 20);
  const known = toWeight(1, unit);
  if (!known) return warnings.push(['weight_unit', problem('not_weight_unit')]);
  if (isSameUnit(unit, 'lbs') || isSameUnit(unit, 'oz')) input.weight_unit = known.weight_unit;
}

/** Values to convert may have any number of decimals. */
function amountOf(
  field: ImportField,
  number: string,
  isKept: boolean,
  decimalComma: boolean,
): number | Problem {
  if (decimalComma && hasTwoReadings(field, number)) return problem('two_readings');
  const text = decimalComma ? withDecimalPoint(field, number) : number;
  if (!isKept)
    return /^\d{1,9}(\.\d{1,30})?$|^\.\d{1,30}$/.test(text) ? Number(text) : problem('not_positive');
  const read = readCell(field, text);
  return 'value' in read ? (read.value as number) : read.problem;
}
