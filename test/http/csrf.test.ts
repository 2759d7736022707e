import { presign } from '../../server/uploads/contract';
import { Client } from '../support/client';
import { Factory, PASSWORD } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

const REFUSED = [422, { error: 'Invalid authenticity token', code: 'stale_token' }];

test('the answer to a sign-in carries the token that the next call needs', async () => {
  const { email } = await factory.aSeller();
  const client = new Client(app.origin);
  const before = await client.csrf();
  const answer = await client.request('POST', '/login', { body: { user: { email, password: PASSWORD } } });
  const after = answer.headers.get('X-CSRF-Token');
  expect(after).toEqual(expect.any(String));
  expect(after).not.toBe(before);
  expect((await client.call(presign, {}, {})).status).toBe(200);
  const stale = await client.request('POST', '/presigned_urls', { headers: { 'X-CSRF-Token': before } });
  expect([stale.status, stale.body]).toEqual(REFUSED);
});

/** A form post with the token in the given place. */
async function post(
  client: Client,
  place: 'header' | 'body' | 'query' | 'multipart' | 'json' | 'nowhere',
  token: string,
) {
  const form = new URLSearchParams({ _method: 'PUT' });
  const headers: Record<string, string> = { Accept: 'application/json' };
  let path = '/release_notes/dismiss';
  let body: BodyInit = form;
  if (place === 'header') headers['X-CSRF-Token'] = token;
  if (place === 'body') form.set('authenticity_token', token);
  if (place === 'query') path += `?authenticity_token=${encodeURIComponent(token)}`;
  if (place === 'json') {
    headers['Content-Type'] = 'application/json';
    body = JSON.stringify({ _method: 'PUT', authenticity_token: token });
  }
  if (place === 'multipart') {
    body = new FormData();
    body.set('_method', 'PUT');
    body.set('authenticity_token', token);
  }
  const answer = await client.send('POST', path, { body, headers });
  return [answer.status, answer.body];
}

const pageToken = async (client: Client) =>
  /<meta name="csrf-token" content="([^"]*)"/.exec(
    (await client.send('GET', '/404', { headers: { Accept: 'text/html' } })).text,
  )?.[1] ?? '';

const cookiesSet = ({ headers }: { headers: Headers }) =>
  headers.getSetCookie().map((line) => line.split('=', 1)[0]);

const sessionCookie = (client: Client) =>
  client.cookieHeader.split('; ').find((cookie) => cookie.startsWith('session=')) ?? '';

describe('with a cookie', () => {
  test('the token is taken from the header and from the body of a form, and from nowhere else', async () => {
    const client = await factory.signedIn(await factory.aBuyer());
    const token = await client.csrf();
    for (const place of ['header', 'body', 'multipart', 'json'] as const)
      expect([place, await post(client, place, token)]).toEqual([place, [200, {}]]);
    for (const place of ['query', 'nowhere'] as const)
      expect([place, await post(client, place, token)]).toEqual([place, REFUSED]);
    expect(await post(client, 'body', 'é'.repeat(token.length))).toEqual(REFUSED);
  });

  test('a token of another user, from before the sign-in, or none is refused', async () => {
    const client = await factory.signedIn(await factory.aBuyer());
    const token = await client.csrf();
    const other = await (await factory.signedIn(await factory.aBuyer())).csrf();
    const foreignToken = await new Client(app.origin).csrf();
    for (const wrong of [
      other,
      foreignToken,
      '',
      'x',
      token.toUpperCase(),
      `${token}x`,
      token.slice(0, -1),
      'null',
      'undefined',
    ])
      expect([wrong, await post(client, 'header', wrong)]).toEqual([wrong, REFUSED]);
    expect(await post(client, 'header', token)).toEqual([200, {}]);
  });

  test('a refused token leaves the tokens of every open page as they are', async () => {
    const client = await factory.signedIn(await factory.aBuyer());
    const tokens = [await pageToken(client), await pageToken(client)];
    const refused = await client.request('PUT', '/release_notes/dismiss', {
      headers: { 'X-CSRF-Token': 'x' },
    });
    expect([refused.status, refused.body]).toEqual(REFUSED);
    expect(cookiesSet(refused)).not.toContain('csrf');
    // Only our own pages can read the current token here.
    expect(refused.headers.get('X-CSRF-Token')).toBe(tokens[0]);
    for (const token of tokens) expect(await post(client, 'header', token)).toEqual([200, {}]);
  });

  test('the token lives as long as the session, also when every other cookie is lost', async () => {
    const client = await factory.signedIn(await factory.aBuyer());
    const token = await client.csrf();
    const headers = { Cookie: sessionCookie(client), 'X-CSRF-Token': token, Accept: 'application/json' };
    const answer = await fetch(`${app.origin}/release_notes/dismiss`, { method: 'PUT', headers });
    expect(answer.status).toBe(200);
  });

  test('a bad bearer beside the cookie does not stand in for the token, a good one does', async () => {
    const person = await factory.aBuyer();
    const client = await factory.signedIn(person);
    const without = { 'X-CSRF-Token': '', Authorization: 'Bearer nonsense' };
    const refused = await client.request('PUT', '/release_notes/dismiss', { headers: without });
    expect([refused.status, refused.body]).toEqual(REFUSED);
    const bearer = await factory.as(person);
    expect(
      (await bearer.request('PUT', '/release_notes/dismiss', { headers: { 'X-CSRF-Token': '' } })).status,
    ).toBe(200);
  });
});

