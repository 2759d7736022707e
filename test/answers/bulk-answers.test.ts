import { randomUUID } from 'node:crypto';
import { previewBulkAnswer, showBulkAnswer, startBulkAnswer } from '../../server/answers/contract';
import { answerOffers } from '../../server/answers/jobs';
import { cents } from '../../server/contract/money';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false, maxUnpaidOrders: 1_000 }));
type Offer = Awaited<ReturnType<Factory['anOffer']>>;

const work = () => runDueJobs(factory.services, [answerOffers]);
const storedOffer = async (offer: Offer) => ({
  offer: await factory.db('offers').where({ id: offer.id }).first('state', 'version'),
  lines: await factory
    .db('offer_products')
    .where({ offer_id: offer.id })
    .select('quantity', 'unit_price_cents'),
});

async function selling(units = 1_000n) {
  const seller = await factory.aSeller();
  const product = await factory.aProduct({ seller, units });
  const client = await factory.as(seller);
  const offered = (unit_price: number, quantity = 10n) =>
    factory.anOffer({ seller, lines: [{ product, unit_price: cents(unit_price), quantity }] });
  return { seller, product, client, offered };
}
type Selling = Awaited<ReturnType<typeof selling>>;

const accepting = (offers: readonly Offer[], percent = 80) => ({
  offer_ids: offers.map(({ id }) => id),
  action: 'accept_at_or_above',
  percent,
});

async function previewed({ client }: Selling, selection: object) {
  const { status, body } = await client.call(previewBulkAnswer, {}, { bulk_answer: selection });
  expect(status).toBe(200);
  return body;
}

async function post(shop: Selling, selection: object, key = randomUUID()) {
  const { rows } = await previewed(shop, selection);
  const versions = rows.map(({ offer_id, version }) => ({ offer_id, version }));
  return shop.client.call(startBulkAnswer, {}, { bulk_answer: { ...selection, key, rows: versions } });
}

const resultOf = async ({ client }: Selling, id: number) =>
  (await client.call(showBulkAnswer, { id })).body.bulk_answer;

test('the preview says what each offer gets, best price first, and writes nothing', async () => {
  const shop = await selling(25n);
  const [low, high, middle] = [
    await shop.offered(700),
    await shop.offered(950),
    await shop.offered(900, 20n),
  ];
  const before = await storedOffer(high);
  const { rows, totals } = await previewed(shop, accepting([low, high, middle]));
  expect(rows).toMatchObject([
    {
      offer_id: high.id,
      action: 'accept',
      reason: null,
      percent_of_asking: 95,
      total_cents: 9_500,
      new_total_cents: 9_500,
    },
    {
      offer_id: middle.id,
      action: 'skip',
      reason: 'Short by 5 units',
      percent_of_asking: 90,
      net_cents: null,
    },
    { offer_id: low.id, action: 'skip', reason: 'Below 80% of asking.', percent_of_asking: 70 },
  ]);
  expect(totals).toMatchObject({ accept: 1, counter: 0, reject: 0, skip: 2, total_cents: 9_500 });
  expect(rows[0]?.lines).toEqual([{ id: high.lines[0]?.id, unit_price: 950, new_unit_price: 950 }]);
  expect(await storedOffer(high)).toEqual(before);
  expect(await factory.db('bulk_answers').where({ seller_id: shop.seller.seller_id })).toEqual([]);
});

