import { call } from '../../islands/browser/api';
import { endpoint } from '../../server/contract/endpoint';

const listOffers = endpoint<object>()('GET /offers');
const acceptOffer = endpoint<object>()('PUT /offers/:id/accept');
const sendMessage = endpoint<object>()('POST /offers/:id/messages', 'B');

const busy = (headers: Record<string, string> = { 'X-Shed': '1', 'Retry-After': '0' }) =>
  new Response(JSON.stringify({ error: 'Busy' }), { status: 503, headers });
const done = () => new Response('{"done":true}');

const { fetch: realFetch } = globalThis;
let asked: string[];

function answer(...answers: Response[]) {
  asked = [];
  globalThis.fetch = (async (url, init) => {
    asked.push(`${init?.method} ${String(url)}`);
    return answers.shift() ?? done();
  }) as typeof fetch;
}

beforeAll(() => {
  Object.assign(globalThis, { document: { querySelector: () => null } });
});
afterAll(() => {
  globalThis.fetch = realFetch;
  Reflect.deleteProperty(globalThis, 'document');
});

test('a GET that was refused under load is repeated twice', async () => {
  answer(busy(), busy());
  expect(await call(listOffers, {})).toEqual({ done: true });
  expect(asked).toHaveLength(3);
  answer(busy(), busy(), busy());
  await expect(call(listOffers, {})).rejects.toMatchObject({ status: 503, message: 'Busy' });
});

test('a commit is repeated once', async () => {
  answer(busy());
  expect(await call(acceptOffer, { id: 1 })).toEqual({ done: true });
  answer(busy(), busy());
  await expect(call(acceptOffer, { id: 1 })).rejects.toMatchObject({ status: 503 });
  expect(asked).toEqual(['PUT /offers/1/accept', 'PUT /offers/1/accept']);
});

test('other writes are not repeated', async () => {
  answer(busy());
  await expect(call(sendMessage, { id: 1 })).rejects.toMatchObject({ status: 503 });
  expect(asked).toHaveLength(1);
});

test('a failure of the application is not repeated, since something may have been done', async () => {
  answer(busy({ 'Retry-After': '0' }));
  await expect(call(acceptOffer, { id: 1 })).rejects.toMatchObject({ status: 503 });
  expect(asked).toHaveLength(1);
});
