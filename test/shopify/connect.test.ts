import { createHmac } from 'node:crypto';
import { me } from '../../server/accounts/contract';
import type { Seller } from '../../server/accounts/policy';
import { decrypt, encrypt } from '../../server/config/encryption';
import { disconnectShopify, shopifyLogin } from '../../server/shopify/contract';
import { shopDomain } from '../../server/shopify/shop';
import { type RunningApp, startApp } from '../support/app';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';

const SECRET = 'the secret of the tests';
const TOKEN = 'shpat_of_the_tests';
const bound = (owner: string) => ({ purpose: 'shopify sessions', owner }) as const;

let app: RunningApp;
let factory: Factory;
let seller: Seller;
let client: Client;

/** A Shopify with one store and one code. */
const requests: { url: string; body: string }[] = [];
const NOTHING = /$^/;
let away = NOTHING;
const outside = globalThis.fetch;
async function standIn(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const url = new URL(String(input instanceof Request ? input.url : input));
  if (!url.hostname.endsWith('.myshopify.com')) return outside(input, init);
  requests.push({ url: url.href, body: String(init?.body ?? '') });
  if (away.test(url.pathname)) throw new TypeError('fetch failed');
  if (url.hostname !== 'oak-and-co.myshopify.com') return new Response('', { status: 404 });
  if (url.pathname === '/admin/oauth/access_token') {
    const { code, client_secret } = JSON.parse(String(init?.body)) as Record<string, string>;
    return code === 'good' && client_secret === SECRET
      ? Response.json({ access_token: TOKEN, scope: 'read_products' })
      : Response.json({ error: 'invalid_request' }, { status: 400 });
  }
  if (url.pathname.endsWith('/shop.json')) {
    const token = new Headers(init?.headers).get('X-Shopify-Access-Token');
    return token === TOKEN
      ? Response.json({ shop: { name: 'Oak & Co' } })
      : new Response('', { status: 401 });
  }
  return new Response('');
}

beforeAll(async () => {
  globalThis.fetch = standIn as typeof fetch;
  app = await startApp({ shopify: { apiKey: 'key', apiSecret: SECRET } });
  factory = new Factory(app);
});
afterAll(async () => {
  globalThis.fetch = outside;
  await app.stop();
});

beforeEach(async () => {
  requests.length = 0;
  away = NOTHING;
  seller = await factory.aSeller({ features: ['shopify'] });
  client = await factory.as(seller);
});

const sessions = () => factory.db('shopify_sessions').where({ seller_id: seller.seller_id });

async function state(as = client) {
  const answer = await as.call(shopifyLogin, {}, undefined, { shop: 'Oak-and-Co' });
  expect(answer.status).toBe(200);
  const address = new URL(answer.body.shopify_login_url);
  expect(address.origin + address.pathname).toBe('https://oak-and-co.myshopify.com/admin/oauth/authorize');
  expect(address.searchParams.get('redirect_uri')).toBe(`${app.services.config.appUrl}/shopify/callback`);
  return address.searchParams.get('state') ?? '';
}

function signed(parameters: Record<string, string>, secret = SECRET) {
  const message = Object.keys(parameters)
    .sort()
    .map((name) => `${name}=${parameters[name]}`)
    .join('&');
  const hmac = createHmac('sha256', secret).update(message).digest('hex');
  return new URLSearchParams({ ...parameters, hmac });
}

const back = async (query: URLSearchParams, as = client) =>
  (await as.request('GET', `/shopify/callback?${query}`)).headers.get('location');

const good = (value: string) => ({
  code: 'good',
  shop: 'oak-and-co.myshopify.com',
  state: value,
  timestamp: '1760000000',
});

test('a seller connects a store, and it is kept encrypted', async () => {
  expect((await client.call(me, {})).body.user).toMatchObject({ has_shopify_session: false });
  expect(await back(signed(good(await state())))).toBe('/dashboard/shopify');
  const [session] = await sessions();
  expect(session).toMatchObject({ shop: 'oak-and-co.myshopify.com', shop_name: 'Oak & Co' });
  expect(session?.token_encrypted.toString('latin1')).not.toContain(TOKEN);
  const { secretKeyBase } = app.services.config;
  const sealed = session?.token_encrypted ?? Buffer.alloc(0);
  expect(decrypt(secretKeyBase, sealed, bound(`seller ${seller.seller_id}`))).toBe(TOKEN);
  expect(() => decrypt(secretKeyBase, sealed, bound('seller 0'))).toThrow();
  expect((await client.call(me, {})).body.user).toMatchObject({
    has_shopify_session: true,
    shopify_shop_name: 'Oak & Co',
    shopify_shop_url: 'https://oak-and-co.myshopify.com',
  });
  const page = await (await factory.signedIn(seller)).send('GET', '/dashboard/shopify', {
    headers: { Accept: 'text/html' },
  });
  const html = page.text;
  expect(html).toContain('My Shopify');
  expect(html).toContain('Go to my store');
  await client.call(disconnectShopify, {});
  expect(await sessions()).toEqual([]);
});

