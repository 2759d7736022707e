import { addressOf, connect } from '../../db/connection';
import { createTransactions } from '../../db/transaction';
import type { Buyer, Seller } from '../../server/accounts/policy';
import { enqueue } from '../../server/jobs/job';
import {
  deleteSentNotices,
  peopleWithNotices,
  sendDigest,
  sendDigestsAtOnce,
} from '../../server/notifications/digest';
import { dailyDigest, notificationJobs } from '../../server/notifications/jobs';
import { schedule } from '../../server/schedule';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false, brandName: 'Lotwise' }));

type Trader = Buyer | Seller;

const daily = ({ id: user_id }: Trader, ...kinds: string[]) =>
  factory
    .db('notification_choices')
    .insert(kinds.map((kind) => ({ user_id, kind, email: 'daily' as const })))
    .onConflict(['user_id', 'kind'])
    .merge();

const mailsTo = ({ email }: Trader) => factory.db('mails').where({ recipient: email }).orderBy('id');
const subjectsTo = async (person: Trader) => (await mailsTo(person)).map(({ subject }) => subject);
const openNotices = async ({ id: user_id }: Trader) =>
  (await factory.db('email_notices').where({ user_id }).whereNull('mail_id')).length;

const digestAtOnce = () => sendDigestsAtOnce(factory.services);
const scheduled = schedule.find(({ job }) => job.name === dailyDigest.name);
const runTheJob = async () => {
  if (!scheduled) throw new Error('Nothing is scheduled');
  await factory.services.transaction((tx) => enqueue(tx, scheduled.job, {}));
  await runDueJobs(factory.services, notificationJobs);
};

/** A seller with two offers, of which one was accepted, and so an order. */
async function aBusyDay() {
  const [buyer, seller] = await Promise.all([factory.aBuyer(), factory.aSeller()]);
  await daily(seller, 'offers', 'orders');
  const offer = await factory.anOffer({ buyer, seller });
  const order = await factory.anOrder({ buyer, seller });
  return { seller, offer, order };
}

afterEach(async () => {
  await digestAtOnce();
});

test('the day leaves at 12:00 UTC in one mail, by kind, with links to each thing', async () => {
  expect(scheduled?.at).toBe('0 12 * * *');
  const { seller, offer, order } = await aBusyDay();
  expect(await subjectsTo(seller)).toEqual([]);
  await runTheJob();
  expect(await subjectsTo(seller)).toEqual(['Your day on Lotwise: 2 offers, 1 order']);
  const [mail] = await mailsTo(seller);
  expect(mail?.text).toContain('This happened since your last daily email: 2 offers, 1 order.');
  expect(mail?.text).toContain('Offers and messages');
  expect(mail?.text).toMatch(
    new RegExp(`New offer from .+: ${offer.offer_number}, \\$80\\.00: http.+/my_offers\\?offer=${offer.id}`),
  );
  expect(mail?.text).toContain(`New order ${order.po_number}`);
  expect(mail?.text).toContain('/settings/notifications');
  expect(mail?.html).toContain('Wait for payment before you ship.');
  expect(await openNotices(seller)).toBe(0);
  const marks = await factory.db('email_notices').where({ user_id: seller.id }).select('mail_id');
  expect(marks).toEqual([{ mail_id: mail?.id }, { mail_id: mail?.id }, { mail_id: mail?.id }]);
});

test('several moves of one offer count as one offer, and each has its line', async () => {
  const [buyer, seller] = await Promise.all([factory.aBuyer(), factory.aSeller()]);
  await daily(seller, 'offers');
  const { id, offer_number } = await factory.anOffer({ buyer, seller });
  const withdrawn = await (await factory.as(buyer)).request('POST', `/offers/${id}/withdraw`);
  expect(withdrawn.status).toBe(200);
  await digestAtOnce();
  expect(await subjectsTo(seller)).toEqual(['Your day on Lotwise: 1 offer']);
  expect((await mailsTo(seller))[0]?.text).toContain(`${offer_number} was withdrawn`);
});

test('where nothing happened, nothing leaves', async () => {
  const seller = await factory.aSeller();
  await daily(seller, 'offers', 'orders', 'claims');
  expect(await digestAtOnce()).toBe('Nothing to send.');
  await runTheJob();
  expect(await subjectsTo(seller)).toEqual([]);
});

test('the command tells how many mails it wrote', async () => {
  await aBusyDay();
  expect(await digestAtOnce()).toBe('Wrote 1 daily email.');
  await aBusyDay();
  await aBusyDay();
  expect(await digestAtOnce()).toBe('Wrote 2 daily emails.');
});

test('jobs and commands at once write one mail for each person', async () => {
  const days = await Promise.all([aBusyDay(), aBusyDay(), aBusyDay()]);
  await Promise.all([runTheJob(), digestAtOnce(), runTheJob(), digestAtOnce(), digestAtOnce()]);
  for (const { seller } of days) {
    expect(await subjectsTo(seller)).toEqual(['Your day on Lotwise: 2 offers, 1 order']);
    expect(await openNotices(seller)).toBe(0);
  }
});

