import { gzipSync } from 'node:zlib';
import { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);
let client: Client;

beforeAll(async () => {
  client = new Client(app.origin);
  await client.csrf();
});

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const SEARCH = '/marketplace/products/search';

/** Sends raw bytes and checks what every response must fulfil. */
async function send(path: string, type: string | null, body: BodyInit, headers: Record<string, string> = {}) {
  const start = performance.now();
  const answer = await client.send('POST', path, {
    body,
    headers: {
      Accept: JSON_TYPE,
      'X-CSRF-Token': await client.csrf(),
      ...(type && { 'Content-Type': type }),
      ...headers,
    },
  });
  const { text } = answer;
  expect(answer.headers.get('X-Request-Id')).toMatch(/^[\da-f-]{36}$/);
  expect(text).not.toMatch(/\bat .*\.(ts|js):\d+|node_modules|select |insert into|syntax error/i);
  if (answer.status >= 400) {
    expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(Object.keys(JSON.parse(text))[0]).toMatch(/^errors?$/);
  }
  // Refused at once; the bound allows for a busy machine.
  expect(performance.now() - start).toBeLessThan(5_000);
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}

const deep = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
const manyKeys = (count: number) =>
  JSON.stringify(Object.fromEntries([...Array(count).keys()].map((n) => [`k${n}`, 1])));
const part = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

describe('a body that cannot be read is 400', () => {
  test.each([
    ['broken JSON', JSON_TYPE, '{"a":'],
    ['JSON with a trailing comma', JSON_TYPE, '{"a":1,}'],
    ['a JSON array', JSON_TYPE, '[1]'],
    ['a JSON number', JSON_TYPE, '1'],
    ['JSON 10,000 deep', JSON_TYPE, deep(10_000)],
    ['JSON deeper than the stack', JSON_TYPE, deep(120_000)],
    ['JSON that never closes', JSON_TYPE, '['.repeat(200_000)],
    ['a number of 250,000 digits without its end', JSON_TYPE, `{"a":${'1'.repeat(250_000)}`],
    ['a string of quotes without its end', JSON_TYPE, `{"a":1234567890123456,"b":"${'\\"'.repeat(125_000)}`],
    ['JSON that is no UTF-8', JSON_TYPE, new Uint8Array([123, 34, 97, 34, 58, 34, 0xff, 34, 125])],
    ['a form that is no UTF-8', FORM_TYPE, new Uint8Array([97, 61, 0xff])],
    ['a form with escapes that are no UTF-8', FORM_TYPE, 'a=%FF'],
    ['a form with two shapes for one name', FORM_TYPE, 'a=1&a[b]=2'],
    ['a form 10,000 deep', FORM_TYPE, `a${'[b]'.repeat(10_000)}=1`],
    ['a form of 20,000 parameters', FORM_TYPE, 'a=1&'.repeat(20_000)],
    ['multipart without a boundary', 'multipart/form-data', part('a', '1')],
    ['multipart that ends in the middle', 'multipart/form-data; boundary=x', part('a', '1')],
    ['multipart that is none', 'multipart/form-data; boundary=x', 'hello'],
    [
      'multipart with a file',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="f"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nx\r\n--x--\r\n',
    ],
    ['a body that says gzip and is none', JSON_TYPE, '{}', { 'Content-Encoding': 'gzip' }],
  ])('%s', async (_name, type, body, headers: Record<string, string> = {}) => {
    expect((await send(SEARCH, type, body, headers)).status).toBe(400);
  });
});

describe('too much is 413', () => {
  test.each([
    ['a JSON body of 1 MB', JSON_TYPE, `{"a":"${'x'.repeat(1_000_000)}"}`],
    ['100,000 keys', JSON_TYPE, manyKeys(100_000)],
    ['a form of 1 MB', FORM_TYPE, `a=${'x'.repeat(1_000_000)}`],
    ['multipart of 1 MB', 'multipart/form-data; boundary=x', `${part('a', 'x'.repeat(1_000_000))}--x--\r\n`],
  ])('%s', async (_name, type, body) => {
    expect((await send(SEARCH, type, body)).status).toBe(413);
  });

  test('a body that is small on the way and 50 MB when unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
    expect((await send(SEARCH, JSON_TYPE, bomb, { 'Content-Encoding': 'gzip' })).status).toBe(413);
  });

  test('a webhook may have more, and not more than 1 MB', async () => {
    const event = (bytes: number) => send('/webhooks/stripe', JSON_TYPE, 'x'.repeat(bytes));
    expect((await event(500_000)).status).toBe(400);
    expect((await event(1_100_000)).status).toBe(413);
  });
});

