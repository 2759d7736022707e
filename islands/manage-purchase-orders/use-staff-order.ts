import { useEffect, useState } from 'react';
import { type StaffOrder, showStaffOrder } from '../../server/orders/staff/contract';
import { ApiError, call } from '../browser/api';
import { useLatest } from '../browser/use-latest';

type LoadProblem = 'missing' | 'failed';

/** Loads an order, and again when its version in the list differs. The previous version stays until then. */
export function useStaffOrder(id: number, version: string) {
  const [loaded, setLoaded] = useState<StaffOrder | null>(null);
  const [problem, setProblem] = useState<LoadProblem | null>(null);
  const [tries, setTries] = useState(0);
  const begin = useLatest();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a version or a retry fetches again
  useEffect(() => {
    const isLatest = begin();
    setProblem(null);
    call(showStaffOrder, { id }).then(
      (found) => isLatest() && setLoaded(found),
      (error: unknown) =>
        isLatest() && setProblem(error instanceof ApiError && error.status === 404 ? 'missing' : 'failed'),
    );
  }, [id, version, tries]);
  return { loaded: loaded?.order.id === id ? loaded : null, problem, retry: () => setTries(tries + 1) };
}
