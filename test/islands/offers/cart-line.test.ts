import { captionOf, priceNote, quantityNote } from '../../../islands/cart/line-notes';
import {
  draftOf,
  factsOf,
  isInError,
  lineState,
  newsOf,
  sumOf,
  totalFault,
} from '../../../islands/offers/cart-line';
import { caseHint } from '../../../server/contract/case-packs';
import { cents, MAX_CENTS } from '../../../server/contract/money';
import type { OfferProduct } from '../../../server/offers/contract';

type Attributes = OfferProduct['attributes'];

/** 12 units at $9.00 of a product with 1,200 units at $10.00 and a minimum of 10. */
function aLine(product: Partial<Attributes['product']> = {}, own: Partial<Attributes> = {}): OfferProduct {
  return {
    id: '7',
    type: 'offer_product',
    attributes: {
      product: {
        id: 3,
        seller_id: 2,
        name: 'Enamel mug',
        upc: '012345678905',
        units: 1_200n,
        min_order_units: 10n,
        seller_price_cents: cents(1_000),
        msrp_cents: cents(2_000),
        listed: true,
        ...product,
      },
      images: [],
      quantity: 12n,
      unit_price: cents(900),
      total_price: cents(10_800),
      buyable: false,
      seller_offer_price: null,
      buyer_offer_price: cents(900),
      min_price: cents(1),
      max_price: cents(1_000),
      ...own,
    },
    relationships: {},
  };
}

const typed = (quantity: string, price: number | null) => ({
  quantity,
  unit_price: price === null ? null : cents(price),
});

describe('A line of the cart', () => {
  test.each([
    ['1200', 1_000, {}],
    ['1,200', 1_000, {}],
    ['1201', 1_000, { quantity: '1,200 max' }],
    ['9', 1_000, { quantity: '10 min' }],
    ['10', 1, {}],
    ['', 900, { quantity: '10 min' }],
    ['12', 1_001, { unit_price: '$10.00 max' }],
    ['12', 0, { unit_price: '$0.01 min' }],
    ['12', null, { unit_price: '$0.01 min' }],
    ['1201', 123_456, { quantity: '1,200 max', unit_price: '$10.00 max' }],
  ])('with %s at %s cents is held to %o', (quantity, price, errors) => {
    const state = lineState(aLine(), typed(quantity, price));
    expect(state.errors).toEqual(errors);
    expect(isInError(state)).toBe(Object.keys(errors).length > 0);
  });

  test('may be had below the minimum where no more are left', () => {
    const few = aLine({ units: 4n });
    expect(lineState(few, typed('4', 1_000)).errors).toEqual({});
    expect(lineState(few, typed('3', 1_000)).errors).toEqual({ quantity: '4 min' });
    expect(lineState(few, typed('5', 1_000)).errors).toEqual({ quantity: '4 max' });
  });

  test('has changed when either field differs from what is saved, and no longer when typed back', () => {
    const line = aLine();
    expect(lineState(line, draftOf(line)).changed).toBe(false);
    expect(lineState(line, typed('13', 900)).changed).toBe(true);
    expect(lineState(line, typed('12', 901)).changed).toBe(true);
    expect(lineState(line, typed('', 900)).changed).toBe(true);
    // An equal total, but a different offer.
    expect(lineState(line, typed('24', 450))).toMatchObject({ changed: true, total: 10_800 });
    expect(lineState(line, typed('0012', 900)).changed).toBe(false);
  });

  test('can be bought at the asking price, as far as it can be had', () => {
    expect(lineState(aLine(), typed('12', 1_000)).buyable).toBe(true);
    expect(lineState(aLine(), typed('12', 999)).buyable).toBe(false);
    expect(lineState(aLine(), typed('1201', 1_000)).buyable).toBe(false);
    expect(lineState(aLine({ listed: false }), typed('12', 1_000)).buyable).toBe(false);
    expect(lineState(aLine({ units: null }), typed('12', 1_000)).buyable).toBe(false);
    expect(lineState(aLine(), typed('', 1_000)).buyable).toBe(false);
  });

  test.each([
    [{ listed: false }, 'No longer available'],
    [{ listed: false, paused: true }, 'Not available'],
    [{ units: 0n }, 'Sold out'],
    [{ units: null }, "TBD: the seller hasn't confirmed quantity"],
  ])('of a product with %o cannot be sent, and says so', (product, words) => {
    const line = aLine(product);
    expect(lineState(line, draftOf(line)).blocked).toBe(words);
    expect(lineState(line, draftOf(line)).errors).toEqual({});
    expect(newsOf(line)).toContain(words);
  });

  test('of nine quintillion units is counted exactly, or refused, never rounded', () => {
    const plenty = aLine({ units: 9_000_000_000_000_000_000n, seller_price_cents: cents(1) });
    expect(lineState(plenty, typed('9007199254740991', 1)).total).toBe(9_007_199_254_740_991);
    const past = lineState(plenty, typed('9007199254740992', 1));
    expect(past).toMatchObject({
      total: null,
      blocked: 'Lower the quantity or the price: the total is too large',
    });
    expect(isInError(past)).toBe(true);
  });
});

