import { REQUIRED } from '../../contract/fields';
import { ABOVE_MSRP, NO_PHOTO, NO_PRICE, NO_UNITS, packFault } from '../../products/field-rules-contract';
import { photoFields } from '../../products/form-contract';
import type { ProductInput } from '../../products/input-contract';
import { headingOf, type ImportField, ROW } from '../columns-contract';
import type { ImportIssue } from '../contract';
import type { CheckedRow } from './csv';
import { hasTwoReadings, TWO_READINGS, withDecimalPoint } from './decimal-comma';
import { isPastMonth } from './expiration';
import type { Mapping } from './header-mapping';
import { addUnits, type ColumnUnits, NO_UNITS_NAMED, readMeasures } from './measure-cells';
import { isMeasure } from './measures';
import { cellOf, readCell } from './values';

export type FieldIssue = ImportIssue & { field: ImportField };

export interface ReadRow {
  line: number;
  upc: string;
  name: string;
  input: ProductInput;
  rejected: Record<string, string>;
  faults: Record<string, string>;
  warnings: FieldIssue[];
  /** Values that are imported, about which the seller is asked. */
  questions: FieldIssue[];
  /** Whether it only has a further photo of the product above it. */
  isImage?: boolean;
  /** Cells past the last column; null if the number of cells is right. */
  extra: readonly string[] | null;
  cells: Partial<Record<ImportField, string>>;
}

export const requiredMessages = {
  photo_1: NO_PHOTO,
  msrp_cents: NO_PRICE,
  wholesale_cents: NO_PRICE,
  seller_price_cents: NO_PRICE,
  units: NO_UNITS,
} as const;

const isRequired = (field: string): field is keyof typeof requiredMessages => field in requiredMessages;
const isPhoto = (field: string) => (photoFields as readonly string[]).includes(field);

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
    rejected: {},
    faults: {},
    warnings: [],
    questions: [],
    cells,
    extra: mismatch?.extra ?? null,
  };
  if (mismatch) {
    row.rejected[ROW] = mismatch.message;
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
  const { input, faults, notes } = readMeasures(row.cells, decimalComma, units);
  Object.assign(row.input, input);
  for (const [field, message] of faults) warn(row, field, message);
  for (const [field, message] of notes) ask(row, field, message);
}

const PAST_MONTH = 'This month is in the past. Enter a later one, or submit it as it is';

function checkExpiration(row: ReadRow) {
  const { expiration_date } = row.input;
  if (expiration_date && isPastMonth(expiration_date, new Date())) ask(row, 'expiration_date', PAST_MONTH);
}

/** Returns the faults of photos, which are judged together. */
function readCells(row: ReadRow, decimalComma: boolean): [ImportField, string][] {
  const photoFaults: [ImportField, string][] = [];
  for (const [name, text = ''] of Object.entries(row.cells)) {
    const field = name as ImportField;
    if (text === '' || field === 'weight_unit' || isMeasure(field)) continue;
    const isUnclear = decimalComma && hasTwoReadings(field, text);
    const read = isUnclear ? { fault: TWO_READINGS } : readCell(field, text);
    if ('value' in read) Object.assign(row.input, { [field]: read.value });
    else if (isPhoto(field)) photoFaults.push([field, read.fault]);
    else noteFault(row, field, read.fault);
  }
  return photoFaults;
}

function noteFault(row: ReadRow, field: ImportField, fault: string) {
  if (field === 'upc' || field === 'name') row.rejected[field] = fault;
  else if (isRequired(field)) row.faults[field] = fault;
  else warn(row, field, fault);
}

function checkRequired(row: ReadRow) {
  if (row.upc === '') row.rejected.upc = REQUIRED;
  if (row.name === '') row.rejected.name = REQUIRED;
  for (const [field, message] of Object.entries(requiredMessages))
    if (row.input[field as keyof typeof requiredMessages] === undefined) row.faults[field] ??= message;
  if (photoFields.some((field) => row.input[field])) delete row.faults.photo_1;
}

export const shownValue = ({ cells, extra }: ReadRow, field: string): string =>
  (field === ROW ? (extra ?? []).join(',') : (cells[field as ImportField] ?? '')).slice(0, 200);

const issueIn = (row: ReadRow, field: ImportField, message: string): FieldIssue => ({
  line: row.line,
  field,
  column: headingOf(field),
  value: shownValue(row, field),
  message,
});

const warn = (row: ReadRow, field: ImportField, message: string) =>
  row.warnings.push(issueIn(row, field, message));

const ask = (row: ReadRow, field: ImportField, message: string) =>
  row.questions.push(issueIn(row, field, message));

/** Invalid photos are warnings if another photo is valid. */
function checkPhotos(row: ReadRow, invalid: readonly [ImportField, string][]) {
  const [first] = invalid;
  if (!first) return;
  if (photoFields.some((field) => row.input[field]))
    for (const [field, message] of invalid) warn(row, field, message);
  else row.faults.photo_1 = first[1];
}

function checkBounds(row: ReadRow) {
  const { input } = row;
  if (input.msrp_cents && input.seller_price_cents && input.seller_price_cents > input.msrp_cents) {
    delete input.seller_price_cents;
    row.faults.seller_price_cents = ABOVE_MSRP;
  }
  const packProblem = packFault(input);
  if (packProblem === null) return;
  delete input.outer_quantity;
  warn(row, 'outer_quantity', packProblem);
}
