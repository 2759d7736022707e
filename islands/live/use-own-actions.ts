import { useCallback, useRef } from 'react';

/** Time for an action's result to be rendered. */
const RENDER_MS = 100;

/** Tracks the reader's own actions in progress. */
export function useOwnActions() {
  const actions = useRef<{ keys: Set<string>; unkeyed: number }>({ keys: new Set(), unkeyed: 0 });

  /** Runs an action on a row; with null its result is shown at once, even while held. */
  const act = useCallback(async <Result>(key: string | null, work: () => Promise<Result>) => {
    const { current } = actions;
    if (key === null) current.unkeyed++;
    else current.keys.add(key);
    try {
      return await work();
    } finally {
      setTimeout(() => {
        if (key === null) current.unkeyed--;
        else current.keys.delete(key);
      }, RENDER_MS);
    }
  }, []);

  return { actions, act };
}
