import { smallestQuantity, stepByCase } from '../../server/contract/case-packs';
import { type Cents, cents, dollars, MAX_TOTAL_CENTS, percentOff } from '../../server/contract/money';
import type { Product } from '../../server/products/contract';
import { amountOrNull, MoneyField, QuantityField, unitsOrZero } from '../forms/number-fields';
import { belowAsking } from '../offers/below-asking';
import { Button } from '../ui/button';
import { FormError } from '../ui/feedback';
import { casesNote } from './facts';
import { PriceChips } from './PriceChips';
import { ShippingEstimate } from './ShipsFrom';
import { useOfferForm } from './use-offer-form';

interface OfferFormProps {
  product: Product;
  /** Called when the product may have changed. */
  onChange: () => Promise<unknown>;
}

/** Adds the product to the cart as part of a draft offer. */
export function OfferForm({ product, onChange }: OfferFormProps) {
  const { draft, change, errors, total, refusal, busy, isLocked, submit } = useOfferForm(product, onChange);
  const asking = product.seller_price_cents;
  const price = amountOrNull(draft.unit_price);

  return (
    <form id="offer-form" className="offer-form" onSubmit={submit} noValidate aria-label="Make an offer">
      <div className="field-row">
        <QuantityField
          label="Quantity"
          name="quantity"
          value={draft.quantity}
          onValue={(quantity) => change({ quantity })}
          {...stepsOf(product, draft.quantity)}
          note={casesNote(product, draft.quantity)}
          error={errors.quantity}
        />
        <MoneyField
          label="Unit price"
          name="unit_price"
          cents={draft.unit_price}
          onCents={(unit_price) => change({ unit_price })}
          note={asking !== null && price !== null && !errors.unit_price && belowAsking(price, asking)}
          error={errors.unit_price}
        />
      </div>
      {asking !== null && (
        <PriceChips asking={asking} price={price} onPrice={(unit_price) => change({ unit_price })} />
      )}
      {!errors.quantity && <ShippingEstimate product={product} quantity={draft.quantity} />}
      <OfferTotal total={total} price={price} product={product} />
      <FormError>{refusal}</FormError>
      <Button type="submit" tone="primary" size="large" icon="cart" block busy={busy} disabled={isLocked}>
        Add to Cart
      </Button>
      <p className="small muted">
        Adding to cart doesn't reserve stock. We check price and stock again when the offer is accepted.
      </p>
    </form>
  );
}

/** + and − go by full cases where the seller sells by the case, else by the minimum. */
function stepsOf(product: Product, quantity: string) {
  const { order_multiple = 1n } = product;
  if (order_multiple === 1n) return { steps: true, step: String(smallestQuantity(product)) };
  const stepTo = (direction: 1n | -1n) => String(stepByCase(unitsOrZero(quantity), product, direction));
  return { steps: true, step: String(order_multiple), stepTo };
}

interface OfferTotalProps {
  total: Cents | null;
  price: Cents | null;
  product: Pick<Product, 'msrp_cents' | 'seller_price_cents'>;
}

/** Its percentage off MSRP is shown only where it differs from the asking price's, which stands above the form. */
const OfferTotal = ({ total, price, product: { msrp_cents, seller_price_cents } }: OfferTotalProps) => (
  <>
    <p className="offer-total" aria-live="polite">
      <span>Offer total</span>
      <b>{total === null ? '–' : dollars(total)}</b>
      {msrp_cents !== null && price !== null && price <= msrp_cents && price !== seller_price_cents && (
        <span className="price-off">{percentOff(price, msrp_cents)}% off MSRP</span>
      )}
    </p>
    {total !== null && total > MAX_TOTAL_CENTS && (
      <p className="small muted">The maximum offer total is {dollars(cents(MAX_TOTAL_CENTS))}.</p>
    )}
  </>
);