test.each(['no-such-store', 'evil.com', 'oak-and-co.myshopify.com.evil.com', 'a@oak', '-oak', '127.0.0.1'])(
  '“%s” is no store',
  async (shop) => {
    const answer = await client.call(shopifyLogin, {}, undefined, { shop });
    expect(answer.status).toBe(422);
    const error = 'We couldn’t find that Shopify store.';
    expect(answer.body).toEqual({ error, field_errors: { shop: [error] }, code: 'invalid' });
    expect(requests.every(({ url }) => /^https:\/\/[a-z0-9-]+\.myshopify\.com\//.test(url))).toBe(true);
  },
);

test.each([
  ['another’s signature', (value: string) => signed(good(value), 'another secret')],
  ['no signature', (value: string) => new URLSearchParams(good(value))],
  ['another state', () => signed(good('x'.repeat(32)))],
  ['another store', (value: string) => signed({ ...good(value), shop: 'other.myshopify.com' })],
  ['a code that Shopify does not know', (value: string) => signed({ ...good(value), code: 'bad' })],
])('%s connects nothing', async (_name, query) => {
  expect(await back(query(await state()))).toBe('/dashboard/shopify?failed=true');
  expect(await sessions()).toEqual([]);
});

test('a state is good once, for who began, and for ten minutes', async () => {
  const used = await state();
  expect(await back(signed(good(used)))).toBe('/dashboard/shopify');
  expect(await back(signed(good(used)))).toBe('/dashboard/shopify?failed=true');
  const other = await factory.as(await factory.aSeller({ features: ['shopify'] }));
  expect(await back(signed(good(await state())), other)).toBe('/dashboard/shopify?failed=true');
  const late = await state();
  await factory.db('shopify_logins').update({ expires_at: new Date(Date.now() - 1_000) });
  expect(await back(signed(good(late)))).toBe('/dashboard/shopify?failed=true');
});

test('colleagues and keys of a seller with the feature begin, and a person ends', async () => {
  const manager = await factory.as(await factory.aMember(seller, 'manager'));
  const key = (await factory.aKey(seller, { capabilities: ['products:write'] })).client;
  expect(await back(signed(good(await state(key))), manager)).toBe('/dashboard/shopify');
  expect(await sessions()).toHaveLength(1);
  expect((await key.call(disconnectShopify, {})).status).toBe(204);
  expect(await sessions()).toEqual([]);
  expect((await manager.call(me, {})).body.user.features.shopify).toBe(true);
});

test('while Shopify is away, the login says so and may be repeated soon', async () => {
  away = /^/;
  const answer = await client.call(shopifyLogin, {}, undefined, { shop: 'oak-and-co' });
  expect([answer.status, answer.body]).toEqual([
    503,
    { error: "We can't reach Shopify. Try again in a moment.", code: 'unavailable' },
  ]);
  expect(answer.headers.get('Retry-After')).toBe('2');
});

test('a store whose name cannot be read is connected, too: its token would be lost otherwise', async () => {
  const given = await state();
  away = /shop\.json$/;
  expect(await back(signed(good(given)))).toBe('/dashboard/shopify');
  expect(await sessions()).toMatchObject([{ shop: 'oak-and-co.myshopify.com', shop_name: 'oak-and-co' }]);
});

test('with keys and the feature, the current user may connect a store', async () => {
  const { user } = (await client.call(me, {})).body;
  expect(user.features).toEqual({ shopify: true, alternate_routes: false });
});

test('without the feature there is nothing of it', async () => {
  const plain = await factory.as(await factory.aSeller());
  expect((await plain.call(shopifyLogin, {}, undefined, { shop: 'oak-and-co' })).status).toBe(404);
  const page = await (await factory.signedIn(await factory.aSeller())).send('GET', '/dashboard/shopify', {
    headers: { Accept: 'text/html' },
  });
  expect(page.status).toBe(404);
});

test('a shop is its name alone', () => {
  expect(shopDomain('https://Oak.myshopify.com/admin?x=1')).toBe('oak.myshopify.com');
  expect(shopDomain('oak')).toBe('oak.myshopify.com');
  expect(shopDomain('https://admin.shopify.com/store/oak/products?x=1')).toBe('oak.myshopify.com');
  expect(shopDomain('oak.myshopify.com?x=1')).toBe('oak.myshopify.com');
  for (const typed of [
    '',
    'oak.com',
    'admin.shopify.com',
    'oak.myshopify.com@evil.com',
    'oak myshopify',
    'ö',
    'a'.repeat(61),
  ])
    expect(shopDomain(typed)).toBeNull();
});

test('a secret is sealed differently each time', () => {
  const [one, two] = [encrypt('s', 'x', bound('o')), encrypt('s', 'x', bound('o'))];
  expect(one.equals(two)).toBe(false);
});
