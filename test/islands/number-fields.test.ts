import {
  digitsToCents,
  keepDecimal,
  keepDigits,
  readDecimal,
  showDecimal,
  showUnits,
} from '../../islands/forms/number-fields';
import { cents } from '../../server/contract/money';
import { IMAGE_TYPES, imageFault } from '../../server/uploads/contract';

test.each([
  ['450', 450],
  ['$4.50', 450],
  ['$4.505', 4505],
  ['', null],
  ['$', null],
  ['000', null],
  ['99999999999999999999999', Number.MAX_SAFE_INTEGER],
])('with digits alone %j is %j cents', (typed, amount) => {
  expect(digitsToCents(typed)).toBe(amount);
});

test.each([
  ['4.505', '4.50'],
  ['$1,200.5', '1,200.5'],
  ['4.5.6', '4.56'],
  ['abc', ''],
  ['.', '.'],
])('with decimals %j is kept as %j', (typed, kept) => {
  expect(keepDecimal(typed)).toBe(kept);
});

test('half an amount is no amount yet', () => {
  expect(readDecimal('.')).toBeNull();
  expect(readDecimal('4.')).toBe(400);
  expect(showDecimal(cents(123456))).toBe('1,234.56');
  expect(showDecimal(null)).toBe('');
});

test('units keep every digit that 64 bits hold', () => {
  expect(keepDigits('9,000,000,000,000,000,000')).toBe('9000000000000000000');
  expect(showUnits('9000000000000000000')).toBe('9,000,000,000,000,000,000');
  expect(keepDigits('0012')).toBe('12');
  expect(keepDigits('0')).toBe('0');
  expect(showUnits('')).toBe('');
});

test('a picture is an image under 35 MB', () => {
  expect(imageFault({ type: 'image/png', size: 36_700_159 })).toBeNull();
  expect(imageFault({ type: 'image/png', size: 36_700_160 })).toBe('Max file size: 35 MB');
  for (const type of ['application/pdf', 'image/heic', 'image/svg+xml', 'image/tiff', ''])
    expect(imageFault({ type, size: 10 })).toBe('Choose a JPEG, PNG, WebP, GIF or AVIF image');
  for (const type of IMAGE_TYPES.split(',')) expect(imageFault({ type, size: 10 })).toBeNull();
});
