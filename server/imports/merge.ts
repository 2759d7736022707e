import type { ProductInput } from '../products/contract';
import { defaultOf } from '../products/defaults';
import {
  caseSizeIsMissing,
  minimumIsAboveUnits,
  packDiffers,
  photoFields,
  priceIsAboveMsrp,
} from '../products/rules';
import type { Outcome } from './contract';
import { differingFields } from './differences';
import { type ExistingProduct, isEmpty, NEW_PRODUCT } from './existing-product';
import { type FieldProblem, packProblem, type ReadRow, requiredFields, shownValue } from './parsing/row';
import { type Problem, problem } from './problem-texts';
import type { ImportField } from './rules';
import {
  isOutdated,
  type KnownRow,
  NO_UPDATES,
  priceAboveMsrp,
  readForProduct,
  replacements,
  ruleBroken,
  type UpdateOptions,
  type Updates,
  unreadable,
} from './updates';

export interface Merged {
  outcome: Outcome;
  input: ProductInput;
  provisional: boolean;
  /** By field: why the product stays a draft. */
  errors: Record<string, Problem>;
  warnings: FieldProblem[];
  questions: FieldProblem[];
  /** The row's values, as they read for this product. */
  given: ProductInput;
  /** Fields of which the product had another value than the row. */
  unequal: ImportField[];
  /** Those of them that keep it. */
  differs: ImportField[];
  /** Fields of the product that took the row's value in place of their own. */
  replaced: ImportField[];
  after: ExistingProduct;
}

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

/**
 * New products get all valid values, existing ones the missing ones and, of columns to update, those that differ
 * (docs/rules.md#import).
 */
export function merge(
  product: ExistingProduct | null,
  row: ReadRow,
  options: UpdateOptions = { updates: NO_UPDATES, appUrl: '' },
): Merged {
  if (!product) return mergedOf(filled(NEW_PRODUCT, row, NO_UPDATES, {}), null, []);
  const read = readForProduct(row, product, options);
  const differs = differingFields(product, read.input);
  const { merging, replaced } = updated(product, read, differs, options);
  return mergedOf(merging, replaced, differs);
}

/** Replaces nothing where that would break a rule. */
function updated(
  product: ExistingProduct,
  row: KnownRow,
  differs: readonly ImportField[],
  options: UpdateOptions,
): { merging: Merging; replaced: ImportField[] } {
  const { updates, isPreview } = options;
  if (updates.length === 0) {
    const merging = filled(product, row, updates, {});
    if (isPreview) merging.warnings.push(...priceAboveMsrp(row, product));
    return { merging, replaced: [] };
  }
  const { units, ...others } = replacements(product, row, differs, updates);
  const isLate = units !== undefined && isOutdated(product, options);
  const wanted = isLate || units === undefined ? others : { ...others, units };
  const after = { ...product, ...inputFor(product, row), ...wanted } as ExistingProduct;
  const broken = ruleBroken(row, after, wanted, updates);
  const merging = filled(product, row, updates, broken ? {} : wanted);
  const { warnings } = merging;
  const isNews = ({ field, problem: { code } }: FieldProblem) =>
    !warnings.some((warning) => warning.field === field && warning.problem.code === code);
  const late = {
    field: 'units',
    value: shownValue(row, 'units'),
    problem: problem('set_after_count'),
  } as const;
  const added = [
    ...(broken ? [broken] : []),
    ...(isLate ? [late] : []),
    ...unreadable(row, product, updates),
    ...(isPreview ? priceAboveMsrp(row, product) : []),
  ];
  for (const warning of added) if (isNews(warning)) warnings.push(warning);
  return { merging, replaced: broken ? [] : (Object.keys(wanted) as ImportField[]) };
}

function filled(
  existing: ExistingProduct,
  row: ReadRow,
  updates: Updates,
  replacing: Merging['input'],
): Merging {
  const merging: Merging = {
    row,
    existing,
    input: { ...inputFor(existing, row), ...replacing },
    errors: {},
    replacing,
    warnings: row.warnings.filter(({ field }) => isEmpty(existing, field) || updates.includes(field)),
  };
  dropPriceAboveMsrp(merging);
  dropMinimumAboveUnits(merging);
  dropBrokenPack(merging);
  dropCaseWithoutSize(merging);
  if (existing.provisional) addMissingFields(merging, existing !== NEW_PRODUCT);
  return merging;
}

