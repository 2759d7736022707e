import { object } from '../contract/fields';
import { dueRows } from '../jobs/due';
import { enqueue, type Job, job } from '../jobs/job';
import { lockOrder } from '../orders/transitions';
import { HAS_UNDECIDED_CLAIM } from '../orders/undecided-claims';
import { backfillLedger } from './backfill';
import { checkLedger } from './check';
import { finishPayout, payoutsToFinish } from './order-completion';
import { releaseEarnings } from './release';

/** A claim or a dispute may come first, so it looks again under the order's lock. */
const [releaseDue, releaseIfDue] = dueRows({
  name: 'release-earnings',
  each: 'release-order',
  table: 'purchase_orders',
  where: ({ claimDays }) => `status = 'received' and released_at is null
    and received_at <= now() - interval '${Number(claimDays)} days'
    and payment_flag is distinct from 'disputed' and not ${HAS_UNDECIDED_CLAIM}`,
  act: ({ transaction }, { id, isDue }) =>
    transaction(async (tx) => {
      await lockOrder(tx, id);
      if (await isDue(tx)) await releaseEarnings(tx, id, { actor: 'system' });
    }),
});

export const finishPayouts = job('finish-payouts', object({}), async ({ db, transaction }) => {
  const payouts = await payoutsToFinish(db);
  if (payouts.length === 0) return;
  await transaction(async (tx) => {
    for (const payout_id of payouts)
      await enqueue(tx, finishPayout, { payout_id }, { key: `finish-payout-${payout_id}` });
  });
});

export const ledgerJobs: readonly Job[] = [
  releaseDue,
  releaseIfDue,
  finishPayouts,
  finishPayout,
  backfillLedger,
  checkLedger,
] as Job[];

export { releaseDue };
