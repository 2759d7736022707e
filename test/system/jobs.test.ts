import { number, object } from 'yup';
import { listAudit } from '../../server/insights/audit/contract';
import { job } from '../../server/jobs/job';
import { type RunningWorker, startWorker } from '../../server/jobs/worker';
import { MONEY_JOBS } from '../../server/payments/jobs';
import * as calls from '../../server/system/contract';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);
let staff: Client;
let colleague: Client;
let worker: RunningWorker | undefined;

beforeAll(async () => {
  staff = await factory.as(await factory.staff());
  colleague = await factory.as(await factory.staff());
});

afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await factory.db.raw('truncate graphile_worker._private_jobs');
});

type State = 'due' | 'scheduled' | 'failed' | 'running';

const CHANGES: Record<State, string> = {
  due: '',
  scheduled: `run_at = now() + interval '1 hour', attempts = 2, last_error = 'No answer'`,
  failed: `attempts = max_attempts, last_error = 'No answer'`,
  running: `locked_at = now(), locked_by = 'a worker', attempts = 1`,
};

async function aJob(state: State, name = 'render-nothing', payload: object = { n: 1 }): Promise<number> {
  const { rows } = await factory.db.raw<{ rows: { id: number }[] }>(
    'select id::int from graphile_worker.add_job(?, ?::json)',
    [name, JSON.stringify(payload)],
  );
  const id = rows[0]?.id ?? 0;
  if (CHANGES[state])
    await factory.db.raw(`update graphile_worker._private_jobs set ${CHANGES[state]} where id = ?`, [id]);
  return id;
}

const stored = async (id: number) => {
  const { rows } = await factory.db.raw<{
    rows: { attempts: number; due: boolean; locked_at: Date | null }[];
  }>('select attempts, run_at <= now() as due, locked_at from graphile_worker._private_jobs where id = ?', [
    id,
  ]);
  return rows[0] ?? null;
};

const retry = (id: number, who = staff) => who.call(calls.retryJob, { job: String(id) });
const discard = (id: number, reason?: string, who = staff) =>
  who.call(calls.discardJob, { job: String(id) }, { reason });

const lastActs = async (count: number) => (await staff.call(listAudit, {})).body.entries.slice(0, count);

/** What each act does to a job in each state: the status, and whether the job is due with no attempts. */
const TABLE: readonly [State, retried: number, discarded: number][] = [
  ['due', 200, 204],
  ['scheduled', 200, 204],
  ['failed', 200, 204],
  ['running', 409, 409],
];

test.each(TABLE)(
  'a job that is %s answers a retry with %i and a discard with %i',
  async (state, retried, discarded) => {
    const first = await aJob(state);
    const answer = await retry(first);
    expect(answer.status).toBe(retried);
    if (retried === 200) {
      expect(answer.body).toMatchObject({ id: first, state: 'due', attempts: 0 });
      expect(await stored(first)).toMatchObject({ attempts: 0, due: true });
    } else expect(answer.body).toEqual({ error: 'This job is running now.', code: 'conflict' });
    const second = await aJob(state);
    const gone = await discard(second, 'Not needed');
    expect(gone.status).toBe(discarded);
    if (discarded === 204) expect(await stored(second)).toBeNull();
    else {
      expect(gone.body).toEqual({ error: 'This job is running now.', code: 'conflict' });
      expect(await stored(second)).toMatchObject({ attempts: 1 });
    }
  },
);

test('a job that is gone is not found', async () => {
  for (const job of ['999999999', '0', 'x', '99999999999999999999'])
    for (const act of [calls.retryJob, calls.discardJob])
      expect((await staff.call(act as typeof calls.retryJob, { job }, { reason: 'Gone' })).status).toBe(404);
});

test('a discard needs a reason', async () => {
  const id = await aJob('failed');
  for (const reason of [undefined, '', '   ']) {
    const answer = await discard(id, reason);
    expect([answer.status, answer.body]).toMatchObject([
      422,
      { errors: ['Reason is required'], code: 'invalid' },
    ]);
  }
  for (const reason of [['a'], { a: 1 }]) expect((await discard(id, reason as never)).status).toBe(422);
  expect(await stored(id)).not.toBeNull();
});

test.each([...MONEY_JOBS])('%s is retried, and never discarded', async (name) => {
  const id = await aJob('failed', name, { event_id: 'evt_1' });
  const answer = await discard(id, 'Tired of it');
  expect([answer.status, answer.body]).toEqual([
    409,
    { error: 'Payment jobs can be retried but not discarded.', code: 'conflict' },
  ]);
  expect((await retry(id)).status).toBe(200);
});

