import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';

/** Written from Stripe's documentation, independent of the sandbox. It can hang, fail, lose webhooks and misreport. */
interface Session {
  id: string;
  object: 'checkout.session';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  payment_intent: string | null;
  amount_total: number;
  currency: string;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  success_url: string;
  cancel_url: string;
  url: string | null;
  expires_at: number;
  [more: string]: unknown;
}

interface Intent {
  id: string;
  object: 'payment_intent';
  status: string;
  amount: number;
  amount_received: number;
  currency: string;
  latest_charge: string | null;
  next_action: unknown;
  metadata: Record<string, string>;
  [more: string]: unknown;
}

interface Charge {
  id: string;
  object: 'charge';
  amount: number;
  amount_refunded: number;
  refunded: boolean;
  disputed: boolean;
  payment_intent: string;
  [more: string]: unknown;
}

export interface SeenRequest {
  method: string;
  url: string;
  body: string;
  idempotencyKey: string | null;
}

type Fields = { [name: string]: string | Fields };

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly error: Record<string, unknown>,
  ) {
    super(String(error.message));
  }
}

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;
const now = () => Math.floor(Date.now() / 1000);

function fieldsOf(form: string): Fields {
  const fields: Fields = {};
  for (const [name, value] of new URLSearchParams(form)) {
    const path = name.replaceAll(']', '').split('[');
    const last = path.pop() ?? '';
    let at = fields;
    for (const part of path) {
      at[part] ??= {};
      at = at[part] as Fields;
    }
    at[last] = value;
  }
  return fields;
}

const group = (fields: Fields, name: string) => (fields[name] ?? {}) as Fields;
const texts = (fields: Fields) => fields as Record<string, string>;

export class RemoteStripeStub {
  readonly requests: SeenRequest[] = [];
  readonly sessions = new Map<string, Session>();
  readonly intents = new Map<string, Intent>();
  readonly charges = new Map<string, Charge>();
  readonly refunds = new Map<string, Record<string, unknown>>();
  readonly events: Stripe.Event[] = [];
  /** Runs before each response and may replace it. */
  before: (request: SeenRequest) => undefined | Promise<undefined> | { status: number } | 'hang' = () =>
    undefined;
  losesWebhooks = false;
  webhookUrl = '';

  private readonly keys = new Map<string, { request: string; reply: unknown }>();
  private readonly server = createServer((req, res) => {
    this.serve(req, res).catch((error: unknown) => res.destroy(error as Error));
  });

  constructor(
    readonly secretKey = 'sk_test_foreign',
    readonly webhookSecret = 'whsec_foreign',
  ) {}

  async start() {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this;
  }

