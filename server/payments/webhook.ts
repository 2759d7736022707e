import Stripe from 'stripe';
import type { Tx } from '../../db/transaction';
import { object, requiredText } from '../contract/fields';
import { BadRequest } from '../http/errors';
import { enqueue, job } from '../jobs/job';
import type { Services } from '../services';
import { followEvent } from './provider-events';
import { webhookSecretOf } from './stripe';

const TOLERANCE_SECONDS = 300;

/** Once per event id. Throws BadRequest unless the raw body is signed with our secret within the tolerance. */
export async function receiveEvent(
  { config, transaction, metrics }: Services,
  raw: Buffer,
  signature: unknown,
): Promise<void> {
  const event = verifyEvent(raw, signature, webhookSecretOf(config));
  const isNew = await transaction((tx) => storeEvent(tx, event));
  metrics.paymentEvents.inc({ type: typeOf(event.type), outcome: isNew ? 'received' : 'repeated' });
}

function verifyEvent(raw: Buffer, signature: unknown, secret: string): Stripe.Event {
  try {
    const header = typeof signature === 'string' ? signature : '';
    const event = Stripe.webhooks.constructEvent(raw, header, secret, TOLERANCE_SECONDS);
    requirePastSignature(header);
    if (typeof event?.id !== 'string' || typeof event.type !== 'string' || event.id.length > 255)
      throw new Error('No event');
    return event;
  } catch {
    // One answer for every cause: it reveals nothing to an attacker.
    throw BadRequest('The webhook signature is not valid');
  }
}

// The package checks only for old timestamps.
function requirePastSignature(header: string) {
  const signedAt = Number(/(?:^|,)t=(\d+)(?:,|$)/.exec(header)?.[1]);
  if (!(signedAt <= Date.now() / 1000 + TOLERANCE_SECONDS)) throw new Error('Signed in the future');
}

async function storeEvent(tx: Tx, event: Stripe.Event): Promise<boolean> {
  const [first] = await tx('payment_events')
    .insert({ id: event.id, type: event.type, payload: storable(event) })
    .onConflict('id')
    .ignore()
    .returning('id');
  if (first) await enqueue(tx, processEvent, { event_id: event.id });
  return first !== undefined;
}

// jsonb takes no NUL.
const storable = (event: Stripe.Event) =>
  JSON.stringify(event, (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\u0000', '') : value,
  );

/** Stripe's documentation names a few hundred types; a stranger's text is none of them. */
const TYPE = /^[a-z_]{2,40}(\.[a-z_]{2,40}){1,3}$/;
const typeOf = (type: string) => (TYPE.test(type) ? type : 'other');

export const processEvent = job(
  'process-payment-event',
  object({ event_id: requiredText() }),
  async (services, { event_id }) => {
    const row = await services.db('payment_events').where({ id: event_id }).first();
    if (!row || row.processed_at) return;
    await followEvent(services, row.payload as Stripe.Event);
    await services
      .db('payment_events')
      .where({ id: event_id })
      .update({ processed_at: services.db.fn.now() });
    services.metrics.paymentEvents.inc({ type: typeOf(row.type), outcome: 'processed' });
  },
);
