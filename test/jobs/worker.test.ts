import { EventEmitter, once } from 'node:events';
import pg from 'pg';
import { number, object } from 'yup';
import { units } from '../../server/contract/fields';
import { SET_ASIDE, unlockDeadWorkers } from '../../server/jobs/dead-workers';
import { enqueue, every, type Job, job } from '../../server/jobs/job';
import { listJobs, rescheduleJobs } from '../../server/jobs/queue';
import { type RunningWorker, startWorker } from '../../server/jobs/worker';
import type { Services } from '../../server/services';
import { type TestDatabase, testDatabase } from '../support/database';
import { runDueJobs } from '../support/jobs';
import { testServices } from '../support/services';

let database: TestDatabase;
let services: Services;
let worker: RunningWorker | undefined;

beforeAll(async () => {
  database = await testDatabase();
  services = testServices(database.url);
});

afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await services.db.raw('truncate graphile_worker._private_jobs');
});

afterAll(async () => {
  await services.db.destroy();
  await database.drop();
});

const payload = object({ n: number().required() });

/** A job that records its payloads. */
function telling(name = 'tell') {
  const completed = new EventEmitter();
  const ran: number[] = [];
  const tell = job(name, payload, async (_services, { n }) => {
    ran.push(n);
    completed.emit('ran', n);
  });
  return { tell, ran, next: () => once(completed, 'ran') };
}

const add = (task: Job<{ n: number }>, n: number, when = {}) =>
  services.transaction((tx) => enqueue(tx, task, { n }, when));

const waiting = async () => {
  const { rows } = await services.db.raw('select count(*)::int as n from graphile_worker.jobs');
  return rows[0].n as number;
};

