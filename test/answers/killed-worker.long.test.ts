import { randomUUID } from 'node:crypto';
import { previewBulkAnswer, startBulkAnswer } from '../../server/answers/contract';
import { cents } from '../../server/contract/money';
import { type RunningApp, startApp } from '../support/app';
import { Factory } from '../support/factories';
import { gatesOf } from '../support/gates';
import { stop, stopAll, until } from '../support/process';
import { killHard, outlive, startWorkerOf } from '../support/workers';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let app: RunningApp;
let factory: Factory;

beforeAll(async () => {
  app = await startApp({ rateLimits: false, maxUnpaidOrders: 1_000 });
  factory = new Factory(app);
});
afterAll(async () => {
  await stopAll();
  await app.stop();
});

const OFFERS = 4;
const QUANTITY = 10n;

/** Every write of a row's act waits at the gate of its table while the test holds it. */
const GATED = [
  'products',
  'stock_movements',
  'purchase_orders',
  'purchase_order_products',
  'order_history',
  'offers',
  'offer_history',
  'bulk_answer_rows',
  'bulk_answers',
] as const;

async function aQueue() {
  const seller = await factory.aSeller();
  const units = QUANTITY * BigInt(OFFERS - 1);
  const product = await factory.aProduct({ seller, units: 1_000n });
  const offers: number[] = [];
  for (let index = 0; index < OFFERS; index++) {
    const lines = [{ product, unit_price: cents(950 - index), quantity: QUANTITY }];
    offers.push((await factory.anOffer({ seller, lines })).id);
  }
  const client = await factory.as(seller);
  const selection = { offer_ids: offers, action: 'accept_at_or_above', percent: 80, note: 'Thank you' };
  const { rows } = (await client.call(previewBulkAnswer, {}, { bulk_answer: selection })).body;
  const versions = rows.map(({ offer_id, version }) => ({ offer_id, version }));
  const { body } = await client.call(
    startBulkAnswer,
    {},
    { bulk_answer: { ...selection, key: randomUUID(), rows: versions } },
  );
  // The last row is short of stock when it runs.
  await factory.transaction(async (tx) => {
    await tx('products').where({ id: product.id }).update({ units });
  });
  return { id: body.bulk_answer.id, offers, product };
}

const countOf = async (table: 'purchase_orders' | 'offer_history' | 'messages', ids: number[], where = {}) =>
  (await factory.db(table).whereIn('offer_id', ids).where(where)).length;

test('a worker killed at any write of a bulk answer leaves nothing twice and nothing out', async () => {
  const gates = gatesOf(factory, GATED);
  const queues = [];
  for (const [index, table] of GATED.entries()) {
    const queue = await aQueue();
    // Only now: the gates would also hold the factory.
    if (index === 0) await gates.build();
    const open = await gates.close(index);
    const worker = startWorkerOf(app, { MAX_UNPAID_ORDERS: '1000' });
    await until(() => gates.isWaitingAt(index));
    await killHard(worker);
    await open();
    queues.push({ table, ...queue });
    await outlive(factory);
  }
  const last = startWorkerOf(app, { MAX_UNPAID_ORDERS: '1000' });
  for (const { table, id, offers, product } of queues) {
    await until(
      async () => (await factory.db('bulk_answers').where({ id }).first('state'))?.state === 'done',
    );
    const rows = await factory.db('bulk_answer_rows').where({ bulk_answer_id: id }).orderBy('position');
    const states = rows.map(({ state, purchase_order_id }) => [state, purchase_order_id !== null]);
    expect([table, states]).toEqual([table, [...Array(OFFERS - 1).fill(['done', true]), ['failed', false]]]);
    const orders = OFFERS - 1;
    expect([table, await countOf('purchase_orders', offers)]).toEqual([table, orders]);
    expect([table, await countOf('offer_history', offers, { event: 'accept' })]).toEqual([table, orders]);
    expect([table, await countOf('messages', offers, { act: 'accept' })]).toEqual([table, orders]);
    expect((await factory.db('products').where({ id: product.id }).first('units'))?.units).toBe(0n);
    const sold = await factory.db('stock_movements').where({ product_id: product.id, reason: 'sold' });
    expect([table, sold.length]).toEqual([table, orders]);
  }
  await stop(last);
});
