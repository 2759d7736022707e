import { dueRows } from '../jobs/due';
import type { Job } from '../jobs/job';
import { lockClaim, moveClaim } from './claim';
import { sendClaimMail } from './mailer';
import { resizeClaimPhoto } from './photos';

/** Claims that the seller did not answer in time. */
export const [escalateClaims, escalateClaim] = dueRows({
  name: 'escalate-claims',
  each: 'escalate-claim',
  table: 'claims',
  where: `status = 'open' and answer_by <= now()`,
  act: ({ transaction }, { id, isDue }) =>
    transaction(async (tx) => {
      const locked = await lockClaim(tx, id);
      if (!(await isDue(tx))) return;
      const claim = await moveClaim(tx, locked, 'escalate', { actor: 'system', userId: null });
      await sendClaimMail(tx, { order: locked.order, claim, event: 'in_review', by: 'system' });
    }),
});

export const claimJobs = [escalateClaims, escalateClaim, resizeClaimPhoto] as Job[];
