import fc from 'fast-check';
import { fee, net, shareNet } from '../../server/contract/fee';
import { cents, lineTotal, MAX_TOTAL_CENTS, sum } from '../../server/contract/money';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const line = fc.record({
  price: fc.oneof(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 9_999_999 })),
  quantity: fc.oneof(fc.bigInt({ min: 1n, max: 9n }), fc.bigInt({ min: 1n, max: 90_000n })),
});
const basis = fc.oneof(
  fc.constantFrom(0, 1, 1_000, 3_333, 9_999, 10_000),
  fc.integer({ min: 0, max: 10_000 }),
);

/** Rounds half up, in BigInt. */
const feeByHand = (total: bigint, bps: bigint) => (total * bps + 5_000n) / 10_000n;

function holds(lines: readonly { price: number; quantity: bigint }[], bps: number) {
  const totals = lines.map(({ price, quantity }) => lineTotal(cents(price), quantity));
  const total = sum(totals);
  const exact = lines.reduce((all, { price, quantity }) => all + BigInt(price) * quantity, 0n);
  if (BigInt(total) !== exact) return 'total';
  if (BigInt(fee(total, bps)) !== feeByHand(exact, BigInt(bps))) return 'fee';
  const left = net(total, bps);
  if (left + fee(total, bps) !== total) return 'net and fee';
  const shares = shareNet(totals, left);
  if (shares.reduce((all, share) => all + BigInt(share), 0n) !== BigInt(left)) return 'shares';
  for (const [index, share] of shares.entries()) {
    // A share is the exact one rounded down or up.
    const floor = total === 0 ? 0n : (BigInt(totals[index] ?? 0) * BigInt(left)) / BigInt(total);
    if (BigInt(share) !== floor && BigInt(share) !== floor + 1n) return 'one share';
    if (share > (totals[index] ?? 0)) return 'more than the line';
  }
  return 'well';
}

test('totals, fees, nets and shares of orders add up to the cent', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), basis, (lines, bps) => {
      expect(holds(lines, bps)).toBe('well');
    }),
    { numRuns: 5_000 },
  );
});

/** A fast seeded generator: a million cases take a second or two. */
function* dice(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

test('a million random orders add up to the cent', () => {
  const seed = Date.now() >>> 0;
  const throws = dice(seed);
  const upTo = (most: number) => 1 + Math.floor(throws.next().value * most);
  let lines = 0;
  while (lines < 1_000_000) {
    const order = Array.from({ length: upTo(8) }, () => ({
      price: upTo(99_999),
      quantity: BigInt(upTo(500)),
    }));
    const bps = upTo(10_001) - 1;
    const verdict = holds(order, bps);
    if (verdict !== 'well')
      throw new Error(
        `${verdict}: seed ${seed}, ${bps} bps of ${JSON.stringify(order, (_key, value) => String(value))}`,
      );
    lines += order.length;
  }
}, 120_000);

test('amounts beyond the exact range are refused, never rounded', () => {
  expect(() => lineTotal(cents(2), 2n ** 53n)).toThrow(RangeError);
  expect(lineTotal(cents(1), 2n ** 53n - 1n)).toBe(Number.MAX_SAFE_INTEGER);
  expect(() => sum([cents(Number.MAX_SAFE_INTEGER), cents(1)])).toThrow(RangeError);
  for (const wrong of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
    expect(() => cents(wrong)).toThrow(RangeError);
  expect(net(cents(Number.MAX_SAFE_INTEGER), 10_000)).toBe(0);
});

describe('through the database', () => {
  const app = useTestApp({ feeBps: 1_234, rateLimits: false, maxUnpaidOrders: 1_000 });
  const factory = new Factory(app);

  test('200 orders of random lines are stored as agreed', async () => {
    const seller = await factory.aSeller();
    const products = await Promise.all(
      Array.from({ length: 5 }, () =>
        factory.aProduct({
          seller,
          units: 9_000_000_000n,
          msrp_cents: cents(99_999_999),
          seller_price_cents: cents(9_999_999),
        }),
      ),
    );
    const orders = fc.sample(
      fc.array(
        fc.record({
          price: fc.integer({ min: 50, max: 199_999 }),
          quantity: fc.bigInt({ min: 1n, max: 100n }),
        }),
        { minLength: 1, maxLength: 5 },
      ),
      200,
    );
    for (const [index, lines] of orders.entries()) {
      const total = sum(lines.map(({ price, quantity }) => lineTotal(cents(price), quantity)));
      if (total > MAX_TOTAL_CENTS) throw new Error(`Order ${index} is too large for this test`);
      await factory.anOrder({
        seller,
        lines: lines.map(({ price, quantity }, at) => {
          const product = products[at];
          return { ...(product && { product }), quantity, unit_price: cents(price) };
        }),
      });
    }
    const { rows } = await factory.db.raw(
      `select count(*)::int as orders,
              count(*) filter (where total_cents <> fee_cents + total_net_to_seller)::int as apart,
              count(*) filter (where fee_cents <> round(total_cents::numeric * 1234 / 10000))::int as wrong_fee,
              count(*) filter (where total_cents <> (select sum(total_cents) from purchase_order_products where purchase_order_id = orders.id))::int as wrong_total,
              count(*) filter (where total_net_to_seller <> (select sum(net_to_seller) from purchase_order_products where purchase_order_id = orders.id))::int as wrong_net,
              count(*) filter (where exists (select from purchase_order_products where purchase_order_id = orders.id and total_cents <> unit_cents * quantity))::int as wrong_line,
              count(*) filter (where exists (
                select from offer_products agreed where agreed.offer_id = orders.offer_id and not exists (
                  select from purchase_order_products charged where charged.purchase_order_id = orders.id
                     and charged.product_id = agreed.product_id and charged.quantity = agreed.quantity
                     and charged.unit_cents = agreed.unit_price_cents)))::int as not_as_agreed
         from purchase_orders orders`,
    );
    expect(rows).toEqual([
      { orders: 200, apart: 0, wrong_fee: 0, wrong_total: 0, wrong_net: 0, wrong_line: 0, not_as_agreed: 0 },
    ]);
    const ledger = await factory.db.raw(
      `select count(*)::int as off from products where units <> (select sum(units) from stock_movements where product_id = products.id)`,
    );
    expect(ledger.rows).toEqual([{ off: 0 }]);
  }, 120_000);
});
