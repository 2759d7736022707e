import type { Seller } from '../../server/accounts/policy';
import { enqueue } from '../../server/jobs/job';
import { dailyDigest } from '../../server/notifications/jobs';
import { type RunningApp, startApp } from '../support/app';
import { Factory } from '../support/factories';
import { stop, stopAll, until } from '../support/process';
import { isWaiting, killHard, outlive, startWorkerOf } from '../support/workers';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let app: RunningApp;
let factory: Factory;

beforeAll(async () => {
  app = await startApp();
  factory = new Factory(app);
});
afterAll(async () => {
  await stopAll();
  await app.stop();
});

/** Two sellers who read once a day, with an offer each. */
async function readers(): Promise<Seller[]> {
  const sellers = [await factory.aSeller(), await factory.aSeller()];
  for (const seller of sellers) {
    await factory.db('notification_choices').insert({ user_id: seller.id, kind: 'offers', email: 'daily' });
    await factory.anOffer({ seller });
  }
  return sellers;
}

const digests = () => factory.db('mails').whereLike('subject', 'Your day on %').pluck('recipient');

/** Holds up what a digest does last, so that its mail is written and not committed. */
async function whileNoticesAreHeld(act: () => Promise<void>) {
  const holder = await factory.db.transaction();
  try {
    await holder.raw('lock table email_notices in share mode');
    await act();
  } finally {
    await holder.rollback();
  }
}

test('a worker killed inside the digest: each person gets one mail, with every line', async () => {
  const sellers = await readers();
  await factory.transaction((tx) => enqueue(tx, dailyDigest, {}));
  await whileNoticesAreHeld(async () => {
    const first = startWorkerOf(app);
    await until(() => isWaiting(factory, 'update "email_notices"'));
    await killHard(first);
  });
  expect(await digests()).toEqual([]);
  expect((await factory.db('email_notices').whereNull('mail_id')).length).toBe(2);

  await outlive(factory);
  const second = startWorkerOf(app);
  await until(async () => (await factory.db('email_notices').whereNull('mail_id')).length === 0);
  await stop(second);
  expect((await digests()).sort()).toEqual(sellers.map(({ email }) => email).sort());
});
