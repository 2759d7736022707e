import { useEffect, useRef } from 'react';
import type { OfferApproval } from '../../server/offers/contract';

/** Tells who asked for approval what a colleague decided, once an own request is no longer among those that wait. */
export function useDecisions(approvals: readonly Pick<OfferApproval, 'id' | 'can_cancel'>[]) {
  const waiting = useRef<readonly number[]>([]);
  useEffect(() => {
    const own = approvals.filter(({ can_cancel }) => can_cancel).map(({ id }) => id);
    const ended = waiting.current.filter((id) => !own.includes(id));
    waiting.current = own;
    if (ended.length > 0)
      import('./decisions').then(
        ({ tellDecisions }) => tellDecisions(ended),
        // They are mailed, too.
        () => undefined,
      );
  });
}
