import { setPassword } from '../../server/accounts/passwords/change';
import { updateMe } from '../../server/accounts/passwords/contract';
import { hashPassword, passwordMatches } from '../../server/accounts/passwords/hash';
import { Client } from '../support/client';
import { Factory, PASSWORD } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

const NEW = 'quite-another-password';

/** Resolves when so many requests stand before a lock. */
async function waiting(count: number) {
  for (;;) {
    const { rows } = await factory.db.raw<{ rows: { n: number }[] }>(
      `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if ((rows[0]?.n ?? 0) >= count) return;
  }
}

const digestOf = async (id: number) =>
  (await factory.db('users').where({ id }).first('password_digest'))?.password_digest ?? null;

test('who signs in by the old password while a new one is written is not in afterwards', async () => {
  const { id, email } = await factory.aBuyer();
  const client = new Client(app.origin);
  await client.csrf();
  const digest = await hashPassword(NEW);
  const signIn = await factory.transaction(async (tx) => {
    await tx.raw('lock table sessions in share row exclusive mode');
    const pending = client.request('POST', '/login', { body: { user: { email, password: PASSWORD } } });
    // The password was right when it was looked at.
    await waiting(1);
    await setPassword(tx, id, digest);
    return { pending };
  });
  const answer = await signIn.pending;
  expect([answer.status, answer.headers.get('Authorization')]).toEqual([401, null]);
  expect((await client.request('GET', '/me')).status).toBe(401);
  expect(await factory.db('bearer_tokens').where({ user_id: id, revoked_at: null })).toEqual([]);
  const again = await client.request('POST', '/login', { body: { user: { email, password: NEW } } });
  expect(again.status).toBe(200);
});

test('changing a password requires the current one, not the one before', async () => {
  const buyer = await factory.aBuyer();
  const client = await factory.as(buyer);
  const digest = await hashPassword(NEW);
  const change = await factory.transaction(async (tx) => {
    await tx('users').where({ id: buyer.id }).forUpdate();
    const password = 'chosen-by-somebody-else';
    const body = { password, confirm_password: password, current_password: PASSWORD };
    const pending = client.call(updateMe, {}, body);
    await waiting(1);
    await setPassword(tx, buyer.id, digest);
    return { pending };
  });
  expect((await change.pending).status).toBe(403);
  expect(await digestOf(buyer.id)).toBe(digest);
});

test('of two first passwords at once one is set, and the other refused', async () => {
  const seller = await factory.aSeller({ status: 'approved' });
  const client = await factory.as(seller);
  const choose = async (password: string) => ({
    password,
    status: (await client.call(updateMe, {}, { password, confirm_password: password })).status,
  });
  const changes = await factory.transaction(async (tx) => {
    await tx('users').where({ id: seller.id }).forUpdate();
    const pending = [choose('the-first-password'), choose('the-second-password')];
    await waiting(2);
    return { pending };
  });
  const answers = await Promise.all(changes.pending);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  const set = answers.find(({ status }) => status === 200);
  expect(await passwordMatches(await digestOf(seller.id), set?.password ?? '')).toBe(true);
});
