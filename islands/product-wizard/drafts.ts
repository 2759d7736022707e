import type { ProductStep } from '../../server/products/form-contract';
import type { Values } from './values';

/** What was typed and not saved when somebody went back a step. It outlives Turbo's visits, not the window. */
const drafts = new Map<string, Values>();

const nameOf = (productId: number, step: ProductStep) => `${productId} ${step}`;

export const keepDraft = (productId: number, step: ProductStep, values: Values) =>
  void drafts.set(nameOf(productId, step), values);

/** Returns the draft and removes it. */
export function takeDraft(productId: number, step: ProductStep): Values | null {
  const name = nameOf(productId, step);
  const draft = drafts.get(name) ?? null;
  drafts.delete(name);
  return draft;
}
