import { ValidationError } from 'yup';
import type { Units } from '../../contract/money';
import type { ProductInput } from '../../products/contract';
import { isPhotoField } from '../../products/rules';
import { isFileKey } from '../../storage/keys';
import type { BatchWarning } from './contract';
import { batchRow } from './schema';

const PHOTOS_BY_ADDRESS = 'Send photos by address, or one product at a time';
const NOT_AN_OBJECT = 'Send the product as an object';
const ONE_OF_UNITS = 'Send units or units_delta, not both';
const UNITS_OF_COUNT = 'Send units with units_counted_at';

/** A row's own values, read as PUT reads them. */
export interface BatchRow {
  /** From 0. */
  readonly index: number;
  readonly id: number | null;
  readonly upc: string | null;
  readonly sku: string | null;
  readonly isDeleted: boolean;
  /** null clears a field. */
  readonly input: ProductInput;
  readonly countedAt: Date | null;
  readonly delta: Units | null;
  /** By field: why the row can't be taken. */
  readonly errors: Readonly<Record<string, string>>;
  /** By field: values that a product needs to be published and that can't be read. */
  readonly unreadable: Readonly<Record<string, string>>;
  readonly warnings: readonly BatchWarning[];
}

type Schemas = Readonly<Record<string, { validateSync(value: unknown, options: object): unknown }>>;

const schemas = batchRow.fields as unknown as Schemas;

const PUBLISHING = new Set(['photo_1', 'msrp_cents', 'wholesale_cents', 'seller_price_cents', 'units']);
/** Fields that only say which product it is and what happens to it. */
const OF_BATCH = ['id', 'units_counted_at', 'units_delta', 'deleted'] as const;
const STRICT = new Set<string>([...OF_BATCH, 'name', 'upc', 'location_id', 'paused', 'version', 'old_units']);

type Given = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shown = (value: unknown) => (typeof value === 'object' ? '' : String(value).slice(0, 200));

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** Rules of several fields are judged with the product. */
const ALONE = { parent: {}, disableStackTrace: true } as const;

/** A value, or why it can't be read. */
function readField(field: string, given: Given): { readonly value: unknown } | { readonly fault: string } {
  if (isPhotoField(field) && typeof given[field] === 'string' && isFileKey(given[field]))
    return { fault: PHOTOS_BY_ADDRESS };
  try {
    return { value: schemas[field]?.validateSync(given[field], ALONE) };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return { fault: error.errors[0] ?? error.message };
  }
}

export function readRow(row: unknown, index: number): BatchRow {
  const given = isObject(row) ? row : {};
  const values: Record<string, unknown> = {};
  const errors: Record<string, string> = isObject(row) ? {} : { row: NOT_AN_OBJECT };
  const unreadable: Record<string, string> = {};
  const warnings: BatchWarning[] = [];
  for (const field of Object.keys(schemas)) {
    if (given[field] === undefined) continue;
    const read = readField(field, given);
    if ('value' in read) values[field] = read.value;
    else if (STRICT.has(field) || read.fault === PHOTOS_BY_ADDRESS) errors[field] = read.fault;
    else if (PUBLISHING.has(field)) unreadable[field] = read.fault;
    else warnings.push({ field, value: shown(given[field]), message: read.fault });
  }
  const { id, units_counted_at, units_delta, deleted, ...input } = values;
  if (units_delta != null && given.units != null) errors.units_delta = ONE_OF_UNITS;
  if (units_counted_at != null && given.units == null) errors.units = UNITS_OF_COUNT;
  return {
    index,
    id: (id as number | undefined) ?? null,
    upc: textOf(input.upc),
    sku: textOf(input.sku),
    isDeleted: deleted === true,
    input: input as ProductInput,
    countedAt: typeof units_counted_at === 'string' ? new Date(units_counted_at) : null,
    delta: (units_delta as Units | null | undefined) ?? null,
    errors,
    unreadable,
    warnings,
  };
}
