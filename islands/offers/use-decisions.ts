import { useEffect, useRef } from 'react';
import type { OfferApproval } from '../../server/offers/contract';

/** Tells who asked for approval what a colleague decided, once an own request is no longer among those that wait. */
export function useDecisions(approvals: readonly Pick<OfferApproval, 'id' | 'can_cancel'>[]) {
  const waiting = useRef<typeof approvals>([]);
  useEffect(() => {
    // A declined one that the page still shows says so itself.
    const ended = waiting.current.filter(({ id }) => !approvals.some((approval) => approval.id === id));
    waiting.current = approvals.filter(({ can_cancel }) => can_cancel);
    if (ended.length > 0)
      import('./decisions').then(
        ({ tellDecisions }) => tellDecisions(ended),
        // They are mailed, too.
        () => undefined,
      );
  });
}
