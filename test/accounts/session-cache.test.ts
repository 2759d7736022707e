import { deny } from '../../server/accounts/applications/contract';
import { logout, updatePerson } from '../../server/accounts/contract';
import { OWNER_CHANGES } from '../../server/accounts/owner-cache';
import { updateMe } from '../../server/accounts/passwords/contract';
import type { OwnedSession } from '../../server/accounts/queries';
import { SessionCache } from '../../server/accounts/sessions/session-cache';
import { DISCONNECTS } from '../../server/cable/cable';
import type { FanoutListener } from '../../server/cable/fanout/fanout';
import { Client } from '../support/client';
import { Factory, PASSWORD } from '../support/factories';
import { until } from '../support/process';
import { useTestApp } from '../support/test-app';

describe('in a production process', () => {
  const app = useTestApp({ production: true, rateLimits: false });
  const factory = new Factory(app);

  const page = (client: Client) =>
    client.request('GET', '/contact_us', { headers: { Accept: 'text/html' } }).then(({ text }) => text);
  const offers = async (client: Client) => (await client.request('GET', '/offers')).status;

  /** A second client with the same cookies, and a read that fills the cache. */
  async function sameSession(client: Client) {
    const cookie = client.cookieHeader;
    const copy = new Client(app.origin, { Cookie: cookie });
    expect(await offers(copy)).toBe(200);
    return copy;
  }

  test('reads within three seconds ask for the session once', async () => {
    const buyer = await factory.aBuyer({ name: 'Maple' });
    const copy = await sameSession(await factory.signedIn(buyer));
    await until(async () => app.services.cable.isListening());
    await page(copy);
    await app.services.db('buyers').where({ id: buyer.buyer_id }).update({ name: 'Changed by SQL' });
    expect(await page(copy)).toContain('Maple');
  });

  test('signing out ends every copy of the session at once', async () => {
    const client = await factory.signedIn(await factory.aBuyer());
    const copy = await sameSession(client);
    await client.call(logout, {});
    expect(await offers(copy)).toBe(401);
  });

  test('a denial ends the sessions at once', async () => {
    const buyer = await factory.aBuyer();
    const copy = await sameSession(await factory.signedIn(buyer));
    const staff = await factory.as(await factory.staff());
    expect((await staff.call(deny, { id: buyer.id })).status).toBe(200);
    expect(await offers(copy)).toBe(401);
  });

  test('a new password ends the other sessions at once', async () => {
    const buyer = await factory.aBuyer();
    const [here, elsewhere] = [await factory.signedIn(buyer), await factory.signedIn(buyer)];
    const copy = await sameSession(elsewhere);
    const password = 'a-better-password';
    const change = { password, confirm_password: password, current_password: PASSWORD };
    expect((await here.call(updateMe, {}, change)).status).toBe(200);
    expect(await offers(copy)).toBe(401);
    expect(await offers(here)).toBe(200);
  });

  test('what staff correct shows at once', async () => {
    const buyer = await factory.aBuyer({ name: 'Maple' });
    const copy = await sameSession(await factory.signedIn(buyer));
    expect(await page(copy)).toContain('Maple');
    const staff = await factory.as(await factory.staff());
    expect((await staff.call(updatePerson, { id: buyer.id }, { company: 'Birch' })).status).toBe(200);
    expect(await page(copy)).toContain('Birch');
  });

  test('reads after an own write go past the caches of all processes', async () => {
    const buyer = await factory.aBuyer({ name: 'Maple' });
    const client = await factory.signedIn(buyer);
    expect(await page(client)).toContain('Maple');
    const { headers } = await client.request('POST', '/marketplace/products/search', { body: {} });
    expect(headers.getSetCookie().join()).toMatch(/\bw=1; Max-Age=5; Path=\/;.*HttpOnly/);
    await app.services.db('buyers').where({ id: buyer.buyer_id }).update({ name: 'Birch' });
    expect(await page(client)).toContain('Birch');
    expect(await page(client)).toContain('Birch');
  });

  test('tokens and nonces stay those of each request', async () => {
    const copy = await sameSession(await factory.signedIn(await factory.aBuyer()));
    const [first, second] = [await page(copy), await page(copy)];
    const nonce = (text: string) => /name="csp-nonce" content="([^"]+)"/.exec(text)?.[1];
    expect(nonce(first)).not.toBe(nonce(second));
  });
});

describe('between processes', () => {
  let listener: FanoutListener;
  let isListening = true;
  const sessionOf = (id: number, name = 'Maple') =>
    ({
      content: { cookie: {}, passport: { user: id } },
      owner: { id, name, seller_id: id },
    }) as never as OwnedSession;

  function createCache() {
    return new SessionCache({
      addListener: (added) => {
        listener = added;
        return () => undefined;
      },
      isListening: () => isListening,
    });
  }
  const message = (stream: string, target: object) => listener.message(stream, JSON.stringify(target));
  const load = (name: string, id = 1) => vi.fn(async () => sessionOf(id, name));

  beforeEach(() => {
    isListening = true;
  });

  test.each([
    ['its key', () => message(DISCONNECTS, { sessionKey: 'key' })],
    ['its owner', () => message(DISCONNECTS, { userId: 1 })],
    ["a change of its owner's", () => message(OWNER_CHANGES, { userId: 1 })],
    ["a change of its seller's", () => message(OWNER_CHANGES, { sellerId: 1 })],
    ['messages that were lost', () => listener.gap()],
  ])('a session is dropped by %s', async (_name, revoke) => {
    const cache = createCache();
    await cache.read('key', load('Maple'));
    revoke();
    expect((await cache.read('key', load('Birch')))?.owner?.name).toBe('Birch');
  });

  test('others stay', async () => {
    const cache = createCache();
    await cache.read('key', load('Maple'));
    message(DISCONNECTS, { userId: 2 });
    expect((await cache.read('key', load('Birch')))?.owner?.name).toBe('Maple');
  });

  test('a session that was read before its revocation is not kept', async () => {
    const cache = createCache();
    await cache.read('key', async () => {
      message(DISCONNECTS, { userId: 1 });
      return sessionOf(1);
    });
    const again = load('Birch');
    await cache.read('key', again);
    expect(again).toHaveBeenCalled();
  });

  test('a process that hears nothing reads the database', async () => {
    const cache = createCache();
    await cache.read('key', load('Maple'));
    isListening = false;
    expect((await cache.read('key', load('Birch')))?.owner?.name).toBe('Birch');
  });

  test('after three seconds it is read again; a reader changes only a copy', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    const cache = createCache();
    await cache.read('key', load('Maple'));
    const copy = await cache.read('key', load('Birch'));
    Object.assign(copy?.owner ?? {}, { name: 'Changed' });
    expect((await cache.read('key', load('Birch')))?.owner?.name).toBe('Maple');
    now.mockReturnValue(4_001);
    expect((await cache.read('key', load('Birch')))?.owner?.name).toBe('Birch');
    now.mockRestore();
  });
});
