import type { Seller } from '../../server/accounts/policy';
import { cents } from '../../server/contract/money';
import { failAbandonedImports } from '../../server/imports/abandoned';
import { importRejects, retryImport, showImport } from '../../server/imports/contract';
import {
  commitPreview,
  createPreview,
  discardPreview,
  showPreview,
  updatePreview,
} from '../../server/imports/preview/contract';
import { TOO_MANY_FIXES } from '../../server/imports/preview/corrections';
import { readImportFile } from '../../server/imports/reading/answer';
import { jobs } from '../../server/job-registry';
import { originalOf } from '../../server/storage/keys';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { productionBuild } from '../support/roots';
import { useTestApp } from '../support/test-app';
import { ask, csv, uploaded } from './files';

const app = useTestApp({ root: productionBuild() }, { jobs: [readImportFile] });
const factory = new Factory(app);
let seller: Seller;
let client: Client;

beforeEach(async () => {
  seller = await factory.aSeller();
  client = await factory.as(seller);
});

const PHOTO = 'https://pictures.example.com/mug.jpg';
const upcOf = (n: number) => String(12_345_678 + n);
const rowsOf = (count: number, rest: (n: number) => string) =>
  Array.from({ length: count }, (_row, n) => `${upcOf(n)},Mug ${n},${PHOTO},$20.00,9.00,${rest(n)}`);

async function preview(content: string, file_name = 'lots.csv') {
  const answer = await client.call(createPreview, {}, { key: await uploaded(client, content), file_name });
  expect(answer.status).toBe(201);
  return answer.body;
}

const products = () => factory.db('products').where({ seller_id: seller.seller_id }).orderBy('upc');

describe('Mending once for all equal values', () => {
  const CATEGORY = 'Enter Apparel, Beauty, Consumables, Footwear, Home, Pet or Toy';

  test('reaches every row with that problem and that value, also those that are not shown, and no other', async () => {
    const file = csv(
      rowsOf(260, (n) => `5.50,${n === 7 ? '' : 40},${n % 2 === 0 ? 'Crockery' : n === 1 ? 'Glas' : 'Home'}`),
      ',Category',
    );
    const shown = await preview(file);
    expect(shown.groups).toEqual([
      {
        kind: 'incomplete',
        field: 'units',
        column: 'Units',
        message: 'Units must be greater than 0',
        count: 1,
        values: [{ value: '', count: 1 }],
      },
      {
        kind: 'warning',
        field: 'category',
        column: 'Category',
        message: CATEGORY,
        count: 131,
        values: [
          { value: 'Crockery', count: 130 },
          { value: 'Glas', count: 1 },
        ],
      },
    ]);
    const mended = await client.call(
      updatePreview,
      { id: shown.id },
      {
        fixes: { 9: { units: '12' } },
        fix_all: [{ field: 'category', message: CATEGORY, value: 'Crockery', to: 'home' }],
      },
    );
    expect(mended.body.groups.map(({ count, values }) => [count, values])).toEqual([
      [1, [{ value: 'Glas', count: 1 }]],
    ]);
    await client.call(commitPreview, { id: shown.id });
    await runDueJobs(app.services, jobs);
    const stored = await products();
    expect(stored.map(({ category }) => category)).toEqual(
      stored.map((_row, n) => (n === 1 ? 'other category' : 'home')),
    );
    expect(stored[7]?.units).toBe(12n);
  });

  test('leaves an equal value alone where nothing is wrong with it', async () => {
    const shown = await preview(
      csv([`${upcOf(0)},Mug,${PHOTO},$20.00,9,25,7`, `${upcOf(1)},Cup,${PHOTO},$30.00,9,25,7`]),
    );
    const [group] = shown.groups;
    expect(group).toMatchObject({ field: 'seller_price_cents', values: [{ value: '25', count: 1 }] });
    await client.call(
      updatePreview,
      { id: shown.id },
      { fix_all: [{ field: 'seller_price_cents', message: group?.message, value: '25', to: '15' }] },
    );
    await client.call(commitPreview, { id: shown.id });
    await runDueJobs(app.services, jobs);
    expect((await products()).map(({ seller_price_cents }) => seller_price_cents)).toEqual([1_500, 2_500]);
  });

  test('speaks of a kind of problem once, whatever its values', async () => {
    const shown = await preview(csv(rowsOf(30, (n) => `“${n}”,7`)));
    expect(shown.groups.map(({ message, count, values }) => [message, count, values.length])).toEqual([
      ['Enter a price like 9.99 or $9.99', 30, 10],
    ]);
  });

  test('is refused for UPCs, which are each row’s own', async () => {
    const shown = await preview(csv(rowsOf(2, () => '5,7')));
    const fix_all = [{ field: 'upc', message: 'Required', value: '', to: '12345678' }];
    expect((await client.call(updatePreview, { id: shown.id }, { fix_all })).status).toBe(422);
  });

  test('ends where the corrections would be more than a file', async () => {
    const shown = await preview(
      csv(
        rowsOf(300, () => '5.50,40,Crockery'),
        ',Category',
      ),
    );
    const before = await factory.db('import_previews').where({ id: shown.id }).first();
    const fix = (to: string) => ({ field: 'category', message: CATEGORY, value: 'Crockery', to });
    const long = 'x'.repeat(20_000);
    const refused = await client.call(updatePreview, { id: shown.id }, { fix_all: [fix(long)] });
    expect([refused.status, refused.body]).toEqual([422, { errors: [TOO_MANY_FIXES], code: 'invalid' }]);
    expect(await factory.db('import_previews').where({ id: shown.id }).first()).toEqual(before);
    for (let call = 0, status = 200; status === 200; call++) {
      const lines = Array.from({ length: 12 }, (_line, n) => [call * 12 + n, { description: long }]);
      ({ status } = await client.call(updatePreview, { id: shown.id }, { fixes: Object.fromEntries(lines) }));
      expect(call).toBeLessThan(18);
    }
    // What is corrected again takes no more room.
    expect((await client.call(updatePreview, { id: shown.id }, { fix_all: [fix('home')] })).status).toBe(200);
    const again = await client.call(
      updatePreview,
      { id: shown.id },
      { fixes: { 5: { description: 'Good' } } },
    );
    expect(again.status).toBe(200);
  }, 180_000);

  test('in two windows at once loses neither', async () => {
    const shown = await preview(csv(rowsOf(2, () => ',7')));
    await Promise.all(
      [2, 3].map((line) =>
        client.call(updatePreview, { id: shown.id }, { fixes: { [line]: { seller_price_cents: '4' } } }),
      ),
    );
    const { body } = await client.call(showPreview, { id: shown.id });
    expect(body.counts).toMatchObject({ new: 2, incomplete: 0 });
  });
});

