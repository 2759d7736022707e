import { MAX_UNITS, type Units } from '../contract/money';
import { keptBy } from '../products/columns';
import type { ProductInput } from '../products/contract';
import {
  caseSizeIsMissing,
  isPhotoField,
  minimumIsAboveUnits,
  type PackFields,
  packDiffers,
  photoFields,
  priceIsAboveMsrp,
} from '../products/rules';
import { type ExistingProduct, isEmpty } from './existing-product';
import { type FieldProblem, packProblem, type ReadRow, shownValue } from './parsing/row';
import { type Problem, problem } from './problem-texts';
import type { ImportField } from './rules';

/** Fields in which the file wins over a product's own values. */
export type Updates = readonly ImportField[];

export const NO_UPDATES: Updates = Object.freeze<ImportField[]>([]);

export interface UnitsCount {
  readonly at: Date;
  /** Not given, it is the upload's, and the file wins over units that were set since. */
  readonly isGiven: boolean;
}

export interface UpdateOptions {
  readonly updates: Updates;
  /** Where our pictures are. */
  readonly appUrl: string;
  /** When the units were counted, where they are to be updated. */
  readonly count?: UnitsCount | null;
  /** Nothing is written: what no choice of columns would import is told, too. */
  readonly isPreview?: boolean;
}

export interface KnownRow extends ReadRow {
  /** Units when they were counted; `input` has those that are left of them. */
  readonly counted?: Units;
}

/** The row as it reads for a product that the seller has. */
export const readForProduct = (row: ReadRow, existing: ExistingProduct, options: UpdateOptions): KnownRow =>
  afterSales(withOwnPhotos(withZero(row, existing, options), existing, options), existing, options);

function afterSales(row: ReadRow, { units, moved }: ExistingProduct, { count }: UpdateOptions): KnownRow {
  const counted = row.input.units;
  if (!count || typeof counted !== 'bigint' || units === null || moved === 0n) return row;
  const left = counted + moved;
  const warnings =
    left < 0n
      ? [
          {
            field: 'units',
            value: shownValue(row, 'units'),
            problem: problem('sold_since_count', { units: -left }),
          } as const,
        ]
      : [];
  const sellable = left < 0n ? 0n : left > MAX_UNITS ? MAX_UNITS : left;
  return {
    ...row,
    input: { ...row.input, units: sellable },
    counted,
    warnings: [...row.warnings, ...warnings],
  };
}

/** `0` is sold out, which a new product can't be; unknown units stay unknown unless the file is to win. */
function withZero(
  row: ReadRow,
  { units, provisional }: ExistingProduct,
  { updates }: UpdateOptions,
): ReadRow {
  const isZero = row.incomplete.units?.code === 'no_units' && /^0+(\.0+)?$/.test(row.cells.units ?? '');
  if (!isZero || (units === null && (provisional || !updates.includes('units')))) return row;
  const { units: _zero, ...incomplete } = row.incomplete;
  return { ...row, input: { ...row.input, units: 0n }, incomplete };
}

/** A download names pictures of ours by their address. */
function withOwnPhotos(row: ReadRow, existing: ExistingProduct, { appUrl }: UpdateOptions): ReadRow {
  const own: ProductInput = {};
  for (const field of photoFields) {
    const cell = row.cells[field];
    const kept = cell && keptBy(existing, cell.startsWith(`${appUrl}/`) ? cell.slice(appUrl.length) : cell);
    if (kept) own[field] = kept;
  }
  if (Object.keys(own).length === 0) return row;
  const { photo_1: _missing, ...incomplete } = row.incomplete;
  return {
    ...row,
    input: { ...row.input, ...own },
    incomplete,
    warnings: row.warnings.filter(({ field }) => !(isPhotoField(field) && own[field])),
  };
}

