import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false }));

const SEARCH = '/marketplace/products/search';

let buyer: Client;

beforeEach(async () => {
  buyer = await factory.as(await factory.aBuyer());
});

async function found(address: string, body: object = {}) {
  const answer = await buyer.request('POST', address, { body });
  expect(answer.status).toBe(200);
  return (answer.body as { products: { name: string }[] }).products.map(({ name }) => name).sort();
}

test('parameters of a body may stand in the query; the body decides where both name one', async () => {
  await factory.aProduct({ name: 'Quillow lamp', category: 'home' });
  await factory.aProduct({ name: 'Quillow bowl', category: 'pet' });
  expect(await found(`${SEARCH}?search[name]=quillow&search[tags][]=Pet`)).toEqual(['Quillow bowl']);
  expect(await found(`${SEARCH}?sort=msrp_cents_asc`, { search: { name: 'quillow' } })).toHaveLength(2);
  expect(await found(`${SEARCH}?search[tags][]=Pet`, { search: { name: 'lamp' } })).toEqual(['Quillow lamp']);
});

test('a required root parameter may, too', async () => {
  const seller = await factory.aSeller();
  const product = await factory.aProduct({ seller });
  const line = 'offer[offer_products_attributes][]';
  const query = `offer[seller_user_id]=${seller.id}&${line}[product_id]=${product.id}&${line}[quantity]=2&${line}[unit_price]=900`;
  expect((await buyer.request('POST', `/offers?${query}`, { body: {} })).status).toBe(201);
});

test('credentials and CSRF tokens in the query count for nothing', async () => {
  const nobody = await factory.as(null);
  const login = await nobody.request('POST', '/login?user[email]=a@example.com&user[password]=x', {
    body: {},
  });
  expect([login.status, login.body]).toEqual([
    400,
    { error: 'param is missing or the value is empty: user', code: 'bad_request' },
  ]);
  const signedIn = await factory.signedIn(await factory.aBuyer());
  const token = encodeURIComponent(await signedIn.csrf());
  const forged = await signedIn.send('POST', `${SEARCH}?authenticity_token=${token}`, {
    headers: { Accept: 'application/json' },
    body: new URLSearchParams({ page: '1' }),
  });
  expect([forged.status, forged.body]).toEqual([
    422,
    { error: 'Invalid authenticity token', code: 'stale_token' },
  ]);
  const change = '/me?password=new-password-1&confirm_password=new-password-1&current_password=demo-password';
  const changed = await signedIn.request('PUT', change, { body: {} });
  expect([changed.status, changed.headers.get('Authorization')]).toEqual([200, null]);
});
