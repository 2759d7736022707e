import type { Knex } from 'knex';
import type { Tx } from '../../db/transaction';
import { object } from '../contract/fields';
import { dueRows, jobOfRow } from '../jobs/due';
import { enqueue, type Job, job } from '../jobs/job';
import { KEPT_DAYS } from './rules';
import { deliverDue } from './webhooks/delivery';
import { IS_DUE } from './webhooks/pending';
import { warnOfFailing } from './webhooks/watch';

const DELIVER = 'deliver-webhook';

const [deliverWebhooks, deliverWebhook] = dueRows({
  name: 'deliver-webhooks',
  each: DELIVER,
  table: 'webhooks',
  where: `exists (select from webhook_deliveries where webhook_id = webhooks.id and ${IS_DUE})`,
  act: (services, { id }) => deliverDue(services, id, enqueueDelivery),
  slots: 'webhooks',
  inTurn: true,
});

/** One job of each endpoint waits at most, and one for its next retry. */
export async function enqueueDelivery(db: Tx | Knex, webhook_id: number, runAt?: Date): Promise<void> {
  const named = jobOfRow(DELIVER, webhook_id, true);
  const options = runAt ? { ...named, key: `retry-webhook-${webhook_id}`, runAt } : named;
  await enqueue(db, deliverWebhook, { webhook_id }, options);
}

const watchWebhooks = job('webhook-watch', object({}), ({ transaction }) => transaction(warnOfFailing));

const BATCH = 5_000;

/** An hour later than cursors end, so that none that goes on misses one. With their deliveries. */
const PRUNE = `delete from company_events where id in (
    select id from company_events where at < now() - make_interval(days => ?, hours => 1) limit ?)`;

const pruneEvents = job('prune-events', object({}), async ({ db }) => {
  for (;;) {
    const { rowCount } = await db.raw<{ rowCount: number }>(PRUNE, [KEPT_DAYS, BATCH]);
    if (rowCount < BATCH) return;
  }
});

export const eventJobs: readonly Job[] = [deliverWebhooks, deliverWebhook, watchWebhooks, pruneEvents];

export { deliverWebhooks, pruneEvents, watchWebhooks };
