import type { Buyer } from '../../server/accounts/policy';
import { jobs } from '../../server/job-registry';
import { enqueue } from '../../server/jobs/job';
import { createSavedSearch } from '../../server/sourcing/contract';
import { sourcingJobs } from '../../server/sourcing/jobs';
import { collectNews } from '../../server/sourcing/news';
import * as calls from '../../server/wants/contract';
import { wantJobs } from '../../server/wants/jobs';
import { Client } from '../support/client';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { useTestApp } from '../support/test-app';
import { aWantList, pageOf } from './support';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

const instant = { alert: 'instant', name: 'Restock' };

const aList = async (text: string, buyer?: Buyer, options: object = instant) => {
  const owner = buyer ?? (await factory.aBuyer());
  return { buyer: owner, ...(await aWantList(factory, owner, text, options)) };
};

async function play(name: string) {
  const job = [...sourcingJobs, ...wantJobs].find((one) => one.name === name);
  if (!job) throw new Error(`No job is named ${name}`);
  await factory.transaction((tx) => enqueue(tx, job, {}));
  await runDueJobs(app.services, [...sourcingJobs, ...wantJobs]);
}

const mailsTo = ({ email }: Buyer) =>
  factory.db('mails').where({ recipient: email }).orderBy('id').select('subject', 'html', 'headers');
const subjectsTo = async (buyer: Buyer) => (await mailsTo(buyer)).map(({ subject }) => subject);

beforeEach(() => play('collect-new-listings'));

test('a listing that fits is matched and told once, in one mail', async () => {
  const { buyer, client, id } = await aList('850000000116,5\nmarble owl,3\nSKU-WATCH-1,2\nnever listed,1');
  await factory.aProduct({ upc: '850000000116', name: 'Tin Robot' });
  await factory.aProduct({ name: 'Large Marble Owl' });
  for (const _run of [1, 2]) await play('collect-new-listings');
  expect(await subjectsTo(buyer)).toEqual(['2 of your wants are listed']);
  const [mail] = await mailsTo(buyer);
  expect(mail?.html).toContain('Wanted');
  expect(mail?.html).toContain('Tin Robot');
  expect((await pageOf(client, id)).lines).toMatchObject([
    { status: 'matched', product: { name: 'Tin Robot' } },
    { status: 'proposed', proposals: [{ name: 'Large Marble Owl' }] },
    { status: 'waiting' },
    { status: 'waiting' },
  ]);
});

test('a SKU is found when a seller lists it', async () => {
  const { client, id } = await aList('SKU,Quantity\nWatch-77,2');
  await factory.aProduct({ sku: 'WATCH-77' });
  await play('collect-new-listings');
  expect((await pageOf(client, id)).lines).toMatchObject([{ status: 'matched' }]);
  await factory.aProduct({ sku: 'watch-77' });
  await play('collect-new-listings');
  expect((await pageOf(client, id)).lines).toMatchObject([{ status: 'matched' }]);
});

test('a buyer gets one mail of a run, with each product once over searches and wants', async () => {
  const { buyer, client } = await aList('850000000123,5');
  const query = { search: { name: 'zeppelin', description: 'zeppelin' } };
  await client.call(createSavedSearch, {}, { saved_search: { name: 'Zeppelins', alert: 'instant', query } });
  await factory.aProduct({ upc: '850000000123', name: 'Zeppelin Kit' });
  await factory.aProduct({ name: 'Zeppelin Poster' });
  await play('collect-new-listings');
  expect(await subjectsTo(buyer)).toEqual(['1 wanted, 1 new: Zeppelins']);
  const [mail] = await mailsTo(buyer);
  expect(mail?.html.match(/<th scope="row">[^\n]*Zeppelin Kit/g)).toHaveLength(1);
});

test('a mail names every list that wants a listing, and has the listing once', async () => {
  const { buyer } = await aList('850000000192,5');
  await aWantList(factory, buyer, '850000000192,7\n850000000208,1', {
    alert: 'instant',
    name: 'Second shop',
  });
  await factory.aProduct({ upc: '850000000192', name: 'Sextant Brass' });
  await factory.aProduct({ upc: '850000000208', name: 'Sextant Steel' });
  await play('collect-new-listings');
  expect(await subjectsTo(buyer)).toEqual(['3 of your wants are listed']);
  const html = (await mailsTo(buyer))[0]?.html ?? '';
  const text = html.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ');
  expect(html.match(/<th scope="row">[^\n]*Sextant Brass/g)).toHaveLength(1);
  expect(text).toContain('These products fit your want lists “Restock” and “Second shop”.');
  expect(text).toContain('These products fit your want list “Second shop”.');
  expect(text).toContain('Turn off emails for “Restock”');
});