const untilNoneWait = async () => {
  while ((await waiting()) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
};

test('a job starts within a moment of the commit, and not before it', async () => {
  const { tell, ran, next } = telling();
  worker = await startWorker(services, [tell]);
  const waits: number[] = [];
  for (let n = 1; n <= 5; n++) {
    const completed = next();
    await services.transaction(async (tx) => {
      await enqueue(tx, tell, { n });
      await services.db.raw('select pg_sleep(0.1)');
      expect(ran).toHaveLength(n - 1);
    });
    const committed = performance.now();
    await completed;
    waits.push(performance.now() - committed);
  }
  // The queue is polled every second; without NOTIFY the delays would be spread over that time.
  expect(Math.max(...waits.toSorted((a, b) => a - b).slice(0, 3))).toBeLessThan(200);
});

test('a job of an act that failed does not exist', async () => {
  const { tell } = telling();
  const act = services.transaction(async (tx) => {
    await enqueue(tx, tell, { n: 1 });
    throw new Error('no');
  });
  await expect(act).rejects.toThrow('no');
  expect(await waiting()).toBe(0);
});

test('units keep all their digits on the way through the queue', async () => {
  const seen: bigint[] = [];
  const count = job('count', object({ units: units().required() }), async (_services, payload) => {
    seen.push(payload.units);
  });
  await services.transaction((tx) => enqueue(tx, count, { units: 9_000_000_000_000_000_000n }));
  await runDueJobs(services, [count]);
  expect(seen).toEqual([9_000_000_000_000_000_000n]);
});

test('the line of a job says what it asked of the database', async () => {
  const info = vi.fn();
  const logging = { ...services, log: { child: () => ({ info }) } as never };
  const asks = job('ask', payload, async ({ db }) => {
    await Promise.all([db.raw('select pg_sleep(0.05)'), db.raw('select 1')]);
  });
  await add(asks, 1);
  await runDueJobs(logging, [asks]);
  expect(info).toHaveBeenCalledWith(
    { ms: expect.any(Number), dbMs: expect.any(Number), dbQueries: 2 },
    'job done',
  );
  expect(info.mock.calls[0]?.[0].dbMs).toBeGreaterThanOrEqual(50);
});

test('a job that fails is tried again later, and its failure is known', async () => {
  const fails = job('fail', payload, async () => {
    throw new Error('the shelf is gone');
  });
  await add(fails, 1);
  await expect(runDueJobs(services, [fails])).rejects.toThrow('the shelf is gone');
  const { rows } = await services.db.raw(
    'select attempts, last_error, run_at > now() as later from graphile_worker.jobs',
  );
  expect(rows).toEqual([{ attempts: 1, last_error: 'the shelf is gone', later: true }]);
});

test('a job that fails for good is reported, and one that is tried again is not', async () => {
  const report = vi.fn();
  const reporting = { ...services, errorReports: { ...services.errorReports, report } };
  const error = new Error('the shelf is gone');
  const fails = (name: string, attempts: number): Job<{ n: number }> => ({
    ...job(name, payload, async () => {
      throw error;
    }),
    attempts,
  });
  for (const failing of [fails('once', 1), fails('twice', 2)]) {
    await add(failing, 1);
    await expect(runDueJobs(reporting, [failing])).rejects.toThrow(error);
  }
  expect(report.mock.calls).toEqual([[error, { job: 'once', jobId: expect.any(String) }]]);
});

test('a payload that its schema refuses never reaches the work', async () => {
  const { tell, ran } = telling();
  await services.db.raw(`select graphile_worker.add_job('tell', '{"n": "many"}')`);
  await expect(runDueJobs(services, [tell])).rejects.toThrow('Send a number as n');
  expect(ran).toEqual([]);
});

test('a later job of the same key replaces the waiting one', async () => {
  const { tell, ran } = telling();
  await add(tell, 1, { key: 'once' });
  await add(tell, 2, { key: 'once' });
  await runDueJobs(services, [tell]);
  expect(ran).toEqual([2]);
});

test('a job for later waits for its time', async () => {
  const { tell, ran } = telling();
  const inTwoDays = new Date(Date.now() + 48 * 3_600_000);
  await add(tell, 1, { runAt: inTwoDays });
  await runDueJobs(services, [tell]);
  expect(ran).toEqual([]);
  await runDueJobs(services, [tell], inTwoDays);
  expect(ran).toEqual([1]);
});

test('what a killed worker held is run by another, even at its last attempt', async () => {
  const { tell, ran, next } = telling();
  const lastTry: Job<{ n: number }> = { ...tell, attempts: 1 };
  await services.transaction((tx) => enqueue(tx, lastTry, { n: 7 }, { queue: 'shelf' }));
  await services.db.raw(`
    update graphile_worker._private_jobs
      set attempts = 1, locked_by = 'pool-killed', locked_at = now() - interval '21 seconds';
    update graphile_worker._private_job_queues
      set locked_by = 'pool-killed', locked_at = now() - interval '21 seconds';
    insert into job_workers values ('pool-killed', now() - interval '21 seconds')`);
  worker = await startWorker(services, [lastTry]);
  await next();
  expect(ran).toEqual([7]);
  await untilNoneWait();
  expect(await services.db('job_workers').where('id', 'pool-killed')).toEqual([]);
});

/** As if a process had ended while it ran these jobs in both of its lanes. */
const endWorkerOf = (...names: string[]) =>
  services.db.raw(
    `with lanes as (
       insert into job_workers select 'pool-' || slots, now() - interval '21 seconds' from unnest(array['common', 'mail']) slots
       on conflict (id) do update set seen_at = excluded.seen_at)
     update graphile_worker._private_jobs jobs
        set attempts = jobs.attempts + 1, locked_at = now() - interval '21 seconds',
            locked_by = case tasks.identifier when 'send' then 'pool-mail' else 'pool-common' end
       from graphile_worker._private_tasks tasks
      where tasks.id = jobs.task_id and tasks.identifier = any(?)`,
    [names],
  );

/** Name, state, and seconds until the next run. */
const jobsThere = async () => {
  const { rows } = await services.db.raw<{
    rows: { name: string; attempts: number; max: number; wait: number }[];
  }>(
    `select tasks.identifier as name, attempts, max_attempts as max, round(extract(epoch from run_at - now()))::int as wait
       from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      order by jobs.id`,
  );
  return rows.map(({ name, attempts, max, wait }) => [
    name,
    attempts >= max ? 'set aside' : 'waits',
    Math.max(wait, 0),
  ]);
};

test('a job that ended its worker twice is set aside, and those beside it run again one by one', async () => {
  const [hanging, innocent, send] = ['hang', 'tell', 'send'].map((name) => telling(name).tell) as Job<{
    n: number;
  }>[];
  for (const task of [hanging, innocent, send]) await add(task as Job<{ n: number }>, 1);
  const pool = new pg.Pool({ connectionString: database.url });
  await endWorkerOf('hang', 'tell', 'send');
  await Promise.all([unlockDeadWorkers(pool, services.log), unlockDeadWorkers(pool, services.log)]);
  expect(await jobsThere()).toEqual([
    ['hang', 'waits', 0],
    ['tell', 'waits', 5],
    ['send', 'waits', 10],
  ]);
  // Both of the others that ended one worker are running again: the cause is not known.
  await endWorkerOf('hang', 'send');
  await unlockDeadWorkers(pool, services.log);
  expect(await jobsThere()).toEqual([
    ['hang', 'waits', 0],
    ['tell', 'waits', 5],
    ['send', 'waits', 10],
  ]);
  await endWorkerOf('hang');
  await unlockDeadWorkers(pool, services.log);
  expect((await jobsThere())[0]).toEqual(['hang', 'set aside', 0]);
  const { jobs } = await listJobs(services.db, { state: 'failed', name: '', limit: 9, offset: 0 });
  expect(jobs).toMatchObject([{ name: 'hang', last_error: SET_ASIDE, payload: { n: 1 } }]);
  await services.transaction((tx) => rescheduleJobs(tx, [jobs[0]?.id ?? 0]));
  await endWorkerOf('hang');
  await unlockDeadWorkers(pool, services.log);
  expect((await jobsThere())[0]).toEqual(['hang', 'set aside', 0]);
  await pool.end();
});

test('what a living worker holds is left to it, however long it takes', async () => {
  const { tell, ran, next } = telling();
  await add(tell, 1);
  await services.db.raw(`
    update graphile_worker._private_jobs set locked_by = 'pool-alive', locked_at = now() - interval '1 hour';
    insert into job_workers values ('pool-alive', now())`);
  worker = await startWorker(services, [tell]);
  await add(tell, 2);
  await next();
  expect(ran).toEqual([2]);
  expect(await waiting()).toBeGreaterThanOrEqual(1);
  await services.db('job_workers').where('id', 'pool-alive').delete();
});

test('stopping waits for the job that runs, and takes no other', async () => {
  const started = new EventEmitter();
  let finish: () => void = () => undefined;
  const slow = job('slow', payload, async () => {
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    started.emit('started');
    await finished;
  });
  const { tell, ran } = telling();
  worker = await startWorker(services, [slow, tell]);
  const running = once(started, 'started');
  await add(slow, 1);
  await running;
  let stopped = false;
  const stop = worker.stop().then(() => {
    stopped = true;
  });
  worker = undefined;
  // Pending queries complete within this time.
  await services.db.raw('select pg_sleep(1)');
  await add(tell, 2);
  expect(stopped).toBe(false);
  finish();
  await stop;
  expect(ran).toEqual([]);
  expect(await waiting()).toBe(1);
  expect(await services.db('job_workers')).toEqual([]);
});

const cutOff = () =>
  services.db.raw(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lotwise-jobs' and datname = current_database()`,
  );

test('cut off from the database again and again, the worker loses no job and still drains', async () => {
  const { tell, ran, next } = telling();
  const cut = job('cut', payload, async () => {
    await cutOff();
  });
  worker = await startWorker(services, [cut, tell]);
  for (let n = 1; n <= 30; n++) await add(n % 5 === 0 ? cut : tell, n);
  const completed = Array.from({ length: 30 }, (_, index) => index + 1).filter((n) => n % 5 !== 0);
  while (!completed.every((n) => ran.includes(n))) await next();
  await untilNoneWait();
});

test('a job locked for a worker that never received it is unlocked', async () => {
  const { tell, ran, next } = telling();
  worker = await startWorker(services, [tell]);
  await add(tell, 1, { runAt: new Date(Date.now() + 3_600_000), queue: 'shelf' });
  while ((await services.db('job_workers')).length === 0) await services.db.raw('select pg_sleep(0.02)');
  const completed = next();
  await services.db.raw(`
    update graphile_worker._private_jobs set run_at = now(), locked_at = now() - interval '21 seconds',
      locked_by = (select id from job_workers);
    update graphile_worker._private_job_queues set locked_at = now() - interval '21 seconds',
      locked_by = (select id from job_workers) where queue_name = 'shelf'`);
  await completed;
  expect(ran).toEqual([1]);
});

test('a tick of the clock happens once, however many hold the clock', async () => {
  const { tell, ran, next } = telling();
  const clock = [every('* * * * *', tell, { n: 5 })];
  // Pretends that the last tick was a minute ago, so that the start runs the missed ones.
  await services.db.raw(
    `insert into graphile_worker._private_known_crontabs values (?, now() - interval '10 minutes', now() - interval '3 minutes')`,
    ['tell {"n":5}'],
  );
  const completed = next();
  const others = await Promise.all([1, 2, 3].map(() => startWorker(services, [], clock)));
  await Promise.all(others.map((other) => other.stop()));
  expect(await waiting()).toBe(1);
  worker = await startWorker(services, [tell]);
  await completed;
  expect(ran).toEqual([5]);
});

const CLOCK_ROW = `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
  values (?, now() - interval '10 days', now() + ?::interval)
  on conflict (identifier) do update set last_execution = excluded.last_execution`;

test('a worker whose clock is a day ahead runs the same ticks', async () => {
  const { tell } = telling();
  await services.db.raw(CLOCK_ROW, ['tell {"n":6}', '-3 minutes']);
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000);
  const wrong = await startWorker(services, [], [every('* * * * *', tell, { n: 6 })]);
  await wrong.stop();
  clock.mockRestore();
  const { rows } = await services.db.raw(
    `select last_execution <= now() and last_execution > now() - interval '2 minutes' as right,
            (select run_at <= now() from graphile_worker.jobs) as due
       from graphile_worker._private_known_crontabs where identifier = ?`,
    ['tell {"n":6}'],
  );
  expect(rows).toEqual([{ right: true, due: true }]);
});

test('a schedule that a wrong clock ran for tomorrow goes on today', async () => {
  const { tell } = telling();
  await services.db.raw(CLOCK_ROW, ['tell {"n":7}', '1 day']);
  const schedule = [every('* * * * *', tell, { n: 7 })];
  const others = await Promise.all([1, 2, 3].map(() => startWorker(services, [], schedule)));
  await Promise.all(others.map((other) => other.stop()));
  expect(await waiting()).toBe(1);
});

test('two jobs of one name are refused', () => {
  const { tell } = telling();
  return expect(startWorker(services, [tell, tell])).rejects.toThrow('Two jobs are named tell');
});
