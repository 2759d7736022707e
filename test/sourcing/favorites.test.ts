import type { Buyer } from '../../server/accounts/policy';
import { cents } from '../../server/contract/money';
import { enqueue } from '../../server/jobs/job';
import { updateNotifications } from '../../server/notifications/contract';
import * as calls from '../../server/sourcing/contract';
import { openFavoriteWindows, sourcingJobs, windowsFrom } from '../../server/sourcing/jobs';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { useTestApp } from '../support/test-app';

type Product = Awaited<ReturnType<Factory['aProduct']>>;

const factory = new Factory(useTestApp({ rateLimits: false }));

const as = (who: Buyer) => factory.as(who);
const save = async (who: Buyer, product_id: number) =>
  (await as(who)).call(calls.addFavorite, {}, { product_id });
const saved = async (who: Buyer) => (await (await as(who)).call(calls.listFavorites, {})).body.favorites;
const savedIds = async (who: Buyer) => (await (await as(who)).call(calls.favoriteIds, {})).body.ids;

const MINUTE_MS = 60_000;

/** Opens the windows of this minute, and plays each of them. */
async function playWindows() {
  await factory.services.transaction((tx) => enqueue(tx, openFavoriteWindows, {}));
  await runDueJobs(factory.services, sourcingJobs);
  await runDueJobs(factory.services, sourcingJobs, new Date(Date.now() + 2 * MINUTE_MS));
}

const mailsTo = async ({ email }: Buyer) =>
  (await factory.db('mails').where({ recipient: email }).orderBy('id')).map(({ subject }) => subject);

/** As if the last mail about favorites were an hour old. */
const rest = ({ buyer_id }: Buyer) =>
  factory
    .db('favorites')
    .where({ buyer_id })
    .update({ notified_at: new Date(0) });

const change = (id: number, columns: object) => factory.db('products').where({ id }).update(columns);

test('a product is saved once, listed with its price of then, and removed', async () => {
  const [buyer, other] = await Promise.all([factory.aBuyer(), factory.aBuyer()]);
  const [first, second] = [await factory.aProduct(), await factory.aProduct()];
  expect((await save(buyer, first.id)).status).toBe(201);
  expect((await save(buyer, first.id)).status).toBe(200);
  await save(buyer, second.id);
  await change(first.id, { seller_price_cents: cents(900) });
  const list = await saved(buyer);
  expect(
    list.map(({ id, saved_price_cents, seller_price_cents, listed }) => ({
      id,
      saved_price_cents,
      seller_price_cents,
      listed,
    })),
  ).toEqual([
    { id: second.id, saved_price_cents: 1_000, seller_price_cents: 1_000, listed: true },
    { id: first.id, saved_price_cents: 1_000, seller_price_cents: 900, listed: true },
  ]);
  expect(await savedIds(buyer)).toEqual([first.id, second.id]);
  expect(await saved(other)).toEqual([]);
  expect((await (await as(buyer)).call(calls.removeFavorite, { product_id: first.id })).status).toBe(204);
  expect((await (await as(buyer)).call(calls.removeFavorite, { product_id: first.id })).status).toBe(204);
  expect(await savedIds(buyer)).toEqual([second.id]);
});

test('what is not listed cannot be saved, and stays on the list where it was', async () => {
  const buyer = await factory.aBuyer();
  const product = await factory.aProduct();
  await save(buyer, product.id);
  await change(product.id, { deleted_at: new Date() });
  expect(await saved(buyer)).toMatchObject([{ id: product.id, listed: false }]);
  for (const id of [product.id, 2_000_000_000]) expect((await save(buyer, id)).status).toBe(404);
  for (const id of ['x', -1, 0, null, 9e15]) {
    const answer = await (await as(buyer)).call(calls.addFavorite, {}, { product_id: id });
    expect(answer.status).toBe(422);
  }
});

test('the list says what cart and offers hold, so that adding replaces nothing', async () => {
  const [buyer, other] = [await factory.aBuyer(), await factory.aBuyer()];
  const seller = await factory.aSeller();
  const products = await Promise.all([1, 2, 3, 4].map(() => factory.aProduct({ seller })));
  const [inDraft, later, sent, none] = products as [Product, Product, Product, Product];
  for (const { id } of products) await save(buyer, id);
  await factory.anOffer({ buyer, seller, state: 'buyer_review', lines: [{ product: sent }] });
  await factory.anOffer({ buyer, seller, state: 'saved_for_later', lines: [{ product: later }] });
  await factory.anOffer({ buyer, seller, state: 'draft', lines: [{ product: inDraft }] });
  await factory.anOffer({ buyer: other, seller, state: 'draft', lines: [{ product: none }] });
  const states = new Map((await saved(buyer)).map(({ id, offer_state }) => [id, offer_state]));
  expect(products.map(({ id }) => states.get(id))).toEqual([
    'draft',
    'saved_for_later',
    'buyer_review',
    null,
  ]);
});

