import { lockSession } from '../../db/session-lock';
import { checkAtOnce } from '../../server/consistency/command';
import { checkConsistency } from '../../server/consistency/jobs';
import { COMMAND_LOCK } from '../../server/consistency/recorded';
import { listAudit } from '../../server/insights/audit/contract';
import { processEvent } from '../../server/payments/webhook';
import * as calls from '../../server/system/contract';
import { startProcessHeartbeat } from '../../server/system/heartbeat';
import { reportProblems } from '../../server/system/jobs';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { testConfig } from '../support/services';
import { useTestApp } from '../support/test-app';

const OPERATOR = 'operator@example.com';
const { operations } = testConfig();
const app = useTestApp({ rateLimits: false, operations: { ...operations, operationsEmail: OPERATOR } });
const factory = new Factory(app);
let staff: Client;

beforeAll(async () => {
  staff = await factory.as(await factory.staff());
});

afterEach(async () => {
  await factory.db.raw(
    'truncate graphile_worker._private_jobs, consistency_checks, consistency_findings, backups, processes, mails, payment_events',
  );
});

const status = async () => (await staff.call(calls.showSystem, {})).body;
const problems = async () => (await status()).problems.map(({ text }) => text);
const lastAct = async () => (await staff.call(listAudit, {})).body.entries[0];

test('nothing wrong is all systems normal', async () => {
  const { status: state, problems: none, database, storage, mails, webhooks, consistency } = await status();
  expect([state, none]).toEqual(['ok', []]);
  expect(database).toMatchObject({ migrated: true, replica: null });
  expect(database.size_bytes).toBeGreaterThan(0);
  expect(storage).toMatchObject({ kind: 'disk', backup: { configured: false, last: null } });
  expect(mails).toEqual({ unsent: 0, refused: 0, oldest_unsent_at: null });
  expect(webhooks).toEqual({ unprocessed: 0, oldest_at: null, events: [] });
  expect(consistency).toEqual({ finished_at: null, running: false, findings: [] });
});

