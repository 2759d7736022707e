import type { Product } from './contract';
import type { ProductStep } from './form-contract';

interface MissingField {
  readonly step: ProductStep;
  readonly noun: string;
}

const FIELDS = {
  name: { step: 'identifiers', noun: 'a name' },
  upc: { step: 'identifiers', noun: 'a UPC' },
  photo_1: { step: 'description', noun: 'a photo' },
  msrp_cents: { step: 'pricing', noun: 'the unit MSRP' },
  wholesale_cents: { step: 'pricing', noun: 'the unit wholesale price' },
  seller_price_cents: { step: 'pricing', noun: 'the unit asking price' },
  units: { step: 'quantity', noun: 'units' },
} as const satisfies Record<string, MissingField>;

type Unfinished = Pick<Product, Exclude<keyof typeof FIELDS, 'units'> | 'provisional'> & {
  provisional_errors?: Readonly<Record<string, string>>;
};

/** Always empty for a product of the wizard, which publishes at its pricing step and needs no units. */
function missingFields(product: Unfinished | null): MissingField[] {
  const errors = product?.provisional_errors ?? {};
  if (!product?.provisional || Object.keys(errors).length === 0) return [];
  return Object.entries(FIELDS).flatMap(([field, missing]) =>
    field in errors || (field !== 'units' && !product[field as 'name']) ? [missing] : [],
  );
}

export const missingSteps = (product: Unfinished | null): ProductStep[] => [
  ...new Set(missingFields(product).map(({ step }) => step)),
];

export function missingText(product: Unfinished | null): string | null {
  const nouns = missingFields(product).map(({ noun }) => noun);
  const last = nouns.at(-1);
  if (!last) return null;
  const list = nouns.length === 1 ? last : `${nouns.slice(0, -1).join(', ')} and ${last}`;
  return `To publish this product, add ${list}.`;
}
