import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: false, replicaUrl: 'postgres://nobody@127.0.0.1:1/none' });
const factory = new Factory(app);
let staff: Client;

beforeAll(async () => {
  staff = await factory.as(await factory.staff());
});

beforeEach(() => vi.spyOn(app.services.replica, 'lagSeconds').mockReturnValue(0.2));

afterEach(async () => {
  vi.restoreAllMocks();
  await factory.db.raw(
    'truncate graphile_worker._private_jobs, consistency_checks, consistency_findings, backups, processes, mails, payment_events',
  );
});

/** What a reader without JavaScript sees. */
async function pageText() {
  const { text: html } = await staff.send('GET', '/admin/system', { headers: { Accept: 'text/html' } });
  const text = html.slice(html.indexOf('<main')).replace(/<[^>]*>/g, ' ');
  return text.replaceAll('&#x27;', "'").replace(/\s+/g, ' ');
}

test('every section without a problem says so', async () => {
  const text = await pageText();
  for (const sentence of [
    'All systems normal',
    'No process has reported yet. Each reports every 10 seconds.',
    '0.2 s behind',
    'No backup is configured.',
    'The queue is empty. Jobs appear here while they wait, run or have failed.',
    'Every email was sent.',
    'Every payment event was processed.',
    'No check has run yet.',
  ])
    expect(text).toContain(sentence);
});

const aProcess = (kind: string, version: string, seen = 'now()') =>
  `insert into processes (id, kind, host, pid, version, node, figures, seen_at)
   values (gen_random_uuid(), '${kind}', 'a-host', 1, '${version}', '22.0.0', '{}', ${seen});`;

const PROBLEMS: readonly [what: string, sql: string, sentences: readonly string[]][] = [
  [
    'two versions',
    aProcess('web', 'v1') + aProcess('worker', 'v2'),
    ['All systems normal', 'A deploy is in progress: 2 versions are running.'],
  ],
  [
    'a silent process',
    aProcess('all', 'v1') + aProcess('web', 'v2', "now() - interval '1 minute'"),
    ['1 problem needs attention', '1 process not responding', 'Not responding', 'Last seen'],
  ],
  ['no worker', aProcess('web', 'v1'), ['No worker is running']],
  [
    'a failed backup',
    `insert into backups (location, error, finished_at) values ('x', 'ENOSPC: no space left', now())`,
    ['The last backup failed', 'ENOSPC: no space left', 'None has succeeded yet'],
  ],
  [
    'failed and late jobs',
    `select graphile_worker.add_job('late-job', run_at := now() - interval '7 minutes'),
       graphile_worker.add_job('failed-job');
     update graphile_worker._private_jobs set attempts = max_attempts
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'failed-job')`,
    ['2 problems need attention', '1 failed job', 'Jobs have waited for 7 minutes', 'Retry All Failed'],
  ],
  [
    'mails and events',
    `insert into mails (recipient, subject, text, html, attempts) values ('a@example.com', 'Lost', 't', 'h', 1);
     insert into mails (recipient, subject, text, html, created_at)
     values ('a@example.com', 'Late', 't', 'h', now() - interval '11 minutes');
     insert into payment_events (id, type, payload, received_at)
     values ('evt_late', 'charge.refunded', '{}', now() - interval '6 minutes')`,
    [
      '3 problems need attention',
      '1 refused email',
      'Emails have waited for 11 minutes',
      'Payment events have waited for 6 minutes',
      'Process Again',
    ],
  ],
];

test.each(PROBLEMS)('%s', async (_what, sql, sentences) => {
  await factory.db.raw(sql);
  const text = await pageText();
  for (const sentence of sentences) expect(text).toContain(sentence);
});

test.each([
  [42.4, 'Replica is 42 s behind. Insights may be out of date.'],
  [null, 'The replica is not answering'],
])('a replica with a lag of %o', async (lag, sentence) => {
  vi.spyOn(app.services.replica, 'lagSeconds').mockReturnValue(lag);
  expect(await pageText()).toContain(sentence);
});