  get origin() {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop() {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  created = () =>
    this.requests.filter(({ method, url }) => method === 'POST' && url === '/v1/checkout/sessions');

  private async serve(req: IncomingMessage, res: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const header = req.headers['idempotency-key'];
    const request: SeenRequest = {
      method: req.method ?? '',
      url: req.url ?? '',
      body: Buffer.concat(chunks).toString(),
      idempotencyKey: typeof header === 'string' ? header : null,
    };
    this.requests.push(request);
    const instead = await this.before(request);
    if (instead === 'hang') return;
    const send = (status: number, reply: unknown) =>
      res
        .writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req') })
        .end(JSON.stringify(reply));
    if (instead)
      return send(instead.status, { error: { type: 'api_error', message: 'Something went wrong' } });
    try {
      if (req.headers.authorization !== `Bearer ${this.secretKey}`)
        throw new Refusal(401, { type: 'invalid_request_error', message: 'Invalid API Key' });
      send(200, this.keyed(request));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      send(error.status, { error: error.error });
    }
  }

  private keyed(request: SeenRequest): unknown {
    const { method, url, body, idempotencyKey: key } = request;
    const known = key && method === 'POST' ? this.keys.get(key) : undefined;
    if (known) {
      if (known.request !== url + body)
        throw new Refusal(400, { type: 'idempotency_error', message: 'Keys for idempotent requests …' });
      return known.reply;
    }
    const reply = structuredClone(this.answer(request));
    if (key && method === 'POST') this.keys.set(key, { request: url + body, reply });
    return reply;
  }

  private answer({ method, url, body }: SeenRequest): unknown {
    const [path = ''] = url.split('?');
    const [, , kind, a = '', b = '', c] = path.split('/');
    const call = `${method} ${kind}`;
    if (call === 'POST checkout' && !b) return this.open(fieldsOf(body));
    if (call === 'GET checkout' && b) return this.need(this.sessions, b);
    if (call === 'POST checkout' && c === 'expire') return this.expire(b);
    if (call === 'GET payment_intents') return this.need(this.intents, a);
    if (call === 'POST payment_intents' && b === 'cancel') return this.cancelIntent(a);
    if (call === 'GET charges') return this.need(this.charges, a);
    if (call === 'POST refunds') return this.refund(fieldsOf(body));
    if (call === 'GET refunds' && !a) return this.refundsOf(new URL(url, this.origin).searchParams);
    if (call === 'GET refunds' && a) return this.need(this.refunds, a);
    throw new Refusal(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path})`,
    });
  }

  private need<T>(from: Map<string, T>, id: string): T {
    const found = from.get(id);
    if (!found)
      throw new Refusal(404, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: `No such object: ${id}`,
      });
    return found;
  }

  private open(fields: Fields): Session {
    const lines = Object.values(group(fields, 'line_items')) as Fields[];
    const priceOf = (line: Fields) => group(line, 'price_data');
    const id = newId('cs_test');
    // Older accounts create the intent with the session.
    const intent: Intent = {
      id: newId('pi'),
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount: lines.reduce((sum, line) => sum + Number(priceOf(line).unit_amount) * Number(line.quantity), 0),
      amount_received: 0,
      currency: String(priceOf(lines[0] ?? {}).currency),
      latest_charge: null,
      next_action: null,
      metadata: texts(group(group(fields, 'payment_intent_data'), 'metadata')),
      created: now(),
      livemode: false,
    };
    const session: Session = {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: intent.id,
      amount_total: intent.amount,
      currency: intent.currency,
      client_reference_id: (fields.client_reference_id as string | undefined) ?? null,
      metadata: texts(group(fields, 'metadata')),
      success_url: String(fields.success_url),
      cancel_url: String(fields.cancel_url),
      url: `${this.origin}/pay/${id}`,
      expires_at: now() + 86_400,
      mode: fields.mode,
      created: now(),
      livemode: false,
    };
    this.intents.set(intent.id, intent);
    this.sessions.set(id, session);
    return session;
  }

  private expire(id: string): Session {
    const session = this.need(this.sessions, id);
    if (session.status !== 'open')
      throw new Refusal(400, { type: 'invalid_request_error', message: 'Only open sessions can be expired' });
    session.status = 'expired';
    session.url = null;
    this.intentOf(session).status = 'canceled';
    return session;
  }

  private cancelIntent(id: string): Intent {
    const intent = this.need(this.intents, id);
    if (!intent.status.startsWith('requires_'))
      throw new Refusal(400, { type: 'invalid_request_error', message: `Cannot cancel: ${intent.status}` });
    intent.status = 'canceled';
    intent.next_action = null;
    return intent;
  }

  private refund(fields: Fields) {
    const intent = this.need(this.intents, String(fields.payment_intent));
    const charge = this.charges.get(intent.latest_charge ?? '');
    if (!charge) throw new Refusal(400, { type: 'invalid_request_error', message: 'Nothing to refund' });
    if (charge.refunded)
      throw new Refusal(400, {
        type: 'invalid_request_error',
        code: 'charge_already_refunded',
        message: 'Already refunded',
      });
    const left = charge.amount - charge.amount_refunded;
    const amount = Number(fields.amount ?? left);
    if (!(amount >= 1 && amount <= left))
      throw new Refusal(400, { type: 'invalid_request_error', message: 'Refund amount is too large' });
    const refund = {
      id: newId('re'),
      object: 'refund',
      status: 'succeeded',
      amount,
      metadata: texts(group(fields, 'metadata')),
      currency: intent.currency,
      charge: charge.id,
      payment_intent: intent.id,
      created: now(),
    };
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
    this.refunds.set(refund.id, refund);
    return refund;
  }

  private refundsOf(query: URLSearchParams) {
    const data = [...this.refunds.values()].filter(
      (refund) => refund.payment_intent === query.get('payment_intent'),
    );
    return { object: 'list', url: '/v1/refunds', has_more: false, data: data.reverse() };
  }

  /** As Stripe does after a day. */
  forgetKeys() {
    this.keys.clear();
  }

  intentOf(session: Session): Intent {
    return this.need(this.intents, session.payment_intent ?? '');
  }

  event(type: string, object: unknown): Stripe.Event {
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: '2023-08-16',
      created: now(),
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    } as unknown as Stripe.Event;
    this.events.push(event);
    return event;
  }

  signature(payload: string, { at = now(), secret = this.webhookSecret } = {}) {
    return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at });
  }

  async send(event: Stripe.Event): Promise<number> {
    if (this.losesWebhooks) return 0;
    const payload = JSON.stringify(event, null, 2);
    const answer = await fetch(this.webhookUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Stripe-Signature': this.signature(payload) },
      body: payload,
    });
    return answer.status;
  }

  private async tell(...events: [string, unknown][]) {
    for (const [type, object] of events) await this.send(this.event(type, object));
  }

  /** Actions of buyers and banks, without webhooks. */
  readonly quietly = {
    pay: (session: Session) => {
      const intent = this.intentOf(session);
      const charge: Charge = {
        id: newId('ch'),
        object: 'charge',
        amount: intent.amount,
        amount_refunded: 0,
        refunded: false,
        disputed: false,
        payment_intent: intent.id,
      };
      this.charges.set(charge.id, charge);
      Object.assign(intent, {
        status: 'succeeded',
        amount_received: intent.amount,
        latest_charge: charge.id,
        next_action: null,
      });
      Object.assign(session, { status: 'complete', payment_status: 'paid', url: null });
      return charge;
    },
    byBank: (session: Session) => {
      const intent = this.intentOf(session);
      Object.assign(intent, {
        status: 'requires_action',
        next_action: {
          type: 'verify_with_microdeposits',
          verify_with_microdeposits: {
            arrival_date: now(),
            hosted_verification_url: `${this.origin}/verify/${intent.id}`,
            microdeposit_type: 'amounts',
          },
        },
      });
      Object.assign(session, { status: 'complete', url: null });
    },
    verify: (session: Session) => {
      Object.assign(this.intentOf(session), { status: 'processing', next_action: null });
    },
    fail: (session: Session) => {
      Object.assign(this.intentOf(session), { status: 'requires_payment_method', next_action: null });
    },
  };

  async pay(session: Session) {
    this.quietly.pay(session);
    await this.tell(
      ['payment_intent.succeeded', this.intentOf(session)],
      ['checkout.session.completed', session],
    );
  }

  async byBank(session: Session) {
    this.quietly.byBank(session);
    await this.tell(
      ['payment_intent.requires_action', this.intentOf(session)],
      ['checkout.session.completed', session],
    );
  }

  async verify(session: Session) {
    this.quietly.verify(session);
    await this.tell(['payment_intent.processing', this.intentOf(session)]);
  }

  async settle(session: Session) {
    this.quietly.pay(session);
    await this.tell(
      ['payment_intent.succeeded', this.intentOf(session)],
      ['checkout.session.async_payment_succeeded', session],
    );
  }

  async fail(session: Session) {
    this.quietly.fail(session);
    await this.tell(
      ['payment_intent.payment_failed', this.intentOf(session)],
      ...(session.status === 'complete'
        ? [['checkout.session.async_payment_failed', session] as [string, unknown]]
        : []),
    );
  }
}
