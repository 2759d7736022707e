import type { Seller } from '../../server/accounts/policy';
import { type RowCounts, showImport } from '../../server/imports/contract';
import { commitPreview, createPreview } from '../../server/imports/preview/contract';
import { readImportFile } from '../../server/imports/reading/answer';
import { jobs } from '../../server/job-registry';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { productionBuild } from '../support/roots';
import { useTestApp } from '../support/test-app';
import { csv, uploaded } from './files';

const app = useTestApp({ root: productionBuild() }, { jobs: [readImportFile] });
const factory = new Factory(app);
let seller: Seller;
let client: Client;

beforeEach(async () => {
  seller = await factory.aSeller();
  client = await factory.as(seller);
});

const PHOTO = 'https://pictures.example.com/mug.jpg';

/** Numbers below a bound, the same ones for the same seed. */
function randomFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return (bound: number) => Math.floor(next() * bound);
}

/** Rows that are right, incomplete, refused, repeated or lose a value, in any order. */
function randomRows(seed: number, count: number): string[] {
  const below = randomFrom(seed);
  const mostly = (usual: string, ...others: string[]) =>
    below(8) === 0 ? (others[below(others.length)] ?? '') : usual;
  return Array.from({ length: count }, () => {
    const cells = [
      mostly(String(12_345_678 + below(count)), '', '1.23E+11'),
      mostly('Mug', ''),
      mostly(PHOTO, '', 'https://ibb.co/mug.jpg'),
      mostly('$20.00', 'twenty', ''),
      mostly('9.00', ''),
      mostly('5.50', '50', ''),
      mostly('40', '-4', ''),
      mostly('Home', '', 'Crockery'),
    ];
    return below(12) === 0 ? cells.slice(1).join(',') : cells.join(',');
  });
}

const sum = (counts: RowCounts | null | undefined) =>
  Object.values(counts ?? {}).reduce((total, one) => total + one, 0);
const linesOf = (text: string) => [...text.matchAll(/\bLine (\d+)\. /g)].map(([, line]) => Number(line));

async function previewOf(rows: readonly string[]) {
  const key = await uploaded(client, csv(rows, ',Category'));
  const { body, status } = await client.call(createPreview, {}, { key, file_name: 'lots.csv' });
  expect(status).toBe(201);
  return body;
}

async function imported(previewId: number) {
  const { body } = await client.call(commitPreview, { id: previewId });
  await runDueJobs(app.services, jobs);
  return (await client.call(showImport, { id: body.id })).body;
}

test.each([1, 2, 3, 4, 5, 6])(
  'the numbers of a random file add up from preview to result (%i)',
  async (seed) => {
    // The first file leaves products behind that are complete, incomplete or missing in the second.
    await imported((await previewOf(randomRows(seed + 100, 40))).id);
    const rows = randomRows(seed, 120);
    const shown = await previewOf(rows);
    expect(sum(shown.counts)).toBe(rows.length);
    const withProblems = shown.rows.filter(({ problems }) => problems.length > 0);
    const toFix = withProblems.filter(({ status }) => status === 'incomplete' || status === 'refused');
    expect(toFix).toHaveLength(shown.counts.incomplete + shown.counts.refused);

    const download = await client.request('GET', `/import_previews/${shown.id}/rejected.csv`);
    expect(linesOf(download.text)).toEqual(withProblems.map(({ line }) => line));

    const record = await imported(shown.id);
    expect(record.row_counts).toEqual(shown.counts);
    expect(record.product_counts).toEqual(shown.product_counts);
    expect(sum(record.row_counts)).toBe(record.total_rows);
    expect(record.rejected_count).toBe(shown.counts.refused);
    expect(record.imported_count).toBe(record.product_counts?.new.products);
    expect(record.updated_count).toBe(record.product_counts?.changed.products);
    expect(record.issue_count).toBe(
      Object.values(record.product_counts ?? {}).reduce((total, { incomplete }) => total + incomplete, 0),
    );

    const remaining = await client.request('GET', `/imported_csvs/${record.id}/rejected.csv`);
    const refused = withProblems.filter(({ status }) => status === 'refused').map(({ line }) => line);
    expect(linesOf(remaining.text)).toEqual(expect.arrayContaining(refused));
  },
);

test('problems that the version before counted by their sentence stay counted', async () => {
  const { id } = await previewOf([`12345678,Mug,${PHOTO},20,9,5,7,Crockery`]);
  const { body } = await client.call(commitPreview, { id });
  await factory.db('import_issue_counts').insert({
    import_id: body.id,
    problem: 'warning Category Enter Apparel, Beauty or Home',
    kind: 'warning',
    count: 1_500,
    stored: 1_000,
  });
  await runDueJobs(app.services, jobs);
  const { body: record } = await client.call(showImport, { id: body.id });
  expect(record).toMatchObject({ imported_status: 'imported', warning_count: 501 });
});
