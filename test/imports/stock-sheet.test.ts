import type { Seller } from '../../server/accounts/policy';
import { showImport, undoImport } from '../../server/imports/contract';
import {
  commitPreview,
  createPreview,
  type Preview,
  updatePreview,
} from '../../server/imports/preview/contract';
import { readImportFile } from '../../server/imports/reading/answer';
import { processImport } from '../../server/imports/run';
import { jobs } from '../../server/job-registry';
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
const row = (upc: string, units = '100', price = '5.50', msrp = '20') =>
  `${upc},Mug,${PHOTO},${msrp},9,${price},${units}`;

async function preview(rows: readonly string[], more = ''): Promise<Preview> {
  const key = await uploaded(client, csv(rows, more));
  const { body, status } = await client.call(createPreview, {}, { key, file_name: 'sheet.csv' });
  expect(status).toBe(201);
  return body;
}

async function imported(content: string) {
  const key = await uploaded(client, content);
  await ask(client, key);
  await runDueJobs(app.services, jobs);
  return (await ask(client, key)).body;
}

const products = () =>
  factory.db('products').where({ seller_id: seller.seller_id, deleted_at: null }).orderBy('upc');

/** Products that the seller has: 12345678 and so on, 100 units for $5.50 each. */
const known = async (...upcs: string[]) => void (await imported(csv(upcs.map((upc) => row(upc)))));

describe('the preview of a stock sheet', () => {
  test('names every product that differs, with both values', async () => {
    await known('12345678', '22345678');
    const [mug] = await products();
    const shown = await preview([row('12345678', '40', '4.75'), row('22345678')]);
    expect(shown).toMatchObject({
      differs_count: 1,
      differing_fields: { units: 1n, seller_price_cents: 1 },
      differences: [
        {
          product_id: mug?.id,
          line: 2,
          upc: '12345678',
          name: 'Mug',
          fields: [
            { field: 'seller_price_cents', column: 'Unit Asking Price', from: 550, to: 475 },
            { field: 'units', column: 'Units', from: 100n, to: 40n },
          ],
        },
      ],
      absent: { count: 0, of: 2 },
    });
  });

  test('sees no difference in blank cells, unreadable ones and rows that repeat a UPC', async () => {
    await known('12345678', '22345678');
    const shown = await preview([row('12345678', '', 'five'), row('22345678'), row('22345678', '7')]);
    expect(shown).toMatchObject({ differs_count: 0, differing_fields: {}, differences: [] });
  });

  test('reads no units as sold out where the seller has the product', async () => {
    await known('12345678');
    const shown = await preview([row('12345678', '0'), row('22345678', '0')]);
    expect(shown.differences).toMatchObject([{ line: 2, fields: [{ field: 'units', from: 100n, to: 0n }] }]);
    expect(shown.counts).toMatchObject({ differs: 1, incomplete: 1 });
  });

  test('counts products for sale that the file lacks, once every row can be read', async () => {
    await known('12345678', '22345678', '32345678', '42345678');
    await factory
      .db('products')
      .where({ upc: '42345678', seller_id: seller.seller_id })
      .update({ units: 0n });
    const shown = await preview([row('12345678'), row('1234567')]);
    expect(shown.absent).toBeNull();
    const fixes = { 3: { upc: '22345678' } };
    const { body: fixed } = await client.call(updatePreview, { id: shown.id }, { fixes });
    expect(fixed.absent).toEqual({ count: 1, of: 3 });
  });

  test('keeps every digit of units', async () => {
    await imported(csv([row('12345678', '9000000000000000000')]));
    const { differences } = await preview([row('12345678', '40')]);
    expect(differences[0]?.fields).toMatchObject([{ from: 9_000_000_000_000_000_000n, to: 40n }]);
  });
});

test('an import without columns to update changes nothing and says how many products differ', async () => {
  await known('12345678', '22345678');
  const before = await products();
  const record = await imported(csv([row('12345678', '40', '4.75'), row('22345678'), row('32345678')]));
  expect(record).toMatchObject({ differs_count: 1, differing_rows: 1, imported_count: 1, updated_count: 0 });
  expect((await products()).slice(0, 2)).toEqual(before);
});

