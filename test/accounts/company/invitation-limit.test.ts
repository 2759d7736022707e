import { inviteMember, resendInvitation } from '../../../server/accounts/company/contract';
import { Factory } from '../../support/factories';
import { useTestApp } from '../../support/test-app';

const app = useTestApp({ rateLimits: true });
const factory = new Factory(app);

test('a company sends 20 invitations a day, resent ones included', async () => {
  const owner = await factory.aBuyer();
  const second = await factory.aMember(owner, 'owner');
  const [client, colleague] = [await factory.as(owner), await factory.as(second)];
  const invite = (by: typeof client, count: number) =>
    by.call(inviteMember, {}, { email: `person-${count}@example.com`, role: 'viewer' });
  const first = await invite(client, 1);
  for (let count = 2; count < 20; count++) expect((await invite(client, count)).status).toBe(201);
  const { id } = first.body.invitation;
  expect((await client.call(resendInvitation, { id }, {})).status).toBe(200);
  for (const answer of [
    await invite(client, 21),
    await invite(colleague, 22),
    await client.call(resendInvitation, { id }, {}),
  ]) {
    expect(answer.status).toBe(429);
    expect(answer.body).toMatchObject({ error: 'You can send 20 invitations a day.' });
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(80_000);
  }
  expect(await factory.db('invitations').where({ buyer_id: owner.buyer_id })).toHaveLength(19);
});
