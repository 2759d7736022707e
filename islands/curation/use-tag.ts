import { useState } from 'react';
import {
  addToTag,
  removeFromTag,
  type TaggedProduct,
  taggedProducts,
} from '../../server/products/curation-contract';
import { notify } from '../kit/alerts';
import { ApiError, call } from '../kit/api';
import { usePreloaded } from '../kit/preloaded';

const inWords = (error: unknown) =>
  error instanceof ApiError ? error.message : 'Please check your connection and try again.';

/** A tag's products, and what staff do with them. What the server answers replaces what is shown. */
export function useTag(tag: string, given: TaggedProduct[] | undefined) {
  const [loaded, refetch, { failed }] = usePreloaded(
    given,
    async () => (await call(taggedProducts, { name: tag })).products,
  );
  const [busy, setBusy] = useState<number | null>(null);

  async function change(endpoint: typeof addToTag | typeof removeFromTag, id: number, done: string) {
    setBusy(id);
    try {
      await call(endpoint, {}, { product_id: id, tag_name: tag });
      notify('success', done);
      await refetch();
      return true;
    } catch (error) {
      notify('error', inWords(error));
      return false;
    } finally {
      setBusy(null);
    }
  }

  return {
    products: loaded,
    failed,
    refetch,
    busy,
    has: (id: number) => loaded?.some((product) => product.id === id) ?? false,
    add: (id: number) => change(addToTag, id, 'Added.'),
    remove: (id: number, name: string) => change(removeFromTag, id, `${name} is removed.`),
  };
}
