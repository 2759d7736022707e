import { issueToken } from '../../server/accounts/sessions/one-time-tokens';
import { Client } from '../support/client';
import { Factory, PASSWORD } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const TURBO = 'text/vnd.turbo-stream.html, text/html, application/xhtml+xml';

interface Sent {
  /** The form's page. */
  from?: string;
  accept?: string;
  method?: string;
  headers?: Record<string, string>;
}

/** Submits a form like a browser, with the page's token in a field. */
async function submit(client: Client, path: string, fields: Record<string, string>, sent: Sent = {}) {
  const { from, accept = BROWSER, method = 'POST', headers } = sent;
  const answer = await client.send(method, path, {
    headers: { Accept: accept, ...(from && { Referer: app.origin + from }), ...headers },
    body: new URLSearchParams({ authenticity_token: await client.csrf(), ...fields }),
  });
  const { text } = answer;
  return {
    status: answer.status,
    location: answer.headers.get('Location'),
    type: answer.headers.get('Content-Type'),
    text,
  };
}

const pageText = async (client: Client, path: string) =>
  (await client.send('GET', path, { headers: { Accept: BROWSER } })).text;

/** Flash messages of a page. */
const messages = (html: string) =>
  [...html.matchAll(/<div class="page-message".*?<\/div>\s/gs)].map(([all]) =>
    all.replace(/<[^>]*>|\s+/g, ' ').trim(),
  );

const visitor = () => new Client(app.origin);

describe('success leads on by 303', () => {
  test('signing in returns to the requested page, and only to our own pages', async () => {
    const { email } = await factory.aBuyer();
    const user = { 'user[email]': email, 'user[password]': PASSWORD };
    const answer = await submit(
      visitor(),
      '/login',
      { ...user, return_to: '/cart?x=1' },
      { from: '/sign_in' },
    );
    expect([answer.status, answer.location]).toEqual([303, '/cart?x=1']);
    const client = visitor();
    expect((await submit(client, '/login', { ...user, return_to: '//evil.example' })).location).toBe('/');
    expect((await client.request('GET', '/me')).status).toBe(200);
  });

  test('a link with data-method signs out and shows one message', async () => {
    const client = await factory.signedIn(await factory.aBuyer());
    const answer = await submit(client, '/logout', { _method: 'delete' }, { from: '/cart' });
    expect([answer.status, answer.location]).toEqual([303, '/']);
    expect((await client.request('GET', '/me')).status).toBe(401);
    expect(messages(await pageText(client, '/'))).toEqual(['Signed out.']);
    expect(messages(await pageText(client, '/'))).toEqual([]);
  });

  test.each(['Sec-Purpose', 'X-Sec-Purpose'])(
    'a page requested ahead, by %s, leaves the message to the page that is seen',
    async (header) => {
      const client = await factory.signedIn(await factory.aBuyer());
      await submit(client, '/logout', { _method: 'delete' }, { from: '/cart' });
      const ahead = await client.send('GET', '/', {
        headers: { Accept: BROWSER, [header]: 'prefetch;prerender' },
      });
      expect(messages(ahead.text)).toEqual([]);
      expect(messages(await pageText(client, '/'))).toEqual(['Signed out.']);
    },
  );

  test('a link of data-turbo-method signs out by the verb it names', async () => {
    const client = await factory.signedIn(await factory.aBuyer());
    const answer = await submit(client, '/logout', {}, { accept: TURBO, method: 'DELETE' });
    expect([answer.status, answer.location]).toEqual([303, '/']);
  });

  test.each([
    [
      '/profiles',
      { 'profile[full_name]': 'A B', 'profile[buyer_name]': 'Shop', 'profile[buyer_category]': 'Apparel' },
      '/sign_up/buy/confirmation',
    ],
    [
      '/profiles',
      { 'profile[seller_name]': 'Brand', 'profile[seller_category]': 'Apparel' },
      '/sign_up/sell/confirmation',
    ],
    ['/password', {}, '/forgot_password/confirmation'],
    [
      '/contact_us',
      { 'contact_us[name]': 'A', 'contact_us[subject]': 'B', 'contact_us[message]': 'C' },
      '/contact_us',
    ],
  ])('%s %o leads to %s', async (path, fields, to) => {
    const root = { '/profiles': 'profile', '/password': 'user', '/contact_us': 'contact_us' }[path];
    const answer = await submit(visitor(), path, {
      ...(fields as object),
      [`${root}[email]`]: `${Math.random()}@example.com`,
    });
    expect([answer.status, answer.location, answer.text.includes('{')]).toEqual([303, to, false]);
  });

  test('a call without a page leads back to the form’s page', async () => {
    const client = await factory.signedIn(await factory.aBuyer());
    const answer = await submit(
      client,
      '/release_notes/dismiss',
      { _method: 'patch' },
      { from: '/my_offers?a=1' },
    );
    expect([answer.status, answer.location]).toEqual([303, '/my_offers?a=1']);
    const elsewhere = { headers: { Referer: 'https://evil.example/my_offers' } };
    expect((await submit(client, '/release_notes/dismiss', { _method: 'put' }, elsewhere)).location).toBe(
      '/',
    );
  });

  test('an offer is added, sent and withdrawn', async () => {
    const seller = await factory.aSeller();
    const product = await factory.aProduct({ seller });
    const client = await factory.signedIn(await factory.aBuyer());
    const line = 'offer[offer_products_attributes][0]';
    const added = await submit(client, '/offers', {
      'offer[seller_user_id]': String(seller.id),
      [`${line}[product_id]`]: String(product.id),
      [`${line}[quantity]`]: '5',
      [`${line}[unit_price]`]: '700',
    });
    expect([added.status, added.location]).toEqual([303, '/cart']);
    expect(messages(await pageText(client, '/cart'))).toEqual(['Added to your cart.']);
    const { id } = (await factory.db('offers').where({ seller_id: seller.seller_id }).first('id')) as {
      id: number;
    };
    const sent = await submit(client, `/offers/${id}/submit`, { _method: 'put' });
    expect([sent.status, sent.location]).toEqual([303, '/my_offers']);
    const again = await submit(client, `/offers/${id}/submit`, { _method: 'put' }, { from: '/cart' });
    expect([again.status, messages(again.text)]).toEqual([409, ['Offer sent.', expect.any(String)]]);
    expect((await submit(client, `/offers/${id}/withdraw`, {})).location).toBe('/my_offers');
  });
});

