import { setTimeout } from 'node:timers/promises';
import type { Db } from '../../db/connection';
import type { Tx } from '../../db/transaction';
import type { Person } from '../../server/accounts/policy';
import { acceptOffer } from '../../server/offers/contract';
import { notifyCartsOfProducts } from '../../server/offers/product-changes';
import { transitionOrder } from '../../server/orders/staff/contract';
import { updateProduct } from '../../server/products/contract';
import { identifier, type RawSocket, welcomed } from '../support/cable';
import { Factory } from '../support/factories';
import { startTestServer, type TestServer } from '../support/test-server';

let server: TestServer;
let factory: Factory;
const opened: RawSocket[] = [];

beforeAll(async () => {
  server = await startTestServer();
  factory = new Factory(server);
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.close();
});
afterAll(() => server.close());

const OFFERS = identifier('OffersChannel');

async function ear(person: Person) {
  const token = await server.services.bearerTokens.issue(person.id);
  const socket = await welcomed(`${server.origin.replace('http', 'ws')}/cable?token=${token}`);
  opened.push(socket);
  socket.subscribe(OFFERS);
  await socket.next();
  return socket;
}

const about = (offer: { id: number; state: string }) => ({
  message: { event: 'product_changed', id: offer.id, state: offer.state },
});

test('a product change notifies exactly those with the product in a cart or an open offer', async () => {
  const seller = await factory.aSeller();
  const product = await factory.aProduct({ seller });
  const [draft, saved, review, other] = [
    await factory.anOffer({ seller, state: 'draft', lines: [{ product }] }),
    await factory.anOffer({ seller, state: 'saved_for_later', lines: [{ product }] }),
    await factory.anOffer({ seller, state: 'buyer_review', lines: [{ product }] }),
    await factory.anOffer({ seller, state: 'draft' }),
  ];
  const ended = await factory.anOffer({ seller, state: 'rejected', lines: [{ product }] });
  const [sellers, strangers, enders] = [await ear(seller), await ear(other.buyer), await ear(ended.buyer)];
  const buyers = await Promise.all([draft, saved, review].map(({ buyer }) => ear(buyer)));

  const client = await factory.as(seller);
  const answer = await client.call(
    updateProduct,
    { id: product.id },
    { product: { seller_price_cents: 900 } },
  );
  expect(answer.status).toBe(200);

  for (const [index, offer] of [draft, saved, review].entries())
    expect(await buyers[index]?.next()).toMatchObject(about(offer));
  // The seller is notified of open offers only: carts belong to the buyer.
  expect(await sellers.next()).toMatchObject(about(review));
  for (const socket of [sellers, strangers, enders]) expect(await socket.settled()).toEqual([]);
});

test('one search runs at a time, and rests ten times as long as it took', async () => {
  const TOOK_MS = 40;
  const searches: { began: number; ended: number }[] = [];
  let running = 0;
  const raw = async () => {
    expect(++running).toBe(1);
    const began = performance.now();
    await setTimeout(TOOK_MS);
    searches.push({ began, ended: performance.now() });
    running--;
    return { rows: [] };
  };
  const notifier = notifyCartsOfProducts({ ...server.services, db: { raw } as unknown as Db });
  const tx = { afterCommit: (effect: () => unknown) => void effect() } as unknown as Tx;
  while (searches.length < 3) {
    notifier.ofProduct(tx, searches.length + 1);
    await setTimeout(5);
  }
  await notifier.stop();
  for (const [index, { ended }] of searches.slice(0, -1).entries())
    expect((searches[index + 1]?.began ?? 0) - ended).toBeGreaterThan(9 * TOOK_MS);
});

test('simultaneous changes are one message', async () => {
  const seller = await factory.aSeller();
  const products = await Promise.all(Array.from({ length: 5 }, () => factory.aProduct({ seller })));
  const lines = products.map((product) => ({ product }));
  const { buyer } = await factory.anOffer({ seller, state: 'draft', lines });
  const socket = await ear(buyer);
  await factory.transaction(async (tx) => {
    for (const { product } of lines) await tx.events.productChanged(product.id);
  });
  expect(await socket.next()).toMatchObject({ message: { event: 'product_changed' } });
  expect(await socket.settled()).toEqual([]);
});

test('an order or its cancellation notifies other carts with its products', async () => {
  const seller = await factory.aSeller();
  const product = await factory.aProduct({ seller });
  const waiting = await factory.anOffer({ seller, state: 'draft', lines: [{ product }] });
  const buying = await factory.anOffer({ seller, state: 'draft', lines: [{ product }] });
  const socket = await ear(waiting.buyer);
  const accepted = await (await factory.as(buying.buyer)).call(acceptOffer, { id: buying.id }, {});
  expect(await socket.next()).toMatchObject(about(waiting));
  const staff = await factory.as(await factory.staff());
  const order = accepted.body.data.attributes.purchase_order_id ?? 0;
  expect((await staff.call(transitionOrder, { id: order }, { event: 'cancel' })).status).toBe(200);
  expect(await socket.next()).toMatchObject(about(waiting));
});

test('a change that is rolled back notifies no one', async () => {
  const { buyer, product } = await factory.anOffer({ state: 'draft' });
  const socket = await ear(buyer);
  await factory
    .transaction(async (tx) => {
      await tx.events.productChanged(product.id);
      throw new Error('no');
    })
    .catch(() => undefined);
  // A committed change follows as the only message.
  await factory.transaction((tx) => tx.events.productChanged(product.id));
  expect(await socket.next()).toMatchObject({ message: { event: 'product_changed' } });
  expect(await socket.settled()).toEqual([]);
});
