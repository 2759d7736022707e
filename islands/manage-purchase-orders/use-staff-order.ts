import { useEffect, useState } from 'react';
import { type StaffOrder, showStaffOrder } from '../../server/orders/staff-contract';
import { ApiError, call } from '../browser/api';

type Fault = 'missing' | 'failed';

/** Loads an order, and again when its version in the list differs. The previous version stays until then. */
export function useStaffOrder(id: number, version: string) {
  const [loaded, setLoaded] = useState<StaffOrder | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a version or a retry fetches again
  useEffect(() => {
    let isCurrent = true;
    setFault(null);
    call(showStaffOrder, { id }).then(
      (found) => isCurrent && setLoaded(found),
      (error: unknown) =>
        isCurrent && setFault(error instanceof ApiError && error.status === 404 ? 'missing' : 'failed'),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, version, tries]);
  return { loaded: loaded?.order.id === id ? loaded : null, fault, retry: () => setTries(tries + 1) };
}
