import type { Seller } from '../../server/accounts/policy';
import type { ImportRecord } from '../../server/imports/contract';
import {
  commitPreview,
  createPreview,
  discardPreview,
  type Preview,
  type PreviewChanges,
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
const MUGS = ['12345678', '22345678', '32345678'];
const SHEET = csv(MUGS.map((upc) => row(upc)));

async function preview(content: string, saved_at?: string, by = client): Promise<Preview> {
  const key = await uploaded(by, content);
  const { body, status } = await by.call(createPreview, {}, { key, file_name: 'sheet.csv', saved_at });
  expect(status).toBe(201);
  return body;
}

async function changed({ id }: Preview, changes: PreviewChanges): Promise<Preview> {
  const { body, status } = await client.call(updatePreview, { id }, changes);
  expect(status).toBe(200);
  return body;
}

async function committed(shown: Preview, body?: object): Promise<ImportRecord> {
  const { status } = await client.call(commitPreview, { id: shown.id }, body as never);
  expect(status).toBe(201);
  await runDueJobs(app.services, jobs);
  return (await ask(client, shown.key)).body;
}

const products = () => factory.db('products').where({ seller_id: seller.seller_id }).orderBy('upc');
const unitsNow = async () => (await products()).map(({ units }) => Number(units));

async function sold(upc: string, quantity: number) {
  const [product] = await products().where({ upc });
  const id = product?.id ?? 0;
  await factory.db.raw('update products set units = units - ? where id = ?', [quantity, id]);
  await factory
    .db('stock_movements')
    .insert({ product_id: id, units: BigInt(-quantity), reason: 'sold' } as never);
}

const age = (iso: string | undefined) => Date.now() - Date.parse(iso ?? '');

test('a price above the MSRP beside it, which is all that differs, is told with its reason', async () => {
  await committed(await preview(SHEET));
  const shown = await preview(csv([row('12345678', '100', '25.00'), row('22345678')]));
  expect([shown.differs_count, shown.lists?.check]).toEqual([0, 1]);
  expect(shown.groups).toMatchObject([
    {
      kind: 'warning',
      column: 'Unit Asking Price',
      values: [{ value: '25.00', count: 1 }],
      message: 'Must be less than or equal to Unit MSRP',
    },
  ]);
  const chosen = await changed(shown, { update: ['units', 'seller_price_cents'] } as PreviewChanges);
  expect(chosen.groups).toMatchObject([{ kind: 'warning', column: 'Unit Asking Price' }]);
  const bare = await ask(
    client,
    await uploaded(client, csv([row('12345678', '100', '25.00'), row('22345678')])),
  );
  await runDueJobs(app.services, jobs);
  expect((await ask(client, bare.body.key)).body).toMatchObject({ warning_count: 0, issue_count: 0 });
});

describe('a file that was imported before', () => {
  test('says so, and its units are of then: what was sold and set since stays', async () => {
    const first = await committed(await preview(SHEET));
    await sold('12345678', 5);
    await client.request('PUT', `/products/${(await products())[1]?.id}`, {
      body: { product: { units: 60 } },
    });
    const again = await preview(SHEET);
    expect(again).toMatchObject({
      imported_before: { import_id: first.id, undone_at: null },
      counted_by: { because: 'imported', products: 0 },
      differs_count: 2,
    });
    const { at = '' } = again.counted_by ?? {};
    const choice = { update: ['units' as const], units_counted_at: at };
    const shown = await changed(again, choice);
    expect(shown).toMatchObject({
      ...choice,
      differs_count: 1,
      counts: { changed: 0, differs: 1, unchanged: 2 },
      groups: [
        {
          kind: 'warning',
          field: 'units',
          message: 'Stock was set after this count.',
          count: 1,
          values: [],
        },
      ],
    });
    const record = await committed(shown, choice);
    expect(record).toMatchObject({ row_counts: shown.counts, product_counts: shown.product_counts });
    expect(await unitsNow()).toEqual([95, 60, 100]);
  });

  test('also by the bare call, and undone', async () => {
    const key = await uploaded(client, SHEET);
    await ask(client, key);
    await runDueJobs(app.services, jobs);
    const counted = await committed(await preview(csv([row('12345678', '40')])), { update: ['units'] });
    await client.request('POST', `/imported_csvs/${counted.id}/undo`, { body: {} });
    expect((await preview(SHEET)).imported_before).toMatchObject({ undone_at: null });
    const { imported_before } = await preview(csv([row('12345678', '40')]));
    expect(imported_before?.import_id).toBe(counted.id);
    expect(age(imported_before?.undone_at ?? '')).toBeLessThan(60_000);
  });

  test('is new to another company, and to one whose preview was discarded', async () => {
    const shown = await preview(SHEET);
    await client.call(discardPreview, { id: shown.id });
    expect(await preview(SHEET)).toMatchObject({ imported_before: null, counted_by: null });
    await committed(await preview(SHEET));
    const stranger = await factory.as(await factory.aSeller());
    expect(await preview(SHEET, undefined, stranger)).toMatchObject({
      imported_before: null,
      counted_by: null,
    });
  });
});

describe('the time of a count', () => {
  test.each([
    [2, true],
    [-1, false],
    [24 * 365 * 40, false],
  ])('is at most when the file was saved, %d hours before its upload: %o', async (hours, isUsed) => {
    const saved_at = new Date(Date.now() - hours * 3_600_000).toISOString();
    const { counted_by } = await preview(SHEET, saved_at);
    expect(counted_by).toEqual(isUsed ? { at: saved_at, because: 'saved', products: 0 } : null);
  });

  test('that is none is refused', async () => {
    const key = await uploaded(client, SHEET);
    const body = { key, saved_at: 'yesterday' };
    const refused = await client.request('POST', '/import_previews', { body });
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { errors: ['Enter a time like 2026-11-24T15:00:00Z'] },
    ]);
  });

  test('is that of the last one where a file has the units of before the sales since', async () => {
    await committed(await preview(SHEET));
    for (const upc of MUGS) await sold(upc, 5);
    const old = await preview(csv([row('12345678'), row('22345678'), row('32345678', '120')]));
    expect(old.counted_by).toMatchObject({ because: 'sales', products: 2 });
    const choice = { update: ['units' as const], units_counted_at: old.counted_by?.at ?? '' };
    const shown = await changed(old, choice);
    expect(shown).toMatchObject({ differs_count: 1, counted_by: old.counted_by });
    await committed(shown, choice);
    expect(await unitsNow()).toEqual([95, 95, 115]);
  });

  test('is the upload where units go up to something else', async () => {
    await committed(await preview(SHEET));
    for (const upc of MUGS) await sold(upc, 5);
    const stocked = [row('12345678'), row('22345678', '130'), row('32345678', '120')];
    expect((await preview(csv(stocked))).counted_by).toBeNull();
  });

  test('keeps products that were added after it from being called missing', async () => {
    await committed(await preview(SHEET));
    await factory
      .db('products')
      .where({ seller_id: seller.seller_id })
      .whereNot({ upc: '32345678' })
      .update({
        created_at: new Date(Date.now() - 86_400_000),
        counted_at: new Date(Date.now() - 86_400_000),
      });
    const shown = await preview(csv([row('12345678')]));
    expect(shown.absent).toEqual({ count: 2, of: 3 });
    const units_counted_at = new Date(Date.now() - 3_600_000).toISOString();
    const dated = await changed(shown, { units_counted_at });
    expect(dated.absent).toEqual({ count: 1, of: 3 });
    const record = await committed(dated, { units_counted_at, sold_out: { count: 1, confirm: 1 } });
    expect(record.sold_out_count).toBe(1);
    expect(await unitsNow()).toEqual([100, 0, 100]);
  });
});

