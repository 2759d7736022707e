import { JOB_QUEUES, JOBS, SCHEDULE } from '../../server/jobs/worker-tables';
import { type TestDatabase, testDatabase } from '../support/database';
import { type TestServices, testServices } from '../support/services';

let database: TestDatabase;
let services: TestServices;

beforeAll(async () => {
  database = await testDatabase();
  services = testServices(database.url);
});

afterAll(async () => {
  await services.close();
  await database.drop();
});

const TASKS = 'graphile_worker._private_tasks';

// A new version of graphile-worker may change any of these: see what then becomes of server/jobs.
test.each([
  [
    JOBS,
    `id bigint, job_queue_id integer, task_id integer, payload json, priority smallint,
     run_at timestamp with time zone, attempts smallint, max_attempts smallint, last_error text,
     created_at timestamp with time zone, updated_at timestamp with time zone, key text,
     locked_at timestamp with time zone, locked_by text, revision integer, flags jsonb, is_available boolean`,
  ],
  [
    JOB_QUEUES,
    'id integer, queue_name text, locked_at timestamp with time zone, locked_by text, is_available boolean',
  ],
  [TASKS, 'id integer, identifier text'],
  [
    SCHEDULE,
    'identifier text, known_since timestamp with time zone, last_execution timestamp with time zone',
  ],
])('%s has the columns that are read and written here', async (table, columns) => {
  const { rows } = await services.db.raw(
    `select string_agg(attname || ' ' || format_type(atttypid, null), ', ' order by attnum) as columns
       from pg_attribute where attrelid = ?::regclass and attnum > 0 and not attisdropped`,
    [table],
  );
  expect(rows[0].columns).toBe(columns.replace(/\s+/g, ' '));
});

test('a job is available by its lock and its attempts, a queue by its lock', async () => {
  const { rows } = await services.db.raw(
    `select attrelid::regclass::text as table, pg_get_expr(adbin, adrelid) as available
       from pg_attribute join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid in (?::regclass, ?::regclass) and attname = 'is_available' order by 1 desc`,
    [JOBS, JOB_QUEUES],
  );
  expect(rows).toEqual([
    { table: JOBS, available: '((locked_at IS NULL) AND (attempts < max_attempts))' },
    { table: JOB_QUEUES, available: '(locked_at IS NULL)' },
  ]);
});