test('30 offers, 3 of them short of stock: 27 orders, 3 reasons, never less than no units', async () => {
  const shop = await selling(270n);
  const offers: Offer[] = [];
  for (let index = 0; index < 30; index++) offers.push(await shop.offered(990 - index));
  const { rows: all } = await previewed(shop, accepting(offers));
  // The stock is short only once the answers run.
  await factory.db('products').where({ id: shop.product.id }).update({ units: 300n });
  const started = await post(shop, accepting(offers));
  expect(started.status).toBe(202);
  await factory.db('products').where({ id: shop.product.id }).update({ units: 270n });
  const short = all.slice(27).map(({ offer_id }) => offers.find(({ id }) => id === offer_id) as Offer);
  const before = await Promise.all(short.map(storedOffer));
  await work();
  const { state, rows } = await resultOf(shop, started.body.bulk_answer.id);
  expect(state).toBe('done');
  expect(rows.slice(0, 27).every((row) => row.state === 'done' && row.purchase_order_id !== null)).toBe(true);
  expect(rows.slice(27)).toMatchObject(
    short.map(({ id }) => ({
      offer_id: id,
      state: 'failed',
      reason: 'Not enough stock: 10 requested, 0 available.',
      purchase_order_id: null,
    })),
  );
  expect(await Promise.all(short.map(storedOffer))).toEqual(before);
  const orders = await factory.db('purchase_orders').where({ seller_id: shop.seller.seller_id });
  expect(orders).toHaveLength(27);
  expect(await factory.db('products').where({ id: shop.product.id }).first('units')).toEqual({ units: 0n });
});

test('20 parallel posts of one key act once, and the key refuses another body', async () => {
  const shop = await selling();
  const offers = [await shop.offered(900), await shop.offered(910)];
  const key = randomUUID();
  const posts = await Promise.all(Array.from({ length: 20 }, () => post(shop, accepting(offers), key)));
  expect(posts.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 202]);
  expect(new Set(posts.map(({ body }) => body.bulk_answer.id)).size).toBe(1);
  await Promise.all([work(), work()]);
  expect(await factory.db('purchase_orders').where({ seller_id: shop.seller.seller_id })).toHaveLength(2);
  expect((await post(shop, accepting(offers, 70), key)).status).toBe(422);
  const other = await selling();
  expect((await post(other, accepting([await other.offered(900)]), key)).status).toBe(422);
});

test('counters raise each line to the percentage, and keep the lines that are above it', async () => {
  const shop = await selling();
  const second = await factory.aProduct({ seller: shop.seller, seller_price_cents: cents(333) });
  const offer = await factory.anOffer({
    seller: shop.seller,
    lines: [
      { product: shop.product, unit_price: cents(960) },
      { product: second, unit_price: cents(100) },
    ],
  });
  const enough = await shop.offered(930);
  const selection = {
    offer_ids: [offer.id, enough.id],
    action: 'counter_at',
    percent: 92.5,
    note: 'Best we can do',
  };
  const { rows } = await previewed(shop, selection);
  expect(rows).toMatchObject([
    { offer_id: enough.id, action: 'skip', reason: 'Already at or above 92.5%. Accept it instead.' },
    { offer_id: offer.id, action: 'counter', lines: [{ new_unit_price: 960 }, { new_unit_price: 308 }] },
  ]);
  const { body } = await post(shop, selection);
  await work();
  expect((await resultOf(shop, body.bulk_answer.id)).rows.map((row) => row.state)).toEqual([
    'skipped',
    'done',
  ]);
  expect(await storedOffer(offer)).toMatchObject({
    offer: { state: 'buyer_review' },
    lines: [{ unit_price_cents: 960 }, { unit_price_cents: 308 }],
  });
  expect(
    await factory
      .db('offer_history')
      .where({ offer_id: offer.id, event: 'counter' })
      .first('note', 'actor', 'user_id'),
  ).toEqual({ note: 'Best we can do', actor: 'seller', user_id: shop.seller.id });
});

test('a rejection needs no percentage; offers that wait for the buyer are skipped', async () => {
  const shop = await selling();
  const offer = await shop.offered(500);
  const countered = await factory.anOffer({ seller: shop.seller, state: 'buyer_review' });
  const selection = { offer_ids: [offer.id, countered.id], action: 'reject' };
  const { body } = await post(shop, selection);
  expect(body.bulk_answer.rows).toContainEqual(
    expect.objectContaining({ offer_id: countered.id, state: 'skipped', reason: 'Not waiting for you.' }),
  );
  await work();
  expect((await storedOffer(offer)).offer).toMatchObject({ state: 'rejected' });
  expect((await storedOffer(countered)).offer).toMatchObject({ state: 'buyer_review' });
});

