import type { Product } from '../../server/products/contract';
import { type ProductStep, photoFields } from '../../server/products/form-contract';
import { productSteps } from '../../server/products/form-schema';
import type { WizardLocation } from '../../server/products/manage/dashboard-contract';

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

/** Asked only where there is a choice. A deleted location counts as the default one. */
export function locationOf(product: Product | null, locations: readonly WizardLocation[]): Values {
  if (locations.length < 2) return {};
  const isCurrent = locations.some(({ id }) => id === product?.location_id);
  return { location_id: isCurrent ? String(product?.location_id) : '' };
}

/** Unsaved input of steps the user went back from. It survives Turbo visits, but not a reload. */
const drafts = new Map<string, Values>();

const nameOf = (productId: number, step: ProductStep) => `${productId} ${step}`;

export const saveDraft = (productId: number, step: ProductStep, values: Values) =>
  void drafts.set(nameOf(productId, step), values);

/** Returns the draft and removes it. */
export function takeDraft(productId: number, step: ProductStep): Values | null {
  const name = nameOf(productId, step);
  const draft = drafts.get(name) ?? null;
  drafts.delete(name);
  return draft;
}
