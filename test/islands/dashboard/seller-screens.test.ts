import { fileFault } from '../../../islands/import-products/file-fault';
import {
  differsLine,
  importedBefore,
  issuesLine,
  keptLine,
  nothingLine,
  outcomeOf,
  productLines,
  repeatsLine,
  successLines,
} from '../../../islands/import-products/outcome';
import { pace, remainingTime } from '../../../islands/import-products/pace';
import { blockersOf, countText } from '../../../islands/manage-products/blockers';
import { reasonNotToSave } from '../../../islands/manage-profile/reason';
import { outerOf } from '../../../islands/product-wizard/Optional';
import { netOf, percentOff } from '../../../islands/product-wizard/Required';
import { stepState, valuesOf } from '../../../islands/product-wizard/steps';
import { daysText } from '../../../islands/seller-analytics/Totals';
import { cents } from '../../../server/contract/money';
import type { ImportRecord } from '../../../server/imports/contract';
import type { OwnProduct, Product } from '../../../server/products/contract';

const aProduct = (changes: Partial<Product> = {}): Product => ({
  id: 7,
  seller_id: 1,
  seller_user_id: 1,
  seller: { id: 1, name: 'Oak', description: '', logo_url: null },
  name: 'Chair',
  main_image_url: '/demo/chair-1200.webp',
  images: ['/demo/chair-1200.webp'],
  category: 'home',
  units: null,
  min_order_units: null,
  msrp_cents: cents(20_000),
  wholesale_cents: cents(9_000),
  seller_price_cents: cents(5_000),
  percent_off_msrp: 75,
  upc: '12345678',
  sku: null,
  asin: null,
  style_number: null,
  description: '',
  photo_1: '/demo/chair-1200.webp',
  photo_2: null,
  photo_3: null,
  photo_4: null,
  photo_5: null,
  gender: 'unisex',
  seller_size: null,
  expiration_date: null,
  length: null,
  width: null,
  height: null,
  weight: null,
  weight_unit: 'lbs',
  packaging_type: 'retail_ready',
  inner_count: null,
  inner_quantity: null,
  outer_quantity: null,
  provisional: false,
  created_at: '2025-11-03T00:00:00Z',
  ...changes,
});

describe('The steps of the wizard', () => {
  test.each([
    ['identifiers', {}, 'completed'],
    ['description', {}, 'completed'],
    ['description', { photo_1: null }, 'incomplete_required'],
    ['description', { photo_1: null, category: 'other category' }, 'incomplete_required'],
    ['pricing', {}, 'completed'],
    ['pricing', { seller_price_cents: null }, 'incomplete_required'],
    ['quantity', {}, 'incomplete_optional'],
    ['quantity', { units: 0n }, 'completed'],
    ['details', {}, 'incomplete_optional'],
    ['details', { gender: 'f' }, 'completed'],
    ['dimensions', {}, 'incomplete_optional'],
    ['dimensions', { weight: 2.5 }, 'completed'],
    ['packaging', {}, 'incomplete_optional'],
    ['packaging', { inner_count: 4n }, 'completed'],
  ] as const)('%s with %o is %s', (step, changes, state) => {
    const current = step === 'identifiers' ? 'pricing' : 'identifiers';
    expect(stepState(step, current, aProduct(changes as Partial<Product>))).toBe(state);
    expect(stepState(step, step, aProduct(changes as Partial<Product>))).toBe('active');
  });

  test('before there is a product the required ones wait', () => {
    expect(stepState('pricing', 'identifiers', null)).toBe('incomplete_required');
    expect(stepState('packaging', 'identifiers', null)).toBe('incomplete_optional');
  });

  test('show units to the last digit', () => {
    expect(valuesOf('quantity', aProduct({ units: 8_999_999_999_999_999_999n }))).toEqual({
      units: '8999999999999999999',
      min_order_units: '',
    });
  });
});

test.each([
  [20_000, 5_050, 75],
  [200, 199, 1],
  [20_000, 20_000, 0],
  [20_000, 20_001, null],
  [null, 5, null],
] as const)('MSRP %o and asking price %o are %o %% off', (msrp, asking, off) => {
  expect(percentOff(msrp, asking)).toBe(off);
});

test('the net is what the order will say', () => {
  expect(netOf(5_050, 1_000)).toBe(4_545);
  expect(netOf(null, 1_000)).toBeNull();
});

