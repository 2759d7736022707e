import { formatUnits } from '../../server/contract/money';
import type { OwnProduct } from '../../server/products/contract';
import { productSteps } from '../../server/products/form-schema';
import { type ProductStep, stepNames } from '../../server/products/rules';
import { stepAddress } from '../dashboard/addresses';

export interface Blocker {
  /** For example "Photo missing". */
  text: string;
  href: string;
}

const NAMES: Readonly<Record<string, string>> = {
  name: 'Name',
  upc: 'UPC',
  photo_1: 'Photo',
  msrp_cents: 'MSRP',
  wholesale_cents: 'Wholesale price',
  seller_price_cents: 'Asking price',
  units: 'Units',
};

const INCOMPLETE_PROFILE: Blocker = { text: 'Profile incomplete', href: '/dashboard/manage_profile' };

const stepOf = (field: string): ProductStep =>
  stepNames.find((step) => field in productSteps[step].fields) ?? 'identifiers';

/** Lists what a provisional product lacks, each with a link to where it is added. */
export function blockersOf(product: OwnProduct): Blocker[] {
  if (!product.provisional) return product.status === 'provisional' ? [INCOMPLETE_PROFILE] : [];
  const missing = Object.entries({
    photo_1: product.main_image_url,
    msrp_cents: product.msrp_cents,
    wholesale_cents: product.wholesale_cents,
    seller_price_cents: product.seller_price_cents,
  }).flatMap(([field, value]) => (value === null ? [field] : []));
  const fields = new Set([...missing, ...Object.keys(product.provisional_errors)]);
  return [...fields].map((field) => ({
    text: `${NAMES[field] ?? field} missing`,
    href: stepAddress(product.id, stepOf(field)),
  }));
}

/** "1 product", "12 products", "No matches". */
export const countText = (count: number, searched: boolean) => {
  if (count === 0 && searched) return 'No matches';
  return count === 1 ? '1 product' : `${formatUnits(count)} products`;
};