test.each([
  ['text/plain', '{}'],
  ['text/xml', '<a/>'],
  ['application/octet-stream', 'abc'],
  [null, new Blob(['abc'])],
])('a body of type %s is 415', async (type, body) => {
  expect((await send(SEARCH, type, body)).status).toBe(415);
});

test('an unknown encoding is 415', async () => {
  expect((await send(SEARCH, JSON_TYPE, '{}', { 'Content-Encoding': 'compress' })).status).toBe(415);
});

describe('unusual but readable bodies', () => {
  test.each([
    ['no body at all', null, ''],
    ['null', JSON_TYPE, 'null'],
    ['an empty object', JSON_TYPE, '{}'],
    ['JSON of a vendor', 'application/vnd.api+json', '{}'],
    ['JSON with a charset', 'application/json; charset=utf-8', '{}'],
    [
      'keys that JavaScript gives a meaning to',
      JSON_TYPE,
      '{"__proto__":{"page":9},"constructor":{"prototype":{"x":1}}}',
    ],
    ['such parameters', FORM_TYPE, '__proto__[page]=9&constructor[prototype][x]=1&search[__proto__][x]=1'],
    ['the same parameter twice', FORM_TYPE, 'page=7&page=1'],
    ['the same key twice', JSON_TYPE, '{"page":7,"page":1}'],
  ])('%s', async (_name, type, body) => {
    const answer = await send(SEARCH, type, body);
    expect([answer.status, answer.body.count]).toEqual([200, 0]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    expect(({} as Record<string, unknown>).page).toBeUndefined();
  });

  test('a compressed body', async () => {
    const body = gzipSync('{"page":1}');
    expect((await send(SEARCH, JSON_TYPE, body, { 'Content-Encoding': 'gzip' })).status).toBe(200);
  });
});

const NUL_CALLS: readonly (readonly [string, object])[] = [
  ['/marketplace/products/search', { search: { name: 'a\u0000b', tags: ['\u0000'] } }],
  ['/marketplace/products/search', { cursor: '\u0000', filters: { packagingType: '\u0000' } }],
  ['/login', { user: { email: 'a\u0000@example.com', password: 'p\u0000' } }],
  ['/password', { user: { email: 'a\u0000@example.com' } }],
  [
    '/profiles',
    { profile: { full_name: '\u0000', email: 'a@example.com', buyer_name: 'b', buyer_category: 'Other' } },
  ],
  [
    '/contact_us',
    { contact_us: { name: '\u0000', email: 'a@example.com', subject: 's', message: '\u0000' } },
  ],
];

test.each(NUL_CALLS)('a NUL is refused, not stumbled over: %s %o', async (path, body) => {
  const { status } = await send(path, JSON_TYPE, JSON.stringify(body));
  expect(status).toBeGreaterThanOrEqual(200);
  expect(status).toBeLessThan(500);
});

/** One unusual value in an otherwise valid request. */
test('half a character, another type, a page past every end and an act that is null are answered', async () => {
  const staff = await factory.as(await factory.staff());
  const seller = await factory.as(await factory.aSeller());
  const named = await staff.request('POST', '/admin/sellers', {
    body: { seller: { name: 'Half \ud83d Moon' } },
  });
  expect([named.status, named.body]).toMatchObject([201, { name: 'Half \ufffd Moon' }]);
  const odd = await seller.request('POST', SEARCH, { body: { page: 'x'.repeat(9_000), search: 7 } });
  expect([odd.status, odd.body]).toMatchObject([
    422,
    { errors: ['Send a number as page', 'Send an object as search'], code: 'invalid' },
  ]);
  const bulk = await seller.request('POST', '/products/bulk', { body: { ids: [1], change: null } });
  expect(bulk.status).toBe(422);
  const { id } = named.body as { id: number };
  for (const list of [
    '/admin/insights/user',
    '/admin/insights/stuck/imports-failed',
    '/admin/applications',
    '/admin/purchase_orders',
    '/admin/sellers',
    `/admin/sellers/${id}/products`,
    '/admin/audit',
  ]) {
    const statusOf = async (page: string) =>
      (await staff.request('GET', `${list}.json`, { query: { page, per: '1000' } })).status;
    for (const page of ['9000000000000000', '9000000000000000001'])
      expect([list, page, await statusOf(page)]).toEqual([list, page, 200]);
    for (const page of ['9e15', '1e308', `1${'0'.repeat(308)}`, '0x10', 'Infinity'])
      expect([list, page, await statusOf(page)]).toEqual([list, page, 422]);
  }
});

test.each([
  '/admin/purchase_orders',
  '/admin/sellers',
  '/admin/applications',
  '/admin/audit',
  '/admin/insights/stuck/imports-failed',
])('%s in a browser takes an address that says no page for its first', async (path) => {
  const staff = await factory.as(await factory.staff());
  const pageOf = async (query: string) => {
    const { status, text } = await staff.request('GET', `${path}?${query}`, {
      headers: { Accept: 'text/html' },
    });
    return [status, /(?:&quot;|")page(?:&quot;|"):[^,}]*/.exec(text)?.[0]];
  };
  const first = await pageOf('');
  expect(first[0]).toBe(200);
  for (const page of ['0', '-1', '1.5', '0x2', '1e3', 'Infinity', 'NaN', '9'.repeat(400), 'x'])
    expect([page, ...(await pageOf(`page=${page}`))]).toEqual([page, ...first]);
  expect(await pageOf('page[]=2&seller=99999999999')).toEqual(first);
});

