import { dueRows } from '../jobs/due';
import type { Job } from '../jobs/job';
import { lapse } from './lapse';
import { approvalReminder } from './mailer';
import { LAPSED, lockApproval } from './queries';

const ofOffer = (condition: string) => `status = 'requested' and exists (
    select from offers, users requester
     where offers.id = approval_requests.offer_id and requester.id = approval_requests.requested_by and ${condition})`;

const [lapseApprovals, lapseApproval] = dueRows({
  name: 'lapse-approvals',
  each: 'lapse-approval',
  table: 'approval_requests',
  where: ofOffer(LAPSED),
  act: (services, { id }) => lapse(services, id),
});

const [remindApprovers, remindOfApproval] = dueRows({
  name: 'remind-approvers',
  each: 'remind-of-approval',
  table: 'approval_requests',
  where: `created_at between now() - interval '48 hours' and now() - interval '24 hours'
    and ${ofOffer(`not ${LAPSED}`)}`,
  act: ({ transaction }, { id, isDue }) =>
    transaction(async (tx) => {
      const request = await lockApproval(tx, id);
      if (request && (await isDue(tx))) await approvalReminder(tx, request);
    }),
});

export const approvalJobs: readonly Job[] = [
  lapseApprovals,
  lapseApproval,
  remindApprovers,
  remindOfApproval,
];

export { lapseApprovals, remindApprovers };
