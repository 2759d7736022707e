import { approve, deny } from '../../../server/accounts/applications/contract';
import { removeMember } from '../../../server/accounts/company/contract';
import { me } from '../../../server/accounts/contract';
import { revokeApiKey, rotateApiKey } from '../../../server/accounts/keys/contract';
import { searchProductsCall } from '../../../server/products/contract';
import { type RunningApp, startApp } from '../../support/app';
import { Factory } from '../../support/factories';
import { until } from '../../support/process';
import { useTestApp } from '../../support/test-app';

const PRODUCTION = { production: true, rateLimits: false } as const;

const app = useTestApp(PRODUCTION);
const factory = new Factory(app);
let beside: RunningApp;

beforeAll(async () => {
  beside = await startApp(PRODUCTION, { beside: app });
});
afterAll(() => beside.stop());

/** A key that both processes have in their caches. */
async function aCachedKey(owner: Parameters<Factory['aKey']>[0]) {
  const key = await factory.aKey(owner);
  const clients = [key.client, new Factory(beside).byKey(key.secret)];
  const statuses = () =>
    Promise.all(clients.map(async (client) => (await client.call(searchProductsCall, {}, {})).status));
  expect(await statuses()).toEqual([200, 200]);
  await until(async () => [app, beside].every(({ services }) => services.cable.isListening()));
  expect(await statuses()).toEqual([200, 200]);
  /** At once in the process that was asked; in the other as soon as its message arrives. */
  const areRefused = async () => {
    expect((await key.client.call(me, {})).status).toBe(401);
    await expect.poll(statuses, { timeout: 1_500 }).toEqual([401, 401]);
  };
  return { ...key, statuses, areRefused };
}

const countedCalls = async ({ id }: { id: number }) =>
  (
    await factory
      .db('rate_limits')
      .where({ key: `key:${id}` })
      .first('points')
  )?.points;

test('calls within three seconds ask for the key once, and are counted with a later one', async () => {
  const key = await aCachedKey(await factory.aBuyer());
  const before = await countedCalls(key);
  for (let call = 0; call < 10; call++) expect((await key.client.call(me, {})).status).toBe(200);
  expect(await countedCalls(key)).toBeLessThan(Number(before) + 10);
  await key.client.request('POST', '/offers', { body: { offer: {} } });
  expect(await countedCalls(key)).toBeGreaterThanOrEqual(Number(before) + 11);
});

test('the 601st call of a minute is refused', async () => {
  const key = await factory.aKey(await factory.aBuyer());
  const statuses: number[] = [];
  for (let batch = 0; batch < 61; batch++) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => key.client.call(me, {})));
    statuses.push(...answers.map(({ status }) => status));
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(600);
  expect(statuses.slice(0, 590)).toEqual(Array.from({ length: 590 }, () => 200));
});

test('a search by POST is no write', async () => {
  const key = await factory.aKey(await factory.aBuyer());
  const searches = await Promise.all(
    Array.from({ length: 130 }, () => key.client.call(searchProductsCall, {}, {})),
  );
  expect(searches.filter(({ status }) => status !== 200)).toEqual([]);
});

test('a revoked key ends in every process', async () => {
  const owner = await factory.aBuyer();
  const key = await aCachedKey(owner);
  expect((await (await factory.signedIn(owner)).call(revokeApiKey, { id: key.id })).status).toBe(204);
  await key.areRefused();
});

test('so does a secret that was rotated without overlap', async () => {
  const owner = await factory.aBuyer();
  const key = await aCachedKey(owner);
  const rotated = await (await factory.signedIn(owner)).call(
    rotateApiKey,
    { id: key.id },
    { overlap_hours: 0 },
  );
  await key.areRefused();
  expect((await factory.byKey(rotated.body.secret).call(me, {})).status).toBe(200);
});

test('so does a key of a member who leaves with their keys', async () => {
  const owner = await factory.aBuyer();
  const second = await factory.aMember(owner, 'owner');
  const key = await aCachedKey(second);
  const byOwner = await factory.signedIn(owner);
  expect((await byOwner.call(removeMember, { id: second.id }, { revoke_keys: true })).status).toBe(204);
  await key.areRefused();
});

test('so do the keys of a denied company, until it is approved again', async () => {
  const owner = await factory.aSeller();
  const key = await aCachedKey(owner);
  const staff = await factory.as(await factory.staff());
  expect((await staff.call(deny, { id: owner.id })).status).toBe(200);
  await key.areRefused();
  expect((await staff.call(approve, { id: owner.id })).status).toBe(200);
  expect(await key.statuses()).toEqual([200, 200]);
});

test('a key that expires within three seconds is asked for with every call', async () => {
  const key = await factory.aKey(await factory.aBuyer());
  const expires = (interval: string) =>
    factory
      .db('api_keys')
      .where({ user_id: key.id })
      .update({ expires_at: factory.db.raw(`now() + interval '${interval}'`) as never });
  await expires('2 seconds');
  expect((await key.client.call(me, {})).status).toBe(200);
  await expires('-1 second');
  expect((await key.client.call(me, {})).status).toBe(401);
});
