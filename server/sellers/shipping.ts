import type { SellerRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { isCollected, shippingTerms } from '../contract/shipping-terms';
import { Invalid } from '../http/errors';
import type { ShippingSettings } from './contract';
import { LOCATION_NEEDED } from './rules';
import type { ShippingInput } from './shipping-schema';

export const shippingSettings = ({
  shipping_terms,
  handling_days,
  ships_to_canada,
}: Pick<SellerRow, 'shipping_terms' | 'handling_days' | 'ships_to_canada'>): ShippingSettings => ({
  terms: shipping_terms,
  handling_days,
  ships_to_canada,
});

const hasLocation = async (tx: Tx, seller_id: number) =>
  (await tx('addresses').where({ seller_id }).whereNull('deleted_at').first('id')) !== undefined;

/** Throws 422 for pickup and carriers of buyers without a location. */
export async function saveShippingSettings(tx: Tx, sellerId: number, input: ShippingInput) {
  const terms = shippingTerms.filter((term) => input.terms.includes(term));
  await tx('sellers').where({ id: sellerId }).forNoKeyUpdate().first('id');
  if (terms.some(isCollected) && !(await hasLocation(tx, sellerId)))
    throw Invalid(LOCATION_NEEDED, { terms: [LOCATION_NEEDED] });
  const [saved] = await tx('sellers')
    .where({ id: sellerId })
    .update({
      shipping_terms: terms,
      handling_days: input.handling_days,
      ships_to_canada: input.ships_to_canada,
      updated_at: tx.fn.now(),
    })
    .returning(['shipping_terms', 'handling_days', 'ships_to_canada']);
  return shippingSettings(saved as SellerRow);
}
