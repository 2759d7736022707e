import type { ProductInput } from '../../products/contract';
import {
  isPhotoField,
  type PackFields,
  packDiffers,
  photoFields,
  priceIsAboveMsrp,
} from '../../products/rules';
import { type Problem, problem } from '../problem-texts';
import { type ImportField, ROW } from '../rules';
import type { CheckedRow } from './csv';
import { hasTwoReadings, withDecimalPoint } from './decimal-comma';
import { isPastMonth } from './expiration';
import type { Mapping } from './header-mapping';
import { addUnits, type ColumnUnits, NO_UNITS_NAMED, readMeasures } from './measure-cells';
import { isMeasure } from './measures';
import { cellOf, readCell } from './values';

export interface FieldProblem {
  field: ImportField;
  value: string;
  problem: Problem;
}

export interface ReadRow {
  line: number;
  upc: string;
  name: string;
  input: ProductInput;
  /** By field or ROW: why the row becomes no product. */
  refused: Record<string, Problem>;
  /** By field: why a required value is missing. */
  incomplete: Record<string, Problem>;
  warnings: FieldProblem[];
  /** Values that are imported, about which the seller is asked. */
  questions: FieldProblem[];
  /** Whether it only has a further photo of the product above it. */
  isImage?: boolean;
  /** Cells past the last column; null if the number of cells is right. */
  extra: readonly string[] | null;
  cells: Partial<Record<ImportField, string>>;
  /** The file's value of each cell that a correction changes. */
  original?: Partial<Record<ImportField, string>>;
}

export const requiredFields = {
  photo_1: problem('no_photo'),
  msrp_cents: problem('no_price'),
  wholesale_cents: problem('no_price'),
  seller_price_cents: problem('no_price'),
  units: problem('no_units'),
} as const;

const isRequired = (field: string): field is keyof typeof requiredFields => field in requiredFields;

export function readRow(
  { line, cells: raw, mismatch = null, decimalComma = false }: CheckedRow,
  mapping: Mapping,
  fixes: Readonly<Record<string, string>> = {},
  units: ColumnUnits = NO_UNITS_NAMED,
): ReadRow {
  const cells = cellsOf(raw, mapping, fixes);
  addUnits(cells, raw, units);
  if (decimalComma) rewriteNumbers(cells);
  const row: ReadRow = {
    line,
    upc: cells.upc ?? '',
    name: cells.name ?? '',
    input: {},
    refused: {},
    incomplete: {},
    warnings: [],
    questions: [],
    cells,
    extra: mismatch?.extra ?? null,
  };
  if (mismatch) {
    row.refused[ROW] = mismatch.problem;
    return row;
  }
  checkPhotos(row, readCells(row, decimalComma));
  takeMeasures(row, decimalComma, units);
  row.name = row.input.name ?? row.name;
  checkBounds(row);
  checkExpiration(row);
  checkRequired(row);
  return row;
}

function cellsOf(raw: readonly string[], mapping: Mapping, fixes: Readonly<Record<string, string>>) {
  const cells: ReadRow['cells'] = {};
  mapping.forEach((field, at) => {
    if (field) cells[field] = cellOf(field, raw[at] ?? '');
  });
  for (const [field, text] of Object.entries(fixes))
    cells[field as ImportField] = cellOf(field as ImportField, text);
  return cells;
}

function rewriteNumbers(cells: ReadRow['cells']) {
  for (const [name, text] of Object.entries(cells)) {
    const field = name as ImportField;
    cells[field] = withDecimalPoint(field, text);
  }
}

function takeMeasures(row: ReadRow, decimalComma: boolean, units: ColumnUnits) {
  const { input, warnings, questions } = readMeasures(row.cells, decimalComma, units);
  Object.assign(row.input, input);
  for (const [field, what] of warnings) warn(row, field, what);
  for (const [field, what] of questions) ask(row, field, what);
}

function checkExpiration(row: ReadRow) {
  const { expiration_date } = row.input;
  if (expiration_date && isPastMonth(expiration_date, new Date()))
    ask(row, 'expiration_date', problem('past_month'));
}

/** Returns the problems of photos, which are judged together. */
function readCells(row: ReadRow, decimalComma: boolean): [ImportField, Problem][] {
  const ofPhotos: [ImportField, Problem][] = [];
  for (const [name, text = ''] of Object.entries(row.cells)) {
    const field = name as ImportField;
    if (text === '' || field === 'weight_unit' || isMeasure(field)) continue;
    const isUnclear = decimalComma && hasTwoReadings(field, text);
    const read = isUnclear ? { problem: problem('two_readings') } : readCell(field, text);
    if ('value' in read) Object.assign(row.input, { [field]: read.value });
    else if (isPhotoField(field)) ofPhotos.push([field, read.problem]);
    else addProblem(row, field, read.problem);
  }
  return ofPhotos;
}

function addProblem(row: ReadRow, field: ImportField, what: Problem) {
  if (field === 'upc' || field === 'name') row.refused[field] = what;
  else if (isRequired(field)) row.incomplete[field] = what;
  else warn(row, field, what);
}

function checkRequired(row: ReadRow) {
  if (row.upc === '') row.refused.upc = problem('required');
  // Without a column of names the product may be one that the seller has, once its UPC can be read.
  if (row.name === '' && !(row.refused.upc && row.cells.name === undefined))
    row.refused.name = problem('required');
  for (const [field, what] of Object.entries(requiredFields))
    if (row.input[field as keyof typeof requiredFields] === undefined) row.incomplete[field] ??= what;
  if (photoFields.some((field) => row.input[field])) delete row.incomplete.photo_1;
}

export const shownValue = ({ cells, extra }: ReadRow, field: string): string =>
  (field === ROW ? (extra ?? []).join(',') : (cells[field as ImportField] ?? '')).slice(0, 200);

const warn = (row: ReadRow, field: ImportField, what: Problem) =>
  row.warnings.push({ field, value: shownValue(row, field), problem: what });

const ask = (row: ReadRow, field: ImportField, what: Problem) =>
  row.questions.push({ field, value: shownValue(row, field), problem: what });

/** Invalid photos are warnings if another photo is valid. */
function checkPhotos(row: ReadRow, invalid: readonly [ImportField, Problem][]) {
  const [first] = invalid;
  if (!first) return;
  if (photoFields.some((field) => row.input[field]))
    for (const [field, what] of invalid) warn(row, field, what);
  else row.incomplete.photo_1 = first[1];
}

function checkBounds(row: ReadRow) {
  const { input } = row;
  if (priceIsAboveMsrp(input.seller_price_cents, input.msrp_cents)) {
    delete input.seller_price_cents;
    row.incomplete.seller_price_cents = problem('above_msrp');
  }
  if (!packDiffers(input)) return;
  delete input.outer_quantity;
  warn(row, 'outer_quantity', packProblem(input));
}

/** That the units of a case are not those of its inner cases. */
export const packProblem = ({ inner_quantity, inner_count }: PackFields): Problem =>
  problem('pack_differs', { inner_quantity: inner_quantity ?? 0n, inner_count: inner_count ?? 0n });
