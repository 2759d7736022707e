import type { Seller } from '../../server/accounts/policy';
import {
  createPreview,
  listPreviewRows,
  MAX_CELL_CHARACTERS,
  ROWS_PER_PAGE,
  type RowList,
  updatePreview,
} from '../../server/imports/preview/contract';
import { readImportFile } from '../../server/imports/reading/answer';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
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

async function preview(rows: readonly string[], more = '') {
  const key = await uploaded(client, csv(rows, more));
  return (await client.call(createPreview, {}, { key, file_name: 'lots.csv' })).body;
}

const rowsOf = async (id: number, list: RowList, page = 1) =>
  (await client.call(listPreviewRows, { id }, undefined, { list, page })).body;

test('every list has its rows, with the mapped cells and what is wrong with them', async () => {
  const known = await factory.aProduct({ seller, upc: '52345678', sku: null, name: 'Jar' });
  const shown = await preview(
    [
      `1234567,Mug,${PHOTO},20,9,5,7,,`,
      `22345678,Cup,${PHOTO},20,9,,7,,`,
      `32345678,Pot,${PHOTO},20,9,5,7,Crockery,`,
      `42345678,Pan,${PHOTO},20,9,5,7,,`,
      `${known.upc},Jar,,,,,,,J-1`,
    ],
    ',Category,SKU',
  );
  expect(shown.lists).toEqual({
    ...{ problems: 3, refused: 1, incomplete: 1, check: 1 },
    ...{ changed: 1, differs: 0, all: 5 },
  });
  const lines = async (list: RowList) => (await rowsOf(shown.id, list)).rows.map(({ line }) => line);
  expect(await lines('problems')).toEqual([2, 3, 4]);
  expect(await lines('refused')).toEqual([2]);
  expect(await lines('incomplete')).toEqual([3]);
  expect(await lines('check')).toEqual([4]);
  expect(await lines('changed')).toEqual([6]);
  expect(await lines('differs')).toEqual([]);
  expect(await lines('all')).toEqual([2, 3, 4, 5, 6]);
  expect(await rowsOf(shown.id, 'refused')).toEqual({
    total: 1,
    rows: [
      {
        line: 2,
        status: 'refused',
        upc: '1234567',
        name: 'Mug',
        changes: [],
        differs: [],
        problems: [expect.objectContaining({ kind: 'refused', field: 'upc', value: '1234567' })],
        cells: expect.objectContaining({ upc: '1234567', msrp_cents: '20', category: '' }),
        original: {},
      },
    ],
  });
});

test('a row that can not be imported says what else is wrong with it, not what is missing', async () => {
  const { id, groups } = await preview([`1234567,Mug,${PHOTO},20,9,50,,Crockery`], ',Category');
  const problems = (await rowsOf(id, 'refused')).rows[0]?.problems ?? [];
  expect(problems.map(({ kind, field }) => [kind, field])).toEqual([
    ['refused', 'upc'],
    ['incomplete', 'seller_price_cents'],
    ['warning', 'category'],
  ]);
  expect(groups.map(({ field, count }) => [field, count])).toEqual([
    ['upc', 1],
    ['seller_price_cents', 1],
    ['category', 1],
  ]);
});

test('a corrected cell keeps the value of the file, and its row leaves the list', async () => {
  const { id } = await preview([`1234567,Mug,${PHOTO},20,9,5,7`]);
  await client.call(updatePreview, { id }, { fixes: { 2: { upc: '12345678', name: 'Mug' } } });
  expect(await rowsOf(id, 'refused')).toEqual({ total: 0, rows: [] });
  expect((await rowsOf(id, 'all')).rows).toMatchObject([
    { status: 'new', cells: { upc: '12345678' }, original: { upc: '1234567' } },
  ]);
  expect((await rowsOf(id, 'all')).rows[0]?.original).not.toHaveProperty('name');
  const readings = factory.db('import_readings').where({ preview_id: id }).select('id');
  const stored = await factory
    .db('import_reading_rows')
    .whereIn('reading_id', readings)
    .distinct('reading_id');
  expect(stored).toHaveLength(1);
});

test('rows come in pages, in the order of the file; long cells are cut', async () => {
  const name = (n: number) => (n === 0 ? `🫖${'x'.repeat(2 * MAX_CELL_CHARACTERS)}` : `Mug ${n}`);
  const rows = Array.from(
    { length: 2 * ROWS_PER_PAGE + 1 },
    (_row, n) => `${12_345_678 + n},${name(n)},${PHOTO},20,9,5,7`,
  );
  const { id } = await preview(rows);
  const pages = await Promise.all([1, 2, 3, 4].map((page) => rowsOf(id, 'all', page)));
  expect(pages.map(({ total, rows: { length } }) => [total, length])).toEqual([
    [201, 100],
    [201, 100],
    [201, 1],
    [201, 0],
  ]);
  expect(pages[2]?.rows[0]).toMatchObject({ line: 202, name: 'Mug 200' });
  expect(pages[0]?.rows[0]?.cells.name).toHaveLength(MAX_CELL_CHARACTERS);
});

test('only known lists and pages are answered, and only to the seller', async () => {
  const { id } = await preview([`12345678,Mug,${PHOTO},20,9,5,7`]);
  const status = async (who: Client, query: object) =>
    (await who.call(listPreviewRows, { id }, undefined, query)).status;
  expect(await status(client, { list: 'constructor' })).toBe(422);
  expect(await status(client, { list: 'all', page: 0 })).toBe(422);
  expect(await status(client, { list: 'all', page: 1e9 })).toBe(422);
  expect(await status(await factory.as(await factory.aSeller()), { list: 'all' })).toBe(404);
});

test('a file of headings alone says so, and what to do', async () => {
  const shown = await preview([]);
  expect(shown.error).toBe(
    'This file has no rows below its headings. Add your products there and upload it again.',
  );
  expect((await preview([], '\n\n')).error).toBe(shown.error);
  expect((await preview([`1234567,Mug,${PHOTO},20,9,5,7`])).error).toBeNull();
});
