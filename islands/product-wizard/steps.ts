import type { Product } from '../../server/products/contract';
import { type ProductStep, requiredSteps, stepNames } from '../../server/products/form-contract';
import { productSteps } from '../../server/products/form-schema';
import { stepAddress } from '../../server/products/manage/dashboard-contract';
import { missingSteps } from '../../server/products/missing-contract';
import { valuesOf } from './values';

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
  details: ({ gender, seller_size, expiration_date }) =>
    gender !== 'unisex' || seller_size !== null || expiration_date !== null,
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
