import type { Buyer } from '../../server/accounts/policy';
import { enqueue, type Job } from '../../server/jobs/job';
import { dailyAlertDay } from '../../server/sourcing/alerts';
import * as calls from '../../server/sourcing/contract';
import { sourcingJobs } from '../../server/sourcing/jobs';
import { collectNews, forgetListings } from '../../server/sourcing/news';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

const MATCHING = 'lantern';
const words = (name: string) => ({ search: { name, description: name } });

async function aSearch(buyer: Buyer, { name = 'Lanterns', alert = 'instant', query = words(MATCHING) } = {}) {
  const client = await factory.as(buyer);
  const { body } = await client.call(calls.createSavedSearch, {}, { saved_search: { name, alert, query } });
  return body.saved_search;
}

async function aReader(search: Parameters<typeof aSearch>[1] = {}) {
  const buyer = await factory.aBuyer();
  return { buyer, search: await aSearch(buyer, search) };
}

const jobNamed = (name: string): Job => {
  const found = sourcingJobs.find((one) => one.name === name);
  if (!found) throw new Error(`No job is named ${name}`);
  return found;
};

async function play(name: string) {
  await factory.transaction((tx) => enqueue(tx, jobNamed(name), {}));
  await runDueJobs(app.services, sourcingJobs);
}

const runInstant = () => play('collect-new-listings');

/** Today at 11:00 or 10:00 in New York, after the daily hour, as if today's had not been sent. */
async function runDaily() {
  await factory.db('saved_search_progress').update({ daily_sent_on: null });
  vi.useFakeTimers({ now: new Date().setUTCHours(15, 0), toFake: ['Date'] });
  try {
    await play('send-daily-alerts');
  } finally {
    vi.useRealTimers();
  }
}

const mailsTo = ({ email }: Buyer) =>
  factory.db('mails').where({ recipient: email }).orderBy('id').select('subject', 'html', 'text', 'headers');
const subjectsTo = async (buyer: Buyer) => (await mailsTo(buyer)).map(({ subject }) => subject);

const aLantern = (columns: Parameters<Factory['aProduct']>[0] = {}) =>
  factory.aProduct({ name: 'Brass Lantern', ...columns });
const listedAt = async (id: number) =>
  (await factory.db('products').where({ id }).first('listed_at'))?.listed_at;
const update = (id: number, columns: object) => factory.db('products').where({ id }).update(columns);

beforeEach(async () => {
  await runInstant();
});

test('a product that goes live is in one alert of each matching search, and in none while it stays the same', async () => {
  const [instant, daily, never, elsewhere] = [
    await aReader(),
    await aReader({ alert: 'daily' }),
    await aReader({ alert: 'off' }),
    await aReader({ query: words('sofa') }),
  ];
  const product = await aLantern({ provisional: true });
  await runInstant();
  expect(await subjectsTo(instant.buyer)).toEqual([]);
  await update(product.id, { provisional: false });
  for (const _run of [1, 2]) await runInstant();
  await update(product.id, { units: 5n });
  await runInstant();
  for (const _run of [1, 2]) await runDaily();
  expect(await subjectsTo(instant.buyer)).toEqual(['1 new: Lanterns']);
  expect(await subjectsTo(daily.buyer)).toEqual(['1 new: Lanterns']);
  expect(await subjectsTo(never.buyer)).toEqual([]);
  expect(await subjectsTo(elsewhere.buyer)).toEqual([]);
});

test('what was listed before is no news, nor is what comes back', async () => {
  const old = await aLantern();
  const { buyer } = await aReader();
  await update(old.id, { provisional: true });
  await update(old.id, { provisional: false });
  await update(old.id, { deleted_at: new Date() });
  await update(old.id, { deleted_at: null });
  const first = await listedAt(old.id);
  expect(first).toBeInstanceOf(Date);
  await runInstant();
  expect(await subjectsTo(buyer)).toEqual([]);
  expect(await listedAt(old.id)).toEqual(first);
});

test('a product of a seller who cannot sell yet is listed with the seller, once', async () => {
  const { buyer } = await aReader();
  const seller = await factory.aSeller({ logo: null });
  const product = await aLantern({ seller });
  expect(await listedAt(product.id)).toBeNull();
  await runInstant();
  const sells = (columns: object) => factory.db('sellers').where({ id: seller.seller_id }).update(columns);
  await sells({ logo: '/demo/seller-harrow-pine-logo' });
  expect(await listedAt(product.id)).toBeInstanceOf(Date);
  await runInstant();
  await sells({ suspended_at: new Date() });
  await sells({ suspended_at: null });
  await runInstant();
  expect(await subjectsTo(buyer)).toEqual(['1 new: Lanterns']);
});

