import { object } from 'yup';
import type { Config } from '../../server/config/config';
import { mailbox } from '../../server/development/queries';
import { enqueue, job } from '../../server/jobs/job';
import { startWorker } from '../../server/jobs/worker';
import { deliver, type Mail, sendMail } from '../../server/mail/mailer';
import { unsubscribeToken } from '../../server/mail/unsubscribe-token';
import type { Services } from '../../server/services';
import { type TestDatabase, testDatabase } from '../support/database';
import { runDueJobs } from '../support/jobs';
import { until } from '../support/process';
import { testServices } from '../support/services';
import { header, type MailServer, mailServer } from '../support/smtp';

let database: TestDatabase;
let services: Services;
let smtp: MailServer;

const soon = () => new Date(Date.now() + 3_600_000);

const withMail = (mail: Config['mail']): Services => ({
  ...services,
  config: { ...services.config, mail },
});
const bySmtp = () => withMail({ kind: 'smtp', url: smtp.url, from: 'Acme <hello@acme.example>' });

const write = (mail: Partial<Mail> = {}) =>
  services.transaction((tx) =>
    deliver(tx, {
      to: 'ada@example.com',
      subject: 'Grüße',
      view: 'greeting',
      locals: { name: 'Ada' },
      ...mail,
    }),
  );

const theMail = () => services.db('mails').first();

beforeAll(async () => {
  database = await testDatabase();
  smtp = await mailServer();
  services = testServices(database.url, {
    config: { root: __dirname, appUrl: 'https://acme.example', brandName: 'Acme' },
  });
});

afterEach(async () => {
  smtp.taken.length = 0;
  smtp.envelopes.length = 0;
  smtp.replies.length = 0;
  await services.db.raw('truncate mails; truncate graphile_worker._private_jobs');
});

afterAll(async () => {
  await smtp.close();
  await services.db.destroy();
  await database.drop();
});

test('a mail arrives once, in both versions, and its body is not kept', async () => {
  await write();
  await runDueJobs(bySmtp(), [sendMail]);
  await runDueJobs(bySmtp(), [sendMail]);
  expect(smtp.taken).toHaveLength(1);
  const [message] = smtp.taken as [string];
  expect(header(message, 'From')).toBe('Acme <hello@acme.example>');
  expect(header(message, 'To')).toBe('ada@example.com');
  expect(message).toContain('text/plain');
  expect(message).toContain('text/html');
  expect(await theMail()).toMatchObject({
    sent_at: expect.any(Date),
    attempts: 1,
    last_error: null,
    html: '',
    text: '',
  });
});

test('the same event twice is one mail, also at once', async () => {
  await Promise.all([1, 2, 3].map(() => write({ eventKey: 'order-1-confirmed' })));
  await write({ eventKey: 'order-1-confirmed' });
  await runDueJobs(bySmtp(), [sendMail]);
  expect(smtp.taken).toHaveLength(1);
});

test('an act that fails sends nothing', async () => {
  const act = services.transaction(async (tx) => {
    await deliver(tx, { to: 'ada@example.com', subject: 'Hi', view: 'greeting', locals: { name: 'Ada' } });
    throw new Error('no');
  });
  await expect(act).rejects.toThrow('no');
  expect(await services.db('mails')).toEqual([]);
});

test('a mail put off with 450 is sent at the next try', async () => {
  smtp.replies.push('450');
  await write();
  await expect(runDueJobs(bySmtp(), [sendMail])).rejects.toThrow('Not this time');
  expect(await theMail()).toMatchObject({ sent_at: null, attempts: 1, last_error: expect.any(String) });
  await runDueJobs(bySmtp(), [sendMail], soon());
  expect(smtp.taken).toHaveLength(1);
  expect(await theMail()).toMatchObject({ sent_at: expect.any(Date), attempts: 2, last_error: null });
});

test('a dropped connection is tried again', async () => {
  smtp.replies.push('drop');
  await write();
  await expect(runDueJobs(bySmtp(), [sendMail])).rejects.toThrow();
  await runDueJobs(bySmtp(), [sendMail], soon());
  expect(smtp.taken).toHaveLength(1);
});

