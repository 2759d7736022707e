import type { ProductRow } from '../../../db/tables';
import { REQUIRED, TOO_MANY_UNITS } from '../../contract/fields';
import { formatUnits, MAX_UNITS, type Units } from '../../contract/money';
import { changedFields } from '../../products/changes';
import { changedColumns, keptBy } from '../../products/columns';
import type { ProductInput } from '../../products/contract';
import { fieldFaults } from '../../products/field-faults';
import type { BulkProduct } from '../../products/import-writes';
import {
  clearedFaults,
  errorsLeft,
  isComplete,
  isStale,
  NOT_A_LOCATION,
  PRODUCT_CHANGED,
  staleUnits,
} from '../../products/product';
import { belowMinimum, isPhotoAddress, PHOTO_NOT_HTTPS, photoFields, UPC_TAKEN } from '../../products/rules';
import { merge } from '../merge';
import type { ReadRow } from '../parsing/row';
import { textOf, textsOf } from '../problem-texts';
import type { BatchResult, BatchWarning } from './contract';
import type { BatchRow } from './read-row';
import { conflict, outcomeOf, refused, resultOf } from './results';

/** What else decides on a row, as it is in the chunk's transaction. */
export interface Around {
  /** The seller's. */
  readonly locations: ReadonlySet<number>;
  /** Whether another product has the UPC, or an earlier row of the chunk takes it. */
  isTaken(upc: string, by: number | null): boolean;
}

/** Units to be set now, or those of a moment. */
type Stock = { readonly units: Units; readonly countedAt: Date | null };

export interface Write {
  readonly kind: 'write';
  readonly row: BatchRow;
  readonly before: ProductRow;
  /** Without the units. */
  readonly columns: Partial<ProductRow>;
  readonly stock: Stock | null;
}

type Faults = Record<string, string>;

const isAny = (faults: Faults) => Object.keys(faults).length > 0;

/** A row of a product that the seller has: a write, or why there is none. */
export function judgeKnown(row: BatchRow, before: ProductRow, around: Around): Write | BatchResult {
  if (isStale(row.input, before)) return conflict(row, before, { version: PRODUCT_CHANGED });
  const { units, old_units: _old, version: _version, ...input } = row.input;
  const photos = photosOf(input, before);
  const errors = { ...row.errors, ...row.unreadable, ...photos.faults, ...faultsOf(row, before, around) };
  if (isAny(errors)) return refused(row, errors, before);
  const stale = staleUnits(row.input, before);
  if (stale) return conflict(row, before, { units: stale });
  // The product keeps the writing under which the row found it.
  const { upc, ...others } = input;
  const named = row.id === null ? others : { ...others, ...(upc != null && { upc }) };
  const columns = changedColumns(named, photos.columns);
  return { kind: 'write', row, before, columns, stock: stockOf(row, before, units) };
}

function stockOf(
  { countedAt, delta }: BatchRow,
  before: ProductRow,
  units: ProductInput['units'],
): Stock | null {
  if (delta !== null) return { units: (before.units ?? 0n) + delta, countedAt: null };
  return typeof units === 'bigint' ? { units, countedAt } : null;
}

function photosOf(input: ProductInput, before: ProductRow | null) {
  const columns: Partial<Record<(typeof photoFields)[number], string | null>> = {};
  const faults: Faults = {};
  for (const field of photoFields) {
    const sent = input[field];
    if (sent === undefined) continue;
    const kept = sent === null ? null : (keptBy(before, sent) ?? (isPhotoAddress(sent) ? sent : undefined));
    if (kept === undefined) faults[field] = PHOTO_NOT_HTTPS;
    else columns[field] = kept;
  }
  return { columns, faults };
}

function faultsOf({ id, input, delta }: BatchRow, before: ProductRow, around: Around): Faults {
  // Sold out is less than any minimum.
  const ruled = { ...input, ...(input.units === 0n && { units: undefined }) };
  const { min_order_units: minimum, ...faults } = fieldFaults(ruled, before);
  return {
    ...clearedFaults(input, before),
    ...faults,
    ...(minimum && minimumFault(input, before, minimum)),
    ...placeFault(input, around),
    ...(id !== null &&
      typeof input.upc === 'string' &&
      around.isTaken(input.upc, before.id) && { upc: UPC_TAKEN }),
    ...(delta !== null && deltaFault(before.units ?? 0n, delta)),
  };
}

