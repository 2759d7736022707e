import { confirmIdentity, showSecurity } from '../../../server/accounts/security/contract';
import type { Client } from '../../support/client';
import { Factory, PASSWORD } from '../../support/factories';
import { useTestApp } from '../../support/test-app';

const app = useTestApp();
const factory = new Factory(app);

const minutesLeft = async (client: Client) => {
  const until = (await client.call(showSecurity, {})).body.confirmed_until;
  return until === null ? null : Math.round((Date.parse(until) - Date.now()) / 60_000);
};

test('a sign-in by password confirms for ten minutes, on this sign-in alone', async () => {
  const buyer = await factory.aBuyer();
  const client = await factory.signedIn(buyer);
  expect(await minutesLeft(client)).toBe(10);
  expect(await minutesLeft(await factory.as(buyer))).toBeNull();
  await factory
    .db('sign_ins')
    .where({ user_id: buyer.id })
    .update({ confirmed_at: new Date(Date.now() - 600_001) });
  expect(await minutesLeft(client)).toBeNull();
  expect((await client.call(confirmIdentity, {}, { password: PASSWORD })).status).toBe(200);
  expect(await minutesLeft(client)).toBe(10);
});

test('a wrong password is refused and counted', async () => {
  const client = await factory.as(await factory.aBuyer());
  const wrong = await client.call(confirmIdentity, {}, { password: 'wrong' });
  expect([wrong.status, wrong.body]).toEqual([
    422,
    {
      errors: ['Incorrect password'],
      field_errors: { password: ['Incorrect password'] },
      code: 'wrong_password',
    },
  ]);
  for (const body of [{}, { password: '' }, { code: '123456' }, { password: 'x'.repeat(10_001) }])
    expect((await client.call(confirmIdentity, {}, body)).status).toBe(422);
  expect(await minutesLeft(client)).toBeNull();
  await Promise.all(Array.from({ length: 20 }, () => client.call(confirmIdentity, {}, { password: 'no' })));
  expect((await client.call(confirmIdentity, {}, { password: PASSWORD })).status).toBe(429);
});

test('a sign-in that is on no list is confirmed, too', async () => {
  const buyer = await factory.aBuyer();
  for (const client of [await factory.as(buyer), await factory.signedIn(buyer)]) {
    await factory.db('sign_ins').where({ user_id: buyer.id }).delete();
    expect((await client.call(confirmIdentity, {}, { password: PASSWORD })).status).toBe(200);
    expect(await minutesLeft(client)).toBe(10);
  }
});