test('the committed import says the same as its preview', async () => {
  await known('12345678', '22345678');
  const shown = await preview([`${row('12345678', '40')},`, `${row('22345678', '40')},M-2`], ',SKU');
  expect(shown).toMatchObject({ differs_count: 2, counts: { changed: 1, differs: 1 } });
  const { body } = await client.call(commitPreview, { id: shown.id });
  await runDueJobs(app.services, jobs);
  const { body: record } = await client.call(showImport, { id: body.id });
  expect(record).toMatchObject({
    differs_count: 2,
    differing_rows: 1,
    row_counts: shown.counts,
    product_counts: {
      changed: { products: 1, incomplete: 0 },
      unchanged: { products: 1, incomplete: 0 },
      differs: { products: 1, incomplete: 0 },
    },
  });
  expect(record.product_counts).toEqual(shown.product_counts);
});

async function committed(shown: Preview, body?: object) {
  const begun = await client.request('POST', `/import_previews/${shown.id}/commit`, { body });
  expect(begun.status).toBe(201);
  await runDueJobs(app.services, jobs);
  return (await ask(client, shown.key)).body;
}

const sold = async (upc: string, quantity: number) =>
  factory.transaction(async (tx) => {
    const product = await tx('products').where({ seller_id: seller.seller_id, upc }).forUpdate().first('id');
    const product_id = product?.id ?? 0;
    await tx.raw('update products set units = units - ? where id = ?', [quantity, product_id]);
    await tx('stock_movements').insert({ product_id, units: BigInt(-quantity), reason: 'sold' });
  });

