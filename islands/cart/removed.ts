import {
  createOffer,
  type Offer,
  type OfferProduct,
  removeLine,
  saveForLater,
} from '../../server/offers/contract';
import { call } from '../browser/api';

/** A deleted line with everything needed to restore it. */
export interface Removed {
  line: OfferProduct;
  sellerUserId: number | null;
  saved: boolean;
}

export async function remove(offer: Offer, line: OfferProduct): Promise<Removed> {
  const { id, state, seller_user_id, version } = offer.attributes;
  await call(removeLine, { offer_id: id, id: Number(line.id) }, undefined, { version });
  return { line, sellerUserId: seller_user_id, saved: state === 'saved_for_later' };
}

/** Fails if the product is no longer available. */
export async function putBack({ line: { attributes }, sellerUserId, saved }: Removed) {
  const { product, quantity, unit_price } = attributes;
  const { data, included } = await call(
    createOffer,
    {},
    {
      offer: {
        seller_user_id: sellerUserId,
        offer_products_attributes: [{ product_id: product.id, quantity, unit_price }],
      },
    },
  );
  if (!saved) return;
  const again = included.find((line) => line.attributes.product.id === product.id);
  await call(saveForLater, { id: data.attributes.id }, { offer_product_id: Number(again?.id) });
}
