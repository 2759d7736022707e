import { useEffect, useRef } from 'react';

/** Gets the focus once a row is gone, and with it the button that asked for its deletion. */
export function useFocusAfterDelete<Target extends HTMLElement>(count: number | undefined) {
  const target = useRef<Target>(null);
  const before = useRef(count);
  useEffect(() => {
    if ((count ?? 0) < (before.current ?? 0)) target.current?.focus();
    before.current = count;
  }, [count]);
  return target;
}