describe('News of a product in the cart', () => {
  const before = factsOf(aLine().attributes.product);

  test('are none while nothing has changed', () => {
    expect(newsOf(aLine())).toEqual([]);
    expect(newsOf(aLine(), before)).toEqual([]);
  });

  test.each([
    [{ seller_price_cents: cents(950) }, ['Asking price: $10.00 → $9.50']],
    [{ units: 40n }, ['Units available: 1,200 → 40']],
    [{ units: 0n }, ['Sold out', 'Units available: 1,200 → 0']],
    [{ min_order_units: 24n }, ['Minimum: 10 → 24']],
    [{ min_order_units: null }, ['Minimum: 10 → 1']],
    [{ units: null }, ["TBD: the seller hasn't confirmed quantity", 'Units available: 1,200 → TBD']],
    [{ listed: false }, ['No longer available']],
    [{ listed: false, paused: true }, ['Not available']],
  ])('say what was and what is: %o', (product, words) => {
    expect(newsOf(aLine(product), before)).toEqual(words);
  });

  test('that came before the page was opened are shown, too', () => {
    expect(newsOf(aLine({ units: 5n }))).toEqual(['Only 5 left']);
    expect(newsOf(aLine({ seller_price_cents: cents(800) }))).toEqual([
      'The asking price dropped to $8.00. Your price is $9.00',
    ]);
  });
});

describe('Notes under the fields', () => {
  test.each([
    [24n, '1\u00a0case\u00a0=\u00a024'],
    [1_200n, '1\u00a0case\u00a0=\u00a01,200'],
    [1_201n, null],
    [1n, null],
    [null, null],
  ])('name the case that the stock fills: %s', (outer_quantity, hint) => {
    expect(caseHint({ outer_quantity, units: 1_200n })).toBe(hint);
  });

  test.each([
    [{}, 'Min. 10 · 1,200 available'],
    [{ min_order_units: null }, '1,200 available'],
    [{ units: 4n }, 'Min. 4 · 4 available'],
    [{ units: null }, 'Min. 10'],
    [{ units: 0n, min_order_units: 1n }, ''],
  ])('of the quantity give its bounds: %o', (product, note) => {
    expect(quantityNote(factsOf(aLine(product).attributes.product))).toBe(note);
  });

  test.each([
    [900, 900, '10% below asking'],
    [1_000, 900, 'At asking price'],
    [999, 900, '<1% below asking'],
    // Digits are cents: names the dollars that were meant.
    [9, 900, '$0.09 per unit, 99% below asking. For $9.00, type 900.'],
    [9, 9, '99% below asking'],
    [11, 900, '99% below asking'],
    [1_001, 900, null],
    [0, 900, null],
    [null, 900, null],
  ])('of the price %s, where %s is saved, say what it means', (price, saved, note) => {
    const typedPrice = price === null ? null : cents(price);
    expect(priceNote(typedPrice, cents(1_000), cents(saved))).toBe(note);
  });

  test.each([
    ['12', 900, '10% below asking · Min. 10 · 1,200 available'],
    ['12', 9, '$0.09 per unit, 99% below asking. For $9.00, type 900. Min. 10 · 1,200 available'],
    ['12', 1_001, 'Min. 10 · 1,200 available'],
  ])('of %s at %s cents are one caption', (quantity, price, caption) => {
    const { product } = aLine().attributes;
    const noted = captionOf(product, typed(quantity, price), cents(800));
    expect(noted.replaceAll('\u00a0', ' ')).toBe(caption);
  });

  test('of the price are none without an asking price', () => {
    expect(priceNote(cents(900), null, cents(900))).toBeNull();
  });
});

describe('The total of an offer', () => {
  test('adds up, and is none while a line has none or past what can be counted', () => {
    expect(sumOf([cents(1), cents(2)])).toBe(3);
    expect(sumOf([])).toBe(0);
    expect(sumOf([cents(1), null])).toBeNull();
    expect(sumOf([cents(MAX_CENTS), cents(0)])).toBe(MAX_CENTS);
    expect(sumOf([cents(MAX_CENTS), cents(1)])).toBeNull();
  });

  test('is one that can be charged at once', () => {
    const words = 'The total of an offer must be between $0.50 and $999,999.99.';
    expect(totalFault(cents(49))).toBe(words);
    expect(totalFault(cents(50))).toBeNull();
    expect(totalFault(cents(99_999_999))).toBeNull();
    expect(totalFault(cents(100_000_000))).toBe(words);
    expect(totalFault(null)).toBe('Lower the quantity or the price: the total is too large');
  });
});
