import { useState } from 'react';
import type { BulkBody } from '../../server/products/manage/contract';
import type { ManageState } from '../../server/products/manage/rules';
import type { OwnProducts } from './use-own-products';

const searchOf = ({ name, status }: ManageState) => `${status} ${name}`;

/** Selects single products or every match of the search. Another search clears the selection. */
export function useSelection({ products, count, wanted }: OwnProducts) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [all, setAll] = useState(false);
  const [search, setSearch] = useState(searchOf(wanted));
  if (search !== searchOf(wanted)) {
    setSearch(searchOf(wanted));
    clear();
  }

  function clear() {
    setTicked(new Set());
    setAll(false);
  }

  const shown = products.filter(({ id }) => ticked.has(id));
  const isPage = products.length > 0 && shown.length === products.length;
  const which = (): Pick<BulkBody, 'ids' | 'all'> =>
    all
      ? { all: { name: wanted.name, ...(wanted.status && { status: wanted.status }), count } }
      : { ids: shown.map(({ id }) => id) };

  return {
    has: (id: number) => all || ticked.has(id),
    count: all ? count : shown.length,
    all,
    isPage: all || isPage,
    /** The page is selected and the search has more matches. */
    canSelectAll: isPage && !all && count > products.length,
    which,
    clear,
    selectAll: () => setAll(true),
    toggle(id: number) {
      const next = new Set(all ? products.map((one) => one.id) : ticked);
      if (!next.delete(id)) next.add(id);
      setAll(false);
      setTicked(next);
    },
    togglePage() {
      if (all || isPage) clear();
      else setTicked(new Set(products.map(({ id }) => id)));
    },
  };
}

export type Selection = ReturnType<typeof useSelection>;