const minimumFault = (input: ProductInput, before: ProductRow, fault: string): Faults =>
  input.min_order_units === undefined
    ? { units: belowMinimum(before.min_order_units ?? 0n) }
    : { min_order_units: fault };

const placeFault = ({ location_id }: ProductInput, { locations }: Around): Faults =>
  location_id == null || locations.has(location_id) ? {} : { location_id: NOT_A_LOCATION };

function deltaFault(units: Units, delta: Units): Faults {
  if (units + delta < 0n) return { units_delta: `Only ${formatUnits(units)} in stock` };
  return units + delta > MAX_UNITS ? { units_delta: TOO_MANY_UNITS } : {};
}

/** The product as the write makes it; null where it changes nothing. */
export function writtenBy({ before, columns }: Write, units: Units | null): ProductRow | null {
  const merged: ProductRow = { ...before, ...columns, units };
  if (changedFields(before, { ...columns, units }).length === 0) return null;
  return {
    ...merged,
    provisional: before.provisional && !isComplete(merged),
    provisional_errors: errorsLeft(merged),
    version: before.version + 1,
  };
}

export interface Creation extends BulkProduct {
  readonly kind: 'create';
  readonly row: BatchRow;
  readonly upc: string;
  readonly warnings: readonly BatchWarning[];
}

export interface Deletion {
  readonly kind: 'delete';
  readonly row: BatchRow;
  readonly before: ProductRow;
}

export const judgeDeletion = (row: BatchRow, before: ProductRow): Deletion | BatchResult =>
  isStale(row.input, before)
    ? conflict(row, before, { version: PRODUCT_CHANGED })
    : { kind: 'delete', row, before };

/** A row of a new product, judged as one of a file. */
export function judgeNew(row: BatchRow, around: Around): Creation | BatchResult {
  if (row.isDeleted) return resultOf(row, 'unchanged');
  const upc = row.upc ?? '';
  const errors = {
    ...(row.input.name ? {} : { name: REQUIRED }),
    ...row.errors,
    ...photosOf(row.input, null).faults,
    ...placeFault(row.input, around),
    ...(row.delta !== null && deltaFault(0n, row.delta)),
    ...(around.isTaken(upc, null) && { upc: UPC_TAKEN }),
  };
  return isAny(errors) ? refused(row, errors) : creationOf(row, upc);
}

function creationOf(row: BatchRow, upc: string): Creation {
  const { location_id, paused, old_units: _old, version: _version, ...given } = row.input;
  const units = row.delta ?? given.units;
  // A new product has units, or is not published.
  const input = withoutNulls({ ...given, upc, units: units || null });
  const merged = merge(null, fileRow(row, upc, input));
  const texts = textsOf(merged.errors);
  return {
    kind: 'create',
    row,
    input: { ...merged.input, ...withoutNulls({ location_id, paused }) },
    provisional: merged.provisional,
    provisional_errors: Object.fromEntries(
      Object.entries(texts).map(([field, text]) => [field, row.unreadable[field] ?? text]),
    ),
    upc,
    warnings: [
      ...row.warnings,
      ...merged.warnings.map(({ field, value, problem }) => ({ field, value, message: textOf(problem) })),
    ],
  };
}

type Given = { readonly [Field in keyof ProductInput]?: ProductInput[Field] | undefined };

const withoutNulls = (input: Given): ProductInput =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined));

const fileRow = ({ index }: BatchRow, upc: string, input: ProductInput): ReadRow => ({
  line: index + 1,
  upc,
  name: input.name ?? '',
  input,
  refused: {},
  incomplete: {},
  warnings: [],
  questions: [],
  extra: null,
  cells: Object.fromEntries(Object.entries(input).map(([field, value]) => [field, String(value)])),
});

/** What the answer says of a product that was written. */
export const createdResult = (
  { row, upc, input, provisional, provisional_errors, warnings }: Creation,
  id: number,
) => {
  const product = { id, upc, sku: input.sku ?? null, version: 1, provisional, provisional_errors };
  return resultOf(row, outcomeOf(product, 'new'), { product, warnings: [...warnings] });
};
