import Stripe from 'stripe';
import type { Event } from './objects';
import type { Sandbox } from './sandbox';

const TIMEOUT_MS = 10_000;

/** Posts the event, signed as Stripe signs (`t=…,v1=…`). Throws unless the answer is 2xx. */
export async function postEvent({ db, webhookUrl, webhookSecret }: Sandbox, eventId: string): Promise<void> {
  const row = await db('sandbox_objects').where({ id: eventId, kind: 'event' }).first('data');
  if (!row) return;
  const payload = JSON.stringify(row.data as Event);
  const answer = await fetch(webhookUrl, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Stripe-Signature': Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret }),
    },
    body: payload,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`The webhook was answered with ${answer.status}`);
}
