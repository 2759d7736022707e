import { type FormEvent, useEffect, useState } from 'react';
import { dollars, formatUnits, MAX_TOTAL_CENTS } from '../../server/contract/money';
import { createOffer } from '../../server/offers/contract';
import { effectiveMinimum } from '../../server/offers/line-contract';
import type { Product } from '../../server/products/contract';
import { ApiError, call } from '../browser/api';
import { MoneyField } from '../forms/money-field';
import { QuantityField } from '../forms/quantity-field';
import { useSubmitDelay } from '../forms/submit-delay';
import { Button } from '../ui/button';
import { checkOffer, discounted, discounts, firstDraft, percentOff } from './offer';

interface OfferFormProps {
  product: Product;
  /** Called when the product may have changed. */
  onChange: () => Promise<unknown>;
}

/** Adds the product to the cart as part of a draft offer. */
export function OfferForm({ product, onChange }: OfferFormProps) {
  const [draft, setDraft] = useState(() => firstDraft(product));
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  // Before hydration the browser would submit the form itself.
  const [ready, setReady] = useState(false);
  const afterDelay = useSubmitDelay();
  useEffect(() => setReady(true), []);
  const { errors, total } = checkOffer(draft, product);
  const asking = product.seller_price_cents;
  const blocked = errors.quantity !== undefined || errors.unit_price !== undefined || total === null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (blocked || busy) return;
    setBusy(true);
    void afterDelay(add);
  };

  async function add() {
    setRefusal(null);
    try {
      await call(
        createOffer,
        {},
        {
          offer: {
            seller_user_id: product.seller_user_id,
            offer_products_attributes: [
              { product_id: product.id, quantity: BigInt(draft.quantity), unit_price: draft.unit_price },
            ],
          },
        },
      );
      document.dispatchEvent(new CustomEvent('cart:changed', { detail: { open: true } }));
      await onChange();
    } catch (error) {
      setRefusal(error instanceof ApiError ? error.message : 'Please check your connection and try again.');
      if (error instanceof ApiError && (error.status === 409 || error.status === 422)) await onChange();
    } finally {
      setBusy(false);
    }
  }

  return (
    <form id="offer-form" className="offer-form" onSubmit={submit} noValidate aria-label="Make an offer">
      <div className="field-row">
        <QuantityField
          label="Quantity"
          name="quantity"
          value={draft.quantity}
          onValue={(quantity) => setDraft({ ...draft, quantity })}
          step={String(effectiveMinimum(product))}
          steps
          hint={minimumHint(product)}
          error={errors.quantity}
        />
        <MoneyField
          label="Unit price"
          name="unit_price"
          cents={draft.unit_price}
          onCents={(unit_price) => setDraft({ ...draft, unit_price })}
          hint={asking === null ? undefined : `${dollars(asking)} asked`}
          error={errors.unit_price}
        />
      </div>
      {asking !== null && (
        <div className="price-chips">
          {discounts.map((percent) => (
            <button
              key={percent}
              type="button"
              aria-pressed={draft.unit_price === discounted(asking, percent)}
              onClick={() => setDraft({ ...draft, unit_price: discounted(asking, percent) })}
            >
              −{percent}%
            </button>
          ))}
          <button
            type="button"
            aria-pressed={draft.unit_price === asking}
            onClick={() => setDraft({ ...draft, unit_price: asking })}
          >
            Asking price
          </button>
        </div>
      )}
      <p className="offer-total" aria-live="polite">
        <span>Offer total</span>
        <b>{total === null ? '–' : dollars(total)}</b>
        {product.msrp_cents !== null &&
          draft.unit_price !== null &&
          draft.unit_price <= product.msrp_cents && (
            <span className="price-off">{percentOff(draft.unit_price, product.msrp_cents)}% off MSRP</span>
          )}
      </p>
      {total !== null && total > MAX_TOTAL_CENTS && (
        <p className="small muted">An offer can be sent up to {dollars(MAX_TOTAL_CENTS as typeof total)}.</p>
      )}
      {refusal && (
        <p className="form-error" role="alert">
          {refusal}
        </p>
      )}
      <Button
        type="submit"
        tone="primary"
        size="large"
        icon="cart"
        block
        busy={busy}
        disabled={blocked || !ready}
      >
        Add to Cart
      </Button>
      <p className="small muted">
        Nothing is reserved yet: price and stock are checked again when the offer is accepted.
      </p>
    </form>
  );
}

function minimumHint(product: Product) {
  const minimum = effectiveMinimum(product);
  return minimum > 1n ? `At least ${formatUnits(minimum)}` : undefined;
}
