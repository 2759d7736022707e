import type { LookupFunction } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { WebhookRow } from '../../db/tables';
import type { Buyer, Seller } from '../../server/accounts/policy';
import { DAY_MS, HOUR_MS } from '../../server/contract/durations';
import { mailbox } from '../../server/development/queries';
import type { EventPage } from '../../server/events/contract';
import { deliverWebhooks, eventJobs, pruneEvents, watchWebhooks } from '../../server/events/jobs';
import { type Lookup, publicAgent, requirePublic } from '../../server/events/webhooks/address';
import type {
  DeliveryList,
  NewWebhookSecret,
  WebhookDelivery,
  WebhookDocument,
} from '../../server/events/webhooks/contract';
import { deliverDue } from '../../server/events/webhooks/delivery';
import { send } from '../../server/events/webhooks/send';
import { enqueue, type Job } from '../../server/jobs/job';
import { startWorker } from '../../server/jobs/worker';
import { sendMail } from '../../server/mail/mailer';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { until } from '../support/process';
import { useTestApp } from '../support/test-app';
import { startReceiver, status, verified } from './receiver';

const receiver = await startReceiver();
afterAll(() => receiver.close());

const app = useTestApp({ rateLimits: false, maxUnpaidOrders: 1_000 });
const factory = new Factory(app);

/** As of a demo at the receiver's own address, which is the one that may be reached on this host. */
const services = () => ({
  ...app.services,
  config: { ...app.services.config, appUrl: receiver.origin },
});
const demoUrl = (name: string) => `${app.origin}/dev/webhooks/${name}`;

let names = 0;
const nextName = () => `hook-${++names}`;

interface Endpoint extends NewWebhookSecret {
  readonly name: string;
  readonly client: Client;
  readonly seller: Seller;
}

/** Of a new company, at an own address of the receiver. */
async function endpoint(types: readonly string[] = [], of?: Seller): Promise<Endpoint> {
  const [seller, name] = [of ?? (await factory.aSeller()), nextName()];
  const client = await factory.signedIn(seller);
  const answer = await client.request('POST', '/company/webhooks', {
    body: { url: demoUrl(name), types },
  });
  expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
  const { webhook } = answer.body as NewWebhookSecret;
  await factory
    .db('webhooks')
    .where({ id: webhook.id })
    .update({ url: receiver.urlOf(name) });
  return { ...(answer.body as NewWebhookSecret), name, client, seller };
}

const change = (seller: Seller, first = 1) =>
  factory.transaction((tx) =>
    tx.events.catalogChanged({
      sellerId: seller.seller_id,
      productIds: [first, first + 1],
      by: { actor: 'seller', userId: seller.id },
      keepsEvents: true,
    }),
  );

/** What the schedule does in each minute, after what the acts started: a job that they touch at the moment is skipped. */
async function deliver() {
  await pause(100);
  await factory.transaction((tx) => enqueue(tx, deliverWebhooks, {}));
  await runDueJobs(services(), eventJobs);
}

const run = async (job: Job<object>) => {
  await factory.transaction((tx) => enqueue(tx, job, {}));
  await runDueJobs(services(), [...eventJobs, sendMail]);
};

/** As if the time had passed. */
async function pass(ms: number) {
  const [seconds, { db }] = [ms / 1_000, factory];
  await db.raw('update webhook_deliveries set next_at = next_at - make_interval(secs => ?)', [seconds]);
  await db.raw(
    `update webhooks set paused_until = paused_until - make_interval(secs => :s),
            failing_since = failing_since - make_interval(secs => :s),
            previous_until = previous_until - make_interval(secs => :s)`,
    { s: seconds },
  );
}

const row = async ({ webhook }: Endpoint) =>
  (await factory.db('webhooks').where({ id: webhook.id }).first()) as WebhookRow;
