import { request as rawRequest } from 'node:http';
import { connect } from 'node:net';
import { issueToken } from '../../server/accounts/sessions/one-time-tokens';
import { type RunningApp, startApp } from '../support/app';
import { Client } from '../support/client';
import { Factory } from '../support/factories';

let app: RunningApp;
let factory: Factory;
let buyer: Client;
let seller: Client;
let staff: Client;

beforeAll(async () => {
  app = await startApp({ rateLimits: false });
  factory = new Factory(app);
  [buyer, seller, staff] = await Promise.all([
    factory.aBuyer().then((person) => factory.as(person)),
    factory.aSeller().then((person) => factory.as(person)),
    factory.staff().then((person) => factory.as(person)),
  ]);
});
afterAll(() => app.stop());

const createVisitor = () => new Client(app.origin);
const isJson = (type: string | null) => /^application\/json\b/.test(type ?? '');

describe('one path, a page and data', () => {
  const requested = async (path: string, accept: string | null) => {
    const answer = await staff.request('GET', path, {
      headers: accept === null ? { Accept: '' } : { Accept: accept },
    });
    return [answer.status, isJson(answer.headers.get('Content-Type')) ? 'data' : 'page'];
  };

  test.each([
    ['/admin/purchase_orders', 'application/json', 'data'],
    ['/admin/purchase_orders', 'application/json, text/plain, */*', 'data'],
    ['/admin/purchase_orders', 'application/vnd.api+json', 'data'],
    ['/admin/purchase_orders', 'text/html', 'page'],
    ['/admin/purchase_orders', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'page'],
    ['/admin/purchase_orders', '*/*', 'page'],
    ['/admin/purchase_orders', null, 'page'],
    ['/admin/purchase_orders', 'application/json;q=0.1, text/html', 'page'],
    ['/admin/purchase_orders', 'application/json, text/html;q=0.9', 'data'],
    ['/admin/purchase_orders.json', 'text/html', 'data'],
    ['/admin/purchase_orders.json?page=1', '*/*', 'data'],
    ['/admin/applications.json', 'text/html', 'data'],
    ['/me.json', 'text/html', 'data'],
    ['/offers', 'text/html', 'data'],
    ['/release_notes.json', '*/*', 'data'],
  ])('GET %s with Accept %s is %s', async (path, accept, kind) => {
    expect(await requested(path, accept)).toEqual([200, kind]);
  });

  test('caches tell them apart', async () => {
    const answer = await staff.request('GET', '/admin/purchase_orders');
    expect(answer.headers.get('Vary')).toMatch(/\bAccept\b(?!-)/);
  });

  test('a missing page answers in the requested format', async () => {
    for (const path of ['/offers/999999', '/nowhere', '/admin/people/999999']) {
      const data = await staff.request('GET', path);
      expect([data.status, data.body]).toEqual([404, { error: 'Not Found', code: 'not_found' }]);
    }
    // A call has no page, so a wildcard Accept gets JSON.
    const call = await createVisitor().request('GET', '/offers', { headers: { Accept: '*/*' } });
    expect([call.status, call.body]).toEqual([401, { error: 'Sign in to continue', code: 'unauthorized' }]);
    const page = await staff.request('GET', '/nowhere', { headers: { Accept: 'text/html' } });
    expect([page.status, page.text.includes('404 - Page not found'), page.text.includes('Oops!')]).toEqual([
      404,
      true,
      true,
    ]);
    const suffix = await staff.request('GET', '/nowhere.json', { headers: { Accept: 'text/html' } });
    expect([suffix.status, suffix.body]).toEqual([404, { error: 'Not Found', code: 'not_found' }]);
  });
});

test.each([
  ['/marketplace/products/search', { cursor: 'x' }, 'Unknown cursor'],
  ['/marketplace/products/arrivals', { since: 'x' }, 'Unknown place'],
])('POST %s with a position of no list is refused in a sentence', async (path, body, sentence) => {
  const answer = await buyer.request('POST', path, { body });
  expect([answer.status, answer.body]).toEqual([422, { errors: [sentence], code: 'invalid' }]);
});

