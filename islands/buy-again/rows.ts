import { type Cents, dollars, formatUnits } from '../../server/contract/money';
import type { BuyAgainRow } from '../../server/offers/cart/contract';
import type { Tone } from '../../server/orders/rules';

const isAddable = ({ result }: BuyAgainRow) => result === 'same' || result === 'changed';

/** What goes into the cart, with the lines there that the buyer replaces. */
export const addedRows = (rows: readonly BuyAgainRow[], replace: ReadonlySet<number>) =>
  rows.filter((row) => isAddable(row) || (row.result === 'in_cart' && replace.has(row.product_id)));

/** "60 → 25"; the value alone where it stays. */
function changeOf<Value>(
  { old, new: next }: { old: Value; new: Value | null },
  show: (value: Value) => string,
): string {
  return next === null || next === old ? show(old) : `${show(old)} → ${show(next)}`;
}

export const quantityOf = ({ quantity }: BuyAgainRow) => changeOf(quantity, formatUnits);
export const priceOf = ({ unit_price }: BuyAgainRow) => changeOf<Cents>(unit_price, dollars);

export const isChange = (text: string) => text.includes('→');

export const resultBadges: Record<BuyAgainRow['result'], readonly [Tone, string]> = {
  same: ['green', 'Same as before'],
  changed: ['yellow', 'Changed'],
  unavailable: ['gray', 'Unavailable'],
  in_cart: ['gray', 'In your cart'],
  in_offer: ['gray', 'In an offer'],
};

/** The reasons that only repeat the badge are left out. */
export const reasonOf = ({ result, reason }: BuyAgainRow) => (result === 'in_cart' ? null : reason);
