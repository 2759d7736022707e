import { badgeOf, counterOf, difference, pricesOf } from '../../../islands/my-offers/counter';
import { changedSince } from '../../../islands/my-offers/draft-answers';
import { changedUnits } from '../../../islands/offers/AcceptFailureDialog';
import { cents } from '../../../server/contract/money';
import type { Offer, OfferProduct } from '../../../server/offers/contract';
import { offerStates, type Side } from '../../../server/offers/rules';

/** The buyer named $8.00, the seller $9.00; asking price $10.00; `bounds` are the viewer's. */
const aLine = (id: string, unit_price: number, bounds: [number, number] | null, quantity = 10n) =>
  ({
    id,
    type: 'offer_product',
    attributes: {
      quantity,
      unit_price: cents(unit_price),
      min_price: bounds && cents(bounds[0]),
      max_price: bounds && cents(bounds[1]),
    },
    relationships: {},
  }) as unknown as OfferProduct;

const buyerReads = (price = 900) => [aLine('1', price, [1, 900]), aLine('2', price, [1, 900])];
const sellerReads = (price = 800) => [aLine('1', price, [800, 1_000]), aLine('2', price, [800, 1_000])];
const FEE = 1_000;

describe('A counter', () => {
  test.each<[Side, number | null, string | undefined]>([
    ['buyer', 901, 'Above seller offer'],
    ['buyer', 900, undefined],
    ['buyer', 1, undefined],
    ['buyer', 0, '$0.01 min'],
    ['buyer', null, '$0.01 min'],
    ['seller', 799, 'Below buyer offer'],
    ['seller', 800, undefined],
    ['seller', 1_000, undefined],
    ['seller', 1_001, 'Above asking price'],
    ['seller', 0, 'Below buyer offer'],
    ['seller', null, 'Below buyer offer'],
  ])('of the %s with %s cents says %s', (side, price, error) => {
    const lines = side === 'buyer' ? buyerReads() : sellerReads();
    const typed = { '1': price === null ? null : cents(price) };
    const counter = counterOf(lines, typed, side, FEE);
    expect(counter.errors['1']).toBe(error);
    expect(counter.errors['2']).toBeUndefined();
    if (error !== undefined) expect(counter).toMatchObject({ canSubmit: false, canReject: false });
    else expect(counter.canSubmit).toBe(true);
  });

  test('of nothing accepts, and may reject', () => {
    expect(counterOf(buyerReads(), {}, 'buyer', FEE)).toEqual({
      errors: {},
      changed: false,
      total: 18_000,
      net: 16_200,
      label: 'Accept Offer',
      canSubmit: true,
      canReject: true,
    });
  });

  test('of any line is one to submit, also where the total stays, and forbids to reject', () => {
    const typed = { '1': cents(850), '2': cents(850) };
    expect(counterOf(buyerReads(), typed, 'buyer', FEE)).toMatchObject({
      label: 'Submit Counter',
      total: 17_000,
      net: 15_300,
      canSubmit: true,
      canReject: false,
    });
    const same = [aLine('1', 800, [800, 1_000]), aLine('2', 900, [800, 1_000])];
    const swapped = { '1': cents(900), '2': cents(800) };
    expect(counterOf(same, swapped, 'seller', FEE)).toMatchObject({ total: 17_000, label: 'Submit Counter' });
  });

  test('typed back to what stands is none again', () => {
    expect(counterOf(buyerReads(), { '1': cents(900) }, 'buyer', FEE)).toMatchObject({
      changed: false,
      label: 'Accept Offer',
      canReject: true,
    });
  });

  test('does not hold a price that stands to bounds that have moved since', () => {
    const line = [aLine('1', 950, [1, 900])];
    expect(counterOf(line, { '1': cents(950) }, 'buyer', FEE)).toMatchObject({ errors: {}, canSubmit: true });
  });

  test('past what can be counted has no total, and cannot be submitted', () => {
    const plenty = [aLine('1', 2, [1, 1_000], 9_000_000_000_000_000_000n)];
    expect(counterOf(plenty, {}, 'seller', FEE)).toMatchObject({ total: null, net: null, canSubmit: false });
  });

  test('carries a price for every line', () => {
    expect(pricesOf(buyerReads(), { '2': cents(750) })).toEqual([
      { id: 1, unit_price: 900 },
      { id: 2, unit_price: 750 },
    ]);
  });
});

test('the badge of every state, for both sides', () => {
  const table = offerStates.map((state) => [
    state,
    ...(['buyer', 'seller'] as const).map((side) => {
      const { tone, label } = badgeOf({ state } as never, side);
      return `${tone} ${label}`;
    }),
  ]);
  expect(table).toContainEqual(['seller_review', 'yellow Sent for review', 'yellow Ready for review']);
  expect(table).toContainEqual(['buyer_review', 'yellow Ready for review', 'yellow Sent for review']);
  expect(table).toContainEqual(['rejected', 'red Rejected', 'red Rejected']);
});

test('the difference of two prices in whole percent', () => {
  expect(difference(cents(920), cents(1_000))).toBe('−8%');
  expect(difference(cents(1_100), cents(1_000))).toBe('+10%');
  expect(difference(cents(1_000), cents(1_000))).toBeNull();
  expect(difference(cents(999), cents(1_000))).toBeNull();
  expect(difference(cents(5), cents(0))).toBeNull();
  expect(difference(cents(5), null)).toBeNull();
});

describe('An offer that changed while its reader typed', () => {
  const offer = (version: number, ...actors: string[]) =>
    ({ version, history: actors.map((actor) => ({ actor })) }) as unknown as Offer['attributes'];
  const before = { version: 2, entries: 1 };

  test.each<[string, Side, Offer['attributes'], string | null]>([
    ['is the same', 'buyer', offer(2, 'buyer'), null],
    ['has another address, which the buyer reads', 'buyer', offer(3, 'buyer'), null],
    ['has another address, which the seller reads', 'seller', offer(3, 'buyer'), 'buyer'],
    ['was countered by the seller', 'buyer', offer(3, 'buyer', 'seller'), 'seller'],
    ['was countered by the reader', 'seller', offer(3, 'buyer', 'seller'), 'reader'],
    ['was countered by both', 'seller', offer(4, 'buyer', 'seller', 'buyer'), 'buyer'],
    ['was reduced to the stock', 'seller', offer(3, 'buyer', 'system'), 'another'],
  ])('%s', (_name, side, now, expected) => {
    expect(changedSince(before, now, side)).toBe(expected);
  });
});

test('a failed acceptance says how many units are left only where the answer says it', () => {
  expect(changedUnits({ name: 'Mug', old_units: 1_200n, new_units: 12n })).toBe('1,200 → 12 units');
  expect(changedUnits({ name: 'Mug' })).toBe('');
});
