import { useCallback, useRef } from 'react';

/** Begins a request and returns whether it is still the latest; also begun to ignore those in progress. */
export function useLatest(): () => () => boolean {
  const turn = useRef(0);
  return useCallback(() => {
    const mine = ++turn.current;
    return () => mine === turn.current;
  }, []);
}
