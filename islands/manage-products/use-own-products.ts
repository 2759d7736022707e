import { useState } from 'react';
import {
  type OwnProduct,
  type OwnStatus,
  type Product,
  productsForSeller,
} from '../../server/products/contract';
import { type ManageState, manageQuery, OWN_PER_PAGE } from '../../server/products/manage/rules';
import { call } from '../browser/api';
import { pushAddress } from '../browser/history';
import { useLatest } from '../browser/use-latest';

interface Listed {
  products: OwnProduct[];
  count: number;
  status_counts: Record<OwnStatus, number>;
}

/**
 * Keeps the list in the address. Choices add a history entry; typing and the view replace the current one:
 * the view is remembered, so Back could not undo it.
 */
function showAddress(state: ManageState, isChosen: boolean) {
  const address = location.pathname + manageQuery(state);
  if (isChosen) void pushAddress(address);
  else history.replaceState(history.state, '', address);
}

const fetchPage = async (sellerId: number, { name, status, sort }: ManageState, page: number, per: number) =>
  (await call(productsForSeller, { seller_id: sellerId }, undefined, {
    search: { name },
    ...(status && { status }),
    sort,
    page,
    per,
  })) as Listed;

const moved = (counts: Listed['status_counts'], from: OwnStatus, to: OwnStatus) =>
  from === to ? counts : { ...counts, [from]: counts[from] - 1, [to]: counts[to] + 1 };

/** The seller's products by search, sort and page. The answer to the latest request wins. */
export function useOwnProducts(sellerId: number, first: Listed, initialState: ManageState) {
  const [wanted, setWanted] = useState(initialState);
  const [listed, setListed] = useState(first);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const begin = useLatest();

  async function load(next: ManageState, page: number, per: number, before: readonly OwnProduct[]) {
    const isLatest = begin();
    setBusy(true);
    setFailed(false);
    try {
      const answer = await fetchPage(sellerId, next, page, per);
      if (!isLatest()) return;
      const shownIds = new Set(before.map(({ id }) => id));
      setListed({
        ...answer,
        products: [...before, ...answer.products.filter(({ id }) => !shownIds.has(id))],
      });
    } catch {
      if (isLatest()) setFailed(true);
    } finally {
      if (isLatest()) setBusy(false);
    }
  }

  /** Refetches all shown pages. */
  const reload = (state = wanted) => load(state, 1, OWN_PER_PAGE * state.pages, []);

  return {
    ...listed,
    wanted,
    busy,
    failed,
    reload,
    change(part: Partial<ManageState>) {
      const next = { ...wanted, pages: 1, ...part };
      setWanted(next);
      showAddress(next, !('name' in part || 'view' in part));
      if (Object.keys(part).some((field) => field !== 'view')) void reload(next);
    },
    more() {
      const next = { ...wanted, pages: Math.floor(listed.products.length / OWN_PER_PAGE) + 1 };
      setWanted(next);
      showAddress(next, false);
      return load(next, next.pages, OWN_PER_PAGE, listed.products);
    },
    /** Replaces a row by the saved product. */
    replace(saved: Product) {
      const { units, seller_price_cents, percent_off_msrp, provisional, provisional_errors = {} } = saved;
      const part = { units, seller_price_cents, percent_off_msrp, provisional, provisional_errors };
      setListed((now) => {
        const before = now.products.find(({ id }) => id === saved.id);
        if (!before) return now;
        const after = { ...before, ...part, status: saved.status ?? before.status };
        return {
          ...now,
          products: now.products.map((one) => (one === before ? after : one)),
          status_counts: moved(now.status_counts, before.status, after.status),
        };
      });
    },
  };
}

export type OwnProducts = ReturnType<typeof useOwnProducts>;