test('two transactions for one person: the second waits and finds nothing', async () => {
  const { seller } = await aBusyDay();
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => factory.services.transaction((tx) => sendDigest(tx, seller.id))),
  );
  expect(answers.filter(Boolean)).toHaveLength(1);
  expect(await subjectsTo(seller)).toHaveLength(1);
});

test('killed before its commit, the job leaves no trace, and the next run writes the one mail', async () => {
  const { seller } = await aBusyDay();
  const own = connect(addressOf(factory.db), { max: 1 });
  const { config, cable, databaseClock } = factory.services;
  const carried = { config, cable, databaseClock };
  const killed = createTransactions(own, { carried }).transaction(async (tx) => {
    await sendDigest(tx, seller.id);
    // The connection dies as it does with its process, between the last statement and the commit.
    const { rows } = await tx.raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid');
    await factory.db.raw('select pg_terminate_backend(?)', [rows[0]?.pid ?? 0]);
  });
  await expect(killed).rejects.toThrow();
  await own.destroy();
  expect([await subjectsTo(seller), await openNotices(seller)]).toEqual([[], 3]);
  await runTheJob();
  expect([(await subjectsTo(seller)).length, await openNotices(seller)]).toEqual([1, 0]);
});

test('a run that is killed half-way loses nobody and mails nobody twice', async () => {
  const days = await Promise.all([aBusyDay(), aBusyDay()]);
  const [first = 0] = await peopleWithNotices(factory.db);
  await factory.services.transaction((tx) => sendDigest(tx, first));
  await runTheJob();
  for (const { seller } of days) expect(await subjectsTo(seller)).toHaveLength(1);
});

test('what was written before a change of the choice leaves with the next daily mail', async () => {
  const { seller } = await aBusyDay();
  await (await factory.as(seller)).request('PUT', '/me/notifications', {
    body: { choices: { offers: 'off', orders: 'instant' } },
  });
  await digestAtOnce();
  expect(await subjectsTo(seller)).toEqual(['Your day on Lotwise: 2 offers, 1 order']);
});

test('what happens during a run waits for the next one', async () => {
  const { seller } = await aBusyDay();
  await factory.services.transaction(async (tx) => {
    await sendDigest(tx, seller.id);
    await factory.anOffer({ seller });
  });
  expect(await openNotices(seller)).toBe(1);
  await digestAtOnce();
  expect(await subjectsTo(seller)).toEqual([
    'Your day on Lotwise: 2 offers, 1 order',
    'Your day on Lotwise: 1 offer',
  ]);
});

test('one click on a daily mail turns off what it told of', async () => {
  const { seller } = await aBusyDay();
  await digestAtOnce();
  const [mail] = await mailsTo(seller);
  const path = new URL(/<(.+)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '').pathname;
  const client = await factory.as(null);
  const { text } = await client.send('GET', path, { headers: { Accept: 'text/html' } });
  expect(text).toContain('Turn off offer and order emails?');
  expect((await client.send('POST', path)).status).toBe(200);
  const choices = await factory.db('notification_choices').where({ user_id: seller.id }).orderBy('kind');
  expect(choices.map(({ kind, email }) => [kind, email])).toEqual([
    ['offers', 'off'],
    ['orders', 'off'],
  ]);
});

test('a day of a hundred moves lists the first and counts the rest', async () => {
  const seller = await factory.aSeller();
  const notices = Array.from({ length: 100 }, (_item, index) => ({
    user_id: seller.id,
    kind: 'offers',
    event_key: `many:${index}:${seller.id}`,
    content: {
      subject: `OF-${index} <b>was</b> withdrawn`,
      preview: 'Closed.',
      path: `/my_offers?offer=${index}`,
    },
  }));
  await factory.db('email_notices').insert(notices);
  await digestAtOnce();
  const [mail] = await mailsTo(seller);
  expect(mail?.subject).toBe('Your day on Lotwise: 100 offers');
  expect(mail?.text).toContain('and 75 more');
  expect(mail?.html).not.toContain('<b>was</b>');
});

test('what left with a mail is forgotten after 90 days, what still waits never', async () => {
  const { seller } = await aBusyDay();
  await digestAtOnce();
  await factory.anOffer({ seller });
  const notices = () => factory.db('email_notices').where({ user_id: seller.id }).orderBy('id');
  const age = (days: number) =>
    factory
      .db('email_notices')
      .where({ user_id: seller.id })
      .update({ at: new Date(Date.now() - days * 86_400_000) });
  const sent = (await notices()).filter(({ mail_id }) => mail_id !== null);
  expect([sent.length, (await notices()).length]).toEqual([3, 4]);
  await age(89);
  await deleteSentNotices(factory.db);
  expect((await notices()).length).toBe(4);
  await age(91);
  // Two at once, in batches of one.
  await Promise.all([deleteSentNotices(factory.db, 1), deleteSentNotices(factory.db, 1)]);
  expect((await notices()).map(({ mail_id }) => mail_id)).toEqual([null]);
});