test('a person who turned favorites off hears of searches alone', async () => {
  const { buyer, client } = await aList('850000000130,5');
  await factory.db('notification_choices').insert({ user_id: buyer.id, kind: 'favorites', email: 'off' });
  await factory.aProduct({ upc: '850000000130', name: 'Gyroscope Small' });
  await play('collect-new-listings');
  expect(await subjectsTo(buyer)).toEqual([]);
  const query = { search: { name: 'gyroscope', description: 'gyroscope' } };
  await client.call(createSavedSearch, {}, { saved_search: { name: 'Gyros', alert: 'instant', query } });
  await aWantList(factory, buyer, '850000000147,1', instant);
  await factory.aProduct({ upc: '850000000147', name: 'Gyroscope Large' });
  await play('collect-new-listings');
  expect(await subjectsTo(buyer)).toEqual(['1 new: Gyros']);
});

test('a list without emails collects nothing to be mailed later', async () => {
  const { buyer, client, id } = await aList('850000000154,5', undefined, { alert: 'off' });
  await factory.aProduct({ upc: '850000000154' });
  await play('collect-new-listings');
  expect((await pageOf(client, id)).want_list.counts.matched).toBe(1);
  await client.call(calls.updateWantList, { id }, { want_list: { alert: 'instant' } });
  await play('collect-new-listings');
  expect(await subjectsTo(buyer)).toEqual([]);
});

test('one click in a mail turns off the emails of its list alone', async () => {
  const { buyer, client, id } = await aList('850000000161,5');
  const other = await aWantList(factory, buyer, 'another lamp,1', instant);
  await factory.aProduct({ upc: '850000000161' });
  await play('collect-new-listings');
  const [mail] = await mailsTo(buyer);
  const headers = mail?.headers as Record<string, string>;
  const path = new URL(/^<(.+)>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? '').pathname;
  const stranger = new Client(app.origin);
  const page = await stranger.request('GET', path, { headers: { Accept: 'text/html' } });
  expect(page.text).toContain('emails for “Restock”');
  const done = await stranger.send('POST', path, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(done.status).toBe(200);
  expect((await pageOf(client, id)).want_list.alert).toBe('off');
  expect((await pageOf(client, other.id)).want_list.alert).toBe('instant');
});

test('a run that is killed tells nothing, the next one everything once', async () => {
  const { buyer } = await aList('850000000178,5');
  await factory.aProduct({ upc: '850000000178' });
  let commits = 0;
  const killed: typeof app.services = {
    ...app.services,
    transaction: (act) =>
      app.services.transaction(async (tx) => {
        const result = await act(tx);
        if (++commits === 2) throw new Error('killed');
        return result;
      }),
  };
  await expect(collectNews(killed)).rejects.toThrow('killed');
  expect(await factory.db('want_news')).toHaveLength(
    (await factory.db('want_news').whereNotNull('sent_at')).length,
  );
  for (const _run of [1, 2]) await play('collect-new-listings');
  expect(await subjectsTo(buyer)).toEqual(['1 of your wants is listed']);
});

test('wants end with their day, and wait again where the listing is gone', async () => {
  const [gone, kept] = [await factory.aProduct(), await factory.aProduct()];
  const { client, id } = await aList(`${gone.upc},1\n${kept.upc},1\n850000000185,1`);
  await factory.db('products').where({ id: gone.id }).update({ deleted_at: new Date() });
  await factory.db('wants').where({ want_list_id: id, line: 3 }).update({ ends_on: '2020-01-01' });
  await play('end-wants');
  expect((await pageOf(client, id)).want_list.counts).toMatchObject({ matched: 1, waiting: 1, problems: 0 });
  await factory.aProduct({ upc: '850000000185' });
  await play('collect-new-listings');
  expect((await pageOf(client, id)).want_list.counts).toMatchObject({ matched: 1, waiting: 1 });
  const ended = await factory.db('wants').where({ want_list_id: id, status: 'closed' }).first('id');
  const later = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const { body } = await client.call(calls.updateWant, { id: ended?.id ?? 0 }, { ends_on: later });
  expect(body.want).toMatchObject({ status: 'matched', ends_on: later });
});

test('every job of want lists is known to the worker', () => {
  for (const job of wantJobs) expect(jobs).toContain(job);
});
