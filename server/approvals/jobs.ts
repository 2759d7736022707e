import { dueRows } from '../jobs/due';
import { every, type Job, type Scheduled } from '../jobs/job';
import { lapse } from './lapse';
import { LAPSED } from './queries';

const [lapseApprovals, lapseApproval] = dueRows({
  name: 'lapse-approvals',
  each: 'lapse-approval',
  table: 'approval_requests',
  where: `status = 'requested' and exists (
    select from offers, users requester
     where offers.id = approval_requests.offer_id and requester.id = approval_requests.requested_by and ${LAPSED})`,
  act: (services, { id }) => lapse(services, id),
});

export const approvalJobs: readonly Job[] = [lapseApprovals, lapseApproval];

export const approvalSchedule: readonly Scheduled[] = [every('*/5 * * * *', lapseApprovals)];

export { lapseApprovals };
