import { useCallback, useEffect, useRef, useState } from 'react';
import { insightsRows, type Resource } from '../../server/insights/contract';
import { call } from '../browser/api';

/** Rows per request. */
const PER = 100;

export interface RowsRequest {
  resource: Resource;
  kind?: 'buyer' | 'seller' | undefined;
  sort: string;
  dir: 'asc' | 'desc';
  filters?: object | undefined;
  scope?: object | undefined;
}

interface Loaded<Row> {
  key: string;
  total: number;
  pages: ReadonlyMap<number, readonly Row[]>;
}

export const queryOf = ({ kind, sort, dir, filters, scope }: RowsRequest) => ({
  ...filters,
  sort,
  dir,
  ...(kind && { kind }),
  ...(scope && { scope: JSON.stringify(scope) }),
});

/** Fetches only the pages in view. The previous rows stay until the first answer to a new request. */
export function useRows<Row>(request: RowsRequest) {
  const key = JSON.stringify(request);
  const [loaded, setLoaded] = useState<Loaded<Row> | null>(null);
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  const pending = useRef(new Set<string>());
  const latest = useRef({ key, request });
  latest.current = { key, request };

  const fetchPage = useCallback(async (page: number) => {
    const { key: requestKey, request: current } = latest.current;
    const name = `${page} ${requestKey}`;
    if (pending.current.has(name)) return;
    pending.current.add(name);
    try {
      const query = { ...queryOf(current), page, per: PER };
      const answer = await call(insightsRows, { resource: current.resource }, undefined, query);
      if (latest.current.key !== requestKey) return;
      setFailed(false);
      setLoaded((before) => {
        const pages = new Map(before?.key === requestKey ? before.pages : []);
        pages.set(page, answer.rows as Row[]);
        return { key: requestKey, total: answer.total, pages };
      });
    } catch {
      if (latest.current.key === requestKey) setFailed(true);
    } finally {
      pending.current.delete(name);
    }
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new request or a retry
  useEffect(() => {
    void fetchPage(1);
  }, [key, tries, fetchPage]);

  const current = loaded?.key === key;
  return {
    key,
    total: loaded?.total ?? 0,
    loading: loaded === null,
    busy: !current && !failed,
    failed,
    retry: () => setTries((n) => n + 1),
    rowAt: (index: number): Row | undefined => loaded?.pages.get(Math.floor(index / PER) + 1)?.[index % PER],
    /** Fetches the missing pages between two rows. */
    ensure: (from: number, to: number) => {
      if (!current || !loaded || failed) return;
      for (let page = Math.floor(from / PER) + 1; page <= Math.floor(to / PER) + 1; page++)
        if (!loaded.pages.has(page)) void fetchPage(page);
    },
  };
}
