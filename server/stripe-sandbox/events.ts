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
import { chargeOnWire, intentOnWire, refundOnWire, sessionOnWire } from './serializer';

/** The shape that events carry; the version that the `stripe` package of this project is made for. */
export const API_VERSION = '2026-10-28.endive';

const onWire = (sandbox: Sandbox, object: Session | Intent | Charge | Refund) => {
  switch (object.object) {
    case 'checkout.session':
      return sessionOnWire(sandbox, object);
    case 'payment_intent':
      return intentOnWire(sandbox, object);
    case 'charge':
      return chargeOnWire(object);
    case 'refund':
      return refundOnWire(object);
  }
};

/** Records that something happened to the object, as it is now, and has it told. */
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
    data: { object: onWire(sandbox, object) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  await put(tx, 'event', event);
  await sandbox.deliver(tx, event.id);
}
