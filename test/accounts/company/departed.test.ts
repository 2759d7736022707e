import { acceptInvitation, changeMember, removeMember } from '../../../server/accounts/company/contract';
import { denyPerson, login, magicSignIn, me } from '../../../server/accounts/contract';
import { resetPassword } from '../../../server/accounts/passwords/contract';
import type { Buyer } from '../../../server/accounts/policy';
import { loginBySecondFactor } from '../../../server/accounts/security/contract';
import { issueToken } from '../../../server/accounts/sessions/one-time-tokens';
import { welcomed } from '../../support/cable';
import { Client } from '../../support/client';
import { Factory, PASSWORD } from '../../support/factories';
import { startTestServer, type TestServer } from '../../support/test-server';
import { withAuthenticator } from '../security/authenticator';

let server: TestServer;
let factory: Factory;

beforeAll(async () => {
  server = await startTestServer();
  factory = new Factory(server);
});
afterAll(() => server.close());

const visitor = () => new Client(server.origin);
const FORM = { full_name: 'Mallory', password: 'long-enough-1', confirm_password: 'long-enough-1' };
const ENDED = [422, 'invitation_ended'];

async function signedIn({ email }: Buyer) {
  const client = visitor();
  const answer = await client.call(login, {}, { user: { email, password: PASSWORD } });
  return { client, token: (answer.headers.get('Authorization') ?? '').slice('Bearer '.length) };
}

test('the cookie, bearer token and sockets of who is removed end within five seconds', async () => {
  const owner = await factory.aBuyer();
  const member = await factory.aMember(owner, 'approver');
  const { client, token } = await signedIn(member);
  const address = `${server.origin.replace('http', 'ws')}/cable`;
  const sockets = [
    await welcomed(address, { headers: { Cookie: client.cookieHeader } }),
    await welcomed(`${address}?token=${token}`),
  ];
  const began = performance.now();
  expect((await (await factory.signedIn(owner)).call(removeMember, { id: member.id })).status).toBe(204);
  for (const socket of sockets) {
    expect(await socket.next()).toEqual({ type: 'disconnect', reason: 'remote', reconnect: false });
    expect(await socket.closed).toBe(1000);
  }
  const byBearer = new Client(server.origin, { Authorization: `Bearer ${token}` });
  expect([(await client.call(me, {})).status, (await byBearer.call(me, {})).status]).toEqual([401, 401]);
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('no link and no half of a sign-in from before brings them back', async () => {
  const owner = await factory.aBuyer();
  const member = await factory.aMember(owner, 'purchaser');
  const { freshCode } = await withAuthenticator(factory, member);
  const begun = await visitor().call(login, {}, { user: { email: member.email, password: PASSWORD } });
  const { second_factor } = begun.body as unknown as { second_factor: { token: string } };
  const code = await freshCode();
  const [magic, reset] = await Promise.all(
    (['magic', 'reset'] as const).map((kind) => factory.transaction((tx) => issueToken(tx, member.id, kind))),
  );
  expect((await (await factory.signedIn(owner)).call(removeMember, { id: member.id })).status).toBe(204);
  const client = visitor();
  await client.call(loginBySecondFactor, {}, { token: second_factor.token, code });
  await client.call(magicSignIn, {}, undefined, { magic_sauce: magic ?? '' });
  const { password, confirm_password } = FORM;
  const again = { password, confirm_password, reset_password_token: reset ?? '' };
  await client.call(resetPassword, {}, { user: again });
  expect((await client.call(me, {})).status).toBe(401);
  expect(await factory.db('users').where({ id: member.id }).first('password_digest')).toEqual({
    password_digest: null,
  });
});

describe('an invitation that an owner sent to another address of their own', () => {
  const LOSSES: Record<string, (owner: Buyer, second: Buyer) => Promise<{ status: number }>> = {
    'is removed': async (owner, { id }) => (await factory.signedIn(owner)).call(removeMember, { id }),
    'gets another role': async (owner, { id }) =>
      (await factory.signedIn(owner)).call(changeMember, { id }, { role: 'viewer' }),
    'is denied by staff': async (_owner, { id }) =>
      (await factory.as(await factory.staff())).call(denyPerson, { id }, {}),
  };

  test.each(Object.keys(LOSSES))('ends when the owner %s', async (what) => {
    const owner = await factory.aBuyer();
    const second = await factory.aMember(owner, 'owner');
    const email = `own-${second.id}@elsewhere.example`;
    const bySecond = await factory.signedIn(second);
    const body = { email, role: 'owner' };
    expect((await bySecond.request('POST', '/company/invitations', { body })).status).toBe(201);
    const mail = await factory.db('mails').where({ recipient: email }).first('text');
    const [, token = ''] = /\/invitations\/([\w-]+)/.exec(mail?.text ?? '') ?? [];
    expect([200, 204]).toContain((await LOSSES[what]?.(owner, second))?.status);
    const answer = await visitor().call(acceptInvitation, {}, { token, ...FORM });
    expect([answer.status, (answer.body as unknown as { code: string }).code]).toEqual(ENDED);
    const asOwner = await factory.signedIn(owner);
    expect((await asOwner.request('POST', '/company/invitations', { body })).status).toBe(201);
  });
});

test('two owners who demote each other at once leave one of them', async () => {
  for (let round = 0; round < 5; round++) {
    const owner = await factory.aBuyer();
    const [second, third] = [await factory.aMember(owner, 'owner'), await factory.aMember(owner, 'owner')];
    const clients = [await factory.signedIn(second), await factory.signedIn(third)] as const;
    const answers = await Promise.all([
      clients[0].call(changeMember, { id: third.id }, { role: 'viewer' }),
      clients[1].call(changeMember, { id: second.id }, { role: 'viewer' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(
      await factory.db('users').whereIn('id', [second.id, third.id]).where({ role: 'owner' }),
    ).toHaveLength(1);
  }
});

test('an owner who is demoted cannot take the role back by a change that began before', async () => {
  for (let round = 0; round < 8; round++) {
    const owner = await factory.aBuyer();
    const second = await factory.aMember(owner, 'owner');
    const [asOwner, asSecond] = [await factory.signedIn(owner), await factory.signedIn(second)];
    const takeBack = () => asSecond.call(changeMember, { id: second.id }, { role: 'owner' });
    const [demoted] = await Promise.all([
      asOwner.call(changeMember, { id: second.id }, { role: 'viewer' }),
      ...Array.from({ length: 4 }, takeBack),
    ]);
    expect(demoted.status).toBe(200);
    expect(await factory.db('users').where({ id: second.id }).first('role')).toEqual({ role: 'viewer' });
  }
});