test('500 products are the limit, also when two are saved at once', async () => {
  const buyer = await factory.aBuyer();
  const seller = await factory.aSeller();
  const products = [];
  for (let count = 0; count < 3; count++) products.push(await factory.aProduct({ seller }));
  await factory.db.raw(
    `with made as (insert into products (seller_id, name, upc, provisional)
       select ?, 'Filler ' || i, lpad(i::text, 12, '0'), true from generate_series(1, 499) i returning id)
     insert into favorites (buyer_id, product_id, notified_in_stock) select ?, id, true from made`,
    [seller.seller_id, buyer.buyer_id],
  );
  const answers = await Promise.all(products.map(({ id }) => save(buyer, id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({
    errors: ['You can save up to 500 products.'],
  });
  expect(await savedIds(buyer)).toHaveLength(500);
});

test('a lower price and new stock are mailed once, a rise is not', async () => {
  const buyer = await factory.aBuyer();
  const [cheaper, dearer, back] = [
    await factory.aProduct({ name: 'Cotton Tee' }),
    await factory.aProduct(),
    await factory.aProduct({ name: 'Wool Sock', units: 0n }),
  ];
  for (const { id } of [cheaper, dearer, back]) await save(buyer, id);
  await playWindows();
  expect(await mailsTo(buyer)).toEqual([]);
  await change(dearer.id, { seller_price_cents: cents(1_100) });
  await change(cheaper.id, { seller_price_cents: cents(420) });
  await playWindows();
  expect(await mailsTo(buyer)).toEqual(['Price drop: Cotton Tee']);
  const mail = await factory.db('mails').where({ recipient: buyer.email }).first('text');
  expect(mail?.text).toContain('$10.00 → $4.20');
  await rest(buyer);
  await playWindows();
  expect(await mailsTo(buyer)).toHaveLength(1);
  await change(back.id, { units: 5n });
  await playWindows();
  expect((await mailsTo(buyer)).at(-1)).toBe('Back in stock: Wool Sock');
});

test('several changes are one mail, and a second within the hour waits', async () => {
  const buyer = await factory.aBuyer();
  const products = [await factory.aProduct(), await factory.aProduct(), await factory.aProduct()];
  for (const { id } of products) await save(buyer, id);
  for (const { id } of products) await change(id, { seller_price_cents: cents(500) });
  await playWindows();
  expect(await mailsTo(buyer)).toEqual(['3 of your favorites changed']);
  for (const { id } of products) await change(id, { seller_price_cents: cents(400) });
  await playWindows();
  expect(await mailsTo(buyer)).toHaveLength(1);
  await rest(buyer);
  await Promise.all([playWindows(), playWindows()]);
  expect(await mailsTo(buyer)).toEqual(Array(2).fill('3 of your favorites changed'));
});

test('what came and went, an unlisted product, and a choice against these mails stay silent', async () => {
  const [buyer, silent] = [await factory.aBuyer(), await factory.aBuyer()];
  const [restored, unlisted, cheaper] = [
    await factory.aProduct(),
    await factory.aProduct(),
    await factory.aProduct(),
  ];
  for (const { id } of [restored, unlisted]) await save(buyer, id);
  await save(silent, cheaper.id);
  await (await as(silent)).call(updateNotifications, {}, { choices: { favorites: 'off' } });
  await change(restored.id, { seller_price_cents: cents(100) });
  await change(restored.id, { seller_price_cents: cents(1_000) });
  await change(unlisted.id, { seller_price_cents: cents(100), provisional: true });
  await change(cheaper.id, { seller_price_cents: cents(100) });
  await playWindows();
  expect([await mailsTo(buyer), await mailsTo(silent)]).toEqual([[], []]);
});

test.each([
  [0, 15 * MINUTE_MS, [0]],
  [MINUTE_MS, 15 * MINUTE_MS, []],
  [15 * MINUTE_MS, 15 * MINUTE_MS, [15 * MINUTE_MS]],
  [MINUTE_MS, 20_000, [60_000, 80_000, 100_000]],
])('the minute from %i ms has these windows of %i ms', (from, wait, starts) => {
  expect(windowsFrom(from, wait)).toEqual(starts);
});

test('the last 50 products that a buyer opened are remembered, the latest first', async () => {
  const buyer = await factory.aBuyer();
  const client = await as(buyer);
  const seller = await factory.aSeller();
  const view = (id: number) => client.call(calls.viewProduct, { id });
  const recent = async () => (await client.call(calls.recentViews, {})).body.products.map(({ id }) => id);
  const products: number[] = [];
  for (let count = 0; count < 52; count++) products.push((await factory.aProduct({ seller })).id);
  for (const id of products) expect((await view(id)).status).toBe(204);
  const latest = products.toReversed();
  expect(await recent()).toEqual(latest.slice(0, 50));
  await view(products[10] ?? 0);
  expect(await recent()).toEqual([products[10], ...latest.filter((id) => id !== products[10]).slice(0, 49)]);
  expect((await view(2_000_000_000)).status).toBe(404);
  expect((await client.call(calls.clearRecentViews, {})).status).toBe(204);
  expect(await recent()).toEqual([]);
});