test('inners make an outer, and nothing where there is nothing', () => {
  expect(outerOf('6', '4')).toBe('24');
  expect(outerOf('6', '')).toBeNull();
  expect(outerOf('9000000000000000000', '2')).toBeNull();
});

test('what is missing leads to the step that mends it', () => {
  const own = { ...aProduct(), provisional: true, main_image_url: null, provisional_errors: { units: 'x' } };
  expect(blockersOf(own as unknown as OwnProduct)).toEqual([
    { text: 'Photo missing', href: '/dashboard/edit_product/7/description' },
    { text: 'Units missing', href: '/dashboard/edit_product/7/quantity' },
  ]);
  expect(blockersOf({ ...own, provisional: false } as unknown as OwnProduct)).toEqual([]);
});

test.each([
  [1, false, '1 product'],
  [12_000, false, '12,000 products'],
  [0, true, 'No matches'],
] as const)('%o products, searched %o: %s', (count, searched, text) => {
  expect(countText(count, searched)).toBe(text);
});

test.each([
  [
    { logo: 'Required', description: 'Required' },
    { logo: '', description: ' ' },
    true,
    false,
    'Your profile still needs a logo and a description.',
  ],
  [{ description: 'Maximum 550 characters' }, { description: 'Long' }, true, false, 'Fix the errors above.'],
  [{}, {}, false, false, 'No changes to save.'],
  [{}, {}, true, true, 'An image is still uploading.'],
  [{}, {}, true, false, ''],
] as const)('a profile with %o waits because: %#', (errors, values, dirty, uploading, reason) => {
  expect(reasonNotToSave({ errors, values, dirty }, uploading)).toBe(reason);
});

const record = (changes: Partial<ImportRecord>): ImportRecord => ({
  id: 1,
  key: 'uploads/x',
  file_name: 'lots.csv',
  imported_status: 'imported',
  imported_percentage: 100,
  differs_count: 0,
  differing_rows: 0,
  sold_out_count: 0,
  undo_until: null,
  undone_at: null,
  issue_count: 0,
  imported_count: 0,
  updated_count: 0,
  total_imported_count: 0,
  imported_provisional_products: [],
  rejected_count: 0,
  rejected_rows: [],
  warning_count: 0,
  warnings: [],
  error: null,
  resume_row: null,
  done_rows: 0,
  total_rows: 0,
  ...changes,
});

test.each([
  [0, 500, 1_000, 'about 20 seconds left'],
  [0, 0, 1_000, ''],
  [0, 10_000, 10_000, ''],
  [9_800, 10_000, 22_000, 'about 20 minutes left'],
  [0, 1_000, 1_040, 'about 1 second left'],
])('an import that came from row %d to %d of %d in 20 seconds has %o', (from, done, total, words) => {
  expect(remainingTime({ done_rows: done, total_rows: total }, { done: from, seconds: 20 })).toBe(words);
});

test('an import says its pace once rows are done', () => {
  expect(pace({ done_rows: 24_000 }, { done: 0, seconds: 20 })).toBe('1,200 rows per second');
  expect(pace({ done_rows: 500 }, { done: 500, seconds: 20 })).toBe('');
});

