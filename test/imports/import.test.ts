import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Seller } from '../../server/accounts/policy';
import { importRejects } from '../../server/imports/contract';
import { withParsedCsv } from '../../server/imports/parsing/csv-reader';
import { UnreadableFile } from '../../server/imports/parsing/records';
import {
  commitPreview,
  createPreview,
  discardPreview,
  updatePreview,
} from '../../server/imports/preview/contract';
import { prunePreviews } from '../../server/imports/preview/prune';
import { readImportFile } from '../../server/imports/reading/answer';
import { type ImportField, templateColumns } from '../../server/imports/rules';
import { jobs } from '../../server/job-registry';
import { updateProduct } from '../../server/products/contract';
import { originalOf } from '../../server/storage/keys';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { gatesOf } from '../support/gates';
import { runDueJobs } from '../support/jobs';
import { until } from '../support/process';
import { productionBuild } from '../support/roots';
import { useTestApp } from '../support/test-app';
import { ask, csv, largestFile, uploaded } from './files';

const app = useTestApp({ root: productionBuild() }, { jobs: [readImportFile] });
const factory = new Factory(app);
let seller: Seller;
let client: Client;

beforeEach(async () => {
  seller = await factory.aSeller();
  client = await factory.as(seller);
});

const PHOTO = 'https://pictures.example.com/mug.jpg';
const row = (upc: string, name: string, rest = `${PHOTO},$20.00,9.00,$5.50,"1,200"`) =>
  `${upc},${name},${rest}`;

async function imported(content: string | Buffer, as = client) {
  const key = await uploaded(as, content);
  const started = await ask(as, key);
  expect(started.status).toBe(201);
  expect(started.body.imported_status).toBe('pending');
  await runDueJobs(app.services, jobs);
  const answer = await ask(as, key);
  expect(answer.status).toBe(200);
  return answer.body;
}

const products = () =>
  factory.db('products').where({ seller_id: seller.seller_id, deleted_at: null }).orderBy('upc');

const ledger = async () => {
  const { rows } = await factory.db.raw<{ rows: { upc: string; sum: bigint }[] }>(
    `select upc, coalesce(sum(stock_movements.units), 0)::bigint as sum
       from products left join stock_movements on product_id = products.id
      where seller_id = ? group by upc order by upc`,
    [seller.seller_id],
  );
  return rows;
};

const file = (name: string) => readFileSync(join(__dirname, 'files', `${name}.csv`), 'utf8');

const FIELDS: Record<string, ImportField> = Object.fromEntries(
  templateColumns.map(({ heading, field }) => [heading, field]),
);

