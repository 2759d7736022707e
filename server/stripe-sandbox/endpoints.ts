import type { Tx } from '../../db/transaction';
import { invalid, noSuch } from './errors';
import { cancelIntent, findIntent } from './intents';
import { type Kind, list, lock, type Session } from './objects';
import { integerOf, onlyKnown, type Params, textOf } from './params';
import { createRefund, findRefund } from './refunds';
import type { Sandbox } from './sandbox';
import { chargeToWire, intentToWire, refundToWire, sessionToWire } from './serializer';
import { createSession, expireSession, findSession } from './sessions';

interface Call {
  sandbox: Sandbox;
  tx: Tx;
  id: string;
  params: Params;
}

interface Route {
  method: 'GET' | 'POST';
  path: RegExp;
  reply(call: Call): Promise<unknown>;
}

const route = (signature: string, reply: Route['reply']): Route => {
  const [method, path = ''] = signature.split(' ');
  return {
    method: method === 'POST' ? 'POST' : 'GET',
    path: new RegExp(`^/v1${path.replace(':id', '([A-Za-z0-9_]+)')}$`),
    reply,
  };
};

export const calls: readonly Route[] = [
  route('POST /checkout/sessions', async ({ sandbox, tx, params }) =>
    sessionToWire(sandbox, await createSession(sandbox, tx, params)),
  ),
  route('GET /checkout/sessions', ({ sandbox, tx, params }) =>
    page(tx, 'checkout.session', '/v1/checkout/sessions', params, (session) =>
      sessionToWire(sandbox, session),
    ),
  ),
  route('GET /checkout/sessions/:id', async ({ sandbox, tx, id, params }) => {
    const session = await findSession(sandbox, tx, id);
    const intent =
      session.payment_intent && expands(params, 'payment_intent')
        ? intentToWire(sandbox, await findIntent(sandbox, tx, session.payment_intent))
        : session.payment_intent;
    // Read again: settling the intent may have paid the session.
    return { ...sessionToWire(sandbox, await findSession(sandbox, tx, id)), payment_intent: intent };
  }),
  route('GET /checkout/sessions/:id/line_items', async ({ sandbox, tx, id }) => {
    const { line_items, currency } = await findSession(sandbox, tx, id);
    return {
      object: 'list',
      url: `/v1/checkout/sessions/${id}/line_items`,
      has_more: false,
      data: line_items.map((line) => lineItem(line, currency)),
    };
  }),
  route('POST /checkout/sessions/:id/expire', async ({ sandbox, tx, id, params }) => {
    onlyKnown(params, ['expand']);
    return sessionToWire(sandbox, await expireSession(sandbox, tx, id));
  }),
  route('GET /payment_intents/:id', async ({ sandbox, tx, id, params }) => {
    const intent = await findIntent(sandbox, tx, id);
    const charge =
      intent.latest_charge && expands(params, 'latest_charge')
        ? await lock(tx, 'charge', intent.latest_charge)
        : undefined;
    return {
      ...intentToWire(sandbox, intent),
      latest_charge: charge ? chargeToWire(charge) : intent.latest_charge,
    };
  }),
  route('POST /payment_intents/:id/cancel', async ({ sandbox, tx, id, params }) => {
    onlyKnown(params, ['cancellation_reason', 'expand']);
    return intentToWire(
      sandbox,
      await cancelIntent(sandbox, tx, id, textOf(params, 'cancellation_reason') ?? null),
    );
  }),
  route('GET /charges/:id', async ({ tx, id }) => {
    const charge = await lock(tx, 'charge', id);
    if (!charge) throw noSuch('charge', id);
    return chargeToWire(charge);
  }),
  route('POST /refunds', async ({ sandbox, tx, params }) =>
    refundToWire(await createRefund(sandbox, tx, params)),
  ),
  route('GET /refunds', ({ tx, params }) => page(tx, 'refund', '/v1/refunds', params, refundToWire)),
  route('GET /refunds/:id', async ({ tx, id }) => refundToWire(await findRefund(tx, id))),
  route('GET /events', ({ tx, params }) => page(tx, 'event', '/v1/events', params, (event) => event)),
  route('GET /events/:id', async ({ tx, id }) => {
    const event = await lock(tx, 'event', id);
    if (!event) throw noSuch('event', id);
    return event;
  }),
];

const expands = (params: Params, name: string) =>
  Object.values(typeof params.expand === 'object' ? params.expand : {}).includes(name);

async function page<K extends Kind>(
  tx: Tx,
  kind: K,
  url: string,
  params: Params,
  toWire: (object: Awaited<ReturnType<typeof list<K>>>[number]) => unknown,
) {
  const limit = integerOf(params, 'limit') ?? 10;
  if (limit < 1 || limit > 100) throw invalid('Limit must be between 1 and 100', 'limit');
  const endingBefore = textOf(params, 'ending_before');
  const found = await list(tx, kind, {
    limit,
    startingAfter: textOf(params, 'starting_after'),
    endingBefore,
    paymentIntent: textOf(params, 'payment_intent'),
  });
  const data = found.slice(0, limit).map(toWire);
  return { object: 'list', url, has_more: found.length > limit, data: endingBefore ? data.reverse() : data };
}

const lineItem = (line: Session['line_items'][number], currency: string) => ({
  id: line.id,
  object: 'item',
  amount_discount: 0,
  amount_subtotal: line.unit_amount * line.quantity,
  amount_tax: 0,
  amount_total: line.unit_amount * line.quantity,
  currency,
  description: line.name,
  price: null,
  quantity: line.quantity,
});
