import { useEffect, useState } from 'react';
import { type InsightsTotals, insightsTotals } from '../../server/insights/contract';
import { call } from '../browser/api';
import { queryOf, type RowsRequest } from './use-rows';

/** Sums over the filtered list; null until they are loaded. Without them the list is still complete. */
export function useTotals({ resource, filters }: Pick<RowsRequest, 'resource' | 'filters'>) {
  const key = JSON.stringify({ resource, filters });
  const [loaded, setLoaded] = useState<{ key: string; totals: InsightsTotals } | null>(null);
  useEffect(() => {
    let here = true;
    const { sort: _sort, dir: _dir, ...query } = queryOf({ ...JSON.parse(key), sort: '', dir: 'asc' });
    call(insightsTotals, { resource }, undefined, query).then(
      (totals) => here && setLoaded({ key, totals }),
      () => {},
    );
    return () => {
      here = false;
    };
  }, [key, resource]);
  return loaded?.key === key ? loaded.totals : null;
}