test('jobs are listed by state and name, with the count of all and without secrets', async () => {
  await aJob('failed', 'render-nothing', {
    n: 1,
    reset_token: 'abc',
    nested: { link: '/magic/sign_in/abcdef', password: 'hunter2' },
  });
  await aJob('failed', 'render-something');
  await aJob('due');
  const { body, headers } = await staff.call(calls.listSystemJobs, {}, undefined, {
    state: 'failed',
    per: 1,
  });
  expect(headers.get('X-Total-Count')).toBe('2');
  expect(headers.get('Link')).toContain('page=2');
  expect(body.jobs).toEqual([
    expect.objectContaining({
      name: 'render-nothing',
      state: 'failed',
      last_error: 'No answer',
      discardable: true,
      payload: {
        n: 1,
        reset_token: '[hidden]',
        nested: { link: '/magic/sign_in/[hidden]', password: '[hidden]' },
      },
    }),
  ]);
  const named = await staff.call(calls.listSystemJobs, {}, undefined, { name: 'render-something' });
  expect(named.body.jobs.map(({ name }) => name)).toEqual(['render-something']);
  const wrong = await staff.call(calls.listSystemJobs, {}, undefined, { state: 'lost' });
  expect([wrong.status, wrong.body]).toMatchObject([
    422,
    { errors: ['State is not valid'], code: 'invalid' },
  ]);
});

test('a huge job is listed and discarded without its data', async () => {
  const id = await aJob('failed', 'huge', { text: '0123456789'.repeat(2_000_000) });
  await factory.db.raw(
    `update graphile_worker._private_jobs set last_error = repeat('No answer. ', 100000) where id = ?`,
    [id],
  );
  const start = process.cpuUsage();
  const { body } = await staff.call(calls.listSystemJobs, {}, undefined, { name: 'huge' });
  expect(body.jobs).toMatchObject([{ id, payload: null, payload_bytes: 20_000_011 }]);
  expect(body.jobs[0]?.last_error).toHaveLength(10_000);
  expect((await discard(id, 'It is too large')).status).toBe(204);
  expect(process.cpuUsage(start).user).toBeLessThan(3_000_000);
  expect(await lastActs(1)).toMatchObject([{ after: { payload: null, payload_bytes: 20_000_011 } }]);
});

test('all failed jobs of a name are retried at once, others stay', async () => {
  const ids = [await aJob('failed'), await aJob('failed'), await aJob('failed')];
  const [other, scheduled] = [await aJob('failed', 'render-something'), await aJob('scheduled')];
  const { body } = await staff.call(calls.retryJobs, {}, { name: 'render-nothing' });
  expect(body).toEqual({ retried: 3 });
  for (const id of ids) expect(await stored(id)).toMatchObject({ attempts: 0, due: true });
  expect(await stored(other)).toMatchObject({ attempts: 25 });
  expect(await stored(scheduled)).toMatchObject({ attempts: 2, due: false });
  expect(await lastActs(1)).toMatchObject([
    { action: 'job.retry', subject_type: 'jobs', after: { name: 'render-nothing', retried: 3 } },
  ]);
  expect((await staff.call(calls.retryJobs, {}, {})).status).toBe(422);
});

test('a retry and a discard are in the audit log, with payload and reason', async () => {
  const id = await aJob('failed', 'render-nothing', { n: 7, token: 'abc' });
  await retry(id);
  await discard(id, 'The file is gone');
  expect(await lastActs(2)).toMatchObject([
    {
      action: 'job.discard',
      subject_id: id,
      after: { name: 'render-nothing', reason: 'The file is gone', payload: { n: 7, token: '[hidden]' } },
    },
    { action: 'job.retry', subject_type: 'job', subject_id: id },
  ]);
});

test('a failing job is shown with its error, and a retry of two at once runs it once', async () => {
  const runs: number[] = [];
  let broken = true;
  const render = job(
    'render-nothing',
    object({ n: number().required() }),
    async (_services, { n }) => {
      if (broken) throw new Error('The printer is on fire');
      runs.push(n);
    },
    { attempts: 1 },
  );
  worker = await startWorker(app.services, [render]);
  const begun = performance.now();
  const id = await aJob('due', 'render-nothing', { n: 3 });
  await factory.db.raw('update graphile_worker._private_jobs set max_attempts = 1 where id = ?', [id]);
  for (;;) {
    const { body } = await staff.call(calls.listSystemJobs, {}, undefined, { state: 'failed' });
    if (body.jobs[0]?.last_error === 'The printer is on fire') break;
    expect(performance.now() - begun).toBeLessThan(10_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { body } = await staff.call(calls.showSystem, {});
  expect(body.status).toBe('attention');
  expect(body.problems).toContainEqual({
    code: 'failed_jobs',
    text: '1 failed job',
    href: '/admin/system#queue',
  });
  broken = false;
  const answers = await Promise.all([retry(id), retry(id, colleague), retry(id), retry(id, colleague)]);
  expect(answers.map(({ status }) => status)).toContain(200);
  for (const { status } of answers) expect([200, 404, 409]).toContain(status);
  while (await stored(id)) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(runs).toEqual([3]);
});