test('what all readers get alike is answered to a bearer token that was revoked, and nothing else is', async () => {
  const person = await factory.aBuyer();
  const bearer = await factory.as(person);
  await factory.db('bearer_tokens').where({ user_id: person.id }).update({ revoked_at: new Date() });
  const without = { headers: { 'X-CSRF-Token': '' } };
  expect(
    (await bearer.request('POST', '/marketplace/products/search', { body: {}, ...without })).status,
  ).toBe(200);
  expect((await bearer.request('GET', '/offers', without)).status).toBe(401);
  const changing = await bearer.request('PUT', '/release_notes/dismiss', without);
  expect([changing.status, changing.body]).toEqual(REFUSED);
});

test('no unsafe call passes without its token, signed in or not, but those that are signed in another way', async () => {
  const clients = [new Client(app.origin), await factory.signedIn(await factory.aSeller())];
  const passed = new Set<string>();
  for (const { kind, method, path } of app.routes) {
    if (kind === 'page' || method === 'GET') continue;
    for (const client of clients) {
      const answer = await client.request(method, path.replace(/:\w+/g, '1'), {
        headers: { 'X-CSRF-Token': '' },
      });
      if (answer.status !== 422 || answer.body === undefined) passed.add(`${method} ${path}`);
      else expect([path, answer.body]).toEqual([path, REFUSED[1]]);
    }
  }
  // Mails bring the token of the path: to unsubscribe (RFC 8058), to keep one's second factor. The demo's receiver of
  // webhooks stores what anyone sends.
  expect([...passed].filter((call) => !call.includes('/sandbox/'))).toEqual([
    'POST /factor_resets/:token/cancel',
    'POST /unsubscribe/:token',
    'POST /webhooks/stripe',
    'POST /dev/webhooks/:name',
  ]);
});

test('after signing out the token of the session is worth nothing', async () => {
  const client = await factory.signedIn(await factory.aBuyer());
  const token = await client.csrf();
  const out = await client.request('DELETE', '/logout');
  expect([out.status, out.headers.get('X-CSRF-Token')]).toEqual([204, expect.any(String)]);
  const answer = await client.request('POST', '/login', { headers: { 'X-CSRF-Token': token } });
  expect([answer.status, answer.body]).toEqual(REFUSED);
});

describe('before sign-in', () => {
  /** A cross-site post: without SameSite=Lax cookies. */
  const forged = (path: string) =>
    fetch(`${app.origin}${path}`, {
      method: 'POST',
      headers: { Accept: 'text/html', 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
      body: new URLSearchParams({ 'user[email]': 'a@example.com', authenticity_token: 'x' }),
      redirect: 'manual',
    });

  test('a forged post from another site sets no cookie, whatever it is refused for', async () => {
    for (const path of ['/login', '/contact_us', '/nowhere', '/cart', '/offers', '/password', '/'])
      expect([path, cookiesSet(await forged(path))]).toEqual([path, []]);
  });

  test('all pages of one visitor have one token', async () => {
    const client = new Client(app.origin);
    const token = await pageToken(client);
    await client.request('POST', '/password', { headers: { 'X-CSRF-Token': 'x' } });
    expect(await pageToken(client)).toBe(token);
    const body = { user: { email: 'a@example.com' } };
    const answer = await client.request('POST', '/password', { body, headers: { 'X-CSRF-Token': token } });
    expect(answer.status).toBe(200);
  });

  test('a page that was open before the sign-in of another tab learns the current token', async () => {
    const { email } = await factory.aBuyer();
    const client = new Client(app.origin);
    const before = await pageToken(client);
    const user = { email, password: PASSWORD };
    const signedIn = await client.request('POST', '/login', {
      body: { user },
      headers: { 'X-CSRF-Token': before },
    });
    const refused = await client.request('PUT', '/release_notes/dismiss', {
      headers: { 'X-CSRF-Token': before },
    });
    expect([refused.status, refused.body]).toEqual(REFUSED);
    expect(refused.headers.get('X-CSRF-Token')).toBe(signedIn.headers.get('X-CSRF-Token'));
  });

  test('a page without session and cookies gets a token from /current_user.json', async () => {
    const client = new Client(app.origin);
    const refused = await client.send('POST', '/password', { headers: { 'X-CSRF-Token': 'x' } });
    expect([refused.status, refused.headers.get('X-CSRF-Token')]).toEqual([422, null]);
    const answer = await client.request('GET', '/current_user.json');
    expect(answer.headers.get('X-CSRF-Token')).toBe(await pageToken(client));
  });
});