/** Values of the row that take the place of others. */
export function replacements(
  existing: ExistingProduct,
  { input }: ReadRow,
  differs: readonly ImportField[],
  updates: Updates,
): Partial<Record<ImportField, unknown>> {
  const replaced = new Set(differs.filter((field) => updates.includes(field)));
  if (replaced.has('weight') && differs.includes('weight_unit')) replaced.add('weight_unit');
  // A unit without its weight would change the stored weight.
  else if (differs.includes('weight')) replaced.delete('weight_unit');
  // Once one picture is replaced, all take the order of the file.
  if (photoFields.some((field) => replaced.has(field)))
    for (const field of photoFields)
      if (updates.includes(field) && input[field] && input[field] !== existing[field]) replaced.add(field);
  return Object.fromEntries([...replaced].map((field) => [field, input[field]]));
}

const PACK: readonly (keyof PackFields & ImportField)[] = ['outer_quantity', 'inner_quantity', 'inner_count'];

/** Which rule the replaced values would break; the product then keeps all of its own. */
export function ruleBroken(
  row: KnownRow,
  after: ExistingProduct,
  replaced: Readonly<Partial<Record<ImportField, unknown>>>,
  updates: Updates,
): FieldProblem | null {
  // Sales may go below the minimum; the count may not.
  const counted = row.counted === undefined ? after : { ...after, units: row.counted };
  const found = brokenInRow(row, updates) ?? brokenAfter(counted, replaced);
  return found && { ...found, value: shownValue(row, found.field) };
}

interface Broken {
  field: ImportField;
  problem: Problem;
}

/** Among the row's own values. */
function brokenInRow({ incomplete, warnings }: ReadRow, updates: Updates): Broken | null {
  const price = incomplete.seller_price_cents;
  if (updates.includes('seller_price_cents') && price?.code === 'above_msrp')
    return { field: 'seller_price_cents', problem: price };
  const pack = warnings.find(({ problem: { code } }) => code === 'pack_differs');
  return pack && PACK.some((field) => updates.includes(field)) ? pack : null;
}

function brokenAfter(
  after: ExistingProduct,
  replaced: Readonly<Partial<Record<ImportField, unknown>>>,
): Broken | null {
  const first = (...fields: ImportField[]) => fields.find((field) => replaced[field] !== undefined);
  const price = first('seller_price_cents', 'msrp_cents');
  if (price && priceIsAboveMsrp(after.seller_price_cents, after.msrp_cents))
    return {
      field: price,
      problem: problem(price === 'msrp_cents' ? 'msrp_below_asking' : 'above_msrp'),
    };
  return brokenQuantity(after, first);
}

function brokenQuantity(
  after: ExistingProduct,
  first: (...fields: ImportField[]) => ImportField | undefined,
): Broken | null {
  const minimum = after.min_order_units ?? 0n;
  const amount = first('min_order_units', 'units');
  if (amount && after.units !== 0n && minimumIsAboveUnits(minimum, after.units))
    return {
      field: amount,
      problem: amount === 'units' ? problem('below_minimum', { minimum }) : problem('above_units'),
    };
  const pack = first(...PACK);
  if (pack && packDiffers(after))
    return {
      field: pack,
      problem:
        pack === 'outer_quantity'
          ? packProblem(after)
          : problem('pack_factor_differs', { outer_quantity: after.outer_quantity ?? 0n }),
    };
  return first('sell_by') && caseSizeIsMissing(after)
    ? { field: 'sell_by', problem: problem('no_case_size') }
    : null;
}

/** Whether the units were set for a later moment than that of a count whose time is given. */
export const isOutdated = ({ counted_at }: ExistingProduct, { count }: UpdateOptions): boolean =>
  count?.isGiven === true && counted_at !== null && counted_at > count.at;

/** Cells of chosen columns that can't be read; the product keeps its value. */
export const unreadable = (row: ReadRow, existing: ExistingProduct, updates: Updates): FieldProblem[] =>
  Object.entries(row.incomplete).flatMap(([name, one]) => {
    const field = name as ImportField;
    return updates.includes(field) && row.cells[field] && !isEmpty(existing, field)
      ? [{ field, value: shownValue(row, field), problem: one }]
      : [];
  });

/** A price above the row's own MSRP is no difference that could be chosen. */
export const priceAboveMsrp = (row: ReadRow, existing: ExistingProduct): FieldProblem[] =>
  unreadable(row, existing, ['seller_price_cents']).filter(({ problem: { code } }) => code === 'above_msrp');
