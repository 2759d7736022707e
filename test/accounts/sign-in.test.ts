import { currentUser, login, logout, me } from '../../server/accounts/contract';
import { updateMe } from '../../server/accounts/passwords/contract';
import { listOffers } from '../../server/offers/contract';
import { Client } from '../support/client';
import { Factory, PASSWORD } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp();
const factory = new Factory(app);

const visitor = () => new Client(app.origin);
const credentials = (email: string, password = PASSWORD) => ({ user: { email, password } });
const bearerOf = (headers: Headers) => headers.get('Authorization') ?? '';

test('a right password answers the user, a bearer token and a new CSRF token', async () => {
  const buyer = await factory.aBuyer({ name: 'Maple' });
  const client = visitor();
  const before = await client.csrf();
  const answer = await client.call(login, {}, credentials(buyer.email.toUpperCase()));
  expect(answer.status).toBe(200);
  expect(answer.body.user).toMatchObject({
    email: buyer.email,
    buyer: { name: 'Maple' },
    seller: null,
    admin: false,
  });
  expect(bearerOf(answer.headers)).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
  expect(answer.headers.get('X-CSRF-Token')).not.toBe(before);
  expect((await client.call(me, {})).status).toBe(200);
  const kept = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('auth_token='));
  expect(kept).toContain(
    `auth_token=${bearerOf(answer.headers).slice('Bearer '.length)}; Max-Age=604800; Path=/`,
  );
  expect(kept).toContain('SameSite=Lax');
  expect(kept).not.toContain('HttpOnly');
  const headers = { Authorization: bearerOf(answer.headers) };
  expect((await visitor().request('GET', '/offers', { headers })).status).toBe(200);
  const left = await client.call(logout, {});
  expect((await visitor().request('GET', '/offers', { headers })).status).toBe(401);
  expect(left.headers.getSetCookie().join()).toMatch(/auth_token=; Path=\/; Expires=Thu, 01 Jan 1970/);
});

test('a session that was left open is no way to guess the password', async () => {
  const client = await factory.signedIn(await factory.aBuyer());
  const guess = (current_password: string) =>
    client.call(
      updateMe,
      {},
      { password: 'a-better-one', confirm_password: 'a-better-one', current_password },
    );
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => guess(`guess-${i}`)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
  expect((await guess(PASSWORD)).status).toBe(429);
});

test('one text and one status for unknown, wrong, and malformed', async () => {
  const buyer = await factory.aBuyer();
  const tries = [
    credentials('nobody@example.com'),
    credentials(buyer.email, 'wrong-password'),
    credentials('not an address', ''),
    credentials(`${'long'.repeat(200)}@example.com`),
    { user: { email: { a: 1 }, password: ['x'] } },
  ];
  for (const body of tries) {
    const answer = await visitor().call(login, {}, body);
    expect([answer.status === 422 ? 'malformed' : answer.text]).toEqual([
      answer.status === 422 ? 'malformed' : '{"error":"Incorrect email or password","code":"unauthorized"}',
    ]);
    expect(answer.status === 401 || answer.status === 422).toBe(true);
  }
});

test('without its token a sign-in is refused, and the answer brings the token that holds', async () => {
  const buyer = await factory.aBuyer();
  const client = visitor();
  const answer = await client.request('POST', '/login', {
    body: credentials(buyer.email),
    headers: { 'X-CSRF-Token': 'made-up' },
  });
  expect([answer.status, answer.body]).toEqual([
    422,
    { error: 'Invalid authenticity token', code: 'stale_token' },
  ]);
  expect((await client.call(login, {}, credentials(buyer.email))).status).toBe(200);
});

test('a form takes the token as authenticity_token and DELETE as _method', async () => {
  const client = await factory.signedIn(await factory.aBuyer());
  const form = new URLSearchParams({ _method: 'delete', authenticity_token: await client.csrf() });
  const answer = await client.send('POST', '/logout', { body: form });
  expect(answer.status).toBe(204);
  expect((await client.call(me, {})).status).toBe(401);
});

test('the bearer token works without a cookie, and sign-out ends it', async () => {
  const buyer = await factory.aBuyer();
  const first = await visitor().call(login, {}, credentials(buyer.email));
  const headers = { Authorization: bearerOf(first.headers) };
  expect((await visitor().request('GET', '/offers', { headers })).status).toBe(200);
  const token = bearerOf(first.headers).slice('Bearer '.length);
  const byQuery = await visitor().request('GET', `/current_user.json?user[token]=${token}`);
  expect(byQuery.body).toMatchObject({ user: { email: buyer.email } });
  expect((await visitor().request('DELETE', '/logout', { headers })).status).toBe(204);
  expect((await visitor().request('GET', '/offers', { headers })).status).toBe(401);
});

