import fc from 'fast-check';
import { digitsToCents } from '../../../islands/forms/cents-field';
import {
  isNegative,
  readDecimal,
  showDecimal,
  showUnits,
  typedPrice,
  typedUnits,
  unitsError,
} from '../../../islands/forms/number-fields';
import { cents } from '../../../server/contract/money';
import { IMAGE_TYPES, imageFault } from '../../../server/uploads/rules';

test.each([
  ['450', 450],
  ['$4.50', 450],
  ['$4.505', 4505],
  ['', null],
  ['$', null],
  ['000', null],
  ['99999999999999999999999', Number.MAX_SAFE_INTEGER],
])('with digits alone %o is %o cents', (typed, amount) => {
  expect(digitsToCents(typed)).toBe(amount);
});

test.each([
  ['4.50', 450],
  ['$1,200.5', 120_050],
  ['', null],
  ['.', null],
  ['4.505', Number.NaN],
  ['1.234,56', Number.NaN],
  ['1e3', Number.NaN],
  ['4.5.6', Number.NaN],
  ['1,5', Number.NaN],
  ['-4', Number.NaN],
  ['abc', Number.NaN],
])('with decimals %o is %o cents, never those of another text', (typed, amount) => {
  const kept = typedPrice(typed);
  expect(kept).toBe(typed.replace('$', ''));
  expect(readDecimal(kept)).toBe(amount);
});

test('a third decimal cannot be typed', () => {
  expect(typedPrice('4.505', '4.50')).toBe('4.50');
  expect(typedPrice('4.505', '9')).toBe('4.505');
});

test.each(['1.5', '1e3', '1,5', '1,0000', '-3', '12 pcs', '1.000'])(
  '%o units stay as typed, with an error',
  (typed) => {
    expect(typedUnits(typed)).toBe(typed);
    expect(showUnits(typed)).toBe(typed);
    expect(unitsError(typed)).toBe('Enter a whole number');
  },
);

test.each([
  ['-1', true],
  ['-1,000', true],
  ['- $4.50', true],
  ['-', false],
  ['1-2', false],
  ['12', false],
  ['-x1', false],
])('%o is below zero: %s', (typed, below) => {
  expect(isNegative(typed)).toBe(below);
});

test('typing between thousands moves the separators of the field, pasting does not', () => {
  expect(typedUnits('1,0005', '1,000', { inputType: 'insertText', data: '5' })).toBe('10005');
  expect(typedUnits('1,00', '1,000', { inputType: 'deleteContentBackward', data: null })).toBe('100');
  expect(typedUnits('1,5', '1,000', { inputType: 'insertFromPaste', data: null })).toBe('1,5');
  expect(typedUnits('1,5', '', { inputType: 'insertText', data: '1,5' })).toBe('1,5');
  expect(typedUnits('1,23', '1,2', { inputType: 'insertText', data: '3' })).toBe('1,23');
});

test('units are digits whatever grouping they were typed with', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 9_000_000_000_000_000_000n), (units) => {
      expect(typedUnits(String(units))).toBe(String(units));
      expect(typedUnits(showUnits(String(units)))).toBe(String(units));
    }),
  );
});

test('half an amount is no amount yet', () => {
  expect(readDecimal('.')).toBeNull();
  expect(readDecimal('4.')).toBe(400);
  expect(showDecimal(cents(123456))).toBe('1,234.56');
  expect(showDecimal(null)).toBe('');
});

test('units keep every digit that 64 bits hold', () => {
  expect(typedUnits('9,000,000,000,000,000,000')).toBe('9000000000000000000');
  expect(showUnits('9000000000000000000')).toBe('9,000,000,000,000,000,000');
  expect(typedUnits('0012')).toBe('12');
  expect(typedUnits('0')).toBe('0');
  expect(showUnits('')).toBe('');
});

test('a picture is an image under 35 MB', () => {
  expect(imageFault({ type: 'image/png', size: 36_700_159 })).toBeNull();
  expect(imageFault({ type: 'image/png', size: 36_700_160 })).toBe('Max file size: 35 MB');
  for (const type of ['application/pdf', 'image/heic', 'image/svg+xml', 'image/tiff', ''])
    expect(imageFault({ type, size: 10 })).toBe('Choose a JPEG, PNG, WebP, GIF or AVIF image');
  for (const type of IMAGE_TYPES.split(',')) expect(imageFault({ type, size: 10 })).toBeNull();
});
