import type { ProductStep } from '../../server/products/form-contract';
import type { Values } from './values';

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
