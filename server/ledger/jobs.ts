import type { Knex } from 'knex';
import { id, object } from '../contract/fields';
import { enqueue, every, type Job, job, type Scheduled } from '../jobs/job';
import { lockOrder } from '../orders/transitions';
import { backfillLedger } from './backfill';
import { checkLedger } from './check';
import { HAS_OPEN_CLAIM } from './open-claims';
import { finishPayout, payoutsToFinish } from './order-completion';
import { releaseEarnings } from './release';

/** More wait for the next run, a minute later. */
const MAX_DUE = 1_000;

const dueOrders = (db: Knex, claimDays: number) =>
  db('purchase_orders')
    .where({ status: 'received' })
    .whereNull('released_at')
    .whereRaw('received_at <= now() - make_interval(days => ?)', [claimDays])
    .whereRaw(`payment_flag is distinct from 'disputed' and not ${HAS_OPEN_CLAIM}`);

/** Looks again under the order's lock: a claim or a dispute may have come first. */
const releaseOrder = job(
  'release-order',
  object({ order_id: id().required() }),
  ({ transaction, config }, { order_id }) =>
    transaction(async (tx) => {
      await lockOrder(tx, order_id);
      if (await dueOrders(tx, config.claimDays).where({ id: order_id }).first('id'))
        await releaseEarnings(tx, order_id, { actor: 'system' });
    }),
);

const releaseDue = job('release-earnings', object({}), async ({ db, config, transaction }) => {
  const orders = await dueOrders(db, config.claimDays).orderBy('received_at').limit(MAX_DUE).select('id');
  const payouts = await payoutsToFinish(db);
  if (orders.length + payouts.length === 0) return;
  await transaction(async (tx) => {
    for (const { id: order_id } of orders)
      await enqueue(tx, releaseOrder, { order_id }, { key: `release-order-${order_id}` });
    for (const payout_id of payouts)
      await enqueue(tx, finishPayout, { payout_id }, { key: `finish-payout-${payout_id}` });
  });
});

export const ledgerJobs: readonly Job[] = [
  releaseDue,
  releaseOrder,
  finishPayout,
  backfillLedger,
  checkLedger,
] as Job[];

export const ledgerSchedule: readonly Scheduled[] = [
  every('* * * * *', releaseDue),
  every('* * * * *', backfillLedger),
  every('50 3 * * *', checkLedger),
];