test('nothing tells of a product that was taken down, or whose seller was denied, before the run or the mail', async () => {
  const [{ buyer }, daily] = [await aReader(), await aReader({ alert: 'daily' })];
  const [gone, denied, unlisted] = [await aLantern(), await aLantern(), await aLantern()];
  await update(gone.id, { deleted_at: new Date() });
  await factory.db('sellers').where({ id: denied.seller_id }).update({ suspended_at: new Date() });
  await update(unlisted.id, { provisional: true });
  await runInstant();
  const later = await aLantern();
  await runInstant();
  await update(later.id, { deleted_at: new Date() });
  await runDaily();
  expect(await subjectsTo(buyer)).toEqual(['1 new: Lanterns']);
  expect(await subjectsTo(daily.buyer)).toEqual([]);
});

test('a transaction that began before a run and ends after it is in the next', async () => {
  const { buyer, search } = await aReader();
  const seller = await factory.aSeller();
  const waiting = await aLantern({ seller, provisional: true });
  const late = await factory.db.transaction();
  await late('products').where({ id: waiting.id }).update({ provisional: false });
  const other = await aSearch(buyer, { name: 'Saved meanwhile' });
  await aLantern();
  await runInstant();
  expect(await subjectsTo(buyer)).toEqual(['1 new: Lanterns']);
  await late.commit();
  for (const _run of [1, 2]) await runInstant();
  expect((await subjectsTo(buyer)).slice(1)).toEqual(['1 new: Lanterns']);
  const news = await factory
    .db('saved_search_news')
    .whereIn('saved_search_id', [search.id, other.id])
    .where({ product_id: waiting.id });
  expect(news).toHaveLength(2);
});

test('what is new in several searches of a buyer is one mail, with a section each and every product once', async () => {
  const { buyer, search } = await aReader();
  const brass = await aSearch(buyer, { name: 'Brass', query: words('brass') });
  const [both, only] = [await aLantern(), await aLantern({ name: 'Brass Hook' })];
  await runInstant();
  const [mail, ...others] = await mailsTo(buyer);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('2 new in 2 of your searches');
  for (const { name } of [both, only]) expect(mail?.html.split(`>${name}</a>`)).toHaveLength(2);
  for (const { id } of [search, brass]) expect(mail?.text).toContain(`saved_search=${id}`);
  expect(mail?.text.match(/Turn off emails for this search/g)).toHaveLength(2);
  const address = /<(.+)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
  expect((await fetch(address, { method: 'POST', body: new URLSearchParams() })).status).toBe(200);
  const left = await factory.db('saved_searches').where({ buyer_id: buyer.buyer_id }).pluck('alert');
  expect(left).toEqual(['off', 'off']);
});

test('what was listed while a search was being saved is news exactly if saving did not see it', async () => {
  const buyer = await factory.aBuyer();
  await aLantern();
  await aSearch(buyer);
  await runInstant();
  expect(await subjectsTo(buyer)).toEqual([]);
});

test('20 products are shown and the others counted, with price, link, unsubscribing and both versions', async () => {
  const { buyer, search } = await aReader({ name: 'Brass & <b>co</b>' });
  const seller = await factory.aSeller({ name: 'Harrow' });
  for (let count = 0; count < 54; count++) await aLantern({ seller, name: `Brass Lantern ${count}` });
  await runInstant();
  const [mail] = await mailsTo(buyer);
  expect(mail?.subject).toBe('54 new: Brass & <b>co</b>');
  expect(mail?.html.match(/<th scope="row">/g)).toHaveLength(20);
  expect(mail?.html).toContain('Brass Lantern 53');
  expect(mail?.html).not.toContain('<b>co');
  expect(mail?.text).toContain('34 more');
  expect(mail?.text).toContain('$10.00');
  expect(mail?.text).toContain(`/all_products/search?query=lantern&saved_search=${search.id}`);
  const address = /<(.+)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
  expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  expect(mail?.text).toContain(`Turn off emails for this search: ${address}`);
});