test('.json on a path that only has a page is not there', async () => {
  const clients = [staff, buyer, seller, createVisitor()];
  const calls = new Set(
    app.routes.filter(({ kind, method }) => kind === 'call' && method === 'GET').map(({ path }) => path),
  );
  const pages = app.routes.filter(({ kind, path }) => kind === 'page' && !calls.has(path) && path !== '/');
  for (const { path } of [...pages, { path: '/all_products/Apparel' }])
    for (const client of clients) {
      const address = `${path.replace(/:\w+/g, '1')}.json?page=1`;
      const answer = await client.request('GET', address, { headers: { Accept: 'text/html' } });
      expect([address, answer.status, answer.body]).toEqual([
        address,
        404,
        { error: 'Not Found', code: 'not_found' },
      ]);
    }
  const posted = await buyer.request('DELETE', '/cart.json');
  expect([posted.status, posted.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
});

describe('405 says what there is', () => {
  test.each([
    ['DELETE', '/offers', ['GET', 'HEAD', 'POST']],
    ['PUT', '/login', ['POST']],
    ['PATCH', '/login', ['POST']],
    ['GET', '/login', ['POST']],
    ['GET', '/offers/1/submit', ['PUT', 'PATCH']],
    ['POST', '/cart', ['GET', 'HEAD']],
    ['DELETE', '/marketplace/purchase_orders/1', ['GET', 'HEAD', 'PUT', 'PATCH']],
    ['POST', '/logout', ['DELETE']],
    ['POST', '/products/1', ['PUT', 'PATCH', 'DELETE']],
    ['OPTIONS', '/offers/1', ['GET', 'HEAD']],
    ['PROPFIND', '/me', ['GET', 'HEAD', 'PUT', 'PATCH']],
  ])('%s %s', async (method, path, allowed) => {
    const answer = await buyer.request(method, path);
    expect(answer.status).toBe(405);
    expect((answer.headers.get('Allow') ?? '').split(', ').sort()).toEqual([...allowed].sort());
    expect(answer.body).toEqual({ error: 'Method Not Allowed', code: 'method_not_allowed' });
  });

  test('ids that are none are not there, whatever the method', async () => {
    for (const id of ['0', '-1', '1.5', '2147483648', '99999999999', 'abc', '1e3', '%00', '%FF', "1'--"]) {
      const answer = await buyer.request('GET', `/offers/${id}`);
      expect([id, answer.status]).toEqual([id, id === '%FF' ? 400 : 404]);
    }
  });
});

test('_method takes the place of POST alone', async () => {
  const out = await buyer.request('POST', '/logout', { body: { _method: 'DELETE' } });
  expect(out.status).toBe(204);
  buyer = await factory.as(await factory.aBuyer());
  expect((await buyer.request('POST', '/cart', { body: { _method: 'GET' } })).status).toBe(405);
  expect((await buyer.request('GET', '/logout', { query: { _method: 'DELETE' } })).status).toBe(405);
});

describe('PATCH is PUT, as in Rails', () => {
  const dismiss = '/release_notes/dismiss';

  test('as a method, as _method in any body, and as X-HTTP-Method-Override', async () => {
    expect((await buyer.request('PATCH', dismiss)).status).toBe(200);
    expect((await buyer.request('POST', dismiss, { body: { _method: 'patch' } })).status).toBe(200);
    const client = await factory.signedIn(await factory.aBuyer());
    for (const body of [new URLSearchParams(), new FormData()]) {
      body.set('_method', 'patch');
      body.set('authenticity_token', await client.csrf());
      const answer = await client.send('POST', dismiss, { body });
      expect(answer.status).toBe(200);
    }
    const headers = { 'X-HTTP-Method-Override': 'PATCH' };
    expect((await buyer.request('POST', dismiss, { headers })).status).toBe(200);
    // The form field decides, as in Rack.
    const overridden = await buyer.request('POST', dismiss, { headers, body: { _method: 'DELETE' } });
    expect(overridden.status).toBe(405);
  });

  test('it changes what PUT changes and needs the token, too', async () => {
    const person = await factory.aSeller();
    const product = await factory.aProduct({ seller: person });
    const owner = await factory.as(person);
    const answer = await owner.request('PATCH', `/products/${product.id}`, {
      body: { product: { name: 'Patched' } },
    });
    expect([answer.status, answer.body]).toMatchObject([200, { name: 'Patched' }]);
    const client = await factory.signedIn(await factory.aBuyer());
    const refused = await client.request('PATCH', dismiss, { headers: { 'X-CSRF-Token': '' } });
    expect(refused.status).toBe(422);
  });
});

test('a HEAD is answered as its GET and never has an effect', async () => {
  const person = await factory.aSeller();
  const token = await factory.transaction((tx) => issueToken(tx, person.id, 'magic'));
  const before = await factory.db('one_time_tokens').where({ user_id: person.id }).first();
  const looked = await createVisitor().request('HEAD', `/magic_sign_in?magic_sauce=${token}`);
  expect([looked.status, looked.text, looked.headers.get('Authorization')]).toEqual([204, '', null]);
  expect(await factory.db('one_time_tokens').where({ user_id: person.id }).first()).toEqual(before);
  expect((await createVisitor().request('GET', `/magic_sign_in?magic_sauce=${token}`)).status).toBe(200);
  for (const path of ['/offers', '/me', '/cart', '/my_offers']) {
    const [head, get] = [await buyer.request('HEAD', path), await buyer.request('GET', path)];
    expect([path, head.status, head.text]).toEqual([path, get.status, '']);
  }
});

describe('every answer', () => {
  const places: readonly [string, string, Record<string, string>][] = [
    ['GET', '/', { Accept: 'text/html' }],
    ['GET', '/cart', { Accept: 'text/html' }],
    ['GET', '/nowhere', { Accept: 'text/html' }],
    ['GET', '/me', {}],
    ['GET', '/offers', {}],
    ['GET', '/offers/0', {}],
    ['POST', '/offers', {}],
    ['POST', '/admin/release_notes', {}],
    ['PUT', '/nowhere', {}],
    ['GET', '/up', {}],
    ['GET', '/ready', {}],
    ['GET', '/demo/nothing.webp', {}],
    ['GET', '/%FF', {}],
    ['GET', '/all_products/filter/%FF', { Accept: 'text/html' }],
    ['GET', '/all_products?query=%FF', { Accept: 'text/html' }],
    ['GET', '/all_products?a=1&a[b]=2', { Accept: 'text/html' }],
  ];

  test.each(places)('%s %s has an id and tells nothing of the inside', async (method, path, headers) => {
    for (const client of [createVisitor(), buyer, seller, staff]) {
      const answer = await client.request(method, path, { headers });
      expect(answer.headers.get('X-Request-Id')).toMatch(/^[\da-f-]{36}$/);
      expect(answer.status).toBeLessThan(500);
      expect(answer.headers.get('X-Powered-By')).toBeNull();
      expect(answer.text).not.toMatch(/\bat .*\.(ts|js):\d+|node_modules|insert into|syntax error at/i);
    }
  });

  test('the request id is ours, not the client’s', async () => {
    const answer = await createVisitor().request('GET', '/me', { headers: { 'X-Request-Id': 'mine' } });
    expect(answer.headers.get('X-Request-Id')).not.toBe('mine');
  });

  test('an inside that breaks is 500 without a word of it', async () => {
    await factory.db.schema.renameTable('release_notes', 'release_notes_away');
    try {
      const data = await staff.request('GET', '/release_notes.json');
      const reference = data.headers.get('X-Request-Id');
      const error = `Something went wrong on our side. Try again. Support reference: ${reference}`;
      expect([data.status, data.body]).toEqual([500, { error, code: 'internal_error' }]);
      const page = await staff.request('GET', '/admin/release_notes', { headers: { Accept: 'text/html' } });
      expect(page.status).toBe(500);
      expect(page.text).not.toMatch(/release_notes_away|does not exist|\bat .*\.ts:\d+/);
    } finally {
      await factory.db.schema.renameTable('release_notes_away', 'release_notes');
    }
  });
});

describe('errors have one of three shapes', () => {
  test('one, many, and by field', async () => {
    expect((await createVisitor().request('GET', '/me')).body).toEqual({
      error: expect.any(String),
      code: 'unauthorized',
    });
    const form = await createVisitor().request('POST', '/profiles', {
      body: { profile: { seller_name: 'Acme', email: 'x' } },
    });
    expect(form.status).toBe(422);
    expect(form.body).toMatchObject({
      errors: expect.arrayContaining(['Please enter a valid email address']),
      field_errors: { email: ['Please enter a valid email address'] },
    });
    const product = await seller.request('POST', '/products', { body: { product: { name: 'A', upc: 'x' } } });
    expect(product.body).toMatchObject({ field_errors: { upc: ['Enter a UPC of 8 to 14 digits'] } });
  });
});

describe('headers that keep pages safe', () => {
  const policyOf = (headers: Headers) =>
    Object.fromEntries(
      (headers.get('Content-Security-Policy') ?? '').split(';').map((directive) => {
        const [name = '', ...values] = directive.trim().split(' ');
        return [name, values];
      }),
    );

  test('scripts come from our own host alone, styles with a nonce, frames from nowhere', async () => {
    for (const path of ['/', '/sign_in', '/nowhere', '/offers']) {
      const policy = policyOf(
        (await createVisitor().request('GET', path, { headers: { Accept: 'text/html' } })).headers,
      );
      expect(policy).toMatchObject({
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
        'form-action': ["'self'"],
      });
      expect(Object.values(policy).flat()).not.toContain("'unsafe-inline'");
      expect(Object.values(policy).flat()).not.toContain("'unsafe-eval'");
    }
  });

  test('no page has an inline script or style', async () => {
    const pages = app.routes
      .filter(({ kind }) => kind === 'page')
      .map(({ path }) => path.replace(/:\w+/g, '1'));
    for (const client of [createVisitor(), buyer, seller, staff]) {
      for (const path of pages) {
        const { text } = await client.request('GET', path, { headers: { Accept: 'text/html' } });
        const markup = text.replace(/data-props="[^"]*"/g, '');
        expect([
          path,
          markup.match(/<script(?![^>]*\bsrc=)[^>]*>|\sstyle=|\son\w+=|href="javascript:/i),
        ]).toEqual([path, null]);
      }
    }
  });

  test('the rest', async () => {
    const { headers } = await createVisitor().request('GET', '/', { headers: { Accept: 'text/html' } });
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('X-Frame-Options')).toMatch(/DENY|SAMEORIGIN/);
    expect(headers.get('Referrer-Policy')).toBe('same-origin');
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
    const [script] =
      /\/build\/index-\w+\.js/.exec(
        (await createVisitor().request('GET', '/', { headers: { Accept: 'text/html' } })).text,
      ) ?? [];
    const part = await createVisitor().request('GET', script ?? '');
    expect(part.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(part.headers.get('Content-Security-Policy')).toBeNull();
    const missing = await createVisitor().request('GET', '/build/missing.js');
    expect(missing.headers.get('Content-Security-Policy')).not.toBeNull();
    const secret = await createVisitor().request('GET', '/magic/sign_in/abc', {
      headers: { Accept: 'text/html' },
    });
    expect(secret.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(secret.headers.get('Cache-Control')).toBe('private, no-store');
  });

  test('private responses are not stored; built files are cached forever', async () => {
    const cache = async (client: Client, path: string, accept: string) =>
      (await client.request('GET', path, { headers: { Accept: accept } })).headers.get('Cache-Control');
    expect(await cache(buyer, '/cart', 'text/html')).toBe('private, no-store');
    expect(await cache(buyer, '/offers', 'application/json')).toBe('private, no-store');
    expect(await cache(buyer, '/me', 'application/json')).toBe('private, no-store');
    expect(await cache(buyer, '/nowhere', 'text/html')).toBe('private, no-store');
    expect(await cache(createVisitor(), '/', 'text/html')).toBe('private, no-cache');
    expect(await cache(createVisitor(), '/me', 'application/json')).toMatch(/no-store/);
    const page = (await createVisitor().request('GET', '/', { headers: { Accept: 'text/html' } })).text;
    const [built = ''] = /\/build\/[\w.-]+\.js/.exec(page) ?? [];
    expect(await cache(createVisitor(), built, '*/*')).toMatch(/immutable/);
  });

  test('under https cookies are for https alone', async () => {
    const secure = await startApp({ appUrl: 'https://shop.example.com' });
    try {
      const answer = await fetch(`${secure.origin}/sign_in`, { headers: { Accept: 'text/html' } });
      for (const cookie of answer.headers.getSetCookie()) expect(cookie).toMatch(/; Secure/i);
      expect(answer.headers.get('Strict-Transport-Security')).toMatch(/max-age=31536000/);
    } finally {
      await secure.stop();
    }
  });
});

describe('hostile HTTP', () => {
  test.each([
    ['headers', { path: '/me', headers: { 'X-Long': 'x'.repeat(65_000) } }],
    ['an address', { path: `/all_products?query=${'x'.repeat(1_000_000)}` }],
  ])('%s of 64 KB and more are 431, each time, and other requests are unaffected', async (_what, request) => {
    const { port } = new URL(app.origin);
    const ask = () =>
      new Promise((resolve, reject) => {
        const requested = rawRequest({ port, ...request }, async (answer) => {
          const text = Buffer.concat(await answer.toArray()).toString();
          resolve(`${answer.statusCode} ${text}`);
        });
        requested.on('error', reject);
        requested.end();
      });
    const error = 'The address or the headers of this request are too long. Shorten them and try again.';
    for (let time = 0; time < 10; time++)
      expect(await ask()).toBe(`431 ${JSON.stringify({ error, code: 'headers_too_large' })}`);
    expect((await fetch(`${app.origin}/up`)).status).toBe(200);
  });

  test.each([
    [
      'two lengths',
      'POST /login HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef',
    ],
    [
      'a length and chunks',
      'POST /login HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a broken chunk', 'POST /login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['no host', 'GET /me HTTP/1.1\r\n\r\n'],
    ['no HTTP', 'hello\r\n\r\n'],
    ['a NUL in a header', 'GET /me HTTP/1.1\r\nHost: a\r\nX: a\u0000b\r\n\r\n'],
  ])('%s is 400', async (_name, bytes) => {
    const { port } = new URL(app.origin);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
      let received = '';
      socket.on('data', (data) => {
        received += data;
        if (received.includes('\r\n')) resolve(received);
        socket.destroy();
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(received));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });
});
