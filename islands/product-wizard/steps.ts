import { isBlank } from '../../server/contract/strip-invisible';
import type { Product } from '../../server/products/contract';
import { productSteps } from '../../server/products/form-schema';
import type { WizardLocation } from '../../server/products/manage/contract';
import {
  missingSteps,
  missingText,
  type ProductStep,
  photoFields,
  stepNames,
} from '../../server/products/rules';
import type { DashboardFrame } from '../../server/sellers/contract';
import { stepAddress } from '../dashboard/addresses';
import { INCOMPLETE_PROFILE } from '../dashboard/wording';

const requiredSteps: readonly ProductStep[] = ['identifiers', 'description', 'pricing'];

export const stepAfter = (step: ProductStep): ProductStep | null =>
  stepNames[stepNames.indexOf(step) + 1] ?? null;
export const stepBefore = (step: ProductStep): ProductStep | null =>
  stepNames[stepNames.indexOf(step) - 1] ?? null;

export const listAddress = (frame: DashboardFrame | null, product: Pick<Product, 'seller_id'>) =>
  frame ? '/dashboard/manage_products' : `/admin/sellers/${product.seller_id}/products`;

export const stepTitles: Record<ProductStep, string> = {
  identifiers: 'Identifiers',
  description: 'Description',
  pricing: 'Pricing',
  quantity: 'Quantity',
  details: 'Details',
  dimensions: 'Dimensions',
  packaging: 'Packaging',
};

export type StepState = 'completed' | 'active' | 'incomplete_required' | 'incomplete_optional';

// Default values do not count as completed.
const isGiven: Record<
  Exclude<ProductStep, 'identifiers' | 'description' | 'pricing'>,
  (of: Product) => boolean
> = {
  quantity: ({ units }) => units !== null,
  details: ({ condition, gender, seller_size, expiration_date }) =>
    Boolean(condition) || gender !== 'unisex' || seller_size !== null || expiration_date !== null,
  dimensions: ({ length, width, height, weight }) =>
    [length, width, height, weight].some((size) => size !== null),
  packaging: ({ packaging_type, inner_count, inner_quantity, outer_quantity }) =>
    packaging_type !== 'retail_ready' ||
    [inner_count, inner_quantity, outer_quantity].some((pieces) => pieces !== null),
};

const isRequired = (step: ProductStep): step is 'identifiers' | 'description' | 'pricing' =>
  requiredSteps.includes(step);

/** Depends on the stored product, not on unsaved input. */
export function stepState(step: ProductStep, current: ProductStep, product: Product | null): StepState {
  if (step === current) return 'active';
  if (missingSteps(product).includes(step)) return 'incomplete_required';
  if (!isRequired(step)) return product && isGiven[step](product) ? 'completed' : 'incomplete_optional';
  const complete = product !== null && productSteps[step].isValidSync(valuesOf(step, product));
  return complete ? 'completed' : 'incomplete_required';
}

/** A required step that was passed or imported without its values; until then nothing is wrong with it. */
export const isOverdue = (step: ProductStep, current: ProductStep, product: Product | null): boolean =>
  product !== null &&
  stepState(step, current, product) === 'incomplete_required' &&
  (stepNames.indexOf(step) < stepNames.indexOf(current) || isImported(product));

const isImported = ({ provisional_errors = {} }: Product) => Object.keys(provisional_errors).length > 0;

/** The step whose saving publishes the product; null once it is published. */
export function publishingStep(product: Product | null): ProductStep | null {
  if (product?.provisional === false) return null;
  return missingSteps(product).at(-1) ?? 'pricing';
}

/** The bare address opens at the first step with missing values, so Identifiers needs an explicit address then. */
export const addressOfStep = (product: Product, step: ProductStep) =>
  step === 'identifiers' && missingSteps(product).length > 0
    ? `${stepAddress(product.id, step)}/identifiers`
    : stepAddress(product.id, step);

export const stateInWords: Record<StepState, string> = {
  completed: 'Completed',
  active: 'Current',
  incomplete_required: 'Required',
  incomplete_optional: 'Optional',
};

/** Units may follow later, unless the product came from an import and waits for them. */
export const canSkip = (step: ProductStep, product: Product | null) =>
  step === 'quantity' && product?.units === null && !missingSteps(product).includes('quantity');

