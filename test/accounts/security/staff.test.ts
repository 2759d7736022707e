import { me } from '../../../server/accounts/contract';
import { resetSecondFactor } from '../../../server/accounts/make-staff';
import type { Person } from '../../../server/accounts/policy';
import {
  cancelFactorReset,
  resetFactor,
  showSecurity,
  turnOffFactor,
} from '../../../server/accounts/security/contract';
import { performReset } from '../../../server/accounts/security/factor-reset';
import { RawSocket } from '../../support/cable';
import { Client } from '../../support/client';
import { Factory } from '../../support/factories';
import { useTestApp } from '../../support/test-app';
import { startTestServer, type TestServer } from '../../support/test-server';
import { withAuthenticator } from './authenticator';

const HTML = { Accept: 'text/html' };

describe('where staff need a second factor', () => {
  const app = useTestApp({ staffSecondFactor: true });
  const factory = new Factory(app);
  const page = async (client: Client, path: string) => {
    const { status, headers } = await client.send('GET', path, { headers: HTML });
    return headers.get('Location') ?? status;
  };

  test('staff without one reach Security alone', async () => {
    const client = await factory.signedIn(await factory.staff());
    for (const path of ['/', '/admin/insights', '/admin/applications', '/all_products', '/dashboard'])
      expect([path, await page(client, path)]).toEqual([path, '/settings/security']);
    expect(await page(client, '/settings/security')).toBe(200);
    const text =
      '{"error":"Set up two-step verification to continue.","code":"second_factor_setup_required"}';
    for (const path of ['/admin/applications', '/offers', '/marketplace/products/1', '/header/badges']) {
      const answer = await client.request('GET', path);
      expect([path, answer.status, answer.text]).toEqual([path, 403, text]);
    }
    expect((await client.call(me, {})).status).toBe(200);
  });

  test('with one, everything opens at once, and closes again without it', async () => {
    const { client } = await withAuthenticator(factory, await factory.staff());
    expect(await page(client, '/admin/insights')).toBe(200);
    expect((await client.request('GET', '/admin/applications')).status).toBe(200);
    await client.call(turnOffFactor, {});
    expect((await client.request('GET', '/admin/applications')).status).toBe(403);
  });

  test('nobody else needs one', async () => {
    const client = await factory.signedIn(await factory.aBuyer());
    expect([await page(client, '/my_offers'), (await client.request('GET', '/offers')).status]).toEqual([
      200, 200,
    ]);
  });
});

describe('the reset of a lost factor', () => {
  let server: TestServer;
  let factory: Factory;
  beforeAll(async () => {
    server = await startTestServer();
    factory = new Factory(server);
  });
  afterAll(() => server.close());

  const mailsTo = ({ email }: Person) => factory.db('mails').where({ recipient: email }).orderBy('id');
  const resetOf = ({ id }: Person) => factory.db('factor_resets').where({ user_id: id }).first();
  const tokenIn = (html: string) => /factor_resets\/([\w-]+)/.exec(html)?.[1] ?? '';
  const reason = 'Lost phone and codes; called back at the number on file.';
  const perform = async (person: Person) =>
    performReset.work(server.services, { reset_id: (await resetOf(person))?.id ?? 0 });
  const makeDue = ({ id }: Person) =>
    factory
      .db('factor_resets')
      .where({ user_id: id })
      .update({ due_at: new Date(Date.now() - 1_000) });
  const isOn = async (client: Client) => (await client.call(showSecurity, {})).body.second_factor !== null;

  async function planned() {
    const person = await factory.aBuyer();
    const { client } = await withAuthenticator(factory, person);
    const staff = await factory.as(await factory.staff());
    const answer = await staff.call(resetFactor, { id: person.id }, { reason });
    const mail = (await mailsTo(person)).at(-1);
    return { person, client, staff, answer, mail, token: tokenIn(mail?.text ?? '') };
  }

  test('works after 24 hours, and tells the person before and after', async () => {
    const { person, client, staff, answer, mail } = await planned();
    expect(answer.status).toBe(202);
    const hours = (Date.parse(answer.body.due_at) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    expect(mail?.subject).toBe('Your two-step verification will be reset');
    const again = await staff.call(resetFactor, { id: person.id }, { reason });
    expect([again.status, again.body.due_at]).toEqual([202, answer.body.due_at]);
    await perform(person);
    expect(await isOn(client)).toBe(true);
    await makeDue(person);
    await perform(person);
    await perform(person);
    expect(await isOn(client)).toBe(false);
    expect((await mailsTo(person)).map(({ subject }) => subject)).toEqual([
      'Two-step verification is on',
      'Your two-step verification will be reset',
      'Two-step verification is off',
    ]);
    expect((await client.call(cancelFactorReset, { token: tokenIn(mail?.text ?? '') })).status).toBe(404);
  });

  test('is canceled by the mailed link, which changes nothing when it is opened', async () => {
    const { person, client, token } = await planned();
    const visitor = new Client(server.origin);
    const page = await visitor.send('GET', `/factor_resets/${token}`, { headers: HTML });
    expect([page.status, page.text.includes('Cancel Reset')]).toEqual([200, true]);
    expect((await resetOf(person))?.canceled_at).toBeNull();
    const form = await visitor.send('POST', `/factor_resets/${token}/cancel`, {
      headers: HTML,
      body: new URLSearchParams(),
    });
    expect([form.status, form.text.includes('Reset canceled')]).toEqual([200, true]);
    expect((await visitor.call(cancelFactorReset, { token })).status).toBe(204);
    await makeDue(person);
    await perform(person);
    expect(await isOn(client)).toBe(true);
    expect((await visitor.call(cancelFactorReset, { token: 'x' })).status).toBe(404);
  });

  test('wants a reason, a factor and another member of staff', async () => {
    const boss = await factory.staff();
    const staff = await factory.as(boss);
    const plain = await factory.aBuyer();
    const { person } = await planned();
    expect((await staff.call(resetFactor, { id: plain.id }, { reason })).status).toBe(409);
    expect((await staff.call(resetFactor, { id: person.id }, {})).status).toBe(422);
    expect((await staff.call(resetFactor, { id: boss.id }, { reason })).status).toBe(404);
  });

  test('by the operator it works at once', async () => {
    const boss = await factory.staff();
    const { client } = await withAuthenticator(factory, boss);
    expect(await resetSecondFactor(server.services, boss.email)).toBe(true);
    expect(await isOn(client)).toBe(false);
    expect(await resetSecondFactor(server.services, boss.email)).toBe(false);
    await expect(resetSecondFactor(server.services, 'nobody@example.com')).rejects.toThrow('No account');
  });
});

test('sockets of staff without the factor that they need are refused', async () => {
  const server = await startTestServer({ staffSecondFactor: true });
  const client = await new Factory(server).signedIn(await new Factory(server).staff());
  const socket = new RawSocket(`${server.origin.replace('http', 'ws')}/cable`, {
    headers: { Cookie: client.cookieHeader },
  });
  expect(await socket.next()).toMatchObject({ reason: 'unauthorized' });
  await server.close();
});
