import {
  createOffer,
  moveToCart,
  type Offer,
  type OfferProduct,
  removeLine,
  saveForLater,
} from '../../server/offers/contract';
import { call } from '../browser/api';
import type { CartItem } from './cart-rows';

/** A line that left its place, and how to bring it back. */
export interface Removed {
  line: OfferProduct;
  how: 'removed' | 'saved for later';
  undo: () => Promise<unknown>;
}

export async function remove({ offer, line }: CartItem): Promise<Removed> {
  const { id, version } = offer.attributes;
  await call(removeLine, { offer_id: id, id: Number(line.id) }, undefined, { version });
  return { line, how: 'removed', undo: () => putBack(offer, line) };
}

/** Fails if the product is no longer available. */
async function putBack({ attributes: { state, seller_user_id } }: Offer, { attributes }: OfferProduct) {
  const { product, quantity, unit_price } = attributes;
  const offer_products_attributes = [{ product_id: product.id, quantity, unit_price }];
  const { data, included } = await call(
    createOffer,
    {},
    { offer: { seller_user_id, offer_products_attributes } },
  );
  if (state !== 'saved_for_later') return;
  await call(saveForLater, { id: data.attributes.id }, { offer_product_id: lineIn(included, product.id) });
}

export async function setAside({ offer: { attributes }, line }: CartItem): Promise<Removed> {
  const { id, version } = attributes;
  const saved = await call(saveForLater, { id }, { offer_product_id: Number(line.id), version });
  const undo = () => {
    const offer_product_id = lineIn(saved.included, line.attributes.product.id);
    return call(moveToCart, { id: saved.data.attributes.id }, { offer_product_id });
  };
  return { line, how: 'saved for later', undo };
}

const lineIn = (lines: readonly OfferProduct[], productId: number) =>
  Number(lines.find(({ attributes }) => attributes.product.id === productId)?.id);
