import type { Seller } from '../../server/accounts/policy';
import { showImport } from '../../server/imports/contract';
import {
  commitPreview,
  createPreview,
  type Preview,
  updatePreview,
} from '../../server/imports/preview/contract';
import { readImportFile } from '../../server/imports/reading/answer';
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
            { field: 'units', column: 'Units', from: 100, to: 40 },
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
    expect(shown.differences).toMatchObject([{ line: 2, fields: [{ field: 'units', from: 100, to: 0 }] }]);
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

  test('writes units past the numbers of JSON as their digits', async () => {
    await imported(csv([row('12345678', '9000000000000000000')]));
    const { differences } = await preview([row('12345678', '40')]);
    expect(differences[0]?.fields).toMatchObject([{ from: '9000000000000000000', to: 40 }]);
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
  expect(record).toMatchObject({ differs_count: 2, differing_rows: 1, row_counts: shown.counts });
});
