import type { Tx } from '../../../db/transaction';
import { webhookFailing } from './mailer';

const WARNED_AFTER_HOURS = 24;

/** Tells owners once of endpoints that have failed for a day. */
export async function warnOfFailing(tx: Tx): Promise<void> {
  const failing = await tx('webhooks')
    .where({ enabled: true })
    .whereNull('warned_at')
    .whereRaw('failing_since <= now() - make_interval(hours => ?)', [WARNED_AFTER_HOURS])
    .orderBy('id')
    .forNoKeyUpdate()
    .skipLocked();
  for (const webhook of failing) {
    await tx('webhooks').where({ id: webhook.id }).update({ warned_at: tx.fn.now() });
    await webhookFailing(tx, webhook);
  }
}
