import fc from 'fast-check';
import { checkOffer, discounted } from '../../../islands/product-detail/offer';
import { headline, withNextPage } from '../../../islands/products/listing';
import { stateOfPath } from '../../../islands/products/state-of-path';
import { cents, percentOff } from '../../../server/contract/money';
import type { ListingAnswer } from '../../../server/products/contract';
import { EVERYTHING, type ListingState, listingAddress, readListing } from '../../../server/search/rules';

const product = { units: 100n, min_order_units: 12n, seller_price_cents: cents(1_000) };
const draft = { quantity: '12', unit_price: cents(1_000) };

describe('The offer form', () => {
  test.each([
    [{ ...draft, quantity: '101' }, { quantity: 'Exceeds available units' }],
    [{ ...draft, quantity: '11' }, { quantity: '12 unit minimum' }],
    [{ ...draft, quantity: '' }, { quantity: '12 unit minimum' }],
    [{ ...draft, unit_price: cents(1_001) }, { unit_price: 'Above the asking price' }],
    [{ ...draft, unit_price: cents(0) }, { unit_price: '$0.01 minimum' }],
    [{ ...draft, unit_price: null }, { unit_price: '$0.01 minimum' }],
    [draft, {}],
  ])('%o', (typed, errors) => {
    expect(checkOffer(typed, product).errors).toEqual(errors);
  });

  test('lets the last few be had although they are below the minimum', () => {
    const left = { ...product, units: 5n };
    expect(checkOffer({ ...draft, quantity: '5' }, left).errors).toEqual({});
    expect(checkOffer({ ...draft, quantity: '4' }, left).errors).toEqual({ quantity: '5 unit minimum' });
  });

  test('multiplies exactly, or not at all', () => {
    const plenty = { ...product, units: 9_000_000_000_000_000_000n, min_order_units: null };
    expect(checkOffer({ quantity: '9007199254740991', unit_price: cents(1) }, plenty).total).toBe(
      9_007_199_254_740_991,
    );
    expect(checkOffer({ quantity: '9000000000000000000', unit_price: cents(1) }, plenty).total).toBeNull();
  });

  test('takes per cents off to the cent, half up, never to nothing', () => {
    expect(discounted(cents(999), 5)).toBe(949);
    expect(discounted(cents(1_010), 5)).toBe(960);
    expect(discounted(cents(1), 15)).toBe(1);
    expect(percentOff(cents(995), cents(2_000))).toBe(50);
  });
});

describe('A listing', () => {
  test('is headed in the spec’s words', () => {
    expect(headline(309, false)).toBe('All results');
    expect(headline(1, true)).toBe('Showing 1 result');
    expect(headline(1_200, true)).toBe('Showing 1,200 results');
    expect(headline(0, true)).toBe('No matches');
    expect(headline(null, true)).toBe('Counting…');
  });

  test('shows a product once, however often it comes', () => {
    const answer = (ids: number[]) =>
      ({ products: ids.map((id) => ({ id })), count: 9, next_cursor: null }) as unknown as ListingAnswer;
    const first = { answer: answer([1, 2]), products: answer([1, 2]).products, pages: 1, newest: null };
    expect(withNextPage(first, answer([2, 3])).products.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  const states: fc.Arbitrary<ListingState> = fc.record({
    query: fc.string({ maxLength: 40, unit: 'binary' }).map((text) => text.trim()),
    filter: fc.constantFrom('', 'toys', 'other category', 'Top Sellers', 'a/b?c=d&e#f%'),
    sort: fc.constantFrom('newest', 'msrp_cents_asc', 'msrp_cents_desc'),
    msrp: fc.integer({ min: 1, max: 6 }),
    price: fc.integer({ min: 1, max: 6 }),
    percent_off: fc.integer({ min: 0, max: 5 }),
    units_available: fc.integer({ min: 0, max: 5 }),
    packaging: fc.constantFrom(null, 'retail_ready', 'ecommerce_ready', 'other packaging type'),
  });

  test('has an address that says all of it', () => {
    fc.assert(
      fc.property(states, (state) => {
        const { query, filter } = stateOfPath(listingAddress(state));
        expect(readListing(query, filter)).toEqual(state);
      }),
    );
  });

  test('takes what it does not understand in an address as if it were not there', () => {
    const odd = {
      sort: 'best',
      price: '9',
      msrp: ['1'],
      percent_off: '-1',
      packaging: 'bag',
      query: { a: 'b' },
    };
    expect(readListing(odd)).toEqual(EVERYTHING);
    expect(readListing({ filter: 'All Products' })).toEqual(EVERYTHING);
    expect(readListing({ filter: 'TOY' }).filter).toBe('toys');
  });
});
