import fc from 'fast-check';
import { lineOutcome, offerOutcome, type RuleLimits } from '../../server/answers/offer-rules/rules';
import { cents } from '../../server/contract/money';
import { parseTenths, shareOf } from '../../server/contract/percent';

const rule = (accept_at: number | null, counter_at: number | null, decline_below: number | null) => ({
  accept_at,
  counter_at,
  decline_below,
});
const at = (price: number, asking: number | null = 1_000) => ({
  price: cents(price),
  asking: asking === null ? null : cents(asking),
});

test.each([
  ['at accept', rule(850, 920, 600), 850, 'accept', null],
  ['above asking', rule(850, 920, 600), 1_100, 'accept', null],
  ['just below accept', rule(850, 920, 600), 849, 'counter', 920],
  ['at decline', rule(850, 920, 600), 600, 'counter', 920],
  ['below decline', rule(850, 920, 600), 599, 'decline', 920],
  ['below decline without a counter', rule(850, null, 600), 599, 'decline', null],
  ['between decline and accept without a counter', rule(850, null, 600), 700, 'person', null],
  ['counter alone', rule(null, 900, null), 899, 'counter', 900],
  ['at the counter, without accept', rule(null, 900, null), 900, 'person', null],
  ['accept alone, below it', rule(850, null, null), 849, 'person', null],
  ['decline alone, at it', rule(null, null, 600), 600, 'person', null],
])('a line %s', (_case, limits, price, act, counter) => {
  const outcome = lineOutcome(limits, at(price));
  expect(outcome.act).toBe(act);
  expect('counter' in outcome ? outcome.counter : null).toBe(counter);
});

test('without a rule or an asking price a person answers', () => {
  expect(lineOutcome(null, at(800)).act).toBe('person');
  expect(lineOutcome(rule(850, 920, 600), at(900, null)).act).toBe('person');
});

const ACCEPT = { act: 'accept' } as const;
const PERSON = { act: 'person' } as const;
const COUNTER = { act: 'counter', counter: cents(920) } as const;
const DECLINE = { act: 'decline', counter: cents(920) } as const;
const FLAT_DECLINE = { act: 'decline', counter: null } as const;
const FIRST = { isFreightOpen: false, acceptsOnly: false };

test.each([
  [[ACCEPT, ACCEPT], FIRST, 'accept'],
  [[FLAT_DECLINE, DECLINE], FIRST, 'reject'],
  [[ACCEPT, PERSON], FIRST, 'person'],
  [[DECLINE, PERSON], FIRST, 'person'],
  [[ACCEPT, FLAT_DECLINE], FIRST, 'person'],
  [[ACCEPT, DECLINE], FIRST, 'counter'],
  [[ACCEPT, COUNTER], FIRST, 'counter'],
  [[COUNTER, DECLINE], FIRST, 'counter'],
  [[ACCEPT], { ...FIRST, isFreightOpen: true }, 'person'],
  [[COUNTER], { ...FIRST, isFreightOpen: true }, 'person'],
  [[DECLINE], { ...FIRST, isFreightOpen: true }, 'reject'],
  [[ACCEPT], { ...FIRST, acceptsOnly: true }, 'accept'],
  [[COUNTER], { ...FIRST, acceptsOnly: true }, 'person'],
  [[DECLINE], { ...FIRST, acceptsOnly: true }, 'person'],
  [[], FIRST, 'person'],
] as const)('an offer of %o with %o', (lines, context, outcome) => {
  expect(offerOutcome(lines, context)).toBe(outcome);
});

const tenths = () => fc.integer({ min: 10, max: 1_000 });
const limits = () =>
  fc.tuple(...[tenths(), tenths(), tenths()].map((one) => fc.option(one))).map((values) => {
    const [low, middle, high] = values.filter((value) => value !== null).sort((a, b) => a - b);
    const sorted = [low, middle, high].map((value) => value ?? null);
    return { decline_below: sorted[0], accept_at: sorted[1], counter_at: sorted[2] } as RuleLimits;
  });
const price = () => fc.bigInt({ min: 1n, max: 9_007_199_254_740n }).map((value) => cents(value));

test('a counter is above the price and at most the asking price', () => {
  fc.assert(
    fc.property(limits(), price(), price(), (rule, own, asking) => {
      const outcome = lineOutcome(rule, { price: own, asking });
      if (!('counter' in outcome) || outcome.counter === null) return;
      expect(outcome.counter).toBeGreaterThan(own);
      expect(outcome.counter).toBeLessThanOrEqual(asking);
    }),
  );
});

const RANK = { decline: 0, person: 1, counter: 1, accept: 2 };

test('a higher price never fares worse', () => {
  fc.assert(
    fc.property(limits(), price(), price(), price(), (rule, one, other, asking) => {
      const [low, high] = one <= other ? [one, other] : [other, one];
      const ranks = [low, high].map((own) => RANK[lineOutcome(rule, { price: own, asking }).act]);
      expect(ranks[0]).toBeLessThanOrEqual(ranks[1] as number);
    }),
  );
});

test('shares are rounded half up', () => {
  expect(shareOf(cents(999), 925)).toBe(924);
  expect(shareOf(cents(10), 950)).toBe(10);
  fc.assert(
    fc.property(price(), tenths(), (asking, percent) => {
      const twice = BigInt(shareOf(asking, percent)) * 2_000n;
      const exact = BigInt(asking) * BigInt(percent) * 2n;
      expect(twice - exact > -1_000n && twice - exact <= 1_000n).toBe(true);
    }),
  );
});

test('percents have at most one decimal', () => {
  expect([92, 92.5, 1, 100].map(parseTenths)).toEqual([920, 925, 10, 1_000]);
  expect([0.9, 100.1, 92.55, -5, Number.NaN].map(parseTenths)).toEqual([null, null, null, null, null]);
});
