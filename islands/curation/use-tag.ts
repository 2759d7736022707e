import { useState } from 'react';
import {
  addToTag,
  orderTag,
  removeFromTag,
  type TaggedProduct,
  taggedProducts,
} from '../../server/products/tags/contract';
import { notify } from '../browser/alerts';
import { call, errorText } from '../browser/api';
import { useLatest } from '../browser/use-latest';
import { usePreloaded } from '../ui/feedback';

/** Sorts by the local order; products that it lacks come last. */
function arranged(products: readonly TaggedProduct[], ids: readonly number[]) {
  const place = (id: number) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return products.toSorted((a, b) => place(a.id) - place(b.id));
}

/** The products of a tag. Every action refetches them. */
export function useTag(tag: string, given: TaggedProduct[] | undefined) {
  const [loaded, refetch, { failed }] = usePreloaded(
    given,
    async () => (await call(taggedProducts, { name: tag })).products,
  );
  const [order, setOrder] = useState<readonly number[] | null>(null);
  const [removed, setRemoved] = useState<{ product: TaggedProduct; ids: readonly number[] } | null>(null);
  const { busy, run } = useTagAction(refetch, () => setOrder(null));
  const products = loaded && order ? arranged(loaded, order) : loaded;

  /** Shows the new order at once; a failure restores the old one. */
  async function arrange(ids: readonly number[]) {
    setOrder(ids);
    return run(null, () => call(orderTag, { name: tag }, { product_ids: [...ids] }));
  }

  async function add(id: number) {
    setRemoved(null);
    return run(id, () => call(addToTag, {}, { product_id: id, tag_name: tag }), 'Product added.');
  }

  async function remove(id: number) {
    const ids = products?.map((product) => product.id) ?? [];
    const product = products?.find((one) => one.id === id);
    const isRemoved = await run(id, () => call(removeFromTag, {}, { product_id: id, tag_name: tag }));
    if (isRemoved && product) setRemoved({ product, ids });
    return isRemoved;
  }

  /** Restores the last removed product at its former position. */
  async function undo() {
    if (!removed) return;
    const { product, ids } = removed;
    setRemoved(null);
    await run(product.id, async () => {
      await call(addToTag, {}, { product_id: product.id, tag_name: tag });
      await call(orderTag, { name: tag }, { product_ids: [...ids] });
    });
  }

  return {
    products,
    failed,
    refetch,
    busy,
    removed: removed?.product ?? null,
    has: (id: number) => loaded?.some((product) => product.id === id) ?? false,
    add,
    remove,
    undo,
    arrange,
  };
}

/** Runs an action, refetches and shows its result. Only the last of several quick actions ends them. */
function useTagAction(refetch: () => Promise<unknown>, onLastEnd: () => void) {
  const [busy, setBusy] = useState<number | null>(null);
  const begin = useLatest();

  async function run(id: number | null, work: () => Promise<unknown>, successText?: string) {
    const isLatest = begin();
    setBusy(id);
    try {
      await work();
      if (successText) notify('success', successText);
      await refetch();
      return true;
    } catch (error) {
      notify('error', errorText(error));
      await refetch();
      return false;
    } finally {
      if (isLatest()) {
        setBusy(null);
        onLastEnd();
      }
    }
  }
  return { busy, run };
}

export type Tag = ReturnType<typeof useTag>;