describe('failure shows the page again', () => {
  test('with the errors and the submitted values, except passwords', async () => {
    const answer = await submit(visitor(), '/login', {
      'user[email]': 'who"<b>@example.com',
      'user[password]': 'not the one',
      return_to: '/cart',
    });
    expect([answer.status, answer.type]).toEqual([422, 'text/html; charset=utf-8']);
    expect(messages(answer.text)).toEqual(['Incorrect email or password']);
    expect(answer.text).toContain('value="who&quot;&lt;b&gt;@example.com"');
    expect(answer.text).not.toContain('not the one');
    expect(answer.text).toContain('&quot;returnTo&quot;:&quot;/cart&quot;');
  });

  test('of an application, with each of its errors', async () => {
    const answer = await submit(visitor(), '/profiles', {
      'profile[full_name]': '',
      'profile[email]': 'nowhere',
      'profile[buyer_name]': 'My Shop',
      'profile[buyer_category]': 'Exporter',
    });
    expect([answer.status, answer.text.includes('Email: Please enter a valid email address')]).toEqual([
      422,
      true,
    ]);
    expect(answer.text).toMatch(/name="buyer_name"[^>]*value="My Shop"/);
    expect(answer.text).toMatch(/<option value="Exporter" selected/);
  });

  test('of a reset, whose page is known by its token', async () => {
    const person = await factory.aBuyer();
    const token = await factory.transaction((tx) => issueToken(tx, person.id, 'reset'));
    const client = visitor();
    const fields = (password: string, again: string) => ({
      _method: 'put',
      'user[reset_password_token]': token,
      'user[password]': password,
      'user[confirm_password]': again,
    });
    const refused = await submit(client, '/password', fields('long enough 1', 'another one'));
    expect([refused.status, messages(refused.text)]).toEqual([422, ['Passwords do not match']]);
    expect(refused.text).toContain(token);
    const done = await submit(client, '/password', fields('long enough 1', 'long enough 1'));
    expect([done.status, done.location]).toEqual([303, '/']);
  });

  test('a form sent after the session ended leads to sign-in and back', async () => {
    const answer = await submit(
      visitor(),
      '/release_notes/dismiss',
      { _method: 'put' },
      { from: '/my_offers' },
    );
    expect([answer.status, answer.location]).toEqual([303, '/sign_in?return_to=%2Fmy_offers']);
  });

  test('an outdated token shows an error on the page, and the next attempt succeeds', async () => {
    const client = visitor();
    const wrong = { authenticity_token: 'x', 'contact_us[name]': 'Ann' };
    const answer = await submit(client, '/contact_us', wrong, {
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    });
    expect([answer.status, messages(answer.text)]).toEqual([
      422,
      ['This page was out of date. Check your entries and send the form again.'],
    ]);
    expect(answer.text).toMatch(/name="name"[^>]*value="Ann"/);
    expect(answer.text).toContain(`name="authenticity_token" value="${await client.csrf()}"`);
    const forged = await submit(client, '/contact_us', wrong, {
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    });
    expect([forged.status, forged.text.includes('Ann')]).toEqual([422, false]);
  });

  test('errors that a form cannot fix get the error page', async () => {
    const client = await factory.signedIn(await factory.aBuyer());
    const cases: [string, Record<string, string>, number][] = [
      ['/offers/999999/withdraw', {}, 404],
      ['/release_notes', { 'release_notes[body]': 'x' }, 403],
      ['/offers', { other: 'x' }, 400],
      ['/cart', {}, 405],
      ['/nowhere', {}, 404],
    ];
    for (const [path, fields, status] of cases) {
      const answer = await submit(client, path, fields, { from: '/cart' });
      expect([path, answer.status, answer.type]).toEqual([path, status, 'text/html; charset=utf-8']);
    }
  });

  test('a failed form never runs the call at its Referer’s address', async () => {
    const client = await factory.signedIn(await factory.aBuyer());
    const answer = await submit(
      client,
      '/offers',
      { 'offer[x]': '1' },
      { from: '/magic_sign_in?magic_sauce=x' },
    );
    expect([answer.status, answer.type]).toEqual([422, 'text/html; charset=utf-8']);
  });
});

