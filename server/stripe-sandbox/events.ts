import type { Tx } from '../../db/transaction';
import {
  type Charge,
  type Event,
  type Intent,
  newId,
  put,
  type Refund,
  type Session,
  seconds,
} from './objects';
import type { Sandbox } from './sandbox';
import { chargeToWire, intentToWire, refundToWire, sessionToWire } from './serializer';

/** The API version that the installed `stripe` package pins. */
export const API_VERSION = '2026-10-28.endive';

const toWire = (sandbox: Sandbox, object: Session | Intent | Charge | Refund) => {
  switch (object.object) {
    case 'checkout.session':
      return sessionToWire(sandbox, object);
    case 'payment_intent':
      return intentToWire(sandbox, object);
    case 'charge':
      return chargeToWire(object);
    case 'refund':
      return refundToWire(object);
  }
};

export async function emitEvent(
  sandbox: Sandbox,
  tx: Tx,
  type: string,
  object: Session | Intent | Charge | Refund,
): Promise<void> {
  const event: Event = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: seconds(),
    data: { object: toWire(sandbox, object) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  await put(tx, 'event', event);
  await sandbox.deliver(tx, event.id);
}