describe('An import', () => {
  test.each([
    [{ imported_status: 'pending' }, 'running'],
    [{ imported_status: 'importing', issue_count: 3 }, 'running'],
    [{ imported_status: 'failed' }, 'failed'],
    [{ issue_count: 1, imported_count: 5 }, 'issues'],
    [{ total_imported_count: 5 }, 'nothing'],
    [{ updated_count: 1 }, 'success'],
    [{ imported_count: 1 }, 'success'],
  ] as const)('%o ends as %s', (changes, outcome) => {
    expect(outcomeOf(record(changes))).toBe(outcome);
  });

  test('says what became of the rows in sentences that add up', () => {
    const counts = {
      new: { products: 12, incomplete: 2 },
      changed: { products: 1, incomplete: 1 },
      unchanged: { products: 8, incomplete: 0 },
    };
    expect(productLines(counts)).toEqual([
      '12 products imported, of which 2 need details before they are published.',
      '1 product updated. It needs details before it is published.',
      '8 products unchanged.',
    ]);
    expect(productLines({ ...counts, new: { products: 2, incomplete: 2 } }, 'will be ')).toEqual([
      '2 products will be imported. All of them need details before they are published.',
      '1 product will be updated. It needs details before it is published.',
      '8 products will stay unchanged.',
    ]);
    const differing = { ...counts, differs: { products: 3, incomplete: 0 } };
    expect(productLines(differing).slice(2)).toEqual([
      '3 products differ from your file and kept their values.',
      '5 products unchanged.',
    ]);
    expect(productLines(differing, 'will be ').slice(2)).toEqual([
      '3 products differ from your file and will keep their values.',
      '5 products will stay unchanged.',
    ]);
    const rows = { new: 11, changed: 1, unchanged: 6, differs: 2, incomplete: 3, refused: 4 };
    expect(repeatsLine(rows, counts)).toBe(
      '2 rows repeat a UPC in this file and are merged into the same product.',
    );
    expect(repeatsLine({ ...rows, incomplete: 1 }, counts)).toBe('');
  });

  test('says how many products differ from the file and kept their values', () => {
    expect(differsLine({ differs_count: 0 })).toBe('');
    expect(differsLine({ differs_count: 1 })).toBe('1 product differs from your file and kept its values.');
    expect(differsLine({ differs_count: 3 })).toBe('3 products differ from your file and kept their values.');
  });

  test('tells updated products that kept other values from those that kept all', () => {
    const none = { products: 0, incomplete: 0 };
    const differs = { products: 1, incomplete: 0 };
    const product_counts = {
      new: none,
      changed: { products: 4, incomplete: 0 },
      unchanged: differs,
      differs,
    };
    const kept = { differs_count: 3, product_counts, warning_count: 0 };
    expect(keptLine(kept)).toBe(
      '1 product differs from your file and kept its values. 2 of the updated products kept other values.',
    );
  });

  test('points to reasons on the page where there are any', () => {
    const kept = '1 product differs from your file and kept its values.';
    expect(keptLine({ differs_count: 1, warning_count: 0 })).toBe(kept);
    expect(keptLine({ differs_count: 1, warning_count: 2 })).toBe(`${kept} See the reasons on the page.`);
  });

  test('says what was sold out, and calls that no empty import', () => {
    const soldOut = record({ sold_out_count: 12, total_imported_count: 40 });
    expect(outcomeOf(soldOut)).toBe('success');
    expect(successLines(soldOut)).toEqual(['12 products were marked as sold out.']);
  });

  test.each([
    [{ imported_count: 480 }, '480 products were imported before that.'],
    [{ imported_count: 480, updated_count: 1 }, '480 products were imported and 1 was updated before that.'],
    [{ updated_count: 1 }, '1 product was updated before that.'],
    [{}, ''],
  ])('of a failed one says what was done before: %o', (changes, text) => {
    expect(importedBefore(record(changes))).toBe(text);
  });

  test('says how many in the right number', () => {
    expect(successLines(record({ imported_count: 1, updated_count: 2 }))).toEqual([
      '1 product has been successfully imported!',
      '2 products have been updated.',
    ]);
    expect(successLines(record({ imported_count: 1_200 }))).toEqual([
      '1,200 products have been successfully imported!',
    ]);
    expect(issuesLine(record({ issue_count: 1, total_imported_count: 2 }))).toBe(
      '1 of 2 products requires attention!',
    );
    expect(issuesLine(record({ issue_count: 2, total_imported_count: 2 }))).toBe(
      '2 of 2 products require attention!',
    );
    expect(nothingLine(record({}))).toBe('Please check the contents of your CSV file');
  });

  test.each([
    ['lots.csv', 'text/csv', 3_999_999, null],
    ['lots.csv', 'text/csv', 4_000_000, 'File is too large. Maximum file size is 4 MB.'],
    ['lots.csv', 'application/vnd.ms-excel', 5, null],
    ['LOTS.CSV', '', 5, null],
    ['lots.xls', 'application/vnd.ms-excel', 5, 'Incorrect file type. Please choose a .csv file.'],
    ['lots.csv', 'application/pdf', 5, 'Incorrect file type. Please choose a .csv file.'],
  ] as const)('takes %s of type “%s” with %d bytes: %o', (name, type, size, fault) => {
    expect(fileFault({ name, type, size })).toBe(fault);
  });
});

test.each([
  [null, '–'],
  [0.5, '0.5 days'],
  [1, '1 day'],
  [10.1, '10.1 days'],
  [1_010.5, '1,010.5 days'],
])('a median of %s days reads %s', (days, text) => expect(daysText(days)).toBe(text));