describe('an update by file', () => {
  test('sets the chosen columns and no others, and keeps what a cell leaves blank', async () => {
    await known('12345678', '22345678');
    const rows = [row('12345678', '40', '4.75', '18'), row('22345678', '', '4.75')];
    const shown = await preview(rows);
    const record = await committed(shown, { update: ['units', 'seller_price_cents'] });
    expect(record).toMatchObject({
      updated_count: 2,
      differs_count: 1,
      row_counts: { changed: 2, unchanged: 0, refused: 0 },
    });
    expect(await products()).toMatchObject([
      { units: 40n, seller_price_cents: 475, msrp_cents: 2_000 },
      { units: 100n, seller_price_cents: 475 },
    ]);
    const stock = await factory.db.raw<{ rows: { wrong: bigint }[] }>(
      `select count(*) as wrong from products
        where seller_id = ? and units <> (select sum(units) from stock_movements where product_id = products.id)`,
      [seller.seller_id],
    );
    expect(stock.rows).toEqual([{ wrong: 0n }]);
  });

  test('updates every column of the file by one word, defaults included', async () => {
    const more = ',Gender,SKU,Weight,Weight Unit';
    await imported(csv([`${row('12345678')},M,A-1,5,lbs`], more));
    const shown = await preview([`${row('12345678', '40')},Unisex,A-2,8,oz`], more);
    expect(shown.differing_fields).toEqual({ units: 1n, gender: 1, sku: 1, weight: 1, weight_unit: 1 });
    const record = await committed(shown, { update: 'all' });
    expect(record).toMatchObject({ updated_count: 1, differs_count: 0 });
    expect(await products()).toMatchObject([
      { units: 40n, gender: 'unisex', sku: 'A-2', weight: '8.000', weight_unit: 'oz' },
    ]);
  });

  test('takes the first of several rows with the same UPC', async () => {
    await known('12345678');
    const record = await committed(await preview([row('12345678', '40'), row('12345678', '30')]), {
      update: 'all',
    });
    expect(record).toMatchObject({ updated_count: 1, row_counts: { changed: 1, unchanged: 1 } });
    expect(await products()).toMatchObject([{ units: 40n }]);
  });

  test('of no units sells a product out whatever its minimum, and a new one needs units', async () => {
    await imported(csv([`${row('12345678')},12`], ',Minimum Order Quantity'));
    const record = await committed(await preview([row('12345678', '0'), row('22345678', '0')]), {
      update: ['units'],
    });
    expect(record).toMatchObject({ updated_count: 1, imported_count: 1, issue_count: 1 });
    expect(await products()).toMatchObject([{ units: 0n, provisional: false }, { units: null }]);
  });

  test.each([
    ['a price above the MSRP', row('12345678', '40', '25'), 'Must be less than or equal to Unit MSRP'],
    [
      'an MSRP below the price',
      `12345678,Mug,${PHOTO},4,9,,40`,
      'Enter an MSRP that is at least the Unit Asking Price',
    ],
    ['units below the minimum', row('12345678', '5', '4.75'), 'Enter at least the minimum order, 12 units'],
    ['a price that is none', row('12345678', 'many', '4.75'), 'Enter a whole number'],
  ])('that has %s updates nothing of it and says why', async (_what, changed, message) => {
    await imported(csv([`${row('12345678')},12`], ',Minimum Order Quantity'));
    const record = await committed(await preview([changed, row('22345678')]), { update: 'all' });
    expect(record.warnings).toMatchObject([{ line: 2, message }]);
    const remaining = await client.request('GET', `/imported_csvs/${record.id}/rejected.csv`);
    expect(remaining.text).toContain(`Line 2. `);
    expect(remaining.text).toContain(message);
    const isUnreadable = message === 'Enter a whole number';
    expect((await products())[0]).toMatchObject({
      units: 100n,
      seller_price_cents: isUnreadable ? 475 : 550,
      msrp_cents: 2_000,
    });
    expect(record).toMatchObject({ updated_count: isUnreadable ? 1 : 0, imported_count: 1 });
  });

  test('wins over edits since the preview, and the history has both', async () => {
    await known('12345678');
    const [mug] = await products();
    const shown = await preview([row('12345678', '40', '4.75')]);
    await client.request('PUT', `/products/${mug?.id}`, {
      body: { product: { units: 60, seller_price_cents: 600 } },
    });
    await committed(shown, { update: 'all' });
    expect(await products()).toMatchObject([{ units: 40n, seller_price_cents: 475 }]);
    const { body } = await client.request('GET', `/products/${mug?.id}/changes`);
    expect((body as { changes: object[] }).changes).toMatchObject([
      {
        source: 'import',
        fields: expect.arrayContaining([
          { field: 'units', from: 60n, to: 40n },
          { field: 'seller_price_cents', from: 600, to: 475 },
        ]),
      },
      { source: 'form' },
    ]);
  });

  test('takes off what was sold since the upload', async () => {
    await known('12345678', '22345678', '32345678');
    const shown = await preview([row('12345678', '40'), row('22345678', '95'), row('32345678', '3')]);
    for (const upc of ['12345678', '22345678', '32345678']) await sold(upc, 5);
    const record = await committed(shown, { update: ['units'] });
    expect(await products()).toMatchObject([{ units: 35n }, { units: 90n }, { units: 0n }]);
    expect(record.warnings).toMatchObject([{ line: 4, message: '2 more were sold since the count' }]);
  });

  test('counted at a time that is given leaves units that were set after it', async () => {
    await known('12345678', '22345678');
    const [mug] = await products();
    const hour = 3_600_000;
    await factory
      .db('products')
      .where({ seller_id: seller.seller_id })
      .update({ counted_at: new Date(Date.now() - 3 * hour) });
    await client.request('PUT', `/products/${mug?.id}`, { body: { product: { units: 60 } } });
    await factory.db('stock_movements').insert({
      product_id: (await products())[1]?.id ?? 0,
      units: -5n,
      reason: 'sold',
      at: new Date(Date.now() - hour),
    });
    const units_counted_at = new Date(Date.now() - 2 * hour).toISOString();
    const rows = [row('12345678', '40'), row('22345678', '40')];
    const record = await committed(await preview(rows), { update: ['units'], units_counted_at });
    expect(record.warnings).toMatchObject([{ line: 2, message: 'Stock was set after this count.' }]);
    expect(await products()).toMatchObject([{ units: 60n }, { units: 35n }]);
  });

  test.each([
    [{ update: ['sku'] }, 'Choose columns of this file'],
    [{ update: ['upc'] }, 'Choose columns of this file'],
    [{ update: ['colour'] }, 'Choose columns of this file'],
    [{ update: 'units' }, 'Choose columns of this file'],
    [{ update: { units: true } }, 'Choose columns of this file'],
    [{ update: 'all', units_counted_at: '2020-01-01T00:00:00Z' }, 'Enter a time within the last 30 days'],
    [{ update: 'all', units_counted_at: '2999-01-01T00:00:00Z' }, 'Enter a time within the last 30 days'],
    [{ update: 'all', units_counted_at: 'yesterday' }, 'Enter a time within the last 30 days'],
  ])('by %o is refused, and the preview stays open', async (body, message) => {
    const shown = await preview([row('12345678')]);
    const refused = await client.request('POST', `/import_previews/${shown.id}/commit`, { body });
    expect([refused.status, refused.body]).toMatchObject([422, { errors: [message] }]);
    const bare = await client.request('POST', '/imported_csvs/', { body: { key: shown.key, ...body } });
    expect([bare.status, bare.body]).toMatchObject([422, { errors: [message] }]);
    expect((await committed(shown)).imported_count).toBe(1);
  });

  test('by the bare call sets the columns that it names', async () => {
    await known('12345678');
    const key = await uploaded(client, csv([row('12345678', '40', '4.75')]));
    const { status } = await client.request('POST', '/imported_csvs/', { body: { key, update: ['units'] } });
    expect(status).toBe(201);
    await runDueJobs(app.services, jobs);
    expect((await ask(client, key)).body).toMatchObject({ updated_count: 1, differs_count: 1 });
    expect(await products()).toMatchObject([{ units: 40n, seller_price_cents: 550 }]);
  });
});