/** Every call of the router, with unexpected values in its fields. */
test('no call answers 5xx to any kind of value', async () => {
  const [buyer, seller, staff] = await Promise.all([
    factory.aBuyer().then((person) => factory.as(person)),
    factory.aSeller().then((person) => factory.as(person)),
    factory.staff().then((person) => factory.as(person)),
  ]);
  const odd = ['\u0000', '9'.repeat(400), '\ud800', 1.5, 1e308, null, [], { a: 1 }];
  const fields = (value: unknown) => {
    const flat = Object.fromEntries(
      [
        'product_id',
        'quantity',
        'unit_price',
        'seller_user_id',
        'version',
        'note',
        'event',
        'name',
        'upc',
        'units',
        'key',
        'operation',
        'status',
        'password',
        'page',
        'sort',
        'email',
        'body',
        'description',
        'category',
        'offer_product_id',
        'photo_1',
        'msrp_cents',
        'logo',
        'features',
        'kind',
        'full_name',
        'reset_password_token',
        'id',
        'carrier',
        'mapping',
        'fixes',
        'tag_name',
        'message',
        'subject',
        'buyer',
        'seller',
        'cursor',
        'tags',
        'token',
        'shop',
        'company',
      ].map((field) => [field, value]),
    );
    const nested = [
      'user',
      'offer',
      'product',
      'seller',
      'profile',
      'contact_us',
      'release_notes',
      'search',
      'filters',
    ];
    return {
      ...flat,
      ...Object.fromEntries(nested.map((name) => [name, { ...flat, offer_products_attributes: [flat] }])),
      offer_products_attributes: [flat],
    };
  };
  const failed: unknown[] = [];
  const calls = app.routes.filter(({ kind, path }) => kind === 'call' && !path.startsWith('/webhooks'));
  for (const { method, path } of calls) {
    const address = path.replace(/:(\w+)/g, '1');
    const callers = /^\/(admin|release_notes)/.test(path) ? [staff] : [buyer, seller];
    for (const value of odd) {
      const statusOf =
        method === 'GET' || method === 'DELETE' ? { query: fields(value) } : { body: fields(value) };
      const answers = await Promise.all(callers.map((client) => client.request(method, address, statusOf)));
      for (const { status, text } of answers) if (status >= 500) failed.push([method, path, value, text]);
    }
  }
  expect(failed).toEqual([]);
}, 240_000);