describe('Coming back', () => {
  test('finds the preview as it was left, under its file’s name, until it is submitted or discarded', async () => {
    const left = await preview(csv(rowsOf(1, () => '5,7')), 'autumn.csv');
    const other = await preview(csv(rowsOf(1, () => '5,7')), 'spring.csv');
    const pageText = async () =>
      (await client.request('GET', '/dashboard/import_products', { headers: { Accept: 'text/html' } })).text;
    expect(await pageText()).toContain('Continue with autumn.csv');
    expect((await client.call(showPreview, { id: left.id })).body).toMatchObject({
      file_name: 'autumn.csv',
      import_id: null,
    });
    const { body: begun } = await client.call(commitPreview, { id: left.id });
    expect(begun.file_name).toBe('autumn.csv');
    expect((await client.call(showPreview, { id: left.id })).body.import_id).toBe(begun.id);

    const file = (await factory.db('import_previews').where({ id: other.id }).first())?.stored_key ?? '';
    expect((await client.call(discardPreview, { id: other.id })).status).toBe(204);
    expect((await client.call(discardPreview, { id: other.id })).status).toBe(404);
    expect(await app.services.store.head(originalOf(file))).toBeNull();
    // What an import works on stays.
    expect((await client.call(discardPreview, { id: left.id })).status).toBe(204);
    const text = await pageText();
    expect(text).toContain('Results for autumn.csv');
    expect(text).not.toContain('spring.csv');
    await runDueJobs(app.services, jobs);
    expect((await client.call(showImport, { id: begun.id })).body.imported_count).toBe(1);
  });

  test('the rows that an import left are to be had with their reasons, until they are mended', async () => {
    const key = await uploaded(
      client,
      csv([`,Mug,${PHOTO},20,9,5,7`, ...rowsOf(2, (n) => (n ? '5,7' : '50,7'))]),
    );
    const { body: begun } = await ask(client, key);
    await runDueJobs(app.services, jobs);
    const lines = async () =>
      (await client.call(importRejects, { id: begun.id })).text.trim().split('\r\n').slice(1);
    expect(await lines()).toEqual([
      expect.stringMatching(/Line 2\. UPC: Required$/),
      expect.stringMatching(/Line 3\. Unit Asking Price: Must be less than or equal to Unit MSRP$/),
    ]);
    await factory
      .db('products')
      .where({ upc: upcOf(0), seller_id: seller.seller_id })
      .update({ seller_price_cents: cents(500), provisional: false, provisional_errors: '{}' as never });
    expect(await lines()).toHaveLength(1);
  });
});