/** `replaced` is null for a new product. */
function mergedOf(merging: Merging, replaced: ImportField[] | null, unequal: ImportField[]): Merged {
  const { row, existing, input, warnings } = merging;
  const provisional = existing.provisional && Object.keys(merging.errors).length > 0;
  const errors = provisional ? merging.errors : {};
  const isChanged = Object.keys(input).length > 0 || provisional !== existing.provisional;
  return {
    outcome: replaced ? (isChanged ? 'changed' : 'unchanged') : 'new',
    input: input as ProductInput,
    provisional,
    errors,
    warnings,
    questions: row.questions.filter(({ field }) => input[field] !== undefined),
    given: row.input,
    unequal,
    differs: unequal.filter((field) => !replaced?.includes(field)),
    replaced: replaced ?? [],
    after: { ...afterMerge(merging), provisional, provisional_errors: errors },
  };
}

interface Merging {
  readonly row: ReadRow;
  readonly existing: ExistingProduct;
  readonly input: Partial<Record<ImportField, unknown>>;
  readonly replacing: Merging['input'];
  readonly errors: Merged['errors'];
  readonly warnings: Merged['warnings'];
}

function inputFor(existing: ExistingProduct, row: ReadRow): Merging['input'] {
  const input: Merging['input'] = {};
  for (const [name, value] of Object.entries(arrangePhotos(row.input, existing))) {
    const field = name as ImportField;
    if (isEmpty(existing, field) && value !== defaultOf(field)) input[field] = value;
  }
  // A unit without its weight would change the stored weight.
  if (input.weight_unit !== undefined && (existing.weight !== null || input.weight === undefined))
    delete input.weight_unit;
  return input;
}

const afterMerge = ({ existing, input }: Merging) => ({ ...existing, ...input }) as ExistingProduct;

function dropWithError({ input, errors }: Merging, field: ImportField, what: Problem) {
  delete input[field];
  errors[field] = what;
}

function dropWithWarning({ input, row, warnings }: Merging, field: ImportField, what: Problem) {
  delete input[field];
  warnings.push({ field, value: shownValue(row, field), problem: what });
}

function dropPriceAboveMsrp(merging: Merging) {
  const { seller_price_cents, msrp_cents } = afterMerge(merging);
  if (!priceIsAboveMsrp(seller_price_cents, msrp_cents)) return;
  if (merging.input.seller_price_cents === undefined)
    dropWithError(merging, 'msrp_cents', problem('msrp_below_asking'));
  else dropWithError(merging, 'seller_price_cents', problem('above_msrp'));
}

function dropMinimumAboveUnits(merging: Merging) {
  const { existing, input, replacing } = merging;
  const { min_order_units, units } = afterMerge(merging);
  if (input.units === 0n || replacing.units !== undefined) return;
  if (!minimumIsAboveUnits(min_order_units, units)) return;
  const belowMinimum = problem('below_minimum', { minimum: min_order_units ?? 0n });
  if (input.min_order_units !== undefined)
    dropWithWarning(merging, 'min_order_units', problem('above_units'));
  else if (input.units === undefined) return;
  else if (existing.provisional) dropWithError(merging, 'units', belowMinimum);
  else dropWithWarning(merging, 'units', belowMinimum);
}

function dropBrokenPack(merging: Merging) {
  const merged = afterMerge(merging);
  if (!packDiffers(merged)) return;
  if (merging.input.outer_quantity !== undefined)
    return dropWithWarning(merging, 'outer_quantity', packProblem(merged));
  const factorDiffers = problem('pack_factor_differs', { outer_quantity: merged.outer_quantity ?? 0n });
  for (const field of ['inner_quantity', 'inner_count'] as const)
    if (merging.input[field] !== undefined) dropWithWarning(merging, field, factorDiffers);
}

function dropCaseWithoutSize(merging: Merging) {
  if (merging.input.sell_by !== undefined && caseSizeIsMissing(afterMerge(merging)))
    dropWithWarning(merging, 'sell_by', problem('no_case_size'));
}

/** Units are optional for products that were added by hand, and required for imported ones. */
function addMissingFields(merging: Merging, isKnown: boolean) {
  const { row, existing, errors } = merging;
  const after = afterMerge(merging);
  for (const [field, missing] of Object.entries(requiredFields)) {
    if (after[field as ImportField] !== null) continue;
    if (field === 'units' && isKnown && !existing.provisional_errors.units && !row.cells.units) continue;
    errors[field] ??= row.incomplete[field] ?? missing;
  }
}