test('a process is shown while it beats, and is deleted when it stops', async () => {
  const heartbeat = startProcessHeartbeat(app.services, 'worker', () => ({ connections: 3 }));
  while ((await status()).processes.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  const [shown] = (await status()).processes;
  expect(shown).toMatchObject({ kind: 'worker', pid: process.pid, responding: true, connections: 3 });
  expect(shown?.memory_bytes).toBeGreaterThan(1e6);
  await heartbeat.stop();
  expect((await status()).processes).toEqual([]);
});

const aProcess = (kind: 'web' | 'worker' | 'all', seenSecondsAgo: number) => ({
  id: crypto.randomUUID(),
  kind,
  host: 'web-1',
  pid: 1,
  version: 'abc',
  node: '22.0.0',
  seen_at: factory.db.raw('now() - make_interval(secs => ?)', [seenSecondsAgo]),
});

test("waits are told by the database's clock", async () => {
  await factory.db.raw(`select graphile_worker.add_job('a-job-of-no-worker')`);
  const later = new Date(Date.now() + 3_600_000);
  vi.spyOn(app.services.databaseClock, 'now').mockReturnValue(later);
  expect(await problems()).toContain('Jobs have waited for 60 minutes');
  expect((await status()).at).toBe(later.toISOString());
  vi.restoreAllMocks();
});

test('a process that is silent for 30 s is not responding', async () => {
  await factory.db('processes').insert([aProcess('all', 5), aProcess('web', 40)]);
  expect((await status()).processes.map(({ responding }) => responding)).toEqual([true, false]);
  expect(await problems()).toEqual(['1 process not responding']);
});

test('web processes alone do no work', async () => {
  await factory.db('processes').insert(aProcess('web', 5));
  expect(await problems()).toEqual(['No worker is running']);
});

type Mail = { sent_at?: Date; attempts?: number; last_error?: string; created_at?: Date };

async function aMail(fields: Mail = {}): Promise<number> {
  const [mail] = await factory
    .db('mails')
    .insert({ recipient: 'ada@example.com', subject: 'An offer', text: 'secret', html: 'secret', ...fields })
    .returning('id');
  return mail?.id ?? 0;
}

const REFUSED = { attempts: 1, last_error: '550 No such user' };
const listed = async (state: string) =>
  (await staff.call(calls.listSystemMails, {}, undefined, { state })).body.mails;

test('refused mails are listed with the answer of the server, without their bodies', async () => {
  const id = await aMail(REFUSED);
  await aMail();
  const [mail] = await listed('refused');
  expect(mail).toEqual({
    id,
    to: 'ada@example.com',
    subject: 'An offer',
    attempts: 1,
    last_error: '550 No such user',
    created_at: expect.any(String),
  });
  expect(await listed('unsent')).toHaveLength(1);
  expect(await problems()).toEqual(['1 refused email']);
  const wrong = await staff.call(calls.listSystemMails, {}, undefined, { state: 'lost' });
  expect([wrong.status, wrong.body]).toMatchObject([
    422,
    { errors: ['State is not valid'], code: 'invalid' },
  ]);
});

test('a retried mail has one job, however often it is retried', async () => {
  const id = await aMail(REFUSED);
  const answers = await Promise.all([1, 2, 3].map(() => staff.call(calls.retryMail, { id })));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
  const { rows } = await factory.db.raw('select payload from graphile_worker._private_jobs');
  expect(rows).toEqual([{ payload: { mail_id: id } }]);
  expect(await listed('refused')).toEqual([]);
  expect(await lastAct()).toMatchObject({ action: 'mail.retry', subject_id: id });
});

test('a discarded mail is never sent', async () => {
  const id = await aMail(REFUSED);
  await staff.call(calls.retryMail, { id });
  expect((await staff.call(calls.discardMail, { id }, {})).body).toMatchObject({
    errors: ['Reason is required'],
  });
  expect((await staff.call(calls.discardMail, { id }, { reason: 'Closed account' })).status).toBe(204);
  expect(await lastAct()).toMatchObject({ action: 'mail.discard', after: { reason: 'Closed account' } });
  expect((await status()).mails).toMatchObject({ unsent: 0, refused: 0 });
  const { rows } = await factory.db.raw('select id from graphile_worker._private_jobs');
  expect(rows).toEqual([]);
  expect((await staff.call(calls.retryMail, { id })).status).toBe(404);
});

test('a mail that was sent is neither retried nor discarded', async () => {
  const id = await aMail({ sent_at: new Date() });
  for (const act of [calls.retryMail, calls.discardMail]) {
    const answer = await staff.call(act as typeof calls.retryMail, { id }, { reason: 'Late' });
    expect([answer.status, answer.body]).toEqual([
      409,
      { error: 'This email was already sent.', code: 'conflict' },
    ]);
  }
});

test('an event is processed again by one job, and not at all once it is processed', async () => {
  const old = new Date(Date.now() - 600_000);
  await factory.db('payment_events').insert([
    { id: 'evt_1', type: 'a.thing', payload: { id: 'evt_1', type: 'a.thing', data: {} }, received_at: old },
    { id: 'evt_2', type: 'a.thing', payload: {}, processed_at: new Date() },
  ]);
  expect(await problems()).toEqual(['Payment events have waited for 10 minutes']);
  const answers = await Promise.all([1, 2].map(() => staff.call(calls.processEvent, { event: 'evt_1' })));
  expect(answers.map((answer) => [answer.status, answer.body])).toEqual([
    [202, {}],
    [202, {}],
  ]);
  expect((await staff.call(calls.processEvent, { event: 'evt_2' })).status).toBe(200);
  expect((await staff.call(calls.processEvent, { event: 'evt_3' })).status).toBe(404);
  const { rows } = await factory.db.raw('select payload from graphile_worker._private_jobs');
  expect(rows).toEqual([{ payload: { event_id: 'evt_1' } }]);
  await runDueJobs(app.services, [processEvent]);
  expect((await status()).webhooks.unprocessed).toBe(0);
});

const startCheck = () => staff.call(calls.runCheck, {});

test('one check runs at a time, and its findings are shown and mailed once a day', async () => {
  const product = await factory.aProduct();
  await factory.db('products').where({ id: product.id }).increment('units', 1);
  const answers = await Promise.all([startCheck(), startCheck()]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([202, 409]);
  expect(answers.find((answer) => answer.status === 409)?.body).toEqual({
    error: 'A check is already running.',
    code: 'conflict',
  });
  expect((await status()).consistency.running).toBe(true);
  await runDueJobs(app.services, [checkConsistency]);
  const { consistency, problems: shown } = await status();
  expect(consistency).toMatchObject({ running: false, findings: [{ check: 'stock', count: 1 }] });
  expect(shown.map(({ text }) => text)).toContain('1 consistency finding');
  expect(await factory.db('consistency_findings').whereNot({ subject_type: 'total' })).toMatchObject([
    { name: 'stock', subject_type: 'product', subject_id: String(product.id) },
  ]);
  for (let n = 0; n < 2; n++) await reportProblems.work(app.services, {});
  const mails = await factory.db('mails').where({ recipient: OPERATOR });
  expect(mails).toMatchObject([{ subject: '1 consistency finding' }]);
  expect(mails[0]?.text).toContain('stock: 1');
  expect(mails[0]?.text).toContain('/admin/system');
  await factory.db('products').where({ id: product.id }).decrement('units', 1);
});

test('the nightly check is a row, and takes up the one that its killed worker left', async () => {
  const [left] = await factory.db('consistency_checks').insert({ trigger: 'nightly' }).returning('id');
  await checkConsistency.work(app.services, {});
  await checkConsistency.work(app.services, {});
  const rows = await factory.db('consistency_checks').orderBy('id');
  expect(rows).toMatchObject([{ id: left?.id, trigger: 'nightly' }, { trigger: 'nightly' }]);
  expect(rows.every(({ finished_at }) => finished_at !== null)).toBe(true);
});

test('a check whose job is gone keeps no other from starting', async () => {
  await factory.db('consistency_checks').insert({
    trigger: 'staff',
    started_at: new Date(Date.now() - 120_000),
  });
  expect((await status()).consistency.running).toBe(false);
  expect((await startCheck()).status).toBe(202);
});

test('a check by command keeps others from starting until it ends or is killed', async () => {
  const release = await lockSession(app.databaseUrl, COMMAND_LOCK);
  await factory.db('consistency_checks').insert({ trigger: 'command' });
  expect((await startCheck()).status).toBe(409);
  await release?.();
  expect((await status()).consistency.running).toBe(false);
  expect((await startCheck()).status).toBe(202);
});

test('a check by command is recorded, though the one before was killed', async () => {
  await factory.db('consistency_checks').insert({ trigger: 'command' });
  await checkAtOnce(app.services, []).catch(() => undefined);
  const rows = await factory.db('consistency_checks');
  expect(rows).toMatchObject([{ trigger: 'command', finished_at: expect.any(Date) }]);
});

test('a failed backup and a failed payment job are mailed, without data of customers', async () => {
  await factory.db('backups').insert({ location: 'file:///b', error: 'Disk full', finished_at: new Date() });
  await factory.db.raw(`select graphile_worker.add_job('render-nothing') from generate_series(1, 1_001)`);
  for (let n = 0; n < 2; n++)
    await factory.db.raw(`select graphile_worker.add_job('refund-payment', '{"refund_id": 1}')`);
  await factory.db.raw(`update graphile_worker._private_jobs
    set attempts = max_attempts, last_error = 'No card of ada@example.com'`);
  expect(await problems()).toEqual(['1,003 failed jobs', 'The last backup failed']);
  await reportProblems.work(app.services, {});
  await reportProblems.work(app.services, {});
  const mails = await factory.db('mails').where({ recipient: OPERATOR }).orderBy('id');
  expect(mails.map(({ subject }) => subject)).toEqual(['Backup failed', 'A payment job failed']);
  expect(mails[0]?.text).toContain('Reason: Disk full');
  expect(mails[1]?.text).toMatch(/Name: refund-payment\nJob: \d+\nError: No card of \[email\]/);
});

test('traders get 403, and their page is 404', async () => {
  for (const person of [await factory.aBuyer(), await factory.aSeller()]) {
    const client = await factory.as(person);
    expect((await client.call(calls.showSystem, {})).status).toBe(403);
    const page = await client.send('GET', '/admin/system', { headers: { Accept: 'text/html' } });
    expect(page.status).toBe(404);
  }
});
