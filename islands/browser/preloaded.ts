import { useCallback, useEffect, useRef, useState } from 'react';

interface Loading {
  /** The last fetch failed. */
  failed: boolean;
  loading: boolean;
}

/**
 * What the template left, else what is fetched. `refetch` replaces the value; of answers that overtake each other
 * the latest asked for wins. It resolves to false where the fetch failed, on which `useChannel` tries again.
 */
export function usePreloaded<T>(
  initial: T | undefined,
  fetch: () => Promise<T>,
): [T | undefined, () => Promise<boolean>, Loading] {
  const [value, setValue] = useState(initial);
  const [state, setState] = useState<Loading>({ failed: false, loading: initial === undefined });
  const latest = useRef(0);
  const current = useRef(fetch);
  current.current = fetch;
  const newest = useRef<Promise<boolean>>(Promise.resolve(true));
  const refetch = useCallback(() => {
    const turn = ++latest.current;
    const isNewest = () => turn === latest.current;
    async function ask(): Promise<boolean> {
      try {
        const fetched = await current.current();
        // Asked again meanwhile: whoever waits, waits for what will be shown.
        if (!isNewest()) return newest.current;
        setValue(fetched);
        setState({ failed: false, loading: false });
        return true;
      } catch {
        if (!isNewest()) return newest.current;
        setState({ failed: true, loading: false });
        return false;
      }
    }
    newest.current = ask();
    return newest.current;
  }, []);
  useEffect(() => {
    if (initial === undefined) void refetch();
  }, [initial, refetch]);
  return [value, refetch, state];
}