test('a mail whose receipt was lost comes again under the same Message-ID', async () => {
  smtp.replies.push('drop after taking');
  await write();
  await expect(runDueJobs(bySmtp(), [sendMail])).rejects.toThrow();
  await runDueJobs(bySmtp(), [sendMail], soon());
  const ids = smtp.taken.map((message) => header(message, 'Message-ID'));
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  expect(ids[0]).toMatch(/^<mail-\d+-\w+@acme\.example>$/);
});

test('a permanently rejected mail is not retried and stores the reason', async () => {
  smtp.replies.push('550');
  await write();
  await runDueJobs(bySmtp(), [sendMail]);
  await runDueJobs(bySmtp(), [sendMail], soon());
  expect(smtp.taken).toEqual([]);
  expect(await theMail()).toMatchObject({
    sent_at: null,
    attempts: 1,
    last_error: expect.stringContaining('550'),
  });
});

test('two workers at one mail send it once', async () => {
  await write();
  const mail = await theMail();
  await Promise.all([1, 2, 3].map(() => sendMail.work(bySmtp(), { mail_id: Number(mail?.id) })));
  expect(smtp.taken).toHaveLength(1);
});

test('answers go to whom the mail names', async () => {
  await write({ replyTo: 'eve@example.com' });
  await runDueJobs(bySmtp(), [sendMail]);
  expect(header(smtp.taken[0] ?? '', 'Reply-To')).toBe('eve@example.com');
});

test('an address is one address', async () => {
  await write({ to: 'ada@example.com, eve@example.com' });
  await runDueJobs(bySmtp(), [sendMail]).catch(() => undefined);
  expect(smtp.envelopes.flatMap((envelope) => envelope.rcptTo.map(({ address }) => address))).not.toContain(
    'eve@example.com',
  );
});

test('without a mail server the mails are in the mailbox, newest first, and count as sent', async () => {
  await write({ subject: 'First' });
  await write({ subject: 'Second', to: 'bob@example.com' });
  await runDueJobs(withMail({ kind: 'mailbox', from: 'Acme <hello@acme.example>' }), [sendMail]);
  expect(smtp.taken).toEqual([]);
  const mails = await mailbox(services.db);
  expect(mails.map(({ subject, to }) => [subject, to])).toEqual([
    ['Second', 'bob@example.com'],
    ['First', 'ada@example.com'],
  ]);
  expect(mails[0]).toEqual({
    id: expect.any(Number),
    to: 'bob@example.com',
    subject: 'Second',
    text: expect.stringContaining('Hello Ada,'),
    html: expect.stringContaining('<p>Hello Ada,</p>'),
    headers: {},
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
  expect(await services.db('mails').whereNull('sent_at')).toEqual([]);
});

test('a mail that may be off arrives with both headers of one click', async () => {
  await services.transaction((tx) =>
    deliver(tx, {
      kind: 'offers',
      userId: 7,
      to: 'ada@example.com',
      subject: 'Hi',
      view: 'greeting',
      eventKey: 'offer:1:submit:1:7',
      locals: { name: 'Ada', path: '/my_offers', preview: 'Read it.' },
    }),
  );
  await runDueJobs(bySmtp(), [sendMail]);
  // Long headers are folded before a space (RFC 5322, section 2.2.3).
  const message = (smtp.taken[0] ?? '').replace(/\r?\n[ \t]+/g, ' ');
  const token = unsubscribeToken(services.config, { userId: 7, topics: ['offers'] });
  expect(header(message, 'List-Unsubscribe')).toBe(`<https://acme.example/unsubscribe/${token}>`);
  expect(header(message, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  expect((await theMail())?.headers).toBeNull();
});

test('a mail server that hangs holds up no other job', async () => {
  let done: () => void = () => undefined;
  const refunded = new Promise<void>((resolve) => {
    done = resolve;
  });
  const refund = job('refund', object({}), async () => done());
  smtp.replies.push(...Array<'hang'>(20).fill('hang'));
  for (let mail = 0; mail < 20; mail += 1) await write();
  const worker = await startWorker(bySmtp(), [sendMail, refund]);
  await until(async () => smtp.replies.length < 20);
  const start = performance.now();
  await services.transaction((tx) => enqueue(tx, refund, {}));
  await refunded;
  expect(performance.now() - start).toBeLessThan(3_000);
  smtp.replies.length = 0;
  const stopped = worker.stop();
  smtp.hangUp();
  await stopped;
});
