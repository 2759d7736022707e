import pLimit from 'p-limit';
import type { WebhookRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import type { Services } from '../../services';
import { eventDocument } from '../serializer';
import { isDemoReceiver, type Lookup, publicAgent } from './address';
import { recordAttempt } from './health';
import { type DueDelivery, dueDeliveries } from './pending';
import { openSecrets } from './secret';
import { type Outcome, send } from './send';
import { signedHeaders } from './signature';

const SENDS_AT_ONCE = 4;

/** Then the endpoint's job gives way to those of others. */
const BUDGET_MS = 30_000;

/** Enqueues the endpoint's job again. */
export type Again = (tx: Tx, webhookId: number, runAt?: Date) => Promise<void>;

/** Retries that come sooner than the schedule looks for them. */
const SOON_MS = 60_000;

interface Sending {
  readonly webhook: WebhookRow;
  readonly agent: ReturnType<typeof publicAgent>;
  readonly again: Again;
  readonly lookup: Lookup | undefined;
}

/**
 * Sends an endpoint what is due, oldest first. Its jobs run one after another; after a kill a delivery is sent again,
 * with the same id.
 */
export async function deliverDue(services: Services, webhookId: number, again: Again, lookup?: Lookup) {
  const { db, transaction } = services;
  const end = performance.now() + BUDGET_MS;
  const agent = publicAgent();
  const isOver = () => performance.now() > end;
  try {
    for (
      let due = await dueDeliveries(db, webhookId);
      due.length > 0;
      due = await dueDeliveries(db, webhookId)
    ) {
      if (isOver()) return await transaction((tx) => again(tx, webhookId));
      const webhook = await db('webhooks').where({ id: webhookId }).first();
      if (!webhook) return;
      if (await sendAll(services, { webhook, agent, again, lookup }, due, isOver)) return;
    }
  } finally {
    agent.destroy();
  }
}

/**
 * Until all are sent, the time is over or the endpoint takes no more. What is left out stays due. Returns whether the
 * endpoint takes no more: then the schedule goes on, so that 10,000 replays to one that hangs leave a slot to others.
 */
async function sendAll(
  services: Services,
  sending: Sending,
  due: readonly DueDelivery[],
  isOver: () => boolean,
): Promise<boolean> {
  const limit = pLimit(SENDS_AT_ONCE);
  let isStopped = false;
  const sendNext = async (delivery: DueDelivery) => {
    if (isOver() || isStopped) return;
    if (await sendOne(services, sending, delivery)) isStopped = true;
  };
  await Promise.all(due.map((delivery) => limit(sendNext, delivery)));
  return isStopped;
}

/** Returns whether the endpoint takes nothing more now. */
async function sendOne(services: Services, sending: Sending, delivery: DueDelivery): Promise<boolean> {
  const { databaseClock, transaction } = services;
  const { webhook, again } = sending;
  const now = databaseClock.now();
  const outcome = await post(services, sending, delivery, now);
  return transaction(async (tx) => {
    const ids = { webhookId: webhook.id, deliveryId: delivery.id };
    const { nextAt, isStopped } = await recordAttempt(tx, ids, outcome);
    if (!isStopped && nextAt && nextAt.getTime() - now.getTime() < SOON_MS)
      await again(tx, webhook.id, nextAt);
    return isStopped;
  });
}

const UNREADABLE_SECRET = "The signing secret can't be read. Rotate it.";

async function post(
  { config }: Pick<Services, 'config'>,
  { webhook, agent, lookup }: Sending,
  delivery: DueDelivery,
  now: Date,
): Promise<Outcome> {
  const secrets = openSecrets(config, webhook, now);
  if (secrets.length === 0)
    return { status: null, ms: 0, error: UNREADABLE_SECRET, excerpt: '', retryAfterSeconds: null };
  const event = eventDocument({ ...delivery, id: delivery.event_id }, true);
  const body = JSON.stringify(event);
  const signing = delivery.by_hand ? secrets.slice(0, 1) : secrets;
  return send({
    url: webhook.url,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Lotwise-Webhooks/1',
      ...signedHeaders({ id: event.id, at: now, body }, signing),
    },
    body,
    agent: isDemoReceiver(config, webhook.url) ? null : agent,
    lookup,
  });
}
