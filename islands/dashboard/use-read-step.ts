import { useEffect } from 'react';
import { type ReadStep, readFirstStep } from '../../server/sellers/dashboard-contract';
import { call } from '../browser/api';

/** Opening the page is all that this first step takes. Not worth an error: the next visit tries again. */
export function useReadStep(step: ReadStep, isUnread: boolean) {
  useEffect(() => {
    if (isUnread) call(readFirstStep, {}, { step }).catch(() => undefined);
  }, [step, isUnread]);
}
