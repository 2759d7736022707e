import { endpoint } from '../../contract/endpoint';
import type { Cents, Units } from '../../contract/money';

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
