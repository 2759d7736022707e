import fc from 'fast-check';
import type { Units } from '../../server/contract/money';
import { estimateShipping, type ShippedLine } from '../../server/contract/shipping-estimate';

const line = (fields: Partial<ShippedLine>): ShippedLine => ({
  quantity: 100n as Units,
  outer_quantity: 24n,
  weight: '1.5',
  weight_unit: 'lbs',
  ...fields,
});

test.each([
  [
    'one carton more for the rest',
    [line({})],
    { cartons: 5n, weight_lb: 150n, mode: 'parcel', complete: true },
  ],
  ['above 150 lb', [line({ quantity: 101n as Units })], { cartons: 5n, weight_lb: 152n, mode: 'ltl' }],
  [
    'above 10 cartons',
    [line({ outer_quantity: 9n, weight: '0.1' })],
    { cartons: 12n, weight_lb: 10n, mode: 'ltl' },
  ],
  [
    'ounces rounded up',
    [line({ quantity: 1n as Units, weight: '0.1', weight_unit: 'oz' })],
    { weight_lb: 1n },
  ],
  [
    'lines together',
    [line({}), line({ quantity: 1n as Units, weight: '0.1', weight_unit: 'oz' })],
    { cartons: 6n, weight_lb: 151n, mode: 'ltl' },
  ],
  [
    'no weight',
    [line({}), line({ weight: null })],
    { cartons: 10n, weight_lb: null, mode: null, complete: false },
  ],
  ['no carton size', [line({ outer_quantity: null })], { cartons: null, weight_lb: 150n, complete: false }],
])('%s', (_name, lines, expected) => {
  expect(estimateShipping(lines)).toMatchObject(expected);
});

test('the largest quantities and weights are counted to the ounce', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 9_000_000_000_000_000_000n }),
      fc.integer({ min: 1, max: 999_999_999 }),
      fc.constantFrom('lbs', 'oz'),
      (quantity, tenths, weight_unit) => {
        const weight = `${Math.floor(tenths / 10)}.${tenths % 10}`;
        const { weight_lb } = estimateShipping([line({ quantity: quantity as Units, weight, weight_unit })]);
        const tenthOunces = quantity * BigInt(tenths) * (weight_unit === 'lbs' ? 16n : 1n);
        const pounds = (weight_lb ?? 0n) as bigint;
        expect(pounds * 160n >= tenthOunces && (pounds - 1n) * 160n < tenthOunces).toBe(true);
      },
    ),
  );
});