describe('The bare call', () => {
  test('imports a file once, and reports it from then on', async () => {
    const record = await imported(csv([row('000012345678', '"Mug, blue"'), row('12345678', 'Plate')]));
    expect(record).toMatchObject({
      imported_status: 'imported',
      imported_percentage: 100,
      imported_count: 2,
      updated_count: 0,
      total_imported_count: 2,
      issue_count: 0,
      error: null,
    });
    expect(await products()).toMatchObject([
      {
        upc: '000012345678',
        name: 'Mug, blue',
        photo_1: PHOTO,
        msrp_cents: 2_000,
        wholesale_cents: 900,
        seller_price_cents: 550,
        units: 1_200n,
        provisional: false,
      },
      { upc: '12345678', name: 'Plate' },
    ]);
    expect(await ledger()).toEqual([
      { upc: '000012345678', sum: 1_200n },
      { upc: '12345678', sum: 1_200n },
    ]);
  });

  test('holds cartons and minimum orders together, also with what is stored', async () => {
    const heading =
      'UPC,Product Name,Photo URL,Unit MSRP,Unit Wholesale,Unit Asking Price,Units,Minimum Order Quantity,Weight,Inner Quantity,Number of Inners,Outer Quantity';
    const numbered = (upc: string, units: string, rest: string) =>
      `${upc},Mug,${PHOTO},20.00,9.00,5.50,${units},${rest}`;
    await factory.aProduct({ seller, upc: '12345678', units: null, min_order_units: 5n, inner_quantity: 3n });
    await factory.aProduct({ seller, upc: '22345678', units: 3n, inner_quantity: 3n, outer_quantity: 12n });
    const record = await imported(
      [
        heading,
        numbered('12345678', '4', ',,,4,99'),
        numbered('22345678', '', '5,1.234,,5,'),
        numbered('32345678', '3', '5,1.50,3,4,99'),
      ].join('\n'),
    );
    expect(await products()).toMatchObject([
      { units: null, min_order_units: 5n, inner_count: 4n, outer_quantity: null, provisional: false },
      { units: 3n, min_order_units: null, weight: null, inner_count: null, outer_quantity: 12n },
      { units: 3n, min_order_units: null, weight: '1.500', outer_quantity: null, provisional: false },
    ]);
    expect(record.warnings.map(({ line, column, message }) => [line, column, message]).sort()).toEqual([
      [2, 'Outer Quantity', 'Enter 12 (3 × 4)'],
      [2, 'Units', 'Enter at least the minimum order, 5 units'],
      [3, 'Minimum Order Quantity', 'Must not exceed available units'],
      [3, 'Number of Inners', 'Change this so that Inner Quantity × Number of Inners is 12'],
      [3, 'Weight', 'Enter a weight with at most one decimal, like 1.5'],
      [4, 'Minimum Order Quantity', 'Must not exceed available units'],
      [4, 'Outer Quantity', 'Enter 12 (3 × 4)'],
    ]);
  });

  test('called by many at once starts one import', async () => {
    const key = await uploaded(client, csv([row('12345678', 'Mug')]));
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => ask(client, key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    await runDueJobs(app.services, jobs);
    expect(await products()).toHaveLength(1);
  });

  test('belongs to its seller only', async () => {
    const key = await uploaded(client, csv([row('12345678', 'Mug')]));
    const other = await factory.as(await factory.aSeller());
    expect((await ask(other, key)).status).toBe(422);
    await ask(client, key);
    expect((await ask(other, key)).status).toBe(404);
    expect((await ask(await factory.as(await factory.aBuyer()), key)).status).toBe(403);
  });

  test('refuses a file of 4,000,000 bytes', async () => {
    const key = await uploaded(client, Buffer.alloc(4_000_000, 'a'));
    const answer = await ask(client, key);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('File is too large. Maximum file size is 4 MB.');
  });

  test.each([
    [
      'a missing heading',
      'UPC,Product Name,Photo URL 1,Unit MSRP,Unit Wholesale,Units\n12345678,Mug',
      'The column “Unit Asking Price” is missing',
    ],
    ['a renamed heading', csv([]).replace('Unit MSRP', 'MSRP'), 'The column “Unit MSRP” is missing'],
    ['another encoding', Buffer.from(csv([row('12345678', 'Müg')]), 'latin1'), "isn't UTF-8"],
    ['nothing in it', '\n\n', 'The file is empty'],
    ['columns without end', csv([row('12345678', 'Mug')], ',x'.repeat(100_000)), 'more than 500 columns'],
    ['a quotation mark that is never closed', csv([row('12345678', '"Mug', 'x')]), 'is never closed'],
    ['something after a closing mark', csv([row('12345678', '"Mug" x')]), "Line 2 can't be read"],
  ])('says why %s cannot be imported', async (_name, content, words) => {
    const record = await imported(content);
    expect(record.imported_status).toBe('failed');
    expect(record.error).toContain(words);
    expect(await products()).toEqual([]);
  });

  test('takes a BOM, CRLF, semicolons, blank rows and line breaks in cells', async () => {
    const text = [
      'UPC;Product Name;Photo URL;Photo URL;Unit MSRP;Unit Wholesale;Unit Asking Price;Units;Description',
      `12345678;"Mug ""big""; blue";${PHOTO};https://a.example.com/2.jpg;20;9;5;7;"First line`,
      'second & last"',
      ';;;;;;;;',
      '',
      `22345678;Plate;${PHOTO};;20;9;5;7;`,
    ].join('\r\n');
    const record = await imported(`\ufeff${text}\r\n`);
    expect(record).toMatchObject({ imported_count: 2, issue_count: 0, warnings: [] });
    expect(await products()).toMatchObject([
      {
        name: 'Mug "big"; blue',
        photo_2: 'https://a.example.com/2.jpg',
        description: 'First line<br />second &amp; last',
      },
      { name: 'Plate', photo_2: null },
    ]);
  });
});

describe('Rows', () => {
  test('without a UPC or a name become no product, and say so with their line', async () => {
    const record = await imported(
      csv([row('', 'Mug'), row('12345678', ''), row('1.23E+11', 'Cup'), row('12-34', 'Jar')]),
    );
    expect(record).toMatchObject({
      imported_status: 'imported',
      issue_count: 0,
      imported_count: 0,
      updated_count: 0,
      total_imported_count: 0,
    });
    expect(record.rejected_rows).toEqual([
      { line: 2, errors: { UPC: 'Required' } },
      { line: 3, errors: { 'Product Name': 'Required' } },
      { line: 4, errors: { UPC: expect.stringContaining('changed this UPC to 1.23E+11') } },
      { line: 5, errors: { UPC: 'Enter a UPC of 8 to 14 digits' } },
    ]);
  });

  test('with more or fewer cells than the header become no product, and say how to write them', async () => {
    const good = row('12345678', 'Mug');
    const record = await imported(
      csv([
        row('22345678', 'Cup', `${PHOTO},$20.00,9.00,9.99,1,000`),
        good,
        row('32345678', 'Jar', `${PHOTO},$20.00,9.00,5`),
        `${row('42345678', 'Can')},,, ,`,
      ]),
    );
    const units = 'Put values with commas in quotes, like "1,000".';
    expect(record).toMatchObject({ imported_count: 1, total_imported_count: 1, rejected_count: 3 });
    expect(record.rejected_rows).toEqual([
      { line: 2, errors: { Row: `This row has 8 cells, but the header has 7. ${units}` } },
      {
        line: 4,
        errors: { Row: 'This row has 6 cells, but the header has 7. Add the missing cell, even if empty.' },
      },
      { line: 5, errors: { Row: `This row has 11 cells, but the header has 7. ${units}` } },
    ]);
    expect((await products()).map(({ name, units }) => [name, units])).toEqual([['Mug', 1_200n]]);
    const rejected = await client.call(importRejects, { id: record.id });
    const [, ...lines] = rejected.text.trim().split('\r\n');
    expect(lines).toEqual([
      expect.stringContaining('Line 2. Row: '),
      expect.stringContaining('Line 4. Row: '),
      expect.stringContaining('Line 5. Row: '),
    ]);
    expect(lines[0]).toMatch(/,000$/);
    // Uploaded as they are they are refused again, never taken with what was left of their cells.
    const again = await imported(rejected.text);
    expect(again).toMatchObject({ imported_count: 0, rejected_count: 3 });
  });

  test('with bad required values wait as provisional products', async () => {
    const record = await imported(
      csv([
        row('12345678', 'Mug', 'https://imgur.com/a.jpg,0,abc,5,0'),
        row('22345678', 'Cup', `${PHOTO},10,5,10.01,5`),
      ]),
    );
    expect(record).toMatchObject({ issue_count: 2, imported_count: 2, total_imported_count: 2 });
    expect(record.imported_provisional_products).toEqual([
      {
        id: expect.any(Number),
        name: 'Mug',
        provisional_errors: {
          photo_1: 'Photo URL cannot link to drive.google.com, dropbox.com, imgur.com, or ibb.co',
          msrp_cents: 'Price must be greater than $0',
          wholesale_cents: 'Enter a price like 9.99 or $9.99',
          units: 'Units must be greater than 0',
        },
      },
      {
        id: expect.any(Number),
        name: 'Cup',
        provisional_errors: { seller_price_cents: 'Must be less than or equal to Unit MSRP' },
      },
    ]);
    const [mug] = await products();
    expect(mug).toMatchObject({ provisional: true, units: null, msrp_cents: null, seller_price_cents: 500 });
    // Corrected in the editor, it is listed.
    const id = mug?.id ?? 0;
    const mended = { photo_1: PHOTO, msrp_cents: 1_000, wholesale_cents: 700, units: 5 };
    const answer = await client.call(updateProduct, { id }, { product: mended });
    expect(answer.body).toMatchObject({ provisional: false, provisional_errors: {} });
  });

  test('with bad optional values go live without them', async () => {
    const record = await imported(
      csv(
        [`${row('12345678', 'Mug', `${PHOTO},20,9,5,100`)},101,Cars,13/2026,-1`],
        ',Minimum Order Quantity,Category,Expiration Date,Length',
      ),
    );
    expect(record).toMatchObject({ issue_count: 0, imported_count: 1, warning_count: 4 });
    expect(record.warnings.map(({ line, column, value }) => [line, column, value]).sort()).toEqual([
      [2, 'Category', 'Cars'],
      [2, 'Expiration Date', '13/2026'],
      [2, 'Length', '-1'],
      [2, 'Minimum Order Quantity', '101'],
    ]);
    expect(await products()).toMatchObject([
      { provisional: false, min_order_units: null, category: 'other category', length: null },
    ]);
  });

  test('of one UPC make one product; the later ones give what was missing', async () => {
    const more = ',SKU';
    const record = await imported(
      csv(
        [
          `${row('12345678', 'Mug', `${PHOTO},20,9,5,100`)},`,
          `${row('12345678', 'Other name', `${PHOTO},30,9,5,7`)},A-1`,
        ],
        more,
      ),
    );
    expect(record).toMatchObject({ imported_count: 1, updated_count: 0, total_imported_count: 2 });
    expect(record.warnings).toEqual([
      {
        line: 3,
        column: 'UPC',
        value: '12345678',
        message: 'Duplicate UPC (first on line 2): only values missing from the first row were used',
      },
    ]);
    expect(await products()).toMatchObject([{ name: 'Mug', sku: 'A-1', msrp_cents: 2_000, units: 100n }]);
    expect(await ledger()).toEqual([{ upc: '12345678', sum: 100n }]);
  });
});

describe('Importing again', () => {
  test('changes nothing that is there, fills what is missing and adds what is new', async () => {
    await imported(csv([row('12345678', 'Mug', `${PHOTO},20,,5,`)]));
    const [before] = await products();
    expect(before).toMatchObject({ provisional: true });
    const record = await imported(
      csv([row('12345678', 'Renamed', `${PHOTO},30,9,6,40`), row('22345678', 'Plate')]),
    );
    expect(record).toMatchObject({ imported_count: 1, updated_count: 1, issue_count: 0 });
    expect(await products()).toMatchObject([
      {
        name: 'Mug',
        msrp_cents: 2_000,
        wholesale_cents: 900,
        seller_price_cents: 500,
        units: 40n,
        provisional: false,
        provisional_errors: {},
      },
      { name: 'Plate' },
    ]);
  });

  test('of any writing of a code finds its product, in one file and the next', async () => {
    const more = ',SKU';
    const sku = (upc: string, text: string) => `${row(upc, 'Jar')},${text}`;
    const record = await imported(csv([sku('012345678905', ''), sku('00012345678905', 'JAR-1')], more));
    expect(record).toMatchObject({ imported_count: 1, total_imported_count: 2 });
    expect(record.warnings).toMatchObject([{ line: 3, message: expect.stringMatching(/^Duplicate UPC/) }]);
    for (const upc of ['12345678905', '0012345678905', '012345678905.0', "'012345678905"])
      expect(await imported(csv([sku(upc, 'JAR-1')], more))).toMatchObject({
        imported_count: 0,
        updated_count: 0,
        total_imported_count: 1,
      });
    // Without the right check digit 11 digits are a code of their own.
    expect(await imported(csv([row('12345678904', 'Lid')]))).toMatchObject({ imported_count: 1 });
    expect(await products()).toMatchObject([{ upc: '012345678905', sku: 'JAR-1' }, { upc: '12345678904' }]);
  });

  test('our export, saved by a spreadsheet that drops zeros, doubles no product', async () => {
    await imported(file('f09a-original'));
    expect(await imported(file('f09b-excel-dropped-zero'))).toMatchObject({
      imported_count: 0,
      updated_count: 0,
    });
    expect(await products()).toMatchObject([{ upc: '012345678905' }]);
    // Products that were doubled before are each found by their own writing.
    await factory.aProduct({ seller, upc: '12345678905', sku: null });
    const record = await imported(csv([`${row('12345678905', 'Jar')},B-2`], ',SKU'));
    expect(record).toMatchObject({ updated_count: 1 });
    expect((await products()).map(({ upc, sku }) => [upc, sku])).toEqual([
      ['012345678905', 'JAR-1'],
      ['12345678905', 'B-2'],
    ]);
  });

  test('the same file changes nothing', async () => {
    const file = csv([row('12345678', 'Mug'), row('22345678', 'Plate')]);
    await imported(file);
    const before = await products();
    const record = await imported(file);
    expect(record).toMatchObject({
      imported_count: 0,
      updated_count: 0,
      total_imported_count: 2,
      issue_count: 0,
    });
    expect(await products()).toEqual(before);
  });

  test('a name that hides a formula is neutralized in the exports of sellers and staff', async () => {
    const names = ['＝1+1', '\u200b=1+1', '\u00ad＠A1', '－5'];
    for (const name of names) await factory.aProduct({ seller, name });
    const before = await products();
    const file = await client.request('GET', '/dashboard/export/products.csv');
    const staff = await factory.as(await factory.staff());
    const listed = await staff.request('GET', '/admin/insights/download_csv/product.csv');
    for (const { text } of [file, listed])
      for (const name of names) {
        expect(text).toContain(`,'${name},`);
        expect(text).not.toContain(`,${name},`);
      }
    await imported(file.text);
    expect(await products()).toEqual(before);
  });

  test('our own export changes nothing, in another marketplace either', async () => {
    const name = '\'=SUM(A1), "x"\n-y';
    await factory.aProduct({
      seller,
      name,
      sku: '+49',
      description: '<div>A <strong>mug</strong></div>',
      length: '4.500',
      category: 'toys',
      min_order_units: 3n,
      inner_count: 2n,
    });
    await factory.aProduct({ seller, provisional: true, msrp_cents: null, units: null });
    const before = await products();
    const file = await client.request('GET', '/dashboard/export/products.csv');
    expect(file.headers.get('content-type')).toContain('text/csv');
    const record = await imported(file.text);
    expect(record).toMatchObject({ imported_count: 0, updated_count: 0, total_imported_count: 2 });
    expect(record.row_counts).not.toHaveProperty('differs');
    expect(await products()).toEqual(before);
    const other = await factory.aSeller();
    await imported(
      file.text.replaceAll(app.services.config.appUrl, 'https://shop.example.com'),
      await factory.as(other),
    );
    const copies = await factory.db('products').where({ seller_id: other.seller_id }).orderBy('upc');
    const texts = (list: typeof copies) =>
      list.map(
        ({
          upc,
          name,
          sku,
          description,
          length,
          category,
          min_order_units,
          inner_count,
          units,
          msrp_cents,
        }) => ({
          upc,
          name,
          sku,
          description,
          length,
          category,
          min_order_units,
          inner_count,
          units,
          msrp_cents,
        }),
      );
    expect(texts(copies)).toEqual(texts(before));
  });
});

describe('The preview', () => {
  test('of a colleague is imported like your own', async () => {
    const key = await uploaded(client, csv([row('012345678905', 'Mug')]));
    const { body: shown } = await client.call(createPreview, {}, { key });
    const colleague = await factory.as(await factory.aMember(seller, 'manager'));
    expect((await colleague.call(commitPreview, { id: shown.id })).status).toBe(201);
    await runDueJobs(app.services, jobs);
    expect(await products()).toMatchObject([{ name: 'Mug' }]);
  });

  const renamed = (rows: string[]) =>
    ['Title,Barcode,Image,Retail,Cost,Price,Qty,Colour', ...rows].join('\n');

  async function preview(content: string) {
    const answer = await client.call(createPreview, {}, { key: await uploaded(client, content) });
    expect(answer.status).toBe(201);
    return answer.body;
  }

  test('recognises other headings, says what would happen, and writes nothing', async () => {
    await factory.aProduct({ seller, upc: '12345678', name: 'Known', units: null });
    const shown = await preview(
      renamed([
        `Mug,12345678,${PHOTO},20,9,5,7,red`,
        `Cup,22345678,${PHOTO},20,9,5,7,red`,
        `Jar,32345678,${PHOTO},20,9,50,7,red`,
        `Can,,${PHOTO},20,9,5,7,red`,
      ]),
    );
    expect(shown.columns.map(({ heading, field }) => [heading, field])).toEqual([
      ['Title', 'name'],
      ['Barcode', 'upc'],
      ['Image', 'photo_1'],
      ['Retail', 'msrp_cents'],
      ['Cost', 'wholesale_cents'],
      ['Price', 'seller_price_cents'],
      ['Qty', 'units'],
      ['Colour', null],
    ]);
    expect(shown.counts).toEqual({ new: 1, changed: 1, unchanged: 0, incomplete: 1, refused: 1 });
    expect(shown.rows.map(({ line, status }) => [line, status])).toEqual([
      [4, 'incomplete'],
      [5, 'refused'],
      [2, 'changed'],
    ]);
    expect(shown.rows[2]?.changes).toEqual([{ column: 'Units', value: '7' }]);
    expect(await products()).toHaveLength(1);
  });

  test('refuses rows whose cells are not as many as the headings', async () => {
    const content = renamed([
      `Mug,12345678,${PHOTO},20,9,5,1,000,red`,
      `Cup,22345678,${PHOTO},20,9,5,7`,
      `Jar,32345678,${PHOTO},20,9,5,7,red,,`,
      `Pot,42345678,${PHOTO},20,9,5,7,`,
    ]);
    const shown = await preview(content);
    expect(shown.counts).toEqual({ new: 1, changed: 0, unchanged: 0, incomplete: 0, refused: 3 });
    expect(shown.rows.map(({ line, status, problems }) => [line, status, problems])).toEqual([
      [
        2,
        'refused',
        [
          {
            kind: 'refused',
            field: null,
            line: 2,
            column: 'Row',
            value: 'red',
            message:
              'This row has 9 cells, but the header has 8. Put values with commas in quotes, like "1,000".',
          },
        ],
      ],
      [3, 'refused', [expect.objectContaining({ column: 'Row', line: 3 })]],
      [4, 'refused', [expect.objectContaining({ value: ',', message: expect.stringContaining('10 cells') })]],
    ]);
    const semicolons = await preview(content.replaceAll(',', ';'));
    expect(semicolons.rows[0]?.problems[0]?.message).toMatch(/^This row has 9 .* with semicolons in quotes/);
  });

  test('cells are mended in place, and the import does what was shown', async () => {
    const shown = await preview(csv([row('1.2E+10', 'Mug'), row('22345678', 'Cup', `${PHOTO},20,9,50,7`)]));
    expect(shown.counts).toMatchObject({ refused: 1, incomplete: 1 });
    const mended = await client.call(
      updatePreview,
      { id: shown.id },
      { fixes: { 2: { upc: '12345678' }, 3: { seller_price_cents: '$5' } } },
    );
    expect(mended.body.counts).toMatchObject({ new: 2, refused: 0, incomplete: 0 });
    const begun = await client.call(commitPreview, { id: shown.id });
    expect(begun.status).toBe(201);
    await runDueJobs(app.services, jobs);
    expect((await ask(client, shown.key)).body).toMatchObject({ imported_count: 2, issue_count: 0 });
    expect(await products()).toMatchObject([{ name: 'Mug' }, { name: 'Cup', seller_price_cents: 500 }]);
  });

  test('of a cell of hidden blanks is there at once, and so are other pages', async () => {
    const blanks = `\u200b${' '.repeat(12_000)}x`;
    const shown = await preview(
      csv([row('12345678', 'Mug', `${PHOTO},${blanks},9,5,7`), row('22345678', 'Cup')]),
    );
    expect(shown.counts).toMatchObject({ new: 1, incomplete: 1 });
    expect(shown.groups).toMatchObject([
      { column: 'Unit MSRP', message: 'Enter a price like 9.99 or $9.99' },
    ]);
  });

  test('of a file that takes too long ends with a sentence and is not read again', async () => {
    const reading = withParsedCsv(
      app.services.config.root,
      { bytes: Buffer.from(largestFile().text), headerLine: null },
      async (file) => {
        for await (const { line } of file.rows(
          file.headings.map(() => null),
          {},
        ))
          expect(line).toBeGreaterThan(0);
      },
      20,
    );
    await expect(reading).rejects.toThrow(
      'takes too much memory or time to read. Split it into several files.',
    );
    await expect(reading).rejects.toBeInstanceOf(UnreadableFile);
  });

  test('of a file with a comma too many before empty cells lists nothing at another price', async () => {
    const shown = await preview(file('f01c-thousands-in-price-trailing-empty'));
    expect(shown.counts).toMatchObject({ new: 0, refused: 1 });
    expect(shown.rows[0]?.problems).toMatchObject([
      {
        column: 'Row',
        line: 2,
        message: expect.stringMatching(/^This row has 11 cells, but the header has 10\./),
      },
    ]);
    await client.call(commitPreview, { id: shown.id });
    await runDueJobs(app.services, jobs);
    expect(await products()).toEqual([]);
  });

  test('says of a known product that the file differs, and what the product keeps', async () => {
    await imported(csv([row('12345678', 'Mug', `${PHOTO},20,9,5,100`), row('22345678', 'Cup')]));
    const changed = csv([row('12345678', 'Mug', `${PHOTO},20,9,5.50,40`), row('22345678', 'Cup')]);
    const shown = await preview(changed);
    expect(shown.counts).toEqual({ new: 0, changed: 0, unchanged: 1, differs: 1, incomplete: 0, refused: 0 });
    expect(shown.groups).toEqual([]);
    expect(shown.rows).toMatchObject([
      {
        line: 2,
        status: 'differs',
        differs: [
          { column: 'Unit Asking Price', value: '5.50', own: '$5.00' },
          { column: 'Units', value: '40', own: '100' },
        ],
      },
    ]);
    await client.call(commitPreview, { id: shown.id });
    await runDueJobs(app.services, jobs);
    const { body: record } = await ask(client, shown.key);
    expect(record.row_counts).toEqual(shown.counts);
    expect(record).toMatchObject({ imported_count: 0, updated_count: 0, warning_count: 0 });
    expect((await products())[0]).toMatchObject({ units: 100n, seller_price_cents: 500 });
  });

  test('takes another row as the header where the seller says so, and the import does the same', async () => {
    const content = [
      'Liste,Lager,Nord,Stand,heute,,',
      'Nr,Ding,Foto,UVP,EK,VK,Menge',
      row('12345678', 'Mug'),
    ].join('\n');
    const shown = await preview(content);
    expect(shown).toMatchObject({ header_line: 2, first_rows: [{ line: 1 }, { line: 2 }, { line: 3 }] });
    const above = await client.call(updatePreview, { id: shown.id }, { header_line: 1 });
    expect(above.body).toMatchObject({ header_line: 1, counts: { refused: 2 } });
    expect(above.body.columns[0]).toMatchObject({ heading: 'Liste', samples: ['Nr', '12345678'] });
    const back = await client.call(updatePreview, { id: shown.id }, { header_line: 2 });
    expect(back.body.columns.map(({ heading }) => heading)).toEqual([
      'Nr',
      'Ding',
      'Foto',
      'UVP',
      'EK',
      'VK',
      'Menge',
    ]);
    expect((await client.call(updatePreview, { id: shown.id }, { header_line: 9 })).status).toBe(422);
    const mapping = csv([])
      .split(',')
      .map((heading) => FIELDS[heading.trim()] ?? null);
    const mapped = await client.call(updatePreview, { id: shown.id }, { mapping });
    expect(mapped.body.counts).toMatchObject({ new: 1, refused: 0 });
    await client.call(commitPreview, { id: shown.id });
    await runDueJobs(app.services, jobs);
    expect(await products()).toMatchObject([{ upc: '12345678', name: 'Mug', units: 1_200n }]);
  });

  test('asks about a month that is over and a weight that is converted, and imports both', async () => {
    const more = ',Expiration Date,Weight,Weight Unit';
    const shown = await preview(csv([`${row('12345678', 'Mug')},01/2020,500,g`], more));
    expect(shown.counts).toMatchObject({ new: 1 });
    expect(shown.groups.map(({ kind, column }) => [kind, column])).toEqual([
      ['question', 'Weight'],
      ['question', 'Expiration Date'],
    ]);
    expect((await client.request('GET', `/import_previews/${shown.id}/rejected.csv`)).text).not.toContain(
      'Mug',
    );
    await client.call(commitPreview, { id: shown.id });
    await runDueJobs(app.services, jobs);
    expect((await ask(client, shown.key)).body).toMatchObject({ imported_count: 1, warning_count: 0 });
    expect(await products()).toMatchObject([
      { expiration_date: '01/2020', weight: '1.100', weight_unit: 'lbs' },
    ]);
  });

  test('of a Shopify export joins further images to their product', async () => {
    const shown = await preview(file('f11-shopify-export'));
    expect(shown.counts).toMatchObject({ new: 1, changed: 2, incomplete: 2, refused: 0 });
    expect(shown.groups.map(({ column }) => column)).not.toContain('UPC');
    await client.call(commitPreview, { id: shown.id });
    await runDueJobs(app.services, jobs);
    const [tote] = await products();
    expect(tote).toMatchObject({
      name: 'Denim tote',
      photo_1: 'https://pictures.example.com/p48.jpg',
      photo_2: 'https://pictures.example.com/p49.jpg',
      photo_3: 'https://pictures.example.com/p50.jpg',
      provisional: false,
    });
    expect(await products()).toHaveLength(3);
  });

  test('remembers what a seller’s own headings mean', async () => {
    const content = csv([row('12345678', 'Mug')]).replace('Units', 'Stueck');
    const first = await preview(content);
    expect(first.missing).toEqual(['Units']);
    const mapping = first.mapping.map((field, at) => (at === 6 ? 'units' : field));
    const chosen = await client.call(updatePreview, { id: first.id }, { mapping });
    expect(chosen.body).toMatchObject({ missing: [], counts: { new: 1 } });
    const second = await preview(content);
    expect(second.columns[6]).toMatchObject({ field: 'units', by: 'remembered' });
  });

  test('takes the meaning of each column of the widest file', async () => {
    const more = Array.from({ length: 493 }, (_none, at) => `Extra ${at}`);
    const cells = more.map(() => '');
    const content = csv([[row('12345678', 'Mug'), ...cells].join(',')], `,${more.join(',')}`).replace(
      'Units',
      'Pieces here',
    );
    const first = await preview(content);
    const mapping = first.mapping.map((field, at) => (at === 6 ? 'units' : field));
    const chosen = await client.call(updatePreview, { id: first.id }, { mapping });
    expect([mapping.length, chosen.status]).toEqual([500, 200]);
    expect(chosen.body).toMatchObject({ missing: [], counts: { new: 1 } });
  });

  test('returns the rows that need a correction as a file to upload again', async () => {
    const shown = await preview(csv([row('123', '=Mug'), row('22345678', 'Cup')]));
    const answer = await client.request('GET', `/import_previews/${shown.id}/rejected.csv`);
    const [headings, ...lines] = answer.text.trim().split('\r\n');
    expect(headings).toMatch(/^UPC,Product Name,.*,What to do$/);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^123,'=Mug,.*UPC: Enter a UPC of 8 to 14 digits$/);
    const record = await imported(answer.text.replace('123,', '12345678,'));
    expect(record).toMatchObject({ imported_count: 1, warnings: [] });
    expect(await products()).toMatchObject([{ name: '=Mug' }]);
  });

  test('is its seller’s alone', async () => {
    const shown = await preview(csv([row('12345678', 'Mug')]));
    const other = await factory.as(await factory.aSeller());
    expect((await other.call(updatePreview, { id: shown.id }, { fixes: {} })).status).toBe(404);
    expect((await other.call(commitPreview, { id: shown.id })).status).toBe(404);
    expect((await other.request('GET', `/import_previews/${shown.id}/rejected.csv`)).status).toBe(404);
  });

  test('that is discarded while it is being submitted is imported', async () => {
    const shown = await preview(csv([row('12345678', 'Mug')]));
    const gates = gatesOf(factory, ['imported_csvs']);
    await gates.build();
    const open = await gates.close(0);
    const submitted = client.call(commitPreview, { id: shown.id });
    await until(() => gates.isWaitingAt(0));
    const discarded = client.call(discardPreview, { id: shown.id });
    await Promise.race([discarded, delay(500)]);
    await open();
    expect((await discarded).status).toBe(204);
    expect((await submitted).status).toBe(201);
    await runDueJobs(app.services, jobs);
    expect((await ask(client, shown.key)).body).toMatchObject({ imported_count: 1, error: null });
  });

  test('that led to nothing is forgotten after a week, with its file; one that was imported keeps it', async () => {
    const old = await preview(csv([row('12345678', 'Mug')]));
    const used = await preview(csv([row('22345678', 'Cup')]));
    await client.call(commitPreview, { id: used.id });
    const recent = await preview(csv([row('32345678', 'Jar')]));
    const fileOf = async (id: number) =>
      originalOf((await factory.db('import_previews').where({ id }).first('stored_key'))?.stored_key ?? '');
    const files = await Promise.all([old, used, recent].map(({ id }) => fileOf(id)));
    await factory
      .db('import_previews')
      .whereIn('id', [old.id, used.id])
      .update({ updated_at: new Date(Date.now() - 8 * 86_400_000) });
    await prunePreviews(app.services);
    expect(await factory.db('import_previews').where({ seller_id: seller.seller_id }).pluck('id')).toEqual([
      recent.id,
    ]);
    const kept = await Promise.all(files.map((file) => app.services.store.head(file)));
    expect(kept.map((file) => file !== null)).toEqual([false, true, true]);
  });
});