test('an offer that changed since the preview fails with the reason, before or after the post', async () => {
  const shop = await selling();
  const [early, late] = [await shop.offered(900), await shop.offered(910)];
  const { rows } = await previewed(shop, accepting([early, late]));
  await factory.db('offers').where({ id: early.id }).increment('version', 1);
  const versions = rows.map(({ offer_id, version }) => ({ offer_id, version }));
  const { body } = await shop.client.call(
    startBulkAnswer,
    {},
    { bulk_answer: { ...accepting([early, late]), key: randomUUID(), rows: versions } },
  );
  await shop.client.request('PUT', `/offers/${late.id}/accept`, { body: {} });
  await work();
  const result = await resultOf(shop, body.bulk_answer.id);
  expect(result.rows.map(({ state, reason }) => [state, reason])).toEqual(
    Array(2).fill(['failed', 'The offer changed.']),
  );
});

test('a price that changed since the preview leaves the offer as it is', async () => {
  const shop = await selling();
  const offer = await shop.offered(700);
  const selection = { offer_ids: [offer.id], action: 'counter_at', percent: 90 };
  const { rows } = await previewed(shop, selection);
  await factory
    .db('products')
    .where({ id: shop.product.id })
    .update({ seller_price_cents: cents(1_200) });
  const shown = rows.map(({ offer_id, version, new_total_cents }) => ({
    offer_id,
    version,
    new_total_cents,
  }));
  const { body } = await shop.client.call(
    startBulkAnswer,
    {},
    { bulk_answer: { ...selection, key: randomUUID(), rows: shown } },
  );
  expect(body.bulk_answer.rows).toMatchObject([{ state: 'failed', reason: 'The offer changed.' }]);
});

test('too many unpaid orders of the buyer fail the row', async () => {
  const shop = await selling();
  const offer = await shop.offered(900);
  const { maxUnpaidOrders } = factory.services.config;
  const { body } = await post(shop, accepting([offer]));
  Object.assign(factory.services.config, { maxUnpaidOrders: 0 });
  await work().finally(() => Object.assign(factory.services.config, { maxUnpaidOrders }));
  expect((await resultOf(shop, body.bulk_answer.id)).rows).toMatchObject([
    { state: 'failed', reason: 'The buyer has too many unpaid orders.' },
  ]);
});

test('freight that is not quoted yet is skipped by accept and counter, not by reject', async () => {
  const shop = await selling();
  const offer = await shop.offered(900);
  await factory.db('offers').where({ id: offer.id }).update({ shipping_terms: 'buyer_pays' });
  for (const action of ['accept_at_or_above', 'counter_at'])
    expect(
      (await previewed(shop, { offer_ids: [offer.id], action, percent: action === 'counter_at' ? 95 : 80 }))
        .rows,
    ).toMatchObject([{ action: 'skip', reason: 'Enter the freight amount first.' }]);
  expect((await previewed(shop, { offer_ids: [offer.id], action: 'reject' })).rows).toMatchObject([
    { action: 'reject' },
  ]);
});

test('foreign and unknown offers are 404 for the whole call, hostile bodies are 422', async () => {
  const shop = await selling();
  const [own, foreign] = [await shop.offered(900), await factory.anOffer()];
  const call = (bulk_answer: object) => shop.client.call(previewBulkAnswer, {}, { bulk_answer });
  const selection = accepting([own]);
  expect((await call({ ...selection, offer_ids: [own.id, foreign.id] })).status).toBe(404);
  expect((await call({ ...selection, offer_ids: [own.id, 2_000_000_000] })).status).toBe(404);
  for (const wrong of [
    { percent: 92.55 },
    { percent: 0 },
    { percent: 101 },
    { percent: null },
    { percent: 'much' },
    { action: 'drop' },
    { offer_ids: [] },
    { offer_ids: Array.from({ length: 101 }, (_none, index) => index + 1) },
    { note: 'x'.repeat(501) },
  ])
    expect([wrong, (await call({ ...selection, ...wrong })).status]).toEqual([wrong, 422]);
  const started = await shop.client.call(
    startBulkAnswer,
    {},
    { bulk_answer: { ...selection, key: 'no-uuid', rows: [] } },
  );
  expect(started.status).toBe(422);
});
