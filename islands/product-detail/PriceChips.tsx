import type { Cents } from '../../server/contract/money';
import { discounted, discounts } from './offer';

interface Props {
  asking: Cents;
  price: Cents | null;
  onPrice: (price: Cents) => void;
}

/** Buttons that set the price to the asking price or a discount of it. */
export const PriceChips = ({ asking, price, onPrice }: Props) => (
  <fieldset className="price-chips" aria-label="Price suggestions">
    <button type="button" aria-pressed={price === asking} onClick={() => onPrice(asking)}>
      Asking
    </button>
    {discounts.map((percent) => (
      <button
        key={percent}
        type="button"
        aria-pressed={price === discounted(asking, percent)}
        onClick={() => onPrice(discounted(asking, percent))}
      >
        −{percent}%
      </button>
    ))}
  </fieldset>
);
