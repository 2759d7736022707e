import type { ProductInput } from './contract';

/** What a product has in place of no value; null in the other fields. */
export const productDefaults = {
  name: '',
  upc: '',
  category: 'other category',
  description: '',
  gender: 'unisex',
  weight_unit: 'lbs',
  packaging_type: 'retail_ready',
  sell_by: 'unit',
  paused: false,
} as const satisfies ProductInput;

export const defaultOf = (field: string): unknown =>
  (productDefaults as Readonly<Record<string, unknown>>)[field] ?? null;

/** In their columns text, so that none is rounded. */
export const sizeFields: readonly string[] = ['length', 'width', 'height', 'weight'];
