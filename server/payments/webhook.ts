import Stripe from 'stripe';
import { transaction } from '../../db/transaction';
import { object, requiredText } from '../contract/fields';
import { BadRequest } from '../http/errors';
import { enqueue, job } from '../jobs/job';
import type { Services } from '../services';
import { followEvent } from './provider-events';
import { webhookSecretOf } from './stripe';

/** Older than this, or further ahead, is somebody's replay or a wrong clock. */
const TOLERANCE_S = 300;

/**
 * Takes an event in: the row and its job in one transaction, once for each id. Throws BadRequest unless these very
 * bytes are signed with our secret, now.
 */
export async function receiveEvent({ db, config }: Services, raw: Buffer, signature: unknown): Promise<void> {
  const event = verified(raw, signature, webhookSecretOf(config));
  await transaction(db, async (tx) => {
    const [first] = await tx('payment_events')
      .insert({ id: event.id, type: event.type, payload: storable(event) })
      .onConflict('id')
      .ignore()
      .returning('id');
    if (first) await enqueue(tx, processEvent, { event_id: event.id });
  });
}

function verified(raw: Buffer, signature: unknown, secret: string): Stripe.Event {
  try {
    const header = typeof signature === 'string' ? signature : '';
    const event = Stripe.webhooks.constructEvent(raw, header, secret, TOLERANCE_S);
    // The package looks at the past alone.
    const signedAt = Number(/(?:^|,)t=(\d+)(?:,|$)/.exec(header)?.[1]);
    if (!(signedAt <= Date.now() / 1000 + TOLERANCE_S)) throw new Error('Signed in the future');
    if (typeof event?.id !== 'string' || typeof event.type !== 'string' || event.id.length > 255)
      throw new Error('No event');
    return event;
  } catch {
    // Whatever is wrong with it, a stranger is told the same.
    throw BadRequest('The webhook signature is not valid');
  }
}

// jsonb takes no NUL.
const storable = (event: Stripe.Event) =>
  JSON.stringify(event, (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\u0000', '') : value,
  );

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
  },
);