test('the latest 500 of a search are kept', async () => {
  const { buyer, search } = await aReader({ alert: 'off' });
  const seller = await factory.aSeller();
  const add = (count: number, name: string) =>
    factory.db.raw(
      `insert into products (seller_id, name, upc, photo_1, provisional, msrp_cents, wholesale_cents, seller_price_cents, units)
       select ?, 'Lantern ' || ?::text, lpad((random() * 999999999999)::bigint::text, 12, '0'), '/demo/mug-cream', false,
              2000, 1500, 1000, 5
         from generate_series(1, ?) i`,
      [seller.seller_id, name, count],
    );
  const news = () =>
    factory
      .db('saved_search_news')
      .join('products', 'products.id', 'product_id')
      .where({ saved_search_id: search.id })
      .select('name');
  await add(450, 'early');
  await runInstant();
  await add(600, 'late');
  await runInstant();
  expect(await news()).toHaveLength(500);
  expect((await news()).every(({ name }) => name === 'Lantern late')).toBe(true);
  await add(20, 'last');
  await runInstant();
  expect((await news()).filter(({ name }) => name === 'Lantern last')).toHaveLength(20);
  expect(await news()).toHaveLength(500);
  const list = await (await factory.as(buyer)).call(calls.listSavedSearches, {});
  expect(list.body.saved_searches).toMatchObject([{ new_count: 500 }]);
});

test('an alert that is turned on tells of what comes, and one that is turned off is silent', async () => {
  const { buyer, search } = await aReader({ alert: 'off' });
  const client = await factory.as(buyer);
  const choose = (alert: string) =>
    client.call(calls.updateSavedSearch, { id: search.id }, { saved_search: { alert } });
  await aLantern();
  await runInstant();
  await choose('daily');
  await runDaily();
  expect(await subjectsTo(buyer)).toEqual([]);
  await aLantern();
  await runDaily();
  await aLantern();
  await choose('off');
  await runDaily();
  await choose('instant');
  await runInstant();
  expect(await subjectsTo(buyer)).toEqual(['1 new: Lanterns']);
});

test('a buyer who was denied gets no alert', async () => {
  const { buyer } = await aReader();
  await factory.db('users').where({ id: buyer.id }).update({ status: 'denied' });
  await aLantern();
  await runInstant();
  expect(await subjectsTo(buyer)).toEqual([]);
});

test('runs and mails at the same time tell once', async () => {
  const readers = [await aReader(), await aReader(), await aReader()];
  for (let count = 0; count < 5; count++) await aLantern();
  await Promise.all(Array.from({ length: 5 }, () => collectNews(app.services)));
  await Promise.all(Array.from({ length: 4 }, runInstant));
  for (const { buyer } of readers) expect(await subjectsTo(buyer)).toEqual(['5 new: Lanterns']);
});

test('listings are forgotten after three days, unless no run has seen them', async () => {
  const seen = await aLantern();
  await runInstant();
  const later = await aLantern();
  await factory.db('new_listings').update({ at: new Date(Date.now() - 4 * 86_400_000) });
  await forgetListings(factory.db);
  const left = await factory.db('new_listings').whereIn('product_id', [seen.id, later.id]);
  expect(left.map(({ product_id }) => product_id)).toEqual([later.id]);
});

test("another cluster's dump begins anew and tells of what comes", async () => {
  const { buyer } = await aReader();
  await aLantern();
  await factory.db.raw(`update saved_search_progress set snapshot = '900000000:900000000:'`);
  await factory.db.raw(`update saved_searches set since = '900000000:900000000:'`);
  await runInstant();
  expect(await subjectsTo(buyer)).toEqual([]);
  await aLantern();
  await runInstant();
  expect(await subjectsTo(buyer)).toEqual(['1 new: Lanterns']);
});

test.each([
  ['in winter, before 8:00', '2026-01-15T12:59:59Z', null],
  ['in winter, at 8:00', '2026-01-15T13:00:00Z', '2026-01-15'],
  ['in summer, before 8:00', '2026-07-15T11:59:59Z', null],
  ['in summer, at 8:00', '2026-07-15T12:00:00Z', '2026-07-15'],
  ['the day before clocks go forward', '2026-03-07T12:30:00Z', null],
  ['the day clocks go forward', '2026-03-08T12:00:00Z', '2026-03-08'],
  ['the day before clocks go back', '2026-10-31T12:00:00Z', '2026-10-31'],
  ['the day clocks go back, too early', '2026-11-01T12:00:00Z', null],
  ['the day clocks go back', '2026-11-01T13:00:00Z', '2026-11-01'],
  ['late in the evening, when it is tomorrow in UTC', '2026-01-16T03:00:00Z', '2026-01-15'],
  ['at midnight', '2026-01-15T05:00:00Z', null],
])('daily alerts %s', (_when, now, day) => {
  expect(dailyAlertDay(new Date(now))).toBe(day);
});