describe('An import that cannot go on', () => {
  const job = (id: number) => `import ${id}`;
  const outOfTries = (id: number) =>
    factory.db.raw('update graphile_worker._private_jobs set attempts = max_attempts where key = ?', [
      job(id),
    ]);
  const statusOf = async (id: number) => (await client.call(showImport, { id })).body;

  test('ends as failed, keeps what was done, and goes on from there when it is tried again', async () => {
    const key = await uploaded(client, csv(rowsOf(1_200, (n) => `5,${n + 1}`)));
    const { body: begun } = await ask(client, key);
    // The second chunk fails unexpectedly.
    await factory.db.raw(
      `alter table products add constraint no_mug_700 check (name <> 'Mug 700') not valid`,
    );
    try {
      await expect(runDueJobs(app.services, jobs)).rejects.toThrow('no_mug_700');
      await failAbandonedImports(app.services);
      expect(await statusOf(begun.id)).toMatchObject({ imported_status: 'importing', resume_row: null });
      await outOfTries(begun.id);
      await failAbandonedImports(app.services);
    } finally {
      await factory.db.raw('alter table products drop constraint no_mug_700');
    }
    expect(await statusOf(begun.id)).toMatchObject({
      imported_status: 'failed',
      error: expect.stringContaining('a problem on our side'),
      imported_percentage: 41,
      imported_count: 500,
      resume_row: 501,
    });

    const answers = await Promise.all([1, 2, 3].map(() => client.call(retryImport, { id: begun.id })));
    expect(answers.map(({ status, body }) => [status, body.imported_status])).toEqual(
      answers.map(() => [200, 'importing']),
    );
    await runDueJobs(app.services, jobs);
    expect(await statusOf(begun.id)).toMatchObject({
      imported_status: 'imported',
      imported_count: 1_200,
      total_imported_count: 1_200,
      resume_row: null,
      error: null,
    });
    const { rows } = await factory.db.raw<{ rows: { units: bigint; movements: bigint }[] }>(
      `select sum(stock_movements.units)::bigint as units, count(*) as movements
         from stock_movements join products on products.id = product_id where seller_id = ?`,
      [seller.seller_id],
    );
    expect(rows).toEqual([{ units: 720_600n, movements: 1_200n }]);
    expect((await client.call(retryImport, { id: begun.id })).body.imported_status).toBe('imported');
  });

  test('ends as failed too when its job was deleted', async () => {
    const { body: begun } = await ask(client, await uploaded(client, csv(rowsOf(1, () => '5,7'))));
    await factory.db.raw('delete from graphile_worker._private_jobs where key = ?', [job(begun.id)]);
    await failAbandonedImports(app.services);
    expect(await statusOf(begun.id)).toMatchObject({ imported_status: 'failed', resume_row: 1 });
    await client.call(retryImport, { id: begun.id });
    await runDueJobs(app.services, jobs);
    expect(await products()).toHaveLength(1);
  });

  test('waits for a worker that still has it', async () => {
    const { body: begun } = await ask(client, await uploaded(client, csv(rowsOf(1, () => '5,7'))));
    await outOfTries(begun.id);
    await factory.db.raw(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody' where key = ?`,
      [job(begun.id)],
    );
    await failAbandonedImports(app.services);
    expect((await statusOf(begun.id)).imported_status).toBe('pending');
  });

  test('because of its file is not tried again: the file is to be mended', async () => {
    const { body: begun } = await ask(client, await uploaded(client, 'UPC,Name\n1,Mug'));
    await runDueJobs(app.services, jobs);
    expect(await statusOf(begun.id)).toMatchObject({ imported_status: 'failed', resume_row: null });
    const answer = await client.call(retryImport, { id: begun.id });
    expect([answer.status, answer.text]).toEqual([
      409,
      expect.stringContaining('Fix it and upload it again'),
    ]);
  });
});