const deliveries = async ({ client, webhook }: Endpoint) =>
  ((await client.request('GET', `/company/webhooks/${webhook.id}/deliveries`)).body as DeliveryList)
    .deliveries;
const act = ({ client, webhook }: Endpoint, path: string, body: object = {}) =>
  client.request('POST', `/company/webhooks/${webhook.id}/${path}`, { body });
const refusal = ({ status, body }: { status: number; body: unknown }) => {
  const { error, errors, code } = body as { error?: string; errors?: string[]; code?: string };
  return [status, errors?.[0] ?? error, code];
};
const subjectsTo = async ({ email }: Buyer | Seller) =>
  (await mailbox(factory.db)).filter(({ to }) => to === email).map(({ subject }) => subject);

describe('an endpoint', () => {
  test('is sent what its types name, signed, with the id of the feed', async () => {
    const own = await endpoint(['product.*']);
    const all = await endpoint([], own.seller);
    const other = await endpoint();
    const { offer } = await factory.anOrder({ seller: own.seller });
    await change(own.seller);
    await deliver();
    const [arrival] = receiver.at(own.name);
    expect(receiver.at(own.name)).toHaveLength(1);
    if (!arrival) throw new Error('Nothing arrived');
    const { events } = (await own.client.request('GET', '/events')).body as EventPage;
    expect(verified(own.secret, arrival)).toEqual(events.at(-1));
    expect(arrival.headers['webhook-id']).toBe(events.at(-1)?.id);
    expect(() => verified(other.secret, arrival)).toThrow('No matching signature found');
    expect(receiver.at(all.name).map(({ body }) => JSON.parse(body))).toEqual(events);
    expect(events.map(({ type }) => type)).toEqual([
      'offer.submitted',
      'offer.accepted',
      'order.created',
      'product.changed',
    ]);
    expect(events[0]?.data.subject?.id).toBe(offer.id);
    expect(receiver.at(other.name)).toEqual([]);
    expect(await deliveries(own)).toMatchObject([
      {
        event_id: events.at(-1)?.id,
        type: 'product.changed',
        status: 'delivered',
        next_at: null,
        attempts: [{ status: 204, error: null }],
      },
    ]);
  });

  test('is one of ten at most, told to owners alone, its secret shown once', async () => {
    const { client, seller, webhook, secret } = await endpoint();
    expect(secret).toMatch(/^whsec_/);
    for (let count = 2; count <= 10; count++) await endpoint([], seller);
    const url = demoUrl('one-more');
    const more = Array.from({ length: 3 }, () =>
      client.request('POST', '/company/webhooks', { body: { url, types: [] } }),
    );
    for (const answer of await Promise.all(more))
      expect(refusal(answer)).toEqual([422, 'You can have up to 10 endpoints', 'invalid']);
    const list = await client.request('GET', '/company/webhooks');
    expect((list.body as { webhooks: WebhookDocument[] }).webhooks).toHaveLength(10);
    expect(list.text).not.toContain(secret);
    const manager = await factory.signedIn(await factory.aMember(seller, 'manager'));
    expect((await manager.request('GET', '/company/webhooks')).status).toBe(403);
    const stranger = await factory.signedIn(await factory.aSeller());
    expect(
      (await stranger.request('PUT', `/company/webhooks/${webhook.id}`, { body: { enabled: false } })).status,
    ).toBe(404);
    expect(
      refusal(
        await (await factory.as(seller)).request('POST', '/company/webhooks', { body: { url, types: [] } }),
      ),
    ).toEqual([403, "Confirm it's you to continue.", 'confirm_required']);
    const { body } = await client.request('GET', '/company/activity');
    expect(body).toMatchObject({
      activity: expect.arrayContaining([
        {
          action: 'company.create_webhook',
          subject: new URL(app.origin).host,
          at: expect.any(String),
          by: expect.anything(),
        },
      ]),
    });
  });

  test('created ten at once, there are ten', async () => {
    const seller = await factory.aSeller();
    const client = await factory.signedIn(seller);
    const made = await Promise.all(
      Array.from({ length: 13 }, (_none, index) =>
        client.request('POST', '/company/webhooks', {
          body: { url: demoUrl(`many-${index}`), types: [] },
        }),
      ),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(10);
  });

  test('can be changed, disabled and deleted', async () => {
    const own = await endpoint();
    const path = `/company/webhooks/${own.webhook.id}`;
    expect(refusal(await own.client.request('PUT', path, { body: { types: ['ofer.*'] } }))).toEqual([
      422,
      'Unknown event type: ofer.*',
      'unknown_event',
    ]);
    await own.client.request('PUT', path, { body: { types: ['order.*'] } });
    await change(own.seller);
    expect(await deliveries(own)).toEqual([]);
    await own.client.request('PUT', path, { body: { types: [] } });
    await change(own.seller);
    const { body } = await own.client.request('PUT', path, { body: { enabled: false } });
    expect(body).toMatchObject({ webhook: { enabled: false, disabled_reason: null } });
    await change(own.seller);
    await deliver();
    expect((await deliveries(own)).map(({ status: state }) => state)).toEqual(['canceled']);
    expect((await own.client.request('DELETE', path)).status).toBe(204);
    expect(await factory.db('webhook_deliveries').where({ webhook_id: own.webhook.id })).toEqual([]);
    expect(receiver.at(own.name)).toEqual([]);
  });
});

describe('an address', () => {
  const NOT_PUBLIC = [
    422,
    "This address can't be reached from the internet. Use a public https address.",
    'address_not_public',
  ];

  test.each([
    'https://localhost/hook',
    'https://127.0.0.1/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:169.254.169.254]/',
    'https://[::1]/',
    'https://10.0.0.7/',
    'https://0x7f000001/',
    'https://2130706433/',
    'http://example.com/hook',
    'https://user:secret@example.com/',
    'https://no-such-host.invalid/',
    'ftp://example.com/',
    'hook',
    'DEMO/../../admin',
    'DEMO/%2e%2e/%2e%2e/admin',
  ])('%s is refused', async (url) => {
    const client = await factory.signedIn(await factory.aSeller());
    const body = { url: url.replace('DEMO', demoUrl('x')), types: [] };
    expect(refusal(await client.request('POST', '/company/webhooks', { body }))).toEqual(NOT_PUBLIC);
  });

  const resolving = (...addresses: string[]) =>
    ((_host: string, options: { all?: boolean }, done: (...found: unknown[]) => void) =>
      options.all
        ? done(
            null,
            addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
          )
        : done(null, addresses[0], 4)) as LookupFunction as Lookup;

  test('needs all addresses of its host to be public', async () => {
    const config = { demo: true, appUrl: 'https://lotwise.example' };
    const saved = (...addresses: string[]) =>
      requirePublic(config, 'https://erp.example.com/a#b', resolving(...addresses));
    expect(await saved('93.184.216.34', '2606:2800:220:1::1')).toBe('https://erp.example.com/a');
    for (const address of ['10.1.2.3', '::ffff:127.0.0.1', 'fd00::1', '64:ff9b::a9fe:a9fe'])
      await expect(saved('93.184.216.34', address)).rejects.toMatchObject({ code: 'address_not_public' });
    await expect(
      requirePublic({ ...config, demo: false }, `${config.appUrl}/dev/webhooks/a`, resolving('127.0.0.1')),
    ).rejects.toMatchObject({ code: 'address_not_public' });
  });

  test('that leads elsewhere by the time of a delivery is refused then, too', async () => {
    const own = await endpoint();
    const rebound = `https://erp.example.com:${new URL(receiver.origin).port}/dev/webhooks/${own.name}`;
    await factory.db('webhooks').where({ id: own.webhook.id }).update({ url: rebound });
    await change(own.seller);
    await deliverDue(services(), own.webhook.id, async () => undefined, resolving('127.0.0.1'));
    const [delivery] = await deliveries(own);
    expect(delivery?.attempts).toMatchObject([{ status: null, error: NOT_PUBLIC[1] }]);
    expect(receiver.at(own.name)).toEqual([]);
    const metadata = await send({
      url: 'https://169.254.169.254/',
      headers: {},
      body: '',
      agent: publicAgent(),
    });
    expect(metadata).toMatchObject({ status: null, error: NOT_PUBLIC[1] });
  });
});

describe('a delivery', () => {
  test('is tried again with the same id, after 5 s, 5 min, … and is failed after ten', async () => {
    const own = await endpoint();
    receiver.answer(own.name, status(500, {}, 'x'.repeat(2_000)));
    await change(own.seller);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt++) {
      await deliver();
      const [delivery] = await deliveries(own);
      expect(delivery?.attempts).toHaveLength(attempt);
      if (delivery?.next_at) waits.push(Math.round((Date.parse(delivery.next_at) - Date.now()) / 1_000));
      await pass(25 * HOUR_MS);
    }
    const expected = [5, 300, 1_800, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 3_600)];
    for (const [index, wait] of waits.entries())
      expect(Math.abs(wait - (expected[index] ?? 0))).toBeLessThan(4);
    const [delivery] = await deliveries(own);
    expect(delivery).toMatchObject({ status: 'failed', next_at: null });
    expect(delivery?.attempts[0]).toMatchObject({ status: 500, excerpt: 'x'.repeat(512) });
    const arrived = receiver.at(own.name);
    expect(new Set(arrived.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    for (const arrival of arrived) verified(own.secret, arrival);
    expect(new Set(arrived.map(({ body }) => body)).size).toBe(1);
  });

  test.each([301, 307, 400, 404])(
    'answered by %i is a failure, and no redirect is followed',
    async (code) => {
      const own = await endpoint();
      receiver.answer(own.name, status(code, { Location: receiver.urlOf(`${own.name}-elsewhere`) }));
      await change(own.seller);
      await deliver();
      expect((await deliveries(own))[0]).toMatchObject({ status: 'pending', attempts: [{ status: code }] });
      expect(receiver.at(`${own.name}-elsewhere`)).toEqual([]);
    },
  );

  test('answered by a switch of protocols is a failure, too, and holds nothing up', async () => {
    const own = await endpoint();
    receiver.answer(
      own.name,
      (res) =>
        void res.socket?.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
        ),
    );
    await change(own.seller);
    await deliver();
    expect((await deliveries(own))[0]).toMatchObject({
      status: 'pending',
      attempts: [{ status: null, error: 'The connection was closed before an answer' }],
    });
  });

  test('honors Retry-After up to a day, and slows the endpoint that asks for less', async () => {
    const own = await endpoint();
    receiver.answer(own.name, status(429, { 'Retry-After': '7200' }));
    await change(own.seller);
    await deliver();
    const [delivery] = await deliveries(own);
    expect(Date.parse(delivery?.next_at ?? '') - Date.now()).toBeGreaterThan(7_100_000);
    await change(own.seller);
    await deliver();
    expect(receiver.at(own.name)).toHaveLength(1);
    await pass(2 * HOUR_MS);
    receiver.answer(
      own.name,
      status(502, { 'Retry-After': new Date(Date.now() + 3 * DAY_MS).toUTCString() }),
    );
    await deliver();
    const { paused_until, pause_seconds } = await row(own);
    expect(pause_seconds).toBe(60);
    expect(Math.round(((paused_until?.getTime() ?? 0) - Date.now()) / HOUR_MS)).toBe(24);
    await pass(DAY_MS);
    receiver.answer(own.name, status(200));
    await deliver();
    expect(await row(own)).toMatchObject({
      failing_since: null,
      failures: 0,
      paused_until: null,
      pause_seconds: 0,
    });
    await change(own.seller);
    await deliver();
    expect((await deliveries(own)).map(({ status: state }) => state)).toEqual([
      'delivered',
      'delivered',
      'delivered',
    ]);
  });

  test('that answers 410 disables the endpoint, and tells the owners', async () => {
    const own = await endpoint();
    receiver.answer(own.name, status(410));
    await change(own.seller);
    await deliver();
    await change(own.seller);
    expect(await row(own)).toMatchObject({ enabled: false, disabled_reason: 'gone' });
    expect((await deliveries(own)).map(({ status: state }) => state)).toEqual(['canceled']);
    await runDueJobs(services(), [sendMail]);
    expect(await subjectsTo(own.seller)).toEqual([`Webhook disabled: ${new URL(receiver.origin).host}`]);
  });

  test('fails for a day and the owners are told once, for five and it is disabled', async () => {
    const own = await endpoint();
    receiver.answer(own.name, status(500));
    for (let number = 0; number < 20; number++) await change(own.seller, number * 2);
    await deliver();
    await run(watchWebhooks);
    expect(await subjectsTo(own.seller)).toEqual([]);
    await pass(DAY_MS);
    await run(watchWebhooks);
    await run(watchWebhooks);
    const host = new URL(receiver.origin).host;
    expect(await subjectsTo(own.seller)).toEqual([`Webhook failing: ${host}`]);
    await pass(4 * DAY_MS - HOUR_MS);
    await deliver();
    expect((await row(own)).enabled).toBe(true);
    await pass(2 * HOUR_MS);
    await deliver();
    await runDueJobs(services(), [sendMail]);
    expect(await row(own)).toMatchObject({ enabled: false, disabled_reason: 'failing' });
    expect((await subjectsTo(own.seller)).toSorted()).toEqual([
      `Webhook disabled: ${host}`,
      `Webhook failing: ${host}`,
    ]);
    const { body } = await own.client.request('PUT', `/company/webhooks/${own.webhook.id}`, {
      body: { enabled: true },
    });
    expect(body).toMatchObject({ webhook: { enabled: true, disabled_reason: null, failing_since: null } });
  });

  test('waits for a new secret where SECRET_KEY_BASE is another one', async () => {
    const own = await endpoint();
    await change(own.seller);
    await factory
      .db('webhooks')
      .where({ id: own.webhook.id })
      .update({ secret_encrypted: Buffer.alloc(80) });
    await deliver();
    expect((await deliveries(own))[0]?.attempts).toMatchObject([
      { status: null, error: "The signing secret can't be read. Rotate it." },
    ]);
    const { secret } = (await act(own, 'rotate_secret')).body as NewWebhookSecret;
    await pass(HOUR_MS);
    await deliver();
    const [arrival] = receiver.at(own.name);
    expect(arrival && verified(secret, arrival)).toMatchObject({ type: 'product.changed' });
  });

  test('goes out beside three others at most', async () => {
    const own = await endpoint();
    const before = receiver.mostAtOnce();
    expect(before).toBeLessThanOrEqual(4);
    receiver.answer(own.name, (res) => void setTimeout(() => res.writeHead(200).end(), 40));
    for (let number = 0; number < 30; number++) await change(own.seller, number * 2);
    await deliver();
    expect(receiver.at(own.name)).toHaveLength(30);
    expect(receiver.mostAtOnce()).toBe(4);
  });
});

