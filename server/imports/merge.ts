import { formatUnits } from '../contract/money';
import {
  ABOVE_MSRP,
  ABOVE_UNITS,
  belowMinimum,
  caseSizeIsMissing,
  minimumIsAboveUnits,
  NO_CASE_SIZE,
  packFault,
  priceIsAboveMsrp,
} from '../products/field-rules-contract';
import { photoFields } from '../products/form-contract';
import type { ProductInput } from '../products/input-contract';
import { headingOf, type ImportField } from './columns-contract';
import { differingFields } from './differences';
import { type FieldIssue, type ReadRow, requiredMessages } from './parsing/row';

export type ExistingProduct = Required<{ [Field in ImportField]: ProductInput[Field] | null }> & {
  provisional: boolean;
  provisional_errors: Record<string, string>;
};

export interface Merged {
  outcome: 'created' | 'updated' | 'unchanged';
  input: ProductInput;
  provisional: boolean;
  errors: Record<string, string>;
  warnings: FieldIssue[];
  questions: FieldIssue[];
  /** Fields of the row with other values than the product had before. */
  differs: ImportField[];
  after: ExistingProduct;
}

export const OUTCOME_STATUS = { created: 'new', updated: 'changed', unchanged: 'unchanged' } as const;

const DEFAULTS: Partial<Record<ImportField, unknown>> = {
  category: 'other category',
  gender: 'unisex',
  packaging_type: 'retail_ready',
  weight_unit: 'lbs',
  sell_by: 'unit',
  description: '',
};

export const NEW_PRODUCT: ExistingProduct = {
  ...(Object.fromEntries(
    [
      'upc name photo_1 photo_2 photo_3 photo_4 photo_5 msrp_cents wholesale_cents seller_price_cents units',
      'min_order_units sku asin style_number seller_size expiration_date length width height weight',
      'inner_quantity inner_count outer_quantity condition',
    ]
      .join(' ')
      .split(' ')
      .map((field) => [field, null]),
  ) as unknown as ExistingProduct),
  ...(DEFAULTS as Partial<ExistingProduct>),
  provisional: true,
  provisional_errors: {},
};

const isEmpty = (existing: ExistingProduct, field: ImportField) => {
  const stored = existing[field];
  return stored === null || stored === undefined || stored === '' || stored === DEFAULTS[field];
};

const photosOf = (product: ProductInput | ExistingProduct) =>
  photoFields.flatMap((field) => product[field] ?? []);

/** Moves a new product's photos to the first places; skips photos that an existing product has. */
function arrangePhotos(input: ProductInput, existing: ExistingProduct): ProductInput {
  const photos = photosOf(input);
  const stored = new Set(photosOf(existing));
  const moved: ProductInput = { ...input };
  if (stored.size > 0) {
    for (const field of photoFields) if (stored.has(moved[field] ?? '')) delete moved[field];
    return moved;
  }
  if (input.photo_1) return input;
  photoFields.forEach((field, at) => {
    const photo = photos[at];
    if (photo === undefined) delete moved[field];
    else moved[field] = photo;
  });
  return moved;
}

/** New products get all valid values, existing ones only missing ones (docs/rules.md#import). */
export function merge(product: ExistingProduct | null, row: ReadRow): Merged {
  const existing = product ?? NEW_PRODUCT;
  const draft: Draft = {
    row,
    existing,
    input: inputFor(existing, row),
    errors: {},
    warnings: row.warnings.filter(({ field }) => isEmpty(existing, field)),
  };
  dropPriceAboveMsrp(draft);
  dropMinimumAboveUnits(draft);
  dropBrokenPack(draft);
  dropCaseWithoutSize(draft);
  if (existing.provisional) addMissingFields(draft, product !== null);
  return mergedOf(draft, product !== null);
}

