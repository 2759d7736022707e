import type { Address } from '../../addresses/contract';
import { endpoint } from '../../contract/endpoint';
import type { Island } from '../../contract/island';
import type { Cents, Units } from '../../contract/money';
import type { OfferDocument, OfferListQuery, OfferProductDocument, OffersDocument } from '../contract';
import { cartStates } from '../rules';

export const IN_CART = { state: cartStates } as const satisfies OfferListQuery;

export const createOffer = endpoint<OfferDocument>()('POST /offers');
export const changeLine = endpoint<OfferProductDocument>()('PUT /offers/:offer_id/offer_products/:id');
export const removeLine = endpoint<undefined>()('DELETE /offers/:offer_id/offer_products/:id');
export const saveForLater = endpoint<OfferDocument>()('POST /offers/:id/save_for_later');
export const moveToCart = endpoint<OfferDocument>()('POST /offers/:id/move_to_cart');
export const changeShipping = endpoint<OfferDocument>()('PUT /offers/:id/shipping');

type BuyAgainResult = 'same' | 'changed' | 'unavailable' | 'in_cart' | 'in_offer';

export interface BuyAgainRow {
  product_id: number;
  name: string;
  result: BuyAgainResult;
  /** What differs from the order, or why it can't be added. */
  reason: string | null;
  /** `new` is null for a product that can't be ordered now. */
  quantity: { old: Units; new: Units | null };
  unit_price: { old: Cents; new: Cents | null };
}

export interface BuyAgainAnswer {
  rows: BuyAgainRow[];
  /** The draft that took the products; null for a preview. */
  offer_id: number | null;
}

export const NOTHING_TO_BUY = 'None of these products can be ordered now.';

/** The lines of a rejected, withdrawn or expired offer. */
export const offerAgain = endpoint<BuyAgainAnswer>()('POST /offers/:id/offer_again');
export const buyAgain = endpoint<BuyAgainAnswer>()('POST /purchase_orders/:id/buy_again');

export const cart: Island<{
  offers: OffersDocument;
  unpaidOrderHours: number;
  addresses: Address[];
  /** The buyer's, for a new address. */
  company: string;
  /** Of a member whose role changes no cart. */
  readOnly: boolean;
  /** Above which the viewer asks for approval; null: no limit per order. */
  orderLimit: Cents | null;
}> = { id: 'cart' };

export const cartDrawer: Island<{ offers?: OffersDocument }> = { id: 'cart-drawer' };
