import { createHmac } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { identifySocket } from '../../server/accounts/sessions/socket-authentication';
import { Client } from '../support/client';
import { Factory, PASSWORD } from '../support/factories';
import { useTestApp } from '../support/test-app';

const APP_URL = 'https://shop.example.com';
const app = useTestApp({ production: true, appUrl: APP_URL, trustProxy: 1, rateLimits: false });
const factory = new Factory(app);

const HTTPS = { 'X-Forwarded-Proto': 'https' };
const HTTP = { 'X-Forwarded-Proto': 'http' };

const clientBehindProxy = () => new Client(app.origin, HTTPS);

const plain = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(app.origin + path, { method, headers: { ...HTTP, ...headers }, redirect: 'manual' });

describe('what came by http to the proxy', () => {
  test.each([
    ['GET', '/', 308],
    ['HEAD', '/all_products?page=2', 308],
    ['GET', '/offers.json', 308],
    ['GET', '/robots.txt', 308],
    ['GET', '//evil.example/x', 308],
    ['GET', '/nowhere', 308],
    ['POST', '/login', 403],
    ['PUT', '/me', 403],
    ['DELETE', '/logout', 403],
    ['POST', '/cart', 403],
  ])('%s %s is %i', async (method, path, status) => {
    const answer = await plain(method, path);
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      status,
      status === 308 ? APP_URL + path : null,
    ]);
    expect(answer.headers.getSetCookie()).toEqual([]);
    if (status === 403) expect(await answer.json()).toEqual({ error: 'Use HTTPS', code: 'forbidden' });
  });

  test('the Host header and an address in absolute form lead nowhere else', async () => {
    for (const path of ['/cart', 'http://evil.example/cart']) {
      const location = await new Promise((resolve, reject) => {
        const { port } = new URL(app.origin);
        const headers = { ...HTTP, Host: 'evil.example' };
        request({ port, path, headers }, (answer) => resolve(answer.resume().headers.location))
          .on('error', reject)
          .end();
      });
      expect(String(location)).toMatch(/^https:\/\/shop\.example\.com\//);
    }
  });

  test('health checks and signed webhooks are answered', async () => {
    expect((await plain('GET', '/up')).status).toBe(200);
    expect((await plain('GET', '/ready')).status).toBe(200);
    expect((await plain('POST', '/webhooks/stripe')).status).toBe(400);
  });
});

test('what came by https, or straight to this process, is served', async () => {
  for (const headers of [HTTPS, {}]) {
    const answer = await fetch(`${app.origin}/sign_in`, { headers });
    expect(answer.status).toBe(200);
  }
});

describe('cookies under https in production', () => {
  const signIn = async (email: string) => {
    const client = clientBehindProxy();
    const user = { email, password: PASSWORD };
    const answer = await client.request('POST', '/login', { body: { user } });
    return { client, answer };
  };

  test('have __Host- names, but for the bearer token, which clients know by its name', async () => {
    const page = await fetch(`${app.origin}/sign_in`, { headers: HTTPS });
    const { answer } = await signIn((await factory.aBuyer()).email);
    expect(answer.status).toBe(200);
    const set = [...page.headers.getSetCookie(), ...answer.headers.getSetCookie()];
    const names = new Set(set.map((line) => line.split('=', 1)[0]));
    expect([...names].sort()).toEqual(['__Host-csrf', '__Host-device', '__Host-session', 'auth_token']);
    for (const line of set) {
      expect(line).toMatch(/; Path=\/(;|$)/);
      expect(line).toMatch(/; Secure/);
      expect(line).not.toMatch(/; Domain/i);
    }
  });

  test('name who is signed in, on pages and calls', async () => {
    const person = await factory.aBuyer();
    const { client } = await signIn(person.email);
    expect((await client.request('GET', '/me')).body).toMatchObject({ user: { id: person.id } });
    expect((await client.request('PUT', '/release_notes/dismiss')).status).toBe(200);
  });

  test('the device counts its own failures', async () => {
    const { email } = await factory.aBuyer();
    const { client } = await signIn(email);
    const user = { email, password: 'wrong password' };
    const otherDevice = clientBehindProxy();
    for (let guess = 0; guess < 21; guess += 1)
      await otherDevice.request('POST', '/login', { body: { user } });
    expect(
      (await client.request('POST', '/login', { body: { user: { email, password: PASSWORD } } })).status,
    ).toBe(200);
  });

  test('a session from before the names changed goes on, and is renamed', async () => {
    const person = await factory.aBuyer();
    const old = await oldSession(person.id);
    const answer = await fetch(`${app.origin}/me`, {
      headers: { ...HTTPS, Cookie: `session=${old}`, Accept: 'application/json' },
    });
    expect([answer.status, await answer.json()]).toMatchObject([200, { user: { id: person.id } }]);
    const renamed = answer.headers.getSetCookie().find((line) => line.startsWith('__Host-session='));
    const again = await fetch(`${app.origin}/me`, {
      headers: { ...HTTPS, Cookie: String(renamed?.split(';')[0]), Accept: 'application/json' },
    });
    expect(again.status).toBe(200);
    const socket = { headers: { cookie: `a=b; session=${old}` } };
    const whose = identifySocket(app.services);
    expect(await whose(socket as IncomingMessage)).toMatchObject({ id: person.id });
    socket.headers.cookie = String(renamed?.split(';')[0]);
    expect(await whose(socket as IncomingMessage)).toMatchObject({ id: person.id });
  });

  test('a session that was begun under the new name is worth nothing under the old one', async () => {
    const { client } = await signIn((await factory.aBuyer()).email);
    expect(client.cookieHeader).toContain('__Host-session=');
    const value = /__Host-session=([^;]+)/.exec(client.cookieHeader)?.[1];
    const answer = await fetch(`${app.origin}/me`, { headers: { ...HTTPS, Cookie: `session=${value}` } });
    expect(answer.status).toBe(401);
    const socket = { headers: { cookie: `session=${value}` } } as IncomingMessage;
    expect(await identifySocket(app.services)(socket)).toBeNull();
  });
});

/** A session of the previous release: its row, and a cookie signed with the previous secret. */
async function oldSession(userId: number) {
  const sid = `old-${userId}`;
  const sess = {
    cookie: { originalMaxAge: 600_000, httpOnly: true, path: '/', sameSite: 'lax', secure: true },
    passport: { user: userId },
  };
  await factory.db('sessions').insert({ sid, sess, expire: new Date(Date.now() + 600_000) });
  const secret = `session:${app.services.config.secretKeyBase}`;
  const signature = createHmac('sha256', secret).update(sid).digest('base64').replace(/=+$/, '');
  return encodeURIComponent(`s:${sid}.${signature}`);
}