function mergedOf(draft: Draft, isStored: boolean): Merged {
  const { row, existing, input, warnings } = draft;
  const provisional = existing.provisional && Object.keys(draft.errors).length > 0;
  const errors = provisional ? draft.errors : {};
  const isChanged = Object.keys(input).length > 0 || provisional !== existing.provisional;
  return {
    outcome: isStored ? (isChanged ? 'updated' : 'unchanged') : 'created',
    input: input as ProductInput,
    provisional,
    errors,
    warnings,
    questions: row.questions.filter(({ field }) => input[field] !== undefined),
    differs: isStored ? differingFields(existing, row.input) : [],
    after: { ...afterMerge(draft), provisional, provisional_errors: errors },
  };
}

interface Draft {
  readonly row: ReadRow;
  readonly existing: ExistingProduct;
  readonly input: Partial<Record<ImportField, unknown>>;
  readonly errors: Merged['errors'];
  readonly warnings: Merged['warnings'];
}

function inputFor(existing: ExistingProduct, row: ReadRow): Draft['input'] {
  const input: Draft['input'] = {};
  for (const [name, value] of Object.entries(arrangePhotos(row.input, existing))) {
    const field = name as ImportField;
    if (isEmpty(existing, field) && value !== DEFAULTS[field]) input[field] = value;
  }
  // A unit without its weight would change the stored weight.
  if (input.weight_unit !== undefined && (existing.weight !== null || input.weight === undefined))
    delete input.weight_unit;
  return input;
}

const afterMerge = ({ existing, input }: Draft) => ({ ...existing, ...input }) as ExistingProduct;

function dropWithError({ input, errors }: Draft, field: ImportField, message: string) {
  delete input[field];
  errors[field] = message;
}

function dropWithWarning({ input, row, warnings }: Draft, field: ImportField, message: string) {
  delete input[field];
  const value = row.cells[field] ?? '';
  warnings.push({ line: row.line, field, column: headingOf(field), value, message });
}

function dropPriceAboveMsrp(draft: Draft) {
  const { seller_price_cents, msrp_cents } = afterMerge(draft);
  if (!priceIsAboveMsrp(seller_price_cents, msrp_cents)) return;
  if (draft.input.seller_price_cents === undefined)
    dropWithError(draft, 'msrp_cents', 'Enter an MSRP that is at least the Unit Asking Price');
  else dropWithError(draft, 'seller_price_cents', ABOVE_MSRP);
}

function dropMinimumAboveUnits(draft: Draft) {
  const { existing, input } = draft;
  const { min_order_units, units } = afterMerge(draft);
  if (!minimumIsAboveUnits(min_order_units, units)) return;
  const message = belowMinimum(min_order_units ?? 0n);
  if (input.min_order_units !== undefined) dropWithWarning(draft, 'min_order_units', ABOVE_UNITS);
  else if (input.units === undefined) return;
  else if (existing.provisional) dropWithError(draft, 'units', message);
  else dropWithWarning(draft, 'units', message);
}

function dropBrokenPack(draft: Draft) {
  const merged = afterMerge(draft);
  const problem = packFault(merged);
  if (problem === null) return;
  if (draft.input.outer_quantity !== undefined) return dropWithWarning(draft, 'outer_quantity', problem);
  const message = `Change this so that Inner Quantity × Number of Inners is ${formatUnits(merged.outer_quantity ?? 0n)}`;
  for (const field of ['inner_quantity', 'inner_count'] as const)
    if (draft.input[field] !== undefined) dropWithWarning(draft, field, message);
}

function dropCaseWithoutSize(draft: Draft) {
  if (draft.input.sell_by !== undefined && caseSizeIsMissing(afterMerge(draft)))
    dropWithWarning(draft, 'sell_by', NO_CASE_SIZE);
}

/** Units are optional for products that were added by hand, and required for imported ones. */
function addMissingFields(draft: Draft, isKnown: boolean) {
  const { row, existing, errors } = draft;
  const after = afterMerge(draft);
  for (const [field, message] of Object.entries(requiredMessages)) {
    if (after[field as ImportField] !== null) continue;
    if (field === 'units' && isKnown && !existing.provisional_errors.units && !row.cells.units) continue;
    errors[field] ??= row.faults[field] ?? existing.provisional_errors[field] ?? message;
  }
}