test('a company that staff deny is sent nothing until it is approved again', async () => {
  const own = await endpoint();
  const [admin, { id }] = [await factory.as(await factory.staff()), own.seller];
  const judge = async (judgment: 'deny' | 'approve') =>
    expect((await admin.request('POST', `/admin/people/${id}/${judgment}`, { body: {} })).status).toBe(200);
  await judge('deny');
  await change(own.seller);
  await deliver();
  expect(receiver.at(own.name)).toEqual([]);
  await judge('approve');
  await deliver();
  expect(receiver.at(own.name).length).toBeGreaterThan(0);
});

test('an act beside the deletion of an endpoint waits for it and is written', async () => {
  const own = await endpoint();
  const deletion = await factory.db.transaction();
  await deletion('webhooks').where({ id: own.webhook.id }).delete();
  const act = change(own.seller);
  await until(async () => {
    const { rows } = await factory.db.raw<{ rows: object[] }>(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.length > 0;
  });
  await deletion.commit();
  await act;
  expect(((await own.client.request('GET', '/events')).body as EventPage).events).toHaveLength(1);
});

describe('by hand', () => {
  test('a delivery is replayed with its id, by the current secret alone, and tells nothing of health', async () => {
    const own = await endpoint();
    await change(own.seller);
    await deliver();
    const [delivery] = await deliveries(own);
    const rotated = (await act(own, 'rotate_secret')).body as NewWebhookSecret;
    await change(own.seller);
    await deliver();
    const [first, both] = receiver.at(own.name);
    if (!first || !both) throw new Error('Too little arrived');
    verified(own.secret, both);
    verified(rotated.secret, both);
    receiver.answer(own.name, status(500));
    const replay = () => own.client.request('POST', `/company/webhook_deliveries/${delivery?.id}/replay`);
    for (const { status: code, body } of await Promise.all([replay(), replay()]))
      expect([code, (body as { delivery: WebhookDelivery }).delivery.status]).toEqual([202, 'pending']);
    await deliver();
    const [, , third, more] = receiver.at(own.name);
    if (!third) throw new Error('Nothing was replayed');
    expect(more).toBeUndefined();
    expect(third.headers['webhook-id']).toBe(first.headers['webhook-id']);
    verified(rotated.secret, third);
    expect(() => verified(own.secret, third)).toThrow();
    expect(await row(own)).toMatchObject({ failing_since: null, failures: 0 });
    await pass(25 * HOUR_MS);
    await change(own.seller);
    receiver.answer(own.name, status(200));
    await deliver();
    const last = receiver.at(own.name).at(-1);
    expect(() => last && verified(own.secret, last)).toThrow();
    const stranger = await factory.signedIn(await factory.aSeller());
    expect(
      (await stranger.request('POST', `/company/webhook_deliveries/${delivery?.id}/replay`)).status,
    ).toBe(404);
  });

  test('a span is replayed, also for an endpoint that came later', async () => {
    const early = await endpoint(['product.*']);
    for (let number = 0; number < 3; number++) await change(early.seller, number * 2);
    await deliver();
    const late = await endpoint([], early.seller);
    const since = new Date(Date.now() - HOUR_MS).toISOString();
    const answer = await act(late, 'replay', { since });
    expect([answer.status, answer.body]).toEqual([202, { queued: 3 }]);
    expect((await act(early, 'replay', { since, types: ['order.*'] })).body).toEqual({ queued: 0 });
    expect((await act(early, 'replay', { since, until: since })).body).toEqual({ queued: 0 });
    await deliver();
    const ids = (name: string) => receiver.at(name).map(({ headers }) => headers['webhook-id']);
    expect(ids(late.name).toSorted()).toEqual(ids(early.name).toSorted());
    expect(refusal(await act(late, 'replay', { since: 'yesterday' }))).toEqual([
      422,
      'Enter a time like 2026-11-24T15:00:00Z',
      'invalid',
    ]);
    await factory.db.raw(
      `insert into company_events (seller_id, type, data) select ?, 'product.changed', '{}' from generate_series(1, 10000)`,
      [early.seller.seller_id],
    );
    expect(refusal(await act(late, 'replay', { since }))[1]).toBe(
      'Choose a shorter time range: up to 10,000 events can be sent at once',
    );
  });

  test('a replay to an overloaded endpoint leaves the rest to the next minute', async () => {
    const own = await endpoint();
    const sent = 20;
    for (let number = 0; number < sent; number++) await change(own.seller, number * 2);
    await deliver();
    receiver.answer(own.name, status(429));
    await act(own, 'replay', { since: new Date(Date.now() - HOUR_MS).toISOString() });
    await deliver();
    const refused = receiver.at(own.name).length - sent;
    expect(refused).toBeGreaterThan(0);
    // Four at once, by the job that the replay started and by the one of the schedule.
    expect(refused).toBeLessThanOrEqual(8);
    receiver.answer(own.name, status(200));
    await deliver();
    expect(receiver.at(own.name)).toHaveLength(2 * sent);
    expect(await row(own)).toMatchObject({ failing_since: null, paused_until: null });
  });

  test('a test event reaches its endpoint alone, even a disabled one', async () => {
    const own = await endpoint();
    const sibling = await endpoint([], own.seller);
    await own.client.request('PUT', `/company/webhooks/${own.webhook.id}`, { body: { enabled: false } });
    expect((await act(own, 'test')).status).toBe(202);
    await deliver();
    const [arrival] = receiver.at(own.name);
    expect(arrival && verified(own.secret, arrival)).toMatchObject({ type: 'webhook.test' });
    expect(receiver.at(sibling.name)).toEqual([]);
  });
});

test('an endpoint that hangs holds up no other, and is left alone for a while', {
  timeout: 60_000,
}, async () => {
  const [hanging, quick] = [await endpoint(), await endpoint()];
  receiver.answer(hanging.name, () => undefined);
  for (let number = 0; number < 6; number++) await change(hanging.seller, number * 2);
  const worker = await startWorker(services(), eventJobs);
  await until(async () => receiver.at(hanging.name).length === 4);
  const began = performance.now();
  await change(quick.seller);
  await until(async () => receiver.at(quick.name).length === 1);
  expect(performance.now() - began).toBeLessThan(5_000);
  await until(async () => (await row(hanging)).pause_seconds > 0);
  await worker.stop();
  expect(receiver.at(hanging.name)).toHaveLength(4);
  expect(await row(hanging)).toMatchObject({ failures: 4, pause_seconds: 30, enabled: true });
  expect((await deliveries(hanging)).flatMap(({ attempts }) => attempts.map(({ error }) => error))).toEqual(
    Array.from({ length: 4 }, () => 'No answer within 20 seconds'),
  );
});

test('an act beside an endpoint that is left alone starts no job for it', async () => {
  const own = await endpoint();
  const jobs = async () => {
    // Acts of a moment start one together.
    await pause(150);
    const key = `deliver-webhook-${own.webhook.id}`;
    const { rows } = await factory.db.raw('select key from graphile_worker.jobs where key = ?', [key]);
    return rows.length;
  };
  const pauseUntil = (moment: string) =>
    factory
      .db('webhooks')
      .where({ id: own.webhook.id })
      .update({ paused_until: factory.db.raw(`now() + interval '${moment}'`) });
  await pauseUntil('1 minute');
  await change(own.seller);
  expect([await jobs(), (await deliveries(own)).length]).toEqual([0, 1]);
  await pauseUntil('-1 second');
  await change(own.seller);
  expect([await jobs(), (await deliveries(own)).length]).toEqual([1, 2]);
  await deliver();
  expect(receiver.at(own.name)).toHaveLength(2);
});

test('events are kept for 30 days, with their deliveries', async () => {
  const own = await endpoint();
  await change(own.seller);
  await deliver();
  await change(own.seller);
  const [newest] = await deliveries(own);
  const old = Number(newest?.event_id.slice(4)) - 1;
  await factory.db.raw(`update company_events set at = now() - interval '31 days' where id <= ?`, [old]);
  await run(pruneEvents);
  expect((await deliveries(own)).map(({ id }) => id)).toEqual([newest?.id]);
  expect(((await own.client.request('GET', '/events')).body as EventPage).events).toHaveLength(1);
});
