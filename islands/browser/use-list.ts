import { useCallback, useRef, useState } from 'react';
import { usePreloaded } from './preloaded';
import { useAddress } from './use-address';

interface Source<Asked, List> {
  path: string;
  /** The defaults, which the address omits. */
  usual: Asked;
  /** The filter and the list that the page was rendered with. */
  given: Partial<Asked>;
  list: List | undefined;
  load: (asked: Asked) => Promise<List>;
}

type Paged = Readonly<Record<string, string | number>> & { readonly page: number };

/** A paged list with search, filters and page in its address. */
export function useList<Asked extends Paged, List>({
  path,
  usual,
  given,
  list: first,
  load,
}: Source<Asked, List>) {
  const { asked, latest, choose } = useAddress(path, usual, given);
  const [list, refetch, { failed }] = usePreloaded(first, () => load(latest.current));
  const [busy, setBusy] = useState(false);
  const turn = useRef(0);

  /** A new search or filter starts at the first page. */
  const ask = useCallback(
    async (change: Partial<Asked>) => {
      const mine = ++turn.current;
      choose({ page: 1, ...change } as Partial<Asked>);
      setBusy(true);
      await refetch();
      if (mine === turn.current) setBusy(false);
    },
    [choose, refetch],
  );
  return { asked, ask: (change: Partial<Asked>) => void ask(change), list, refetch, failed, busy };
}
