import { useState } from 'react';
import type { Product } from '../../server/products/contract';
import { createCuratedProduct } from '../../server/products/tags/contract';
import { ApiError, call } from '../browser/api';
import { useSubmitDelay } from '../forms/submit-delay';
import { bodyOf, NO_PRICES, type Prices, TEXTS, type TextName } from './product-values';

/** The values and errors of the form, and the call that creates the product. */
export function useProductForm(sellerId: number, onCreated: (product: Product) => void) {
  const [texts, setTexts] = useState(TEXTS);
  const [prices, setPrices] = useState(NO_PRICES);
  const [fieldErrors, setFieldErrors] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [createdCount, setCreatedCount] = useState(0);
  const [uploads, setUploads] = useState(0);
  const afterDelay = useSubmitDelay();

  async function create() {
    setError(null);
    setFieldErrors({});
    try {
      const product = await call(createCuratedProduct, { id: sellerId }, { product: bodyOf(texts, prices) });
      setTexts(TEXTS);
      setPrices(NO_PRICES);
      setCreatedCount((count) => count + 1);
      onCreated(product);
    } catch (failure) {
      setFieldErrors(failure instanceof ApiError ? failure.fieldErrors : {});
      setError(failure instanceof ApiError ? failure.message : 'Please check your connection and try again.');
    } finally {
      setBusy(false);
    }
  }

  const setText = (name: TextName) => (value: string) => setTexts((all) => ({ ...all, [name]: value }));
  const errorOf = (name: string) => fieldErrors[name]?.[0];
  return {
    error,
    busy,
    isUploading: uploads > 0,
    onUploading: (isOn: boolean) => setUploads((count) => count + (isOn ? 1 : -1)),
    createdCount,
    submit() {
      if (busy || uploads > 0) return;
      setBusy(true);
      void afterDelay(create);
    },
    text: (name: TextName) => ({ name, value: texts[name], onChange: setText(name), error: errorOf(name) }),
    select: (name: TextName) => ({ name, value: texts[name], onChange: setText(name) }),
    count: (name: TextName) => ({ name, value: texts[name], onValue: setText(name), error: errorOf(name) }),
    photo: (name: TextName) => ({ value: texts[name], onValue: setText(name), error: errorOf(name) }),
    price: (name: keyof Prices) => ({
      name,
      cents: prices[name],
      onCents: (cents: Prices[typeof name]) => setPrices((all) => ({ ...all, [name]: cents })),
      error: errorOf(name),
    }),
  };
}

export type ProductFormState = ReturnType<typeof useProductForm>;
