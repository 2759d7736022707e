import { randomUUID } from 'node:crypto';
import { transaction } from '../../db/transaction';
import { deleteExpired } from '../../server/accounts/jobs';
import { issueToken } from '../../server/accounts/sessions/one-time-tokens';
import { jobs } from '../../server/job-registry';
import { enqueue } from '../../server/jobs/job';
import { schedule } from '../../server/schedule';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { useTestApp } from '../support/test-app';

const app = useTestApp();

test('expired rows are deleted every hour, and current sessions stay', async () => {
  const factory = new Factory(app);
  const { db } = factory;
  const [early, late] = [await factory.aBuyer(), await factory.aBuyer()];
  const signedIn = await factory.signedIn(early);
  const bearer = await factory.as(early);
  await factory.transaction((tx) => issueToken(tx, early.id, 'magic'));
  await factory.transaction((tx) => issueToken(tx, late.id, 'magic'));
  await db('one_time_tokens')
    .where({ user_id: late.id })
    .update({ expires_at: new Date(Date.now() - 2 * 86_400_000) });
  await db('bearer_tokens').insert(
    Array.from({ length: 6_000 }, () => ({
      id: randomUUID(),
      user_id: late.id,
      expires_at: new Date(Date.now() - 1_000),
    })),
  );
  await db.raw(
    `insert into sessions (sid, sess, expire) values ('old', '{}', localtimestamp - interval '2 days')`,
  );
  await db.raw(
    `insert into rate_limits (key, points, expire) values ('old', 1, 1000), ('blocked', 99, null)`,
  );
  await transaction(db, (tx) => enqueue(tx, deleteExpired, {}));
  await runDueJobs(app.services, jobs);
  const left = async (table: string, column: string) =>
    (await db(table).select(column)).map((row) => row[column]);
  expect(await left('bearer_tokens', 'user_id')).toEqual(expect.not.arrayContaining([late.id]));
  expect(await left('one_time_tokens', 'user_id')).toEqual([early.id]);
  expect(await left('sessions', 'sid')).toEqual([expect.not.stringMatching('old')]);
  expect(await left('rate_limits', 'key')).toEqual(expect.arrayContaining(['blocked']));
  expect(await left('rate_limits', 'key')).not.toContain('old');
  for (const client of [signedIn, bearer]) expect((await client.request('GET', '/me')).status).toBe(200);
  expect(schedule.map(({ job }) => job.name)).toContain('delete-expired');
});