describe('a file without names', () => {
  const sheet = async (rows: readonly string[]) => {
    const key = await uploaded(client, ['UPC;On hand;Price', ...rows].join('\n'));
    return (await client.call(createPreview, {}, { key, file_name: 'sheet.csv' })).body;
  };

  test('updates products that the seller has, which keep their names; a new one needs its name', async () => {
    await known('12345678', '22345678');
    const shown = await sheet(['12345678;40;4.75', '22345678;0;5.50', '32345678;7;5.50', '12345678;9;5.50']);
    expect(shown).toMatchObject({
      counts: { differs: 2, unchanged: 1, refused: 1 },
      differs_count: 2,
      groups: [{ kind: 'refused', field: 'name', count: 1 }, { kind: 'warning' }],
    });
    const record = await committed(shown, { update: ['units', 'seller_price_cents'] });
    expect(record).toMatchObject({
      updated_count: 2,
      imported_count: 0,
      rejected_count: 1,
      total_imported_count: 3,
      rejected_rows: [{ line: 4 }],
    });
    expect(await products()).toMatchObject([
      { name: 'Mug', units: 40n, seller_price_cents: 475 },
      { name: 'Mug', units: 0n, seller_price_cents: 550 },
    ]);
  });

  test('asks of a row whose UPC a spreadsheet changed for the UPC alone', async () => {
    await known('12345678');
    const shown = await sheet(['12345678;40;4.75', '8.12045E+11;7;5.50']);
    expect(shown).toMatchObject({
      counts: { differs: 1, refused: 1 },
      groups: [{ kind: 'refused', field: 'upc' }],
    });
  });

  test('of new products alone needs the column', async () => {
    const shown = await sheet(['12345678;40;4.75']);
    const { status, body } = await client.request('POST', `/import_previews/${shown.id}/commit`);
    expect([status, body]).toMatchObject([
      409,
      { error: 'Choose the columns for the UPC and the product name first.' },
    ]);
  });
});

