import type { Buyer } from '../../server/accounts/policy';
import { cents } from '../../server/contract/money';
import * as calls from '../../server/wants/contract';
import { wantJobs } from '../../server/wants/jobs';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { useTestApp } from '../support/test-app';
import { aWantList, pageOf } from './support';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

const listOf = (buyer: Buyer, text: string) => aWantList(factory, buyer, text);

const aList = async (text: string) => {
  const buyer = await factory.aBuyer();
  return { buyer, ...(await listOf(buyer, text)) };
};

const add = (client: Client, id: number, body: object = {}) => client.call(calls.draftWants, { id }, body);

const draftsOf = ({ buyer_id }: Buyer) =>
  factory
    .db('offers')
    .join('offer_products', 'offer_id', 'offers.id')
    .where({ buyer_id, state: 'draft' })
    .orderBy('offer_products.id')
    .select('offers.seller_id', 'product_id', 'quantity', 'unit_price_cents');

test('drafts are made per seller, at the lower of target and asking price', async () => {
  const [one, other] = [await factory.aSeller(), await factory.aSeller()];
  const price = { seller_price_cents: cents(550) };
  const [cheap, dear, open] = [
    await factory.aProduct({ seller: one, ...price }),
    await factory.aProduct({ seller: one, ...price }),
    await factory.aProduct({ seller: other, ...price }),
  ];
  const { buyer, client, id } = await aList(`${cheap.upc},5,4.75\n${dear.upc},6,9.00\n${open.upc},7`);
  const preview = await add(client, id, { preview: true });
  expect(preview.body.offers).toMatchObject([
    { id: null, seller_name: one.name, lines: 2, total_cents: 5 * 475 + 6 * 550 },
    { id: null, seller_name: other.name, lines: 1, total_cents: 7 * 550 },
  ]);
  expect(await draftsOf(buyer)).toEqual([]);
  const { body } = await add(client, id);
  expect(body.rows.map(({ result }) => result)).toEqual(['added', 'added', 'added']);
  expect(await draftsOf(buyer)).toEqual([
    { seller_id: one.seller_id, product_id: cheap.id, quantity: 5n, unit_price_cents: 475 },
    { seller_id: one.seller_id, product_id: dear.id, quantity: 6n, unit_price_cents: 550 },
    { seller_id: other.seller_id, product_id: open.id, quantity: 7n, unit_price_cents: 550 },
  ]);
  const { lines, want_list } = await pageOf(client, id);
  expect(want_list.counts).toMatchObject({ drafted: 3, matched: 0 });
  expect(lines.map(({ offer_id }) => offer_id)).toEqual([
    body.offers[0]?.id,
    body.offers[0]?.id,
    body.offers[1]?.id,
  ]);
});

test('two tabs add a want once', async () => {
  const products = [await factory.aProduct(), await factory.aProduct(), await factory.aProduct()];
  const { buyer, client, id } = await aList(products.map(({ upc }) => `${upc},2`).join('\n'));
  const answers = await Promise.all([add(client, id), add(client, id), add(client, id)]);
  const results = answers.flatMap(({ body }) => body.rows ?? []).map(({ result }) => result);
  expect(results.filter((result) => result === 'added')).toHaveLength(3);
  expect((await draftsOf(buyer)).map(({ quantity }) => quantity)).toEqual([2n, 2n, 2n]);
  expect(await add(client, id)).toMatchObject({
    status: 409,
    body: { error: 'None of these products can be ordered now.' },
  });
});

test('quantities are raised to the minimum, fitted to cases and cut to the stock, whose rest waits', async () => {
  const [few, cased, least] = [
    await factory.aProduct({ units: 40n }),
    await factory.aProduct({ units: 100n, sell_by: 'outer', outer_quantity: 24n }),
    await factory.aProduct({ units: 100n, min_order_units: 12n }),
  ];
  const { client, id } = await aList(`${few.upc},100\n${cased.upc},50\n${least.upc},5`);
  const { body } = await add(client, id);
  expect(body.rows).toMatchObject([
    { result: 'changed', reason: 'Only 40 available', quantity: { old: 100n, new: 40n } },
    { result: 'changed', reason: 'Sold in cases of 24', quantity: { old: 50n, new: 48n } },
    { result: 'changed', reason: 'Minimum 12', quantity: { old: 5n, new: 12n } },
  ]);
  const { lines } = await pageOf(client, id);
  expect(lines).toMatchObject([
    { line: 1, status: 'drafted', quantity: 40n },
    { line: 1, status: 'waiting', quantity: 60n, product: null, offer_id: null },
    { line: 2, status: 'drafted', quantity: 48n },
    { line: 2, status: 'waiting', quantity: 2n },
    { line: 3, status: 'drafted', quantity: 12n },
  ]);
});

test('the same item twice is two wants, which a draft adds up', async () => {
  const product = await factory.aProduct({ units: 10n, seller_price_cents: cents(500) });
  const { buyer, client, id } = await aList(`${product.upc},7,4.00\n${product.upc},7,4.50`);
  const { body } = await add(client, id);
  expect(body.rows).toMatchObject([
    { result: 'added', quantity: { old: 7n, new: 7n } },
    { result: 'changed', reason: 'Only 10 available', quantity: { old: 7n, new: 3n } },
  ]);
  expect(await draftsOf(buyer)).toMatchObject([{ quantity: 10n, unit_price_cents: 400 }]);
  expect((await pageOf(client, id, { status: 'waiting' })).lines).toMatchObject([{ line: 2, quantity: 4n }]);
});

