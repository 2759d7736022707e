import { useEffect, useState } from 'react';
import { type Product, showProduct } from '../../server/products/contract';
import { ApiError, call } from '../browser/api';
import { useLatest } from '../browser/use-latest';

const TYPING_MS = 300;

const errorText = (error: unknown) =>
  error instanceof ApiError && error.status === 404
    ? 'No product has this URL. Check it and try again'
    : 'The product could not be loaded. Try again.';

/** Loads the product of an id that is being typed; null shows none. */
export function useProductById(id: number | null) {
  const [product, setProduct] = useState<Product | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const begin = useLatest();
  useEffect(() => {
    const isLatest = begin();
    setProduct(null);
    setFault(null);
    if (id === null) return;
    const timer = setTimeout(() => {
      call(showProduct, { id }).then(
        (found) => isLatest() && setProduct(found),
        (error: unknown) => isLatest() && setFault(errorText(error)),
      );
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [begin, id]);
  return { product, fault };
}
