import { monitorEventLoopDelay } from 'node:perf_hooks';
import { importCsv, importRejects } from '../../server/imports/contract';
import {
  commitPreview,
  createPreview,
  rejectedCsv,
  showPreview,
  updatePreview,
} from '../../server/imports/preview/contract';
import { MAX_ROWS_PER_PROBLEM } from '../../server/imports/problem-limit';
import { readImportFile } from '../../server/imports/reading/answer';
import { jobs } from '../../server/job-registry';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { productionBuild } from '../support/roots';
import { useTestApp } from '../support/test-app';
import { ask, csv, uploaded } from './files';
import { hostileCsvs } from './hostile-files.cjs';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const app = useTestApp({ root: productionBuild() }, { jobs: [readImportFile] });
const factory = new Factory(app);
let client: Client;

beforeEach(async () => {
  client = await factory.as(await factory.aSeller());
});

/** 250 ms is promised (`npm run test:faults -- hostile-files`); the machine of the tests is shared. */
const MAX_GAP_MS = 1_500;

/** The longest time that requests had to wait for the process while `work` was done. */
async function longestGap(work: () => Promise<void>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}

/** Repeats the request while the file is still being read, as the island does. */
async function preview(text: string) {
  const key = await uploaded(client, text);
  for (;;) {
    const { status, body } = await client.call(createPreview, {}, { key });
    if (status === 503) continue;
    expect(status).toBe(201);
    return body;
  }
}

test.each([
  ['a cell of 3.9 MB', 'The quoted value that starts on line 2 is longer than 256 KB.'],
  ['1.9 million columns', 'Line 1 has more than 500 columns.'],
  ['rows of one letter', 'The file has more than 100,000 rows.'],
  ['quotation marks', 'Line 1 is longer than 256 KB.'],
  ['commas', 'Line 1 has more than 500 columns.'],
  ['newlines', 'The file is empty.'],
  ['a quotation mark that is never closed', 'The quoted value that starts on line 2 is longer than 256 KB.'],
] as const)('%s: refused with a reason, and other requests go on', async (name, reason) => {
  const gap = await longestGap(async () => {
    const shown = await preview(hostileCsvs[name]());
    expect(shown.error).toContain(reason);
    expect((await client.call(showPreview, { id: shown.id })).body).toEqual(shown);
    expect((await client.call(commitPreview, { id: shown.id })).status).toBe(409);
    const key = await uploaded(client, hostileCsvs[name]());
    const { body: begun } = await ask(client, key);
    await runDueJobs(app.services, jobs);
    const { body: record } = await client.call(importCsv, {}, { key });
    expect(record).toMatchObject({ imported_status: 'failed', error: expect.stringContaining(reason) });
    expect((await client.call(importRejects, { id: begun.id })).status).toBe(409);
  });
  expect(gap).toBeLessThan(MAX_GAP_MS);
});

test('100,000 rows with one problem are counted, and the first thousand kept', async () => {
  const gap = await longestGap(async () => {
    const shown = await preview(hostileCsvs['100,000 rows without a UPC']());
    expect(shown.counts).toMatchObject({ refused: 100_000 });
    expect(shown.groups).toEqual([expect.objectContaining({ column: 'Row', count: 100_000 })]);
    const rejected = (await client.call(rejectedCsv, { id: shown.id })).text.trim().split('\r\n');
    expect(rejected).toHaveLength(1 + MAX_ROWS_PER_PROBLEM + 1);
    expect(rejected.at(-1)).toMatch(/,"99,000 more rows have the same problems\. .+"$/);

    await client.call(commitPreview, { id: shown.id });
    await runDueJobs(app.services, jobs);
    const { body: record } = await client.call(importCsv, {}, { key: shown.key });
    expect(record).toMatchObject({ imported_status: 'imported', rejected_count: 100_000, imported_count: 0 });
    expect(await factory.db('import_issues').where({ import_id: record.id })).toHaveLength(
      MAX_ROWS_PER_PROBLEM,
    );
    const again = (await client.call(importRejects, { id: record.id })).text;
    expect(again.trim().split('\r\n')).toEqual(rejected);
    // Its last row says how many there are; it is no row of its own.
    const reread = await preview(again);
    expect(reread.counts).toMatchObject({ refused: MAX_ROWS_PER_PROBLEM });
  });
  expect(gap).toBeLessThan(MAX_GAP_MS);
});

test('warnings beyond the bound are counted, also over chunks and a second try', async () => {
  const rows = Array.from(
    { length: 2_300 },
    (_row, n) => `${10_000_000 + n},Mug,https://a.example.com/1.jpg,20,9,5,7,${n % 2 ? 'Glas' : 'Home'},x`,
  );
  const key = await uploaded(client, csv(rows, ',Category,Length'));
  await ask(client, key);
  await runDueJobs(app.services, jobs);
  const { body: record } = await client.call(importCsv, {}, { key });
  expect(record).toMatchObject({ imported_count: 2_300, warning_count: 2_300 + 1_150 });
  const stored = await factory.db('import_issues').where({ import_id: record.id });
  expect(stored).toHaveLength(2 * MAX_ROWS_PER_PROBLEM);
});

test('a file that takes long to read answers 503, and asking again finds the same preview', async () => {
  const key = await uploaded(client, csv(['12345678,Mug,https://a.example.com/1.jpg,20,9,5,7']));
  // No worker may take the job for now.
  await factory.db.raw(`create function wait_for_reader() returns trigger language plpgsql as
    $$ begin new.run_at := now() + interval '1 hour'; return new; end $$`);
  await factory.db.raw(
    'create trigger wait_for_reader before insert on graphile_worker._private_jobs for each row execute function wait_for_reader()',
  );
  const late = await client.call(createPreview, {}, { key });
  expect([late.status, late.headers.get('Retry-After')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  expect(late.body).toEqual({ error: expect.stringContaining('still being read'), code: expect.any(String) });
  await factory.db.raw('drop trigger wait_for_reader on graphile_worker._private_jobs');
  await factory.db.raw('drop function wait_for_reader');
  const shown = await client.call(createPreview, {}, { key });
  expect([shown.status, shown.body.counts.new]).toEqual([201, 1]);
  expect(await factory.db('import_previews').where({ key }).pluck('id')).toEqual([shown.body.id]);
});

test('a preview is read once: showing it again starts no reading', async () => {
  const shown = await preview(csv(['12345678,Mug,https://a.example.com/1.jpg,20,9,5,7']));
  for (let n = 0; n < 3; n++) expect((await client.call(showPreview, { id: shown.id })).body).toEqual(shown);
  expect(await factory.db('import_readings').where({ preview_id: shown.id }).pluck('done')).toEqual([true]);
  await client.call(updatePreview, { id: shown.id }, { fixes: { 2: { units: '8' } } });
  expect(await factory.db('import_readings').where({ preview_id: shown.id })).toHaveLength(2);
});