test('what is in the cart or in an offer already is left alone', async () => {
  const [inCart, inOffer] = [await factory.aProduct(), await factory.aProduct()];
  const buyer = await factory.aBuyer();
  await factory.anOffer({ buyer, state: 'draft', lines: [{ product: inCart }] });
  const offer = await factory.anOffer({ buyer, state: 'seller_review', lines: [{ product: inOffer }] });
  const { client, id } = await listOf(buyer, `${inCart.upc},5\n${inOffer.upc},5`);
  const before = await draftsOf(buyer);
  const { status, body } = await add(client, id, { preview: true });
  expect(status).toBe(200);
  expect(body.rows).toMatchObject([
    { result: 'in_cart', reason: 'Already in your cart', quantity: { new: null } },
    { result: 'in_offer', reason: `Already in ${offer.offer_number}` },
  ]);
  expect((await add(client, id)).status).toBe(409);
  expect(await draftsOf(buyer)).toEqual(before);
  const page = await pageOf(client, id);
  expect(page).toMatchObject({ addable: 0, want_list: { counts: { matched: 2 } } });
  expect(page.lines).toMatchObject([
    { in_cart: true, open_offer: null },
    { in_cart: false, open_offer: offer.offer_number },
  ]);
  const free = await listOf(buyer, `${(await factory.aProduct()).upc},5\n${inCart.upc},5`);
  expect(free.page).toMatchObject({ addable: 1, lines: [{ in_cart: false, open_offer: null }, {}] });
});

test('a listing that was sold meanwhile is unavailable, and the want finds another or waits', async () => {
  const upc = '850000000031';
  const [first, spare, alone] = [
    await factory.aProduct({ upc, seller_price_cents: cents(400) }),
    await factory.aProduct({ upc, seller_price_cents: cents(500) }),
    await factory.aProduct(),
  ];
  const { client, id } = await aList(`${upc},5\n${alone.upc},5`);
  await factory.db('products').whereIn('id', [first.id, alone.id]).update({ units: 0n });
  const { status } = await add(client, id);
  expect(status).toBe(409);
  await runDueJobs(app.services, wantJobs);
  expect((await pageOf(client, id)).lines).toMatchObject([
    { status: 'matched', product: { product_id: spare.id } },
    { status: 'waiting', product: null },
  ]);
});

test('an offer takes 500 lines, the others stay ready', async () => {
  const seller = await factory.aSeller();
  const { seller_id } = seller;
  const model = await factory.aProduct({ seller });
  const {
    id: _id,
    percent_off_msrp: _percent,
    ...columns
  } = (await factory.db('products').where({ id: model.id }).first()) as unknown as Record<string, unknown>;
  const upcs = Array.from({ length: 503 }, (_none, at) => String(700_000_000_000 + at));
  await factory.db('products').insert(upcs.map((upc) => ({ ...columns, upc })) as never);
  const { buyer, client, id } = await aList(upcs.map((upc) => `${upc},1`).join('\n'));
  const { body } = await add(client, id);
  expect(body.offers).toMatchObject([{ lines: 500 }]);
  expect(body.rows.filter(({ result }) => result === 'full')).toHaveLength(3);
  expect((await pageOf(client, id)).want_list.counts).toMatchObject({ drafted: 500, matched: 3 });
  expect(new Set((await draftsOf(buyer)).map((line) => line.seller_id))).toEqual(new Set([seller_id]));
});

test('only the lines that are named are added, and none of another list', async () => {
  const [one, other] = [await factory.aProduct(), await factory.aProduct()];
  const buyer = await factory.aBuyer();
  const foreign = await listOf(await factory.aBuyer(), `${one.upc},1`);
  const { client, id, page } = await listOf(buyer, `${one.upc},1\n${other.upc},1`);
  const want_ids = [page.lines[1]?.id, foreign.page.lines[0]?.id];
  expect((await add(client, id, { want_ids })).body.rows).toMatchObject([{ product_id: other.id }]);
  expect(await draftsOf(buyer)).toHaveLength(1);
});

test('a run that is killed between sellers is repeated by its key without adding twice', async () => {
  const products = [await factory.aProduct(), await factory.aProduct(), await factory.aProduct()];
  const { buyer, client, id } = await aList(products.map(({ upc }) => `${upc},2`).join('\n'));
  const path = `/want_lists/${id}/drafts`;
  const headers = { 'Idempotency-Key': `drafts-${id}` };
  const { transaction } = app.services;
  let commits = 0;
  const spy = vi.spyOn(app.services as { transaction: typeof transaction }, 'transaction');
  spy.mockImplementation((act) => (++commits === 2 ? Promise.reject(new Error('killed')) : transaction(act)));
  const killed = await client.request('POST', path, { headers }).finally(() => spy.mockRestore());
  expect(killed.status).toBe(500);
  expect(await draftsOf(buyer)).toHaveLength(1);
  const repeated = await client.request('POST', path, { headers });
  expect(repeated.status).toBe(200);
  expect((repeated.body as calls.DraftAnswer).rows.map(({ result }) => result)).toEqual([
    'added',
    'added',
    'added',
  ]);
  expect((await draftsOf(buyer)).map(({ quantity }) => quantity)).toEqual([2n, 2n, 2n]);
});
