import { deny } from '../../server/accounts/applications/contract';
import { logout } from '../../server/accounts/contract';
import { cents } from '../../server/contract/money';
import { createProduct, deleteProduct, updateProduct } from '../../server/products/contract';
import { type RunningApp, startApp } from '../support/app';
import { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const settings = { production: true, rateLimits: false };
const app = useTestApp(settings);
const factory = new Factory(app);
let sibling: RunningApp;

beforeAll(async () => {
  sibling = await startApp(settings, { beside: app });
});
afterAll(() => sibling?.stop());

const ENCODINGS = ['br', 'gzip', 'identity'];

async function get(
  path: string,
  { origin = app.origin, method = 'GET', ...headers }: Record<string, string> = {},
) {
  const answer = await fetch(origin + path, {
    method,
    redirect: 'manual',
    headers: { Accept: 'text/html', 'Accept-Encoding': 'br', ...headers },
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** The page as each process sends it in each encoding. */
const everywhere = (path: string) =>
  Promise.all(
    [app.origin, sibling.origin].flatMap((origin) =>
      ENCODINGS.map((encoding) => get(path, { origin, 'Accept-Encoding': encoding })),
    ),
  );

async function hits({ services }: RunningApp) {
  const text = await services.metrics.registry.metrics();
  return Number(/lotwise_cache_requests_total\{cache="pages",outcome="hit"\} (\d+)/.exec(text)?.[1] ?? 0);
}

/** Until both processes answer from their cache. */
async function keep(path: string) {
  for (const process of [app, sibling]) {
    const before = await hits(process);
    for (const encoding of [...ENCODINGS, ...ENCODINGS, ...ENCODINGS, ...ENCODINGS])
      expect((await get(path, { origin: process.origin, 'Accept-Encoding': encoding })).status).toBe(200);
    expect((await hits(process)) - before).toBeGreaterThanOrEqual(ENCODINGS.length);
  }
}

const csrfOf = (text: string) => /name="csrf-token" content="([^"]*)"/.exec(text)?.[1] ?? '';
const nonceOf = (text: string) => /name="csp-nonce" content="([^"]*)"/.exec(text)?.[1] ?? '';
const withoutFills = (text: string) =>
  text.replaceAll(csrfOf(text), 'TOKEN').replaceAll(nonceOf(text), 'NONCE');

async function aListedProduct() {
  const seller = await factory.aSeller();
  const product = await factory.aProduct({ seller, seller_price_cents: cents(1_234) });
  return { seller, product, path: `/all_products/${seller.seller_id}/${product.id}` };
}

describe('the next answer of both processes shows', () => {
  test('a new price', async () => {
    const { seller, product, path } = await aListedProduct();
    const listings = ['/all_products', `/seller/${seller.seller_id}`];
    for (const place of [path, ...listings]) await keep(place);
    const client = await factory.as(seller);
    for (const price of ['11.11', '9.99', '12.34']) {
      const answer = await client.call(
        updateProduct,
        { id: product.id },
        { product: { seller_price_cents: price.replace('.', '') } },
      );
      expect(answer.status).toBe(200);
      for (const place of [path, ...listings])
        for (const { text } of await everywhere(place)) expect(text).toContain(`$${price}`);
    }
  });

  test('that a product is gone', async () => {
    const { seller, product, path } = await aListedProduct();
    await keep(path);
    await keep('/all_products');
    expect((await (await factory.as(seller)).call(deleteProduct, { id: product.id })).status).toBe(204);
    for (const { status } of await everywhere(path)) expect(status).toBe(404);
    for (const { text } of await everywhere('/all_products')) expect(text).not.toContain(product.name);
  });

  test('that a seller was denied', async () => {
    const { seller, path } = await aListedProduct();
    const store = `/seller/${seller.seller_id}`;
    for (const place of [path, store]) await keep(place);
    const staff = await factory.as(await factory.staff());
    expect((await staff.call(deny, { id: seller.id })).status).toBe(200);
    for (const place of [path, store])
      for (const { status } of await everywhere(place)) expect(status).toBe(404);
  });

  test('what was sold', async () => {
    const { seller, product, path } = await aListedProduct();
    await keep(path);
    await factory.anOrder({ seller, lines: [{ product, quantity: 63n }] });
    for (const { text } of await everywhere(path)) {
      expect(text).toContain('<dd>37</dd>');
      expect(text).not.toContain('<dd>100</dd>');
    }
  });

  test('a new listing', async () => {
    const { seller, path } = await aListedProduct();
    const places = [
      path,
      '/all_products',
      '/all_products/search?query=marvelous',
      `/seller/${seller.seller_id}`,
    ];
    for (const place of places) await keep(place);
    const answer = await (await factory.as(seller)).call(
      createProduct,
      {},
      {
        product: {
          name: 'A marvelous mug',
          upc: '614141007349',
          photo_1: 'https://pictures.example.com/mug.jpg',
          msrp_cents: '2000',
          wholesale_cents: '1500',
          seller_price_cents: '1000',
          units: '5',
        },
      },
    );
    expect(answer.text).toContain('"provisional":false');
    for (const place of places)
      for (const { text } of await everywhere(place)) expect(text).toContain('A marvelous mug');
  });

  test('who signs in and out', async () => {
    const { path } = await aListedProduct();
    for (const place of [path, '/contact_us']) await keep(place);
    const client = await factory.signedIn(await factory.aBuyer({ name: 'Maple Outlet' }));
    const page = async (place: string) =>
      (await client.request('GET', place, { headers: { Accept: 'text/html', 'Accept-Encoding': 'br' } }))
        .text;
    for (const place of [path, '/contact_us']) expect(await page(place)).toContain('Maple Outlet');
    await client.call(logout, {});
    for (const place of [path, '/contact_us']) {
      const text = await page(place);
      expect(text).not.toContain('Maple Outlet');
      expect(text).toContain('href="/sign_in"');
    }
    for (const { text } of await everywhere(path)) expect(text).not.toContain('Maple Outlet');
  });
});

