import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false }));

type Who = 'nobody' | 'buyer' | 'seller' | 'staff';
let clients: Record<Who, Client>;
let ids: { product: number; seller: number };

beforeAll(async () => {
  const owner = await factory.aSeller();
  const product = await factory.aProduct({ seller: owner });
  ids = { product: product.id, seller: Number(owner.seller_id) };
  clients = {
    nobody: await factory.as(null),
    buyer: await factory.as(await factory.aBuyer()),
    seller: await factory.as(owner),
    staff: await factory.as(await factory.staff()),
  };
});

const CALLS: readonly (readonly [Who, string, string, string])[] = [
  ['nobody', 'POST', '/login', 'user'],
  ['nobody', 'POST', '/password', 'user'],
  ['nobody', 'PUT', '/password', 'user'],
  ['nobody', 'POST', '/profiles', 'profile'],
  ['nobody', 'POST', '/contact_us', 'contact_us'],
  ['buyer', 'POST', '/offers', 'offer'],
  ['seller', 'POST', '/products', 'product'],
  ['seller', 'PUT', '/products/:product', 'product'],
  ['seller', 'PATCH', '/products/:product', 'product'],
  ['seller', 'PUT', '/marketplace/sellers/update', 'seller'],
  ['staff', 'POST', '/release_notes', 'release_notes'],
  ['staff', 'POST', '/admin/sellers', 'seller'],
  ['staff', 'PUT', '/admin/sellers/:seller', 'seller'],
  ['staff', 'POST', '/admin/sellers/:seller/products', 'product'],
];

test.each(CALLS)('%s: %s %s without its root parameter is 400', async (who, method, path, root) => {
  const address = path.replace(':product', String(ids.product)).replace(':seller', String(ids.seller));
  const expected = [400, { error: `param is missing or the value is empty: ${root}`, code: 'bad_request' }];
  for (const body of [{}, { email: 'a@example.com', name: 'x' }, { other: { name: 'x' } }]) {
    const answer = await clients[who].request(method, address, { body });
    expect([body, answer.status, answer.body]).toEqual([body, ...expected]);
  }
  for (const empty of ['', null]) {
    const answer = await clients[who].request(method, address, { body: { [root]: empty } });
    expect([empty, answer.status, answer.body]).toEqual([empty, ...expected]);
  }
});

test('an empty one is refused in the words of the form', async () => {
  const answer = await clients.nobody.request('POST', '/contact_us', { body: { contact_us: {} } });
  expect([answer.status, answer.body]).toMatchObject([422, { errors: expect.any(Array) as unknown[] }]);
});

test('a root parameter of another shape is 422, and what may be unnested still is', async () => {
  const odd = await clients.nobody.request('POST', '/contact_us', { body: { contact_us: 'text' } });
  expect(odd.status).toBe(422);
  expect((await clients.buyer.request('PUT', '/me', { body: {} })).status).toBe(200);
  const search = await clients.buyer.request('POST', '/marketplace/products/search', { body: {} });
  expect(search.status).toBe(200);
});
