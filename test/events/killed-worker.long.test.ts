import type { Seller } from '../../server/accounts/policy';
import type { NewWebhookSecret } from '../../server/events/webhooks/contract';
import { type RunningApp, startApp } from '../support/app';
import { Factory } from '../support/factories';
import { gatesOf } from '../support/gates';
import { stop, stopAll, until } from '../support/process';
import { killHard, outlive, startWorkerOf } from '../support/workers';
import { startReceiver, verified } from './receiver';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let app: RunningApp;
let factory: Factory;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  receiver = await startReceiver();
  app = await startApp({ rateLimits: false });
  factory = new Factory(app);
});
afterAll(async () => {
  await stopAll();
  await app.stop();
  await receiver.close();
});

/** As of a demo at the receiver's own address. */
const startWorker = () => startWorkerOf(app, { DEMO: 'true', APP_URL: receiver.origin });

async function endpoint(name: string) {
  const seller = await factory.aSeller();
  const client = await factory.signedIn(seller);
  const body = { url: `${app.origin}/dev/webhooks/${name}`, types: [] };
  const made = (await client.request('POST', '/company/webhooks', { body })).body as NewWebhookSecret;
  await factory
    .db('webhooks')
    .where({ id: made.webhook.id })
    .update({ url: receiver.urlOf(name) });
  return { seller, ...made };
}

const change = (seller: Seller) =>
  factory.transaction((tx) =>
    tx.events.catalogChanged({
      sellerId: seller.seller_id,
      productIds: [1, 2],
      by: { actor: 'seller', userId: seller.id },
      keepsEvents: true,
    }),
  );

const isDelivered = async (webhookId: number) => {
  const [delivery] = await factory.db('webhook_deliveries').where({ webhook_id: webhookId });
  return delivery?.status === 'delivered';
};

async function expectSentAgain(name: string, { webhook, secret }: NewWebhookSecret, attempts: number) {
  await outlive(factory);
  const last = startWorker();
  await until(() => isDelivered(webhook.id));
  await stop(last);
  const arrived = receiver.at(name);
  expect(arrived).toHaveLength(2);
  for (const arrival of arrived) verified(secret, arrival);
  expect(new Set(arrived.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(await factory.db('webhook_attempts')).toHaveLength(attempts);
}

test('a worker killed while the receiver thinks sends it again, with the same id', async () => {
  const made = await endpoint('thinking');
  let answers = false;
  receiver.answer('thinking', (res) => {
    if (answers) res.writeHead(200).end();
  });
  await change(made.seller);
  const worker = startWorker();
  await until(async () => receiver.at('thinking').length === 1);
  await killHard(worker);
  answers = true;
  await expectSentAgain('thinking', made, 1);
});

test('a worker killed before it writes what was answered sends it again, with the same id', async () => {
  const gates = gatesOf(factory, ['webhook_attempts']);
  await gates.build();
  const made = await endpoint('answered');
  await change(made.seller);
  const open = await gates.close(0);
  const worker = startWorker();
  await until(() => gates.isWaitingAt(0));
  await killHard(worker);
  await open();
  await expectSentAgain('answered', made, 2);
});
