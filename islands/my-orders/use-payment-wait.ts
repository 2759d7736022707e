import { useEffect, useState } from 'react';

/** Twice what a confirmation usually takes. */
export const MAX_WAIT_MS = 120_000;

/** True while the payment that the buyer returns from may still be confirmed. */
export function usePaymentWait(returned: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!returned) return;
    const timer = setTimeout(() => setOver(true), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [returned]);
  return returned && !isOver;
}
