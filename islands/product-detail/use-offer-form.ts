import { type FormEvent, useEffect, useState } from 'react';
import { createOffer } from '../../server/offers/cart/contract';
import type { Product } from '../../server/products/contract';
import { ApiError, call } from '../browser/api';
import { useAct } from '../browser/use-act';
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
  const { busy, problem, submit: submitAfterDelay } = useAct();
  // Before hydration the browser would submit the form itself.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const { errors, total } = checkOffer({ ...draft, unit_price: amountOrNull(draft.unit_price) }, product);
  const blocked = errors.quantity !== undefined || errors.unit_price !== undefined || total === null;

  async function add() {
    try {
      await addToCart(product, draft);
      document.dispatchEvent(new CustomEvent('cart:changed', { detail: { open: true, added: product.id } }));
      await onChange();
    } catch (error) {
      if (error instanceof ApiError && (error.status === 409 || error.status === 422)) await onChange();
      throw error;
    }
  }

  return {
    draft,
    change: (part: Partial<Draft>) => setDraft({ ...draft, ...part }),
    errors,
    total,
    refusal: problem,
    busy,
    isLocked: blocked || !ready,
    submit(event: FormEvent) {
      event.preventDefault();
      if (!blocked && !busy) void submitAfterDelay(add);
    },
  };
}
