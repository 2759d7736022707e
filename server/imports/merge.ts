import { formatUnits } from '../contract/money';
import {
  ABOVE_MSRP,
  ABOVE_UNITS,
  belowMinimum,
  minimumIsAboveUnits,
  packFault,
  priceIsAboveMsrp,
} from '../products/field-rules-contract';
import { photoFields } from '../products/form-contract';
import type { ProductInput } from '../products/input-contract';
import { headingOf, type ImportField } from './columns-contract';
import type { ImportIssue } from './contract';
import { type ReadRow, requiredMessages } from './parsing/row';

export type ExistingProduct = Required<{ [Field in ImportField]: ProductInput[Field] | null }> & {
  provisional: boolean;
  provisional_errors: Record<string, string>;
};

export interface Merged {
  outcome: 'created' | 'updated' | 'unchanged';
  /** Fields to write; for an existing product only those that were empty. */
  input: ProductInput;
  provisional: boolean;
  /** Reasons why the product stays provisional, by field. */
  errors: Record<string, string>;
  warnings: (ImportIssue & { field: ImportField })[];
  /** The product after the merge. */
  after: ExistingProduct;
}

/** Column defaults: they count as empty. */
const DEFAULTS: Partial<Record<ImportField, unknown>> = {
  category: 'other category',
  gender: 'unisex',
  packaging_type: 'retail_ready',
  weight_unit: 'lbs',
  description: '',
};

export const NEW_PRODUCT: ExistingProduct = {
  ...(Object.fromEntries(
    [
      'upc name photo_1 photo_2 photo_3 photo_4 photo_5 msrp_cents wholesale_cents seller_price_cents units',
      'min_order_units sku asin style_number seller_size expiration_date length width height weight',
      'inner_quantity inner_count outer_quantity',
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
  const input: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(arrangePhotos(row.input, existing))) {
    const field = name as ImportField;
    if (isEmpty(existing, field) && value !== DEFAULTS[field]) input[field] = value;
  }
  // A unit without its weight would change the stored weight.
  if (input.weight_unit !== undefined && (existing.weight !== null || input.weight === undefined))
    delete input.weight_unit;

  const errors: Record<string, string> = {};
  const warnings = row.warnings.filter(({ field }) => isEmpty(existing, field));
  const drop = (field: ImportField) => {
    delete input[field];
  };
  const merged = () => ({ ...existing, ...input }) as ExistingProduct;
  if (priceIsAboveMsrp(merged().seller_price_cents, merged().msrp_cents)) {
    const field = input.seller_price_cents === undefined ? 'msrp_cents' : 'seller_price_cents';
    drop(field);
    errors[field] = field === 'msrp_cents' ? 'Must not be less than Unit Asking Price' : ABOVE_MSRP;
  }
  const dropWithWarning = (field: ImportField, message: string) => {
    drop(field);
    warnings.push({
      line: row.line,
      field,
      column: headingOf(field),
      value: row.cells[field] ?? '',
      message,
    });
  };
  if (minimumIsAboveUnits(merged().min_order_units, merged().units)) {
    const message = belowMinimum(merged().min_order_units ?? 0n);
    if (input.min_order_units !== undefined) dropWithWarning('min_order_units', ABOVE_UNITS);
    else if (input.units !== undefined && !existing.provisional) dropWithWarning('units', message);
    else if (input.units !== undefined) {
      drop('units');
      errors.units = message;
    }
  }
  const packProblem = packFault(merged());
  if (packProblem !== null && input.outer_quantity !== undefined)
    dropWithWarning('outer_quantity', packProblem);
  else if (packProblem !== null)
    for (const field of ['inner_quantity', 'inner_count'] as const)
      if (input[field] !== undefined)
        dropWithWarning(
          field,
          `Must make the outer quantity of ${formatUnits(merged().outer_quantity ?? 0n)}`,
        );

  if (existing.provisional) {
    const after = merged();
    for (const [field, message] of Object.entries(requiredMessages)) {
      // Units are optional for products that were added by hand, and required for imported ones.
      if (after[field as ImportField] !== null) continue;
      if (field === 'units' && product && !existing.provisional_errors.units && !row.cells.units) continue;
      errors[field] ??= row.faults[field] ?? existing.provisional_errors[field] ?? message;
    }
  }
  const provisional = existing.provisional && Object.keys(errors).length > 0;
  const isFilled = Object.keys(input).length > 0;
  return {
    outcome: product
      ? isFilled || provisional !== existing.provisional
        ? 'updated'
        : 'unchanged'
      : 'created',
    input: input as ProductInput,
    provisional,
    errors: provisional ? errors : {},
    warnings,
    after: { ...merged(), provisional, provisional_errors: provisional ? errors : {} },
  };
}