describe('each visitor', () => {
  test('gets a token and a nonce that nobody else has', async () => {
    for (const path of ['/contact_us', '/all_products']) await keep(path);
    const answers = [];
    for (const path of ['/contact_us', '/all_products'])
      for (let round = 0; round < 5; round++) answers.push(...(await everywhere(path)));
    const tokens = answers.map(({ text }) => csrfOf(text));
    const nonces = answers.map(({ text }) => nonceOf(text));
    expect(new Set(tokens).size).toBe(answers.length);
    expect(new Set(nonces).size).toBe(answers.length);
    for (const [at, { headers }] of answers.entries()) {
      expect(tokens[at]).toMatch(/^[0-9a-f]{64}\.[0-9a-f]{64}$/);
      expect(headers.getSetCookie().join()).toContain(`csrf=${tokens[at]}`);
      expect(headers.get('Content-Security-Policy')).toContain(`'nonce-${nonces[at]}'`);
    }
  });

  test('keeps the token of the cookie, in every form of the page', async () => {
    await keep('/contact_us');
    const cookie = (await get('/')).headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const { text, headers } = await get('/contact_us', { cookie });
    const [, token = ''] = cookie.split('=');
    expect(csrfOf(text)).toBe(token);
    expect(text).toContain(`name="authenticity_token" value="${token}"`);
    expect(text.split(token)).toHaveLength(3);
    expect(headers.getSetCookie()).toEqual([]);
  });

  test('can send a form of a kept page, reads its notice once, and what was typed stays private', async () => {
    await keep('/contact_us');
    const client = new Client(app.origin);
    const page = async () =>
      (
        await client.request('GET', '/contact_us', {
          headers: { Accept: 'text/html', 'Accept-Encoding': 'br' },
        })
      ).text;
    const send = async (name: string, message: string) =>
      client.send('POST', '/contact_us', {
        headers: { Accept: 'text/html', Referer: `${app.origin}/contact_us` },
        body: new URLSearchParams({
          authenticity_token: csrfOf(await page()),
          'contact_us[name]': name,
          'contact_us[email]': 'willow@example.com',
          'contact_us[subject]': 'An order',
          'contact_us[message]': message,
        }),
      });
    const failed = await send('Willow Tester', '');
    expect([failed.status, failed.text.includes('Willow Tester')]).toEqual([422, true]);
    for (const { text } of await everywhere('/contact_us')) expect(text).not.toContain('Willow Tester');
    expect((await send('Willow Tester', 'Where is my order?')).status).toBe(303);
    expect(await page()).toContain('Request sent!');
    expect(await page()).not.toContain('Request sent!');
    for (const { text } of await everywhere('/contact_us')) expect(text).not.toContain('Request sent!');
  });
});

const EACH_TIME = [
  'x-request-id',
  'set-cookie',
  'date',
  'content-security-policy',
  'connection',
  'keep-alive',
];
const ENCODED = ['content-encoding', 'content-length', 'transfer-encoding'];
const steady = (headers: Headers, without: readonly string[]) =>
  Object.fromEntries([...headers].filter(([name]) => !without.includes(name)));

test.each([
  '/',
  '/all_products',
  '/all_products/filter/toys',
  '/contact_us',
  '/sign_in',
  '/csv_instructions',
  '/api/docs/offers',
])('%s is one page, kept or not, compressed or not, asked by HEAD or on a condition', async (path) => {
  const fresh = await get(path, { 'Accept-Encoding': 'identity' });
  await keep(path);
  const conditional = { 'If-None-Match': '*', 'If-Modified-Since': new Date().toUTCString() };
  for (const encoding of ENCODINGS) {
    for (const condition of [{}, conditional]) {
      const kept = await get(path, { 'Accept-Encoding': encoding, ...condition });
      expect([kept.status, withoutFills(kept.text)]).toEqual([200, withoutFills(fresh.text)]);
      expect(kept.headers.get('Content-Encoding')).toBe(encoding === 'identity' ? null : encoding);
      const without = [...EACH_TIME, ...ENCODED];
      expect(steady(kept.headers, without)).toEqual(steady(fresh.headers, without));
    }
    const head = await get(path, { method: 'HEAD', 'Accept-Encoding': encoding });
    expect([head.status, head.text]).toEqual([200, '']);
  }
  const head = await get(path, { method: 'HEAD', 'Accept-Encoding': 'identity' });
  expect(steady(head.headers, EACH_TIME)).toEqual(steady(fresh.headers, EACH_TIME));
  expect(fresh.headers.get('Content-Length')).toBe(String(Buffer.byteLength(fresh.text)));
});

test('a closed marketplace shows no page that was kept', async () => {
  const closed = await startApp({ ...settings, restrictedMode: true }, { beside: app });
  try {
    for (let round = 0; round < 4; round++) {
      const home = await get('/', { origin: closed.origin });
      expect([home.status, home.text.includes('temporarily closed')]).toEqual([200, true]);
      expect((await get('/all_products', { origin: closed.origin })).status).toBe(302);
    }
  } finally {
    await closed.stop();
  }
});
