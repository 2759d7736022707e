import { useCallback, useState } from 'react';
import { useAddress } from '../../browser/use-address';
import { useLatest } from '../../browser/use-latest';
import { usePreloaded } from '../feedback';

interface Source<Asked, List> {
  path: string;
  usual: Asked;
  given: Partial<Asked>;
  list: List | undefined;
  load: (asked: Asked) => Promise<List>;
}

type Paged = Readonly<Record<string, string | number>> & { readonly page: number };

export function useList<Asked extends Paged, List>({
  path,
  usual,
  given,
  list: first,
  load,
}: Source<Asked, List>) {
  const { asked, latest, choose, adjust } = useAddress(path, usual, given);
  const [list, refetch, { failed }] = usePreloaded(first, () => load(latest.current));
  const [busy, setBusy] = useState(false);
  const begin = useLatest();

  const ask = useCallback(
    async (change: Partial<Asked>) => {
      const isLatest = begin();
      choose({ page: 1, ...change } as Partial<Asked>);
      setBusy(true);
      await refetch();
      if (isLatest()) setBusy(false);
    },
    [begin, choose, refetch],
  );
  return {
    asked,
    ask: (change: Partial<Asked>) => void ask(change),
    /** Changes what only the address knows, such as the opened row; the list stays. */
    choose,
    adjust,
    list,
    refetch,
    failed,
    busy,
  };
}