test('products that are missing are told from those in another file of the day', async () => {
  await committed(await preview(SHEET));
  const other = await preview(csv([row('42345678')]));
  expect(other).toMatchObject({ absent: { count: 3, of: 3 }, absent_in_other_files: 3 });
  const created_at = new Date(Date.now() - 25 * 3_600_000);
  await factory.db('imported_csvs').where({ seller_id: seller.seller_id }).update({ created_at });
  const next = await preview(csv([row('52345678')]));
  expect(next).toMatchObject({ absent: { count: 3, of: 3 }, absent_in_other_files: 0 });
});

describe('a preview with columns to update', () => {
  test('names the rows that break a rule, with reasons, and counts as the import will', async () => {
    await committed(
      await preview(
        csv(
          [`${row('12345678')},12`, `${row('22345678')},`, `${row('32345678')},`],
          ',Minimum Order Quantity',
        ),
      ),
    );
    const file = csv([
      row('12345678', '5', '4.75'),
      row('22345678', '40', '25'),
      row('32345678', '40', '4.75'),
    ]);
    const bare = await preview(file);
    expect(bare).toMatchObject({
      groups: [{ kind: 'warning', column: 'Unit Asking Price', count: 1 }],
      counts: { changed: 0, differs: 3 },
      update: [],
    });
    const shown = await changed(bare, { update: 'all' });
    expect(shown).toMatchObject({
      differs_count: 3,
      counts: { changed: 1, differs: 2, unchanged: 0 },
      product_counts: { changed: { products: 1 }, differs: { products: 2 } },
      groups: [
        { kind: 'warning', column: 'Units', message: 'Enter at least the minimum order', count: 1 },
        {
          kind: 'warning',
          column: 'Unit Asking Price',
          message: 'Must be less than or equal to Unit MSRP',
          count: 1,
        },
      ],
    });
    expect(shown.rows).toMatchObject([
      { line: 2, status: 'differs', problems: [{ message: 'Enter at least the minimum order, 12 units' }] },
      { line: 3, status: 'differs', problems: [{ message: 'Must be less than or equal to Unit MSRP' }] },
      { line: 4, status: 'changed' },
    ]);
    const fix_all = [
      {
        field: 'seller_price_cents' as const,
        message: 'Must be less than or equal to Unit MSRP',
        value: '25',
        to: '15',
      },
    ];
    const fixed = await changed(shown, { fix_all });
    expect(fixed.counts).toMatchObject({ changed: 2, differs: 1 });
    const record = await committed(fixed, { update: 'all' });
    expect(record).toMatchObject({ row_counts: fixed.counts, product_counts: fixed.product_counts });
    expect((await products()).map(({ seller_price_cents }) => seller_price_cents)).toEqual([550, 1_500, 475]);
  });

  test('can go back to none, and takes only columns that there are', async () => {
    await committed(await preview(SHEET));
    const bare = await preview(csv([row('12345678', '40')]));
    await changed(bare, { update: ['units'] });
    const shown = await changed(bare, { update: [], units_counted_at: null });
    expect(shown).toMatchObject({ update: [], units_counted_at: null, counts: { changed: 0, differs: 1 } });
    const refused = await client.request('PUT', `/import_previews/${bare.id}`, { body: { update: ['upc'] } });
    expect([refused.status, refused.body]).toMatchObject([422, { errors: ['Choose columns of this file'] }]);
  });
});
