import type { Tx } from '../../db/transaction';
import { object, requiredText } from '../contract/fields';
import { enqueue, job } from '../jobs/job';
import type { Services } from '../services';
import { settleIntent } from './intents';
import type { Sandbox } from './sandbox';
import { apiKey, webhookSecret } from './secrets';
import { postEvent } from './webhook-delivery';

const BANK_SETTLES_AFTER_MS = 2_000;

export const sandboxOf = ({ config, db }: Pick<Services, 'config' | 'db'>): Sandbox => ({
  db,
  origin: config.appUrl,
  apiKey: apiKey(config),
  webhookSecret: webhookSecret(config),
  webhookUrl: `${config.appUrl}/webhooks/stripe`,
  bankSettlesAfterMs: BANK_SETTLES_AFTER_MS,
  deliver: (tx: Tx, eventId: string) => enqueue(tx, deliverEvent, { event_id: eventId }),
  settleAt: (tx: Tx, intentId: string, at: Date) =>
    enqueue(tx, settleBankPayment, { intent_id: intentId }, { runAt: at }),
});

/** Retried with backoff; reconciliation covers events that never arrive. */
export const deliverEvent = job(
  'sandbox-deliver-event',
  object({ event_id: requiredText() }),
  (services, { event_id }) => postEvent(sandboxOf(services), event_id),
);

export const settleBankPayment = job(
  'sandbox-settle-bank-payment',
  object({ intent_id: requiredText() }),
  async (services, { intent_id }) => {
    await services.transaction((tx) => settleIntent(sandboxOf(services), tx, intent_id));
  },
);

export const sweepSandboxKeys = job('sandbox-sweep-keys', object({}), async ({ db }) => {
  await db('sandbox_keys').whereRaw("created_at < now() - interval '24 hours'").delete();
});