test('a token that is forged, of another algorithm, or expired is none', async () => {
  const buyer = await factory.aBuyer();
  const { headers } = await visitor().call(login, {}, credentials(buyer.email));
  const token = bearerOf(headers).slice('Bearer '.length);
  const [, payload] = token.split('.');
  const none = `${Buffer.from('{"alg":"none","typ":"bearer+jwt"}').toString('base64url')}.${payload}.`;
  for (const forged of [none, `${token}x`, 'nonsense', `${token.slice(0, -4)}AAAA`]) {
    const answer = await visitor().request('GET', '/me', { headers: { Authorization: `Bearer ${forged}` } });
    expect(answer.status).toBe(401);
  }
  await factory
    .db('bearer_tokens')
    .where({ user_id: buyer.id })
    .update({ expires_at: new Date(0) });
  expect(
    (await visitor().request('GET', '/me', { headers: { Authorization: `Bearer ${token}` } })).status,
  ).toBe(401);
});

test('a bad bearer falls back to the cookie, which then needs its token', async () => {
  const client = await factory.signedIn(await factory.aBuyer());
  const headers = { Authorization: 'Bearer nonsense' };
  expect((await client.request('GET', '/offers', { headers })).status).toBe(200);
  const answer = await client.request('PUT', '/release_notes/dismiss', {
    headers: { ...headers, 'X-CSRF-Token': 'x' },
  });
  expect(answer.status).toBe(422);
});

test('signed out: /me is 401, /current_user.json has no user but an error', async () => {
  expect((await visitor().call(me, {})).status).toBe(401);
  const answer = await visitor().call(currentUser, {});
  expect([answer.status, answer.body.user, answer.body.errors?.length]).toEqual([200, null, 1]);
});

test('a new password ends the older sessions and tokens and begins a new one', async () => {
  const buyer = await factory.aBuyer();
  const [session, otherSession] = [await factory.signedIn(buyer), await factory.signedIn(buyer)];
  const old = await visitor().call(login, {}, credentials(buyer.email));
  const refused = await session.call(
    updateMe,
    {},
    { password: 'a-better-one', confirm_password: 'a-better-one' },
  );
  expect(refused.status).toBe(403);
  const passwords = {
    password: 'a-better-one',
    confirm_password: 'a-better-one',
    current_password: PASSWORD,
  };
  const answer = await session.call(
    updateMe,
    {},
    { user: { ...passwords, status: 'onboarded', admin: true } },
  );
  expect(answer.status).toBe(200);
  expect(answer.body.user.admin).toBe(false);
  expect(bearerOf(answer.headers)).toMatch(/^Bearer /);
  expect((await session.call(listOffers, {})).status).toBe(200);
  expect((await otherSession.call(listOffers, {})).status).toBe(401);
  const headers = { Authorization: bearerOf(old.headers) };
  expect((await visitor().request('GET', '/me', { headers })).status).toBe(401);
  expect((await visitor().call(login, {}, credentials(buyer.email, 'a-better-one'))).status).toBe(200);
});

test('20 failures block an account, also all at once and however it is spelt; a device that signed in before stays open', async () => {
  const buyer = await factory.aBuyer({ email: 'minni@example.com' });
  const known = await factory.signedIn(buyer);
  // The database takes İ for i: a spelling is no other account.
  const spellings = [buyer.email, buyer.email.replaceAll('i', 'İ'), buyer.email.toUpperCase()];
  const attacker = visitor();
  await attacker.csrf();
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      attacker.call(login, {}, credentials(String(spellings[i % 3]), `guess-${i}`)),
    ),
  );
  expect((await visitor().call(login, {}, credentials(buyer.email))).status).toBe(401);
  await known.call(logout, {});
  expect((await known.call(login, {}, credentials(buyer.email))).status).toBe(200);
});

test('hashes know every character of a long password', async () => {
  const buyer = await factory.aBuyer({ status: 'approved' });
  const client = await factory.as(buyer);
  const long = `${'ä'.repeat(100)}-one`;
  const answer = await client.call(updateMe, {}, { password: long, confirm_password: long });
  expect(answer.body.user.status).toBe('password_created');
  expect((await visitor().call(login, {}, credentials(buyer.email, long.slice(0, -1)))).status).toBe(401);
  expect((await visitor().call(login, {}, credentials(buyer.email, long))).status).toBe(200);
});

test('without Shopify keys no user has the feature, whatever staff switched on', async () => {
  const seller = await factory.aSeller({ features: ['shopify', 'alternate_routes'] });
  const client = visitor();
  const features = { shopify: false, alternate_routes: true };
  expect((await client.call(login, {}, credentials(seller.email))).body.user.features).toEqual(features);
  expect((await client.call(me, {})).body.user.features).toEqual(features);
  expect((await client.call(currentUser, {})).body.user?.features).toEqual(features);
});