describe('products that are not in the file', () => {
  const unitsByUpc = async () => (await products()).map(({ upc, units }) => [upc, units]);

  /** Of six products for sale, the file has five. */
  async function withOneMissing() {
    await known('12345678', '22345678', '32345678', '42345678', '52345678', '62345678');
    return preview(['12345678', '22345678', '32345678', '42345678', '52345678'].map((upc) => row(upc)));
  }

  test('are sold out where the seller asks for it, and stay otherwise', async () => {
    const shown = await withOneMissing();
    expect(shown.absent).toEqual({ count: 1, of: 6 });
    const record = await committed(shown, { sold_out: { count: 1 } });
    expect(record).toMatchObject({ sold_out_count: 1, updated_count: 0, imported_status: 'imported' });
    expect((await unitsByUpc()).at(-1)).toEqual(['62345678', 0n]);
    expect((await products())[0]).toMatchObject({ units: 100n });
  });

  test('stay as they are by default', async () => {
    expect(await committed(await withOneMissing())).toMatchObject({ sold_out_count: 0 });
    expect((await unitsByUpc()).at(-1)).toEqual(['62345678', 100n]);
  });

  test('are another number than the seller saw: 409', async () => {
    const shown = await withOneMissing();
    const { status, body } = await client.request('POST', `/import_previews/${shown.id}/commit`, {
      body: { sold_out: { count: 2 } },
    });
    expect([status, body]).toEqual([
      409,
      {
        code: 'absent_changed',
        error: 'The number of products missing from this file changed to 1. Review it and try again.',
      },
    ]);
  });

  test('above a fifth of all need their number once more', async () => {
    await known('12345678', '22345678', '32345678');
    const shown = await preview([row('12345678')]);
    const ask = async (sold_out: object) => {
      const path = `/import_previews/${shown.id}/commit`;
      const { status, body } = await client.request('POST', path, { body: { sold_out } });
      return { status, ...(body as object) };
    };
    const refused = { status: 422, code: 'confirm_count', errors: ['Type 2 to confirm'] };
    expect(await ask({ count: 2 })).toMatchObject(refused);
    expect(await ask({ count: 2, confirm: 3 })).toMatchObject(refused);
    expect(await committed(shown, { sold_out: { count: 2, confirm: 2 } })).toMatchObject({
      sold_out_count: 2,
    });
  });

  test.each([
    [1, "Fix or remove the row that can't be imported first."],
    [2, "Fix or remove the 2 rows that can't be imported first."],
  ])('can not be told while %i rows are refused', async (count, error) => {
    await known('12345678', '22345678');
    const shown = await preview([row('12345678'), ...Array.from({ length: count }, () => row('1234567'))]);
    const { status, body } = await client.request('POST', `/import_previews/${shown.id}/commit`, {
      body: { sold_out: { count: 1 } },
    });
    expect([status, body]).toEqual([409, { code: 'rows_refused', error }]);
    expect((await unitsByUpc()).at(-1)).toEqual(['22345678', 100n]);
  });

  test('and were edited, added or deleted since the preview stay as they are', async () => {
    await known('12345678', '22345678', '32345678', '42345678', '52345678');
    const [, edited, deleted] = await products();
    const shown = await preview([row('12345678')]);
    await client.request('PUT', `/products/${edited?.id}`, { body: { product: { units: 7 } } });
    await client.request('DELETE', `/products/${deleted?.id}`);
    await known('62345678');
    const record = await committed(shown, { sold_out: { count: 4, confirm: 4 } });
    expect(record.sold_out_count).toBe(2);
    expect(await unitsByUpc()).toEqual([
      ['12345678', 100n],
      ['22345678', 7n],
      ['42345678', 0n],
      ['52345678', 0n],
      ['62345678', 100n],
    ]);
  });

  test('and whose units were set after the count that is given stay as they are', async () => {
    const shown = await withOneMissing();
    const absent = (await products()).at(-1);
    await factory
      .db('products')
      .where({ seller_id: seller.seller_id })
      .update({
        counted_at: new Date(Date.now() - 3_600_000),
        created_at: new Date(Date.now() - 86_400_000),
      });
    const commit = async (preview: Preview, hours: number) =>
      committed(preview, {
        update: ['units'],
        units_counted_at: new Date(Date.now() - hours * 3_600_000).toISOString(),
        sold_out: { count: 1 },
      });
    expect(await commit(shown, 2)).toMatchObject({ sold_out_count: 0 });
    expect((await products()).at(-1)).toMatchObject({ id: absent?.id, units: 100n });
    const again = await preview(
      ['12345678', '22345678', '32345678', '42345678', '52345678'].map((upc) => row(upc)),
    );
    expect(await commit(again, 0.5)).toMatchObject({ sold_out_count: 1 });
  });

  test('and were added after the count that is given stay as they are', async () => {
    const shown = await withOneMissing();
    const units_counted_at = new Date(Date.now() - 3_600_000).toISOString();
    const record = await committed(shown, { update: ['units'], units_counted_at, sold_out: { count: 1 } });
    expect(record.sold_out_count).toBe(0);
    expect((await unitsByUpc()).at(-1)).toEqual(['62345678', 100n]);
  });

  test('are sold out once, however often the job runs', async () => {
    const shown = await withOneMissing();
    await committed(shown, { sold_out: { count: 1 } });
    const movements = () => factory.db('stock_movements').orderBy('id');
    const before = await movements();
    await factory.db('imported_csvs').where({ key: shown.key }).update({ status: 'importing' });
    const { id } = (await ask(client, shown.key)).body;
    await processImport(app.services, id);
    expect((await ask(client, shown.key)).body).toMatchObject({
      sold_out_count: 1,
      imported_status: 'imported',
    });
    expect(await movements()).toEqual(before);
  });
});

