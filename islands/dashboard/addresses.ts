import type { ProductStep } from '../../server/products/rules';

/** `/dashboard/edit_product/7/pricing`; the first step is the index. */
export const stepAddress = (productId: number, step: ProductStep) =>
  `/dashboard/edit_product/${productId}${step === 'identifiers' ? '' : `/${step}`}`;
