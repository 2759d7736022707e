import { isBlank } from '../../server/products/form-contract';

interface StepState {
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
export function reasonNotToContinue({ errors, values, isUploading }: StepState, isUpcTaken: boolean): string {
  if (isUploading) return 'A photo is still uploading.';
  const missing = NOUNS.filter(([field]) => errors[field] && isBlank(values[field])).map(([, noun]) => noun);
  if (missing.length > 0) return `This step still needs ${new Intl.ListFormat('en-US').format(missing)}.`;
  return isUpcTaken || Object.values(errors).some(Boolean) ? 'Fix the errors above.' : '';
}
