import fc from 'fast-check';
import { judgePrices } from '../../server/answers/percent-rules';
import { cents } from '../../server/contract/money';
import { isAtLeast, parseTenths, shareOf } from '../../server/contract/percent';

const price = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 99_999_999 })).map(cents);
const tenths = fc.integer({ min: 10, max: 1_000 });
const line = fc.record({ unit_price_cents: price, asking_price_cents: price });
const lines = fc.array(line, { minLength: 1, maxLength: 5 });

/** Decimal text of a share in tenths of a thousandth of a cent, to round without the code under test. */
const roundHalfUp = (asking: number, share: number) => {
  const exact = BigInt(asking) * BigInt(share);
  return Number(exact / 1_000n + (exact % 1_000n >= 500n ? 1n : 0n));
};

test('a share of the asking price is rounded half up to the cent', () => {
  fc.assert(
    fc.property(price, tenths, (asking, share) => shareOf(asking, share) === roundHalfUp(asking, share)),
  );
  expect(shareOf(cents(101), 500)).toBe(51);
  expect(shareOf(cents(1_005), 925)).toBe(930);
});

test('percentages have at most one decimal, from 1 to 100', () => {
  fc.assert(fc.property(tenths, (share) => parseTenths(share / 10) === share));
  for (const wrong of [0, 0.9, 100.1, 101, 92.55, -5, Number.NaN, 1e9]) expect(parseTenths(wrong)).toBeNull();
});

test('accept takes an offer whose every line is at or above the percentage, and changes no price', () => {
  fc.assert(
    fc.property(lines, tenths, (given, share) => {
      const verdict = judgePrices(given, { action: 'accept_at_or_above', tenths: share });
      const holds = given.every((one) => one.unit_price_cents * 1_000 >= share * one.asking_price_cents);
      expect(verdict.action).toBe(holds ? 'accept' : 'skip');
      expect(verdict.prices).toEqual(given.map((one) => one.unit_price_cents));
      expect(verdict.reason).toBe(holds ? null : `Below ${share / 10}% of asking.`);
    }),
  );
});

test('a counter only raises prices, at most to the asking price, and keeps lines that are high enough', () => {
  fc.assert(
    fc.property(lines, tenths, (given, share) => {
      const { action, prices, reason } = judgePrices(given, { action: 'counter_at', tenths: share });
      for (const [index, { unit_price_cents: own, asking_price_cents: asking }] of given.entries()) {
        const countered = prices[index] ?? cents(0);
        expect(countered).toBe(Math.max(own, roundHalfUp(asking, share)));
        expect(countered).toBeLessThanOrEqual(Math.max(own, asking));
        if (isAtLeast(own, share, asking)) expect(countered - own).toBeLessThanOrEqual(1);
      }
      const isChanged = given.some((one, index) => prices[index] !== one.unit_price_cents);
      expect(action).toBe(isChanged ? 'counter' : 'skip');
      expect(reason).toBe(isChanged ? null : `Already at or above ${share / 10}%. Accept it instead.`);
    }),
  );
});

test('a product without an asking price is left to the seller, but can be rejected', () => {
  const given = [{ unit_price_cents: cents(500), asking_price_cents: null }];
  expect(judgePrices(given, { action: 'counter_at', tenths: 900 })).toMatchObject({ action: 'skip' });
  expect(judgePrices(given, { action: 'reject', tenths: null })).toMatchObject({
    action: 'reject',
    reason: null,
  });
});