describe('the undo of an import', () => {
  const undo = async (id: number) => client.call(undoImport, { id });

  test('gives back what was replaced and sold out, and keeps what was filled or sold', async () => {
    await known('12345678', '22345678', '32345678', '42345678', '52345678', '62345678');
    const filled = (upc: string, units: string, sku: string) => `${row(upc, units, '4.75')},${sku}`;
    const shown = await preview(
      [
        filled('12345678', '40', 'A-1'),
        ...['22345678', '32345678', '42345678', '52345678'].map((upc) => `${row(upc)},`),
        `${row('72345678')},`,
      ],
      ',SKU',
    );
    for (const upc of ['12345678', '62345678']) await sold(upc, 5);
    const record = await committed(shown, {
      update: ['units', 'seller_price_cents'],
      sold_out: { count: 1 },
    });
    expect(await products()).toMatchObject([
      { units: 35n, seller_price_cents: 475, sku: 'A-1' },
      ...[{}, {}, {}, {}],
      { upc: '62345678', units: 0n },
      { upc: '72345678' },
    ]);
    expect(record.undone_at).toBeNull();
    expect(Date.parse(record.undo_until ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const { status, body } = await undo(record.id);
    expect([status, body]).toEqual([200, { changed: 2, unchanged: 0, refused_count: 0, refused: [] }]);
    expect(await products()).toMatchObject([
      { units: 95n, seller_price_cents: 550, sku: 'A-1' },
      ...[{}, {}, {}, {}],
      { upc: '62345678', units: 95n },
      { upc: '72345678' },
    ]);
    const after = (await ask(client, shown.key)).body;
    expect(after.undo_until).toBeNull();
    expect(Math.abs(Date.parse(after.undone_at ?? '') - Date.now())).toBeLessThan(60_000);
    const page = await client.request('GET', '/dashboard/import_products');
    expect(page.text).toContain('Update undone');
    expect(await undo(record.id)).toMatchObject({
      status: 409,
      body: { code: 'already_undone', error: 'This change was already undone.' },
    });
  });

  test('leaves products that were changed since, and units that were sold, by name', async () => {
    await known('12345678', '22345678', '32345678', '42345678');
    const rows = [
      row('12345678', '40', '4.75'),
      row('22345678', '40', '4.75'),
      row('32345678', '140', '4.75'),
    ];
    const record = await committed(await preview([...rows, row('42345678', '40', '4.75')]), {
      update: 'all',
    });
    const [priced, counted, sale, same] = await products();
    const edit = (id: number | undefined, product: object) =>
      client.request('PUT', `/products/${id}`, { body: { product } });
    await edit(priced?.id, { seller_price_cents: 500 });
    await edit(counted?.id, { units: 41 });
    await edit(counted?.id, { units: 40 });
    await sold('32345678', 136);
    const { body } = await undo(record.id);
    const changed = "Changed again since, so it wasn't undone";
    expect(body).toEqual({
      changed: 1,
      unchanged: 0,
      refused_count: 3,
      refused: [
        { id: priced?.id, name: 'Mug', message: changed },
        { id: counted?.id, name: 'Mug', message: changed },
        { id: sale?.id, name: 'Mug', message: 'Only 4 in stock' },
      ],
    });
    expect(await products()).toMatchObject([
      { units: 40n, seller_price_cents: 500 },
      { units: 40n, seller_price_cents: 475 },
      { units: 4n, seller_price_cents: 475 },
      { id: same?.id, units: 100n, seller_price_cents: 550 },
    ]);
    const history = await client.request('GET', `/products/${same?.id}/changes`);
    expect(history.body).toMatchObject({ changes: [{ source: 'undo', source_id: record.id }, {}] });
  });

  test('leaves room for the same count at its right time, also the second time', async () => {
    await known('12345678');
    await factory.db('products').where({ seller_id: seller.seller_id }).update({ counted_at: null });
    const units_counted_at = new Date(Date.now() - 3_600_000).toISOString();
    const count = async (body: object) => committed(await preview([row('12345678', '40')]), body);
    await undo((await count({ update: ['units'] })).id);
    const counted = await count({ update: ['units'], units_counted_at });
    expect(counted).toMatchObject({ updated_count: 1, warning_count: 0 });
    await undo(counted.id);
    expect(await count({ update: ['units'], units_counted_at })).toMatchObject({ updated_count: 1 });
    expect(await products()).toMatchObject([{ units: 40n }]);
  });

  test('keeps units that the seller set before from counts of earlier', async () => {
    await known('12345678');
    const [mug] = await products();
    const units_counted_at = new Date(Date.now() - 3_600_000).toISOString();
    await client.request('PUT', `/products/${mug?.id}`, { body: { product: { units: 60 } } });
    const { id } = await committed(await preview([row('12345678', '40')]), { update: ['units'] });
    await undo(id);
    const late = await committed(await preview([row('12345678', '40')]), {
      update: ['units'],
      units_counted_at,
    });
    expect(late.warnings).toMatchObject([{ message: 'Stock was set after this count.' }]);
    expect(await products()).toMatchObject([{ units: 60n }]);
  });

  test('brings a weight back with its unit', async () => {
    const more = ',Weight,Weight Unit';
    await imported(csv([`${row('12345678')},5,lbs`], more));
    const record = await committed(await preview([`${row('12345678')},8,oz`], more), { update: ['weight'] });
    expect(await products()).toMatchObject([{ weight: '8.000', weight_unit: 'oz' }]);
    await undo(record.id);
    expect(await products()).toMatchObject([{ weight: '5.000', weight_unit: 'lbs' }]);
  });

  test('ends after 24 hours, and is not there where nothing was replaced', async () => {
    await known('12345678');
    const filled = await committed(await preview([`${row('12345678')},A-1`], ',SKU'), { update: 'all' });
    expect(filled).toMatchObject({ updated_count: 1, undo_until: null });
    expect(await undo(filled.id)).toMatchObject({ status: 409, body: { code: 'undo_closed' } });
    const record = await committed(await preview([row('12345678', '40')]), { update: 'all' });
    const updated_at = new Date(Date.now() - 24 * 3_600_000 - 1_000);
    await factory.db('imported_csvs').where({ id: record.id }).update({ updated_at });
    expect(await undo(record.id)).toMatchObject({
      status: 409,
      body: { code: 'undo_closed', error: 'Imports can be undone for 24 hours.' },
    });
    expect(await products()).toMatchObject([{ units: 40n }]);
  });

  test('of several hundred products goes on after an interruption and is made once by two at once', async () => {
    const upcs = Array.from({ length: 450 }, (_upc, n) => String(12_000_000 + n));
    await known(...upcs);
    const record = await committed(await preview(upcs.map((upc) => row(upc, '40'))), { update: 'all' });
    const answers = await Promise.all([undo(record.id), undo(record.id)]);
    const changed = answers.reduce((sum, { body }) => sum + (body.changed ?? 0), 0);
    expect(changed).toBe(450);
    expect(new Set((await products()).map(({ units }) => units))).toEqual(new Set([100n]));
    const { rows } = await factory.db.raw<{ rows: { n: bigint }[] }>(
      "select count(*) as n from product_changes where source = 'undo' and source_id = ?",
      [record.id],
    );
    expect(rows).toEqual([{ n: 450n }]);
  });

  test('of another seller: 404', async () => {
    await known('12345678');
    const record = await committed(await preview([row('12345678', '40')]), { update: 'all' });
    const stranger = await factory.as(await factory.aSeller());
    expect((await stranger.call(undoImport, { id: record.id })).status).toBe(404);
    expect(await products()).toMatchObject([{ units: 40n }]);
  });
});
