import { type Cents, dollars } from '../../server/contract/money';
import { missingToMinimum } from '../../server/offers/cart/rules';
import type { Offer } from '../../server/offers/contract';

interface Props {
  offer: Offer;
  /** Of the goods as typed. */
  total: Cents | null;
}

/** How far the typed goods are from the seller's minimum order. */
export function MinimumOrder({ offer: { attributes }, total }: Props) {
  const { seller_id, seller_name, min_order_cents: minimum = null } = attributes;
  if (minimum === null || total === null) return null;
  const missing = missingToMinimum(total, minimum);
  if (missing === 0) return null;
  return (
    <div className="progress cart-minimum">
      <progress aria-label={`Minimum order of ${seller_name}`} max={minimum} value={total} />
      <p>
        <span aria-live="polite">
          {dollars(total)} of {dollars(minimum)}. <b>Add {dollars(missing)} more.</b>
        </span>
        <a href={`/seller/${seller_id}`}>Shop {seller_name}</a>
      </p>
    </div>
  );
}