type Message = readonly [kind: 'success' | 'other', text: string];

/** `next` goes on to the following step, `save` keeps the seller on this one. */
export type Saving = 'save' | 'next';

interface SavedStep {
  step: ProductStep;
  saved: Product;
  earlier: Product | null;
  saving: Saving;
}

/** Says what saving the step changed, and what publishing still lacks where the seller leaves the step. */
export function messagesOf(
  { step, saved, earlier, saving }: SavedStep,
  isProfileComplete: boolean,
): Message[] {
  const messages: Message[] = [];
  if (earlier?.provisional && !saved.provisional)
    messages.push(
      isProfileComplete ? ['success', `${saved.name} published.`] : ['other', INCOMPLETE_PROFILE],
    );
  if (saving === 'save') return messages;
  const isLast = !stepAfter(step);
  const missing = missingText(saved);
  if (missing && (isLast || step === 'pricing'))
    messages.push(['other', `${saved.name} saved but not published. ${missing}`]);
  else if (isLast) messages.push(['success', `${saved.name} saved.`]);
  return messages;
}

/** Field values: texts, units as digits, prices in cents. */
export type Values = Record<string, string | number | null>;

const DEFAULTS: Values = {
  gender: 'unisex',
  weight_unit: 'lbs',
  packaging_type: 'retail_ready',
  sell_by: 'unit',
};
const MONEY = new Set(['msrp_cents', 'wholesale_cents', 'seller_price_cents']);

const shown = (field: string, value: unknown) => {
  if (value === null || value === undefined || value === '')
    return DEFAULTS[field] ?? (MONEY.has(field) ? null : '');
  return MONEY.has(field) ? (value as number) : String(value);
};

export function valuesOf(step: ProductStep, product: Product | null): Values {
  const stored = (product ?? {}) as Record<string, unknown>;
  const values = Object.fromEntries(
    Object.keys(productSteps[step].fields).map((field) => [field, shown(field, stored[field])]),
  );
  // The step has not been saved yet, so the category is only the default.
  if (step === 'description' && product && isUntouched(product)) values.category = '';
  return values;
}

const isUntouched = (product: Product) =>
  product.category === 'other category' && photoFields.every((field) => product[field] === null);

const MANY_FIELDS = 3;
const LONG_CHARACTERS = 80;

/** Whether discarding loses what takes a while to enter again: several fields or a long text. */
export function isMuchToLose(initial: Values, values: Values): boolean {
  const length = (value: Values[string] | undefined) => String(value ?? '').length;
  const changed = Object.keys(values).filter((name) => values[name] !== initial[name]);
  return (
    changed.length >= MANY_FIELDS ||
    changed.some((name) => Math.abs(length(values[name]) - length(initial[name])) > LONG_CHARACTERS)
  );
}

/** Asked only where there is a choice. A deleted location counts as the default one. */
export function locationOf(product: Product | null, locations: readonly WizardLocation[]): Values {
  if (locations.length < 2) return {};
  const isCurrent = locations.some(({ id }) => id === product?.location_id);
  return { location_id: isCurrent ? String(product?.location_id) : '' };
}

interface StepInput {
  errors: Readonly<Record<string, unknown>>;
  values: Readonly<Record<string, unknown>>;
  isUploading: boolean;
}

const NOUNS: readonly [field: string, noun: string][] = [
  ['name', 'a name'],
  ['upc', 'a UPC'],
  ['category', 'a category'],
  ['photo_1', 'a first photo'],
  ['msrp_cents', 'the MSRP'],
  ['wholesale_cents', 'the wholesale price'],
  ['seller_price_cents', 'the asking price'],
  ['units', 'the units'],
];

/** Explains why the wizard does not go on; '' if it does. */
export function reasonNotToContinue({ errors, values, isUploading }: StepInput, isUpcTaken: boolean): string {
  if (isUploading) return 'A photo is still uploading.';
  const missing = NOUNS.filter(([field]) => errors[field] && isBlank(values[field])).map(([, noun]) => noun);
  if (missing.length > 0) return `This step still needs ${new Intl.ListFormat('en-US').format(missing)}.`;
  return isUpcTaken || Object.values(errors).some(Boolean) ? 'Fix the errors above.' : '';
}
