import { useCallback, useRef } from 'react';

const RENDER_MS = 100;

export function useOwnActions() {
  const actions = useRef<{ keys: Set<string>; unkeyed: number }>({ keys: new Set(), unkeyed: 0 });

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
