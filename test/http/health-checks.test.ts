import { Client } from '../support/client';
import { useTestApp } from '../support/test-app';

const app = useTestApp();

afterEach(() => vi.restoreAllMocks());

test.each([
  [0, 200],
  [60_000, 200],
  [60_001, 503],
  [-60_001, 503],
])('/ready, with the clocks %i ms apart, is %i', async (offset, status) => {
  vi.spyOn(app.services.databaseHealth, 'clockOffsetMs').mockReturnValue(offset);
  const answer = await fetch(`${app.origin}/ready`);
  expect(answer.status).toBe(status);
  expect((await fetch(`${app.origin}/up`)).status).toBe(200);
});

test('a full disk is 503 with Retry-After, also for /ready until writes succeed for 30 s', async () => {
  await app.services.db.raw(`create function fail_for_space() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
  await app.services.db.raw(
    'create trigger full_disk before insert on contact_requests execute function fail_for_space()',
  );
  const contact_us = {
    name: 'Ann Lee',
    email: 'ann@example.com',
    subject: 'Help',
    message: 'Where is my order?',
  };
  const answer = await new Client(app.origin).request('POST', '/contact_us', { body: { contact_us } });
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2']);
  const ready = await fetch(`${app.origin}/ready`);
  expect([ready.status, ready.headers.get('Retry-After')]).toEqual([503, '5']);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 30_000);
  expect((await fetch(`${app.origin}/ready`)).status).toBe(200);
});
