import { type FormEvent, useEffect, useState } from 'react';
import { createOffer } from '../../server/offers/contract';
import type { Product } from '../../server/products/contract';
import { ApiError, call, errorText } from '../browser/api';
import { useSubmitDelay } from '../browser/use-act';
import { amountOrNull } from '../forms/number-fields';
import { checkOffer, type Draft, firstDraft } from './offer';

const addToCart = (product: Product, { quantity, unit_price }: Draft) =>
  call(
    createOffer,
    {},
    {
      offer: {
        seller_user_id: product.seller_user_id,
        offer_products_attributes: [{ product_id: product.id, quantity: BigInt(quantity), unit_price }],
      },
    },
  );

/** Adds the product to the cart. Not a useForm: formik and yup would add a fifth to the page's scripts. */
export function useOfferForm(product: Product, onChange: () => Promise<unknown>) {
  const [draft, setDraft] = useState(() => firstDraft(product));
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  // Before hydration the browser would submit the form itself.
  const [ready, setReady] = useState(false);
  const afterDelay = useSubmitDelay();
  useEffect(() => setReady(true), []);
  const { errors, total } = checkOffer({ ...draft, unit_price: amountOrNull(draft.unit_price) }, product);
  const blocked = errors.quantity !== undefined || errors.unit_price !== undefined || total === null;

  async function add() {
    setRefusal(null);
    try {
      await addToCart(product, draft);
      document.dispatchEvent(new CustomEvent('cart:changed', { detail: { open: true, added: product.id } }));
      await onChange();
    } catch (error) {
      setRefusal(errorText(error));
      if (error instanceof ApiError && (error.status === 409 || error.status === 422)) await onChange();
    } finally {
      setBusy(false);
    }
  }

  return {
    draft,
    change: (part: Partial<Draft>) => setDraft({ ...draft, ...part }),
    errors,
    total,
    refusal,
    busy,
    isLocked: blocked || !ready,
    submit(event: FormEvent) {
      event.preventDefault();
      if (blocked || busy) return;
      setBusy(true);
      void afterDelay(add);
    },
  };
}
