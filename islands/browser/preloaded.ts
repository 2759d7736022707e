import { useCallback, useEffect, useRef, useState } from 'react';

interface Loading {
  failed: boolean;
  loading: boolean;
}

/** The props' value until `refetch`, whose latest request wins; false after a failure, for `useChannel`. */
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
