import { useCallback, useRef, useState } from 'react';
import { type OwnProduct, type OwnStatus, productsForSeller } from '../../server/products/contract';
import { call } from '../kit/api';

const PER = 60;

interface Listed {
  products: OwnProduct[];
  count: number;
  status_counts: Record<OwnStatus, number>;
}

export interface Wanted {
  name: string;
  status: OwnStatus | null;
}

export const EVERYTHING: Wanted = { name: '', status: null };

/** The seller's list as it is searched, narrowed and paged. Of answers that overtake each other the last wins. */
export function useOwnProducts(sellerId: number, first: Listed) {
  const [wanted, setWanted] = useState<Wanted>(EVERYTHING);
  const [listed, setListed] = useState(first);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const turn = useRef(0);

  const load = useCallback(
    async (next: Wanted, page: number, before: readonly OwnProduct[]) => {
      const mine = ++turn.current;
      setBusy(true);
      setFailed(false);
      try {
        const query = {
          search: { name: next.name },
          per: PER,
          page,
          ...(next.status && { status: next.status }),
        };
        const answer = (await call(productsForSeller, { seller_id: sellerId }, undefined, query)) as Listed;
        if (mine !== turn.current) return;
        const known = new Set(before.map(({ id }) => id));
        setListed({
          ...answer,
          products: [...before, ...answer.products.filter(({ id }) => !known.has(id))],
        });
      } catch {
        if (mine === turn.current) setFailed(true);
      } finally {
        if (mine === turn.current) setBusy(false);
      }
    },
    [sellerId],
  );

  return {
    ...listed,
    wanted,
    busy,
    failed,
    change(part: Partial<Wanted>) {
      const next = { ...wanted, ...part };
      setWanted(next);
      void load(next, 1, []);
    },
    more: () => load(wanted, Math.floor(listed.products.length / PER) + 1, listed.products),
    retry: () => load(wanted, 1, []),
  };
}
