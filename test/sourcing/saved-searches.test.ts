import type { Buyer } from '../../server/accounts/policy';
import { cents } from '../../server/contract/money';
import { unsubscribeToken } from '../../server/mail/unsubscribe-token';
import * as calls from '../../server/sourcing/contract';
import { collectNews } from '../../server/sourcing/news';
import { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

const as = (who: Buyer) => factory.as(who);
const save = async (who: Buyer, search: object) =>
  (await as(who)).call(calls.createSavedSearch, {}, { saved_search: search });
const list = async (who: Buyer) =>
  (await (await as(who)).call(calls.listSavedSearches, {})).body.saved_searches;
const change = async (who: Buyer, id: number, saved_search: object) =>
  (await as(who)).call(calls.updateSavedSearch, { id }, { saved_search });

const words = (name: string) => ({ search: { name, description: name } });

async function saved(who: Buyer, search: object) {
  const { status, body } = await save(who, search);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.saved_search;
}

test('a search is saved with its query as the search call reads it, renamed, changed and deleted', async () => {
  const buyer = await factory.aBuyer();
  const answer = await save(buyer, {
    name: '  Home, >60% off ',
    query: {
      page: 7,
      filters: { category: 'Home', percentOffMsrp: { min: '4' }, packagingType: 'all' },
      search: { tags: 'Home' },
    },
  });
  expect(answer.status).toBe(201);
  const { id } = answer.body.saved_search;
  expect(answer.body).toEqual({
    saved_search: {
      id,
      name: 'Home, >60% off',
      query: expect.objectContaining({
        filters: expect.objectContaining({ category: 'home', percentOffMsrp: { min: 4 } }),
        search: expect.objectContaining({ tags: ['Home'] }),
      }),
      path: `/all_products/filter/Home?percent_off=4&saved_search=${id}`,
      alert: 'daily',
      new_count: 0,
      opened_at: expect.any(String),
      created_at: expect.any(String),
    },
  });
  expect(answer.body.saved_search.query).not.toHaveProperty('page');
  expect((await change(buyer, id, { name: 'Home' })).body.saved_search).toMatchObject({
    name: 'Home',
    alert: 'daily',
  });
  expect((await change(buyer, id, { alert: 'off' })).body.saved_search.alert).toBe('off');
  expect(await list(buyer)).toMatchObject([{ id, name: 'Home', alert: 'off' }]);
  const client = await as(buyer);
  expect((await client.call(calls.deleteSavedSearch, { id })).status).toBe(204);
  expect(await list(buyer)).toEqual([]);
  expect((await client.call(calls.deleteSavedSearch, { id })).status).toBe(404);
});

test.each([
  [{ query: {} }, 'Required', 'name'],
  [{ name: '   ', query: {} }, 'Required', 'name'],
  [{ name: 'x'.repeat(81), query: {} }, 'Maximum 80 characters', 'name'],
  [{ name: 'Toys', alert: 'hourly', query: {} }, 'Choose when to get emails', 'alert'],
  [{ name: 'Toys', query: { filters: { msrp: { max: 99 } } } }, 'Unknown step', null],
  [{ name: 'Toys', query: { filters: { color: 'red' } } }, 'Unknown filter', null],
  [{ name: 'Toys', query: { search: { name: 'x'.repeat(501) } } }, 'Maximum 500 characters', null],
])('what cannot be saved is refused: %o', async (search, error, field) => {
  const buyer = await factory.aBuyer();
  const { status, body } = await save(buyer, search);
  expect([status, (body as { errors?: string[] }).errors]).toEqual([422, [error]]);
  if (field) expect(body).toMatchObject({ field_errors: { [field]: [error] } });
  expect(await list(buyer)).toEqual([]);
});

test('a name is taken once per buyer, also when it is saved twice at once or renamed to', async () => {
  const [buyer, other] = [await factory.aBuyer(), await factory.aBuyer()];
  const both = await Promise.all([1, 2].map(() => save(buyer, { name: 'Toys', query: words('toy') })));
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
  expect(both.find(({ status }) => status === 422)?.body).toEqual({
    errors: ['You already have a search with this name.'],
    field_errors: { name: ['You already have a search with this name.'] },
    code: 'invalid',
  });
  expect((await save(other, { name: 'Toys', query: words('toy') })).status).toBe(201);
  const { id } = await saved(buyer, { name: 'Games', query: words('toy') });
  expect((await change(buyer, id, { name: 'Toys' })).status).toBe(422);
  expect((await change(buyer, id, { name: 'Games' })).status).toBe(200);
  expect((await change(buyer, id, { name: ' ' })).body).toMatchObject({ errors: ['Required'] });
});

test('50 searches are the limit, also when two are saved at once', async () => {
  const buyer = await factory.aBuyer();
  await factory.db('saved_searches').insert(
    Array.from({ length: 49 }, (_none, number) => ({
      buyer_id: buyer.buyer_id,
      name: `Search ${number}`,
      query: { filters: {}, search: { tags: [] } },
    })),
  );
  const both = await Promise.all(['A', 'B'].map((name) => save(buyer, { name, query: {} })));
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
  expect(both.find(({ status }) => status === 422)?.body).toEqual({
    errors: ['You can save up to 50 searches.'],
    code: 'invalid',
  });
  expect(await list(buyer)).toHaveLength(50);
});

test("another buyer's search is not found", async () => {
  const [buyer, other] = [await factory.aBuyer(), await factory.aBuyer()];
  const { id } = await saved(buyer, { name: 'Toys', query: {} });
  const client = await as(other);
  expect((await change(other, id, { alert: 'off' })).status).toBe(404);
  expect((await client.call(calls.openSavedSearch, { id })).status).toBe(404);
  expect((await client.call(calls.deleteSavedSearch, { id })).status).toBe(404);
  expect(await list(buyer)).toMatchObject([{ id, alert: 'daily' }]);
});

test('new products are counted until the search is opened, which names them once', async () => {
  const buyer = await factory.aBuyer();
  const { id } = await saved(buyer, { name: 'Kettles', query: words('kettle') });
  const [first, second] = [
    await factory.aProduct({ name: 'Copper Kettle' }),
    await factory.aProduct({ name: 'Steel Kettle' }),
  ];
  await factory.aProduct({ name: 'Copper Pan' });
  expect(await list(buyer)).toMatchObject([{ new_count: 0 }]);
  await collectNews(app.services);
  expect(await list(buyer)).toMatchObject([{ new_count: 2 }]);
  const client = await as(buyer);
  const opened = await client.call(calls.openSavedSearch, { id });
  expect(opened.body.new_product_ids).toEqual([second.id, first.id]);
  expect(opened.body.saved_search.new_count).toBe(0);
  expect((await client.call(calls.openSavedSearch, { id })).body.new_product_ids).toEqual([]);
  await collectNews(app.services);
  expect(await list(buyer)).toMatchObject([{ new_count: 0 }]);
});

test('another query begins anew, and what can no longer be bought is not counted', async () => {
  const buyer = await factory.aBuyer();
  const { id } = await saved(buyer, { name: 'Lamps', query: words('lamp') });
  const gone = await factory.aProduct({ name: 'Desk Lamp' });
  await factory.aProduct({ name: 'Floor Lamp' });
  await factory.aProduct({ name: 'Velvet Sofa' });
  await collectNews(app.services);
  await factory.db('products').where({ id: gone.id }).update({ deleted_at: new Date() });
  expect(await list(buyer)).toMatchObject([{ new_count: 1 }]);
  expect((await change(buyer, id, { query: words('sofa') })).body.saved_search.new_count).toBe(0);
  await collectNews(app.services);
  expect(await list(buyer)).toMatchObject([{ new_count: 0 }]);
  await factory.aProduct({ name: 'Linen Sofa', seller_price_cents: cents(500) });
  await collectNews(app.services);
  expect(await list(buyer)).toMatchObject([{ new_count: 1 }]);
});

test('one click turns the alert of that search off, and says so by its name; another buyer changes nothing', async () => {
  const [buyer, other] = [await factory.aBuyer(), await factory.aBuyer()];
  const { id } = await saved(buyer, { name: 'Toys & <Games>', query: {} });
  await saved(buyer, { name: 'Home', query: {} });
  const path = (who: Buyer) =>
    `/unsubscribe/${unsubscribeToken(app.services.config, { userId: who.id, topics: [`saved-search-${id}`] })}`;
  const stranger = new Client(app.origin);
  const html = { headers: { Accept: 'text/html' } };
  const alerts = async () => (await list(buyer)).map(({ alert }) => alert);
  expect((await stranger.send('GET', path(buyer), html)).text).toContain(
    'Turn off emails for “Toys &amp; &lt;Games&gt;”?',
  );
  await stranger.send('POST', path(other), html);
  expect(await alerts()).toEqual(['daily', 'daily']);
  for (const _time of [1, 2]) {
    const answer = await stranger.send('POST', path(buyer), {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
    expect(await alerts()).toEqual(['daily', 'off']);
  }
  await (await as(buyer)).call(calls.deleteSavedSearch, { id });
  expect((await stranger.send('POST', path(buyer), html)).text).toContain(
    "You won't get emails for this saved search anymore.",
  );
  expect((await stranger.send('GET', path(buyer).slice(0, -2), html)).status).toBe(404);
});