describe('calls keep their answers', () => {
  const fields = { 'user[email]': 'a@example.com', 'user[password]': 'x' };
  test.each([
    ['Accept: application/json', { accept: 'application/json' }],
    ['the Accept of axios', { accept: 'application/json, text/plain, */*' }],
    ['the Accept of fetch', { accept: '*/*' }],
    ['XMLHttpRequest', { headers: { 'X-Requested-With': 'XMLHttpRequest' } }],
    ['a .json address', { path: '/login.json' }],
  ])('%s', async (_what, { path = '/login', ...sent }: Sent & { path?: string }) => {
    const answer = await submit(visitor(), path, fields, sent);
    expect([answer.status, answer.text]).toEqual([
      401,
      '{"error":"Incorrect email or password","code":"unauthorized"}',
    ]);
  });

  test('a JSON body', async () => {
    const answer = await visitor().request('POST', '/login', {
      body: { user: {} },
      headers: { Accept: BROWSER },
    });
    expect([answer.status, answer.body]).toEqual([
      401,
      { error: 'Incorrect email or password', code: 'unauthorized' },
    ]);
  });
});

test('a flash message needs our signature', async () => {
  const content = Buffer.from('{"tone":"red","text":"forged"}').toString('base64url');
  for (const cookie of [`flash=${content}.x`, `flash=${content}`, 'flash=', 'flash=a.b.c']) {
    const answer = await fetch(`${app.origin}/sign_in`, { headers: { Cookie: cookie, Accept: BROWSER } });
    expect([cookie, answer.status, messages(await answer.text())]).toEqual([cookie, 200, []]);
  }
});
