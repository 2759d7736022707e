import { issuesLine, successLines } from '../islands/import-products/outcome';
import { countText } from '../islands/manage-products/blockers';
import { headline } from '../islands/products/listing';

import { cents, dollars, type Units } from '../server/contract/money';
import type { ImportRecord } from '../server/imports/contract';
import { lineErrors } from '../server/offers/cart/rules';
import { PHOTO_BLOCKED } from '../server/products/rules';
import { productTexts } from './measure/texts';
import { SPECIFIED_TEXTS } from './specified-texts.table';
import { projectRoot } from './support/roots';

const texts = productTexts(projectRoot);

test.each(Object.entries(SPECIFIED_TEXTS))('%s keeps the texts of the specification', (folder, specified) => {
  const present = new Set(texts.filter(({ path }) => path.startsWith(folder)).map(({ text }) => text));
  expect(specified.filter((text) => !present.has(text))).toEqual([]);
});

const record = (fields: Partial<ImportRecord>) =>
  ({
    imported_count: 0,
    updated_count: 0,
    issue_count: 0,
    total_imported_count: 0,
    ...fields,
  }) as ImportRecord;

test('results of an import are counted in the words of the specification', () => {
  expect(successLines(record({ imported_count: 1, updated_count: 2 }))).toEqual([
    '1 product has been successfully imported!',
    '2 products have been updated.',
  ]);
  expect(successLines(record({ imported_count: 1_200, updated_count: 1 }))).toEqual([
    '1,200 products have been successfully imported!',
    '1 product has been updated.',
  ]);
  expect(issuesLine(record({ issue_count: 1, total_imported_count: 3 }))).toBe(
    '1 of 3 products requires attention!',
  );
  expect(issuesLine(record({ issue_count: 2, total_imported_count: 3 }))).toBe(
    '2 of 3 products require attention!',
  );
});

test('lists are counted in the words of the specification', () => {
  expect([0, 1, 2].map((count) => headline(count, true))).toEqual([
    'No matches',
    'Showing 1 result',
    'Showing 2 results',
  ]);
  expect(headline(3, false)).toBe('All results');
  expect([countText(1, false), countText(1_200, false), countText(0, true)]).toEqual([
    '1 product',
    '1,200 products',
    'No matches',
  ]);
});

test('lines of the cart name the bound that they break', () => {
  const product = {
    units: 40n as Units,
    min_order_units: 12n as Units,
    seller_price_cents: cents(450),
    listed: true,
  };
  const errorsOf = (quantity: bigint, price: number) =>
    lineErrors({ quantity: quantity as Units, unit_price: cents(price) }, product, dollars);
  expect(errorsOf(41n, 451)).toEqual({ quantity: '40 max', unit_price: '$4.50 max' });
  expect(errorsOf(11n, 450)).toEqual({ quantity: '12 min' });
});

test('the hint about photo addresses names the blocked hosts', () => {
  expect(PHOTO_BLOCKED).toMatch(/^Photo URL cannot link to \S+, \S+, \S+, or ibb\.co$/);
});
