import { earlierRounds } from '../../../../islands/my-offers/details/earlier-rounds';
import { cents } from '../../../../server/contract/money';
import type { Offer } from '../../../../server/offers/contract';

type Entry = Offer['attributes']['history'][number];

const entry = (actor: Entry['actor'], event: string, price = 0): Entry => ({
  at: '2025-11-03T12:00:00.000Z',
  actor,
  event,
  note: null,
  lines: [{ offer_product_id: 7, name: 'Mug', quantity: 12n, unit_price: cents(price) }],
});

const pricesOf = (history: readonly Entry[]) =>
  earlierRounds([...history]).map(({ number, side, prices }) => [number, side, prices[7]]);

test('the last price of each side needs no asking for; those before it are kept in order', () => {
  const history = [entry('buyer', 'submit', 300), entry('seller', 'counter', 450)];
  expect(pricesOf(history)).toEqual([]);
  history.push(entry('buyer', 'counter', 350), entry('seller', 'counter', 420));
  expect(pricesOf(history)).toEqual([
    [1, 'buyer', 300],
    [2, 'seller', 450],
  ]);
});

test('a counter that was taken back is no round', () => {
  expect(
    pricesOf([
      entry('buyer', 'submit', 300),
      entry('seller', 'counter', 450),
      entry('seller', 'withdraw'),
      entry('seller', 'counter', 440),
    ]),
  ).toEqual([]);
});
