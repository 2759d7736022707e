import type { WebhookDeliveryRow, WebhookRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/durations';
import { webhookDisabled } from './mailer';
import { cancelPending } from './pending';
import { type Outcome, TIMED_OUT } from './send';

/** After the first, second … failure. A delivery that fails once more has failed for good. */
const RETRY_AFTER_MS: readonly number[] = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];

const MAX_RETRY_AFTER_SECONDS = 24 * 60 * 60;

const PAUSE_SECONDS = { least: 30, most: 60 * 60 };
const OVERLOADED: readonly (number | null)[] = [429, 502, 504];
const GONE = 410;

const DISABLED_AFTER_MS = 5 * DAY_MS;
const DISABLED_AFTER_FAILURES = 20;

const isSuccess = ({ status }: Outcome) => status !== null && status >= 200 && status < 300;

const isOverloaded = ({ status, error }: Outcome) => OVERLOADED.includes(status) || error === TIMED_OUT;

export interface Recorded {
  /** null: it is not tried again. */
  readonly nextAt: Date | null;
  /** The endpoint takes nothing more now. */
  readonly isStopped: boolean;
}

/** Writes how an attempt ended, for the delivery and for the endpoint, whose lock lets acts write deliveries. Does nothing where either was deleted. */
export async function recordAttempt(
  tx: Tx,
  { webhookId, deliveryId }: { readonly webhookId: number; readonly deliveryId: number },
  outcome: Outcome,
): Promise<Recorded> {
  const webhook = await tx('webhooks').where({ id: webhookId }).forNoKeyUpdate().first();
  const delivery = await tx('webhook_deliveries').where({ id: deliveryId }).forUpdate().first();
  if (!webhook || !delivery) return { nextAt: null, isStopped: true };
  const { status, ms, error, excerpt } = outcome;
  await tx('webhook_attempts').insert({ delivery_id: deliveryId, status, ms, error, excerpt });
  if (!isSuccess(outcome)) return recordFailure(tx, webhook, delivery, outcome);
  await tx('webhook_deliveries')
    .where({ id: deliveryId })
    .update({ status: 'delivered', attempts: delivery.attempts + 1 });
  if (!delivery.by_hand) await recordHealth(tx, webhook);
  return { nextAt: null, isStopped: false };
}

/** Most successes change nothing. */
async function recordHealth(tx: Tx, { id, failing_since, pause_seconds, paused_until }: WebhookRow) {
  if (failing_since === null && pause_seconds === 0 && paused_until === null) return;
  await tx('webhooks')
    .where({ id })
    .update({ failing_since: null, failures: 0, warned_at: null, paused_until: null, pause_seconds: 0 });
}

async function recordFailure(tx: Tx, webhook: WebhookRow, delivery: WebhookDeliveryRow, outcome: Outcome) {
  const now = tx.databaseClock.now();
  const asked = Math.min(outcome.retryAfterSeconds ?? 0, MAX_RETRY_AFTER_SECONDS);
  const wait = RETRY_AFTER_MS[delivery.attempts];
  const isPending = delivery.status === 'pending';
  const nextAt =
    isPending && wait !== undefined ? new Date(now.getTime() + Math.max(wait, asked * 1_000)) : null;
  await tx('webhook_deliveries')
    .where({ id: delivery.id })
    .update({
      attempts: delivery.attempts + 1,
      ...(nextAt && { next_at: nextAt }),
      ...(isPending && !nextAt && { status: 'failed' }),
    });
  if (delivery.by_hand) return { nextAt, isStopped: isOverloaded(outcome) };
  const isStopped = await recordIllness(tx, webhook, outcome, { now, asked });
  return { nextAt, isStopped };
}

/** Returns whether the endpoint takes nothing more now. */
async function recordIllness(
  tx: Tx,
  webhook: WebhookRow,
  outcome: Outcome,
  { now, asked }: { readonly now: Date; readonly asked: number },
): Promise<boolean> {
  const failingSince = webhook.failing_since ?? now;
  const failures = webhook.failures + 1;
  const pause = isOverloaded(outcome) ? nextPause(webhook, now) : null;
  const isLong = now.getTime() - failingSince.getTime() >= DISABLED_AFTER_MS;
  const reason =
    outcome.status === GONE ? 'gone' : isLong && failures >= DISABLED_AFTER_FAILURES ? 'failing' : null;
  const isDisabled = webhook.enabled && reason !== null;
  await tx('webhooks')
    .where({ id: webhook.id })
    .update({
      failing_since: failingSince,
      failures,
      ...(pause !== null && {
        pause_seconds: pause,
        paused_until: new Date(now.getTime() + Math.max(pause, asked) * 1_000),
      }),
      ...(isDisabled && { enabled: false, disabled_reason: reason }),
    });
  if (isDisabled) {
    await cancelPending(tx, webhook.id);
    await webhookDisabled(tx, { ...webhook, failing_since: failingSince }, reason);
  }
  return isDisabled || pause !== null;
}

/** Those that were on their way when a pause began double nothing. */
function nextPause({ pause_seconds, paused_until }: WebhookRow, now: Date): number {
  if (paused_until !== null && paused_until > now) return pause_seconds;
  const doubled = pause_seconds === 0 ? PAUSE_SECONDS.least : pause_seconds * 2;
  return Math.min(doubled, PAUSE_SECONDS.most);
}
