import type { Db } from '../../db/connection';
import { makeStaff } from '../../server/accounts/make-staff';
import { tokenOwner } from '../../server/accounts/sessions/one-time-tokens';
import { type TestDatabase, testDatabase } from '../support/database';
import { type TestServices, testServices } from '../support/services';

let database: TestDatabase;
let services: TestServices;
let db: Db;

beforeAll(async () => {
  database = await testDatabase();
  services = testServices(database.url);
  db = services.db;
});

afterAll(async () => {
  await services.close();
  await database.drop();
});

const userOf = (email: string) => db('users').where({ email }).first();

test('new staff get a link that leads to a password, and the act is logged', async () => {
  const token = await makeStaff(services, ' Boss@Example.com ');
  const user = await userOf('boss@example.com');
  expect(user).toMatchObject({ admin: true, status: 'approved', password_digest: null });
  expect(await tokenOwner(db, String(token), 'magic')).toBe(user?.id);
  expect(
    await db('audit_log')
      .where({ subject_id: user?.id ?? 0 })
      .pluck('action'),
  ).toEqual(['staff.appoint']);
});

test('a new link replaces a lost one and ends it', async () => {
  const first = String(await makeStaff(services, 'late@example.com'));
  const second = String(await makeStaff(services, 'late@example.com'));
  expect(await tokenOwner(db, first, 'magic')).toBeNull();
  expect(await tokenOwner(db, second, 'magic')).not.toBeNull();
});

test('staff with a password need no link', async () => {
  await makeStaff(services, 'ready@example.com');
  await db('users')
    .where({ email: 'ready@example.com' })
    .update({ password_digest: 'x', status: 'onboarded' });
  expect(await makeStaff(services, 'ready@example.com')).toBeNull();
});

test('a buyer does not become staff', async () => {
  const [buyer] = await db('buyers').insert({ name: 'Shop', category: 'online' }).returning('id');
  await db('users').insert({ email: 'buyer@example.com', status: 'approved', buyer_id: buyer?.id ?? 0 });
  await expect(makeStaff(services, 'buyer@example.com')).rejects.toThrow('is a buyer');
  expect(await userOf('buyer@example.com')).toMatchObject({ admin: false });
});

test('an address that is none is refused', async () => {
  await expect(makeStaff(services, 'nobody')).rejects.toThrow('valid email');
  await expect(makeStaff(services, '')).rejects.toThrow();
});
