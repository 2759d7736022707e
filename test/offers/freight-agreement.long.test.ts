import fc from 'fast-check';
import { deleteAddress, updateAddress } from '../../server/addresses/contract';
import { fee, net } from '../../server/contract/fee';
import { cents, lineTotal, sum } from '../../server/contract/money';
import { openPayment } from '../../server/payments/contract';
import { Factory } from '../support/factories';
import { DAYTON, MADISON, messageOf, shippingTalks, type Talk } from '../support/shipping-talk';
import { useTestApp } from '../support/test-app';

const BPS = 1_234;
const factory = new Factory(useTestApp({ rateLimits: false, maxUnpaidOrders: 10_000, feeBps: BPS }));
const { addAddress, act, sentForQuote, show, orderOf } = shippingTalks(factory);

const line = fc.record({
  quantity: fc.bigInt({ min: 1n, max: 90n }),
  unit_price: fc.integer({ min: 50, max: 999 }).map(cents),
});
const freight = fc.oneof(fc.constantFrom(0, 1, 9_999_999), fc.integer({ min: 0, max: 500_000 }));

const samePrices = ({ lines }: Talk) => ({
  offer_products_attributes: lines.map(({ id, unit_price_cents }) => ({ id, unit_price: unit_price_cents })),
});

test('total = goods + freight = fee + net, the fee is on the goods, and Stripe asks for the total', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 3 }), freight, async (lines, quoted) => {
      const talk = await sentForQuote(lines);
      await act(talk.seller, talk, 'counter', { ...samePrices(talk), freight_cents: quoted });
      expect((await act(talk.buyer, talk, 'accept')).status).toBe(200);
      const goods = sum(lines.map(({ quantity, unit_price }) => lineTotal(unit_price, quantity)));
      const order = await orderOf(talk);
      expect(order).toMatchObject({
        freight_cents: quoted,
        total_cents: goods + quoted,
        fee_cents: fee(goods, BPS),
        total_net_to_seller: net(goods, BPS) + quoted,
      });
      expect(order.fee_cents + order.total_net_to_seller).toBe(order.total_cents);
      const { rows } = await factory.db.raw(
        'select sum(net_to_seller)::int as nets from purchase_order_products where purchase_order_id = ?',
        [order.id],
      );
      expect(rows).toEqual([{ nets: net(goods, BPS) }]);
      const paid = await (await factory.as(talk.buyer)).call(openPayment, { id: order.id });
      expect(paid.status).toBe(200);
      const session = await factory.db.raw(
        `select data ->> 'amount_total' as asked from sandbox_objects
          where data ->> 'client_reference_id' = ? order by id desc limit 1`,
        [String(order.id)],
      );
      expect(session.rows).toEqual([{ asked: String(order.total_cents) }]);
    }),
    { numRuns: 12 },
  );
}, 240_000);

const step = fc.record({
  side: fc.constantFrom('buyer' as const, 'seller' as const),
  name: fc.constantFrom('counter' as const, 'counter' as const, 'withdraw' as const, 'accept' as const),
  freight: fc.option(fc.integer({ min: 0, max: 900 }), { nil: undefined }),
  price: fc.integer({ min: 700, max: 1_000 }),
});

test('no party is ever bound to freight that it did not name, or see before its last act', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      const talk = await sentForQuote();
      // What the seller named last and still stands, and what the buyer's last act agreed to.
      const shown: { now: number | null; agreed: number | null } = { now: null, agreed: null };
      for (const { side, name, ...wanted } of steps) {
        const unit = { id: talk.lines[0]?.id, unit_price: wanted.price };
        const body =
          name === 'counter' ? { offer_products_attributes: [unit], freight_cents: wanted.freight } : {};
        const before = (await show(talk[side], talk)).shipping.freight_cents;
        const answer = await act(talk[side], talk, name, body);
        if (answer.status !== 200) continue;
        if (name === 'accept') {
          const { freight_cents } = await orderOf(talk);
          expect(freight_cents).toBe(shown.now);
          expect(freight_cents).toBe(before);
          if (side === 'seller') expect(freight_cents).toBe(shown.agreed);
          return;
        }
        if (side === 'buyer' && name === 'counter') shown.agreed = before;
        if (side === 'seller' && name === 'counter') shown.now = wanted.freight ?? before;
        if (side === 'seller' && name === 'withdraw') shown.now = shown.agreed;
        expect((await show(talk.seller, talk)).shipping.freight_cents).toBe(shown.now);
      }
    }),
    { numRuns: 15 },
  );
}, 240_000);

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();

describe('at once', () => {
  test('two quotes: one wins', async () => {
    const talk = await sentForQuote();
    const { version } = await show(talk.seller, talk);
    const answers = await Promise.all(
      [1_000, 2_000].map((freight_cents) => act(talk.seller, talk, 'counter', { freight_cents, version })),
    );
    expect(statuses(answers)).toEqual([200, 409]);
    const won = answers[0]?.status === 200 ? 1_000 : 2_000;
    expect((await show(talk.buyer, talk)).shipping.freight_cents).toBe(won);
  });

  test("a quote and the buyer's change of address: no quote rests on an address that the seller did not see", async () => {
    for (let round = 0; round < 6; round++) {
      const talk = await sentForQuote();
      const madison = await addAddress(talk.buyer, MADISON);
      const { version } = await show(talk.seller, talk);
      const acts = [
        () => act(talk.seller, talk, 'counter', { freight_cents: 5_000, version }),
        () => act(talk.buyer, talk, 'shipping', { shipping: { ship_to_address_id: madison.id }, version }),
      ];
      const answers = await Promise.all((round % 2 ? acts : acts.reverse()).map((one) => one()));
      expect(statuses(answers)).toEqual([200, 409]);
      const { shipping } = await show(talk.buyer, talk);
      expect([shipping.freight_cents, shipping.ship_to?.city]).toEqual(
        shipping.freight_cents === null ? [null, 'Madison'] : [5_000, 'Dayton'],
      );
      const refusal = answers.map(messageOf).find((text) => text !== undefined);
      expect(refusal).toMatch(/^(This offer changed|The freight was quoted for Dayton, OH 45402)/);
    }
  });

  test("an edit or deletion of the address and an acceptance: the offer's copy counts", async () => {
    for (let round = 0; round < 6; round++) {
      const talk = await sentForQuote();
      await act(talk.seller, talk, 'counter', { freight_cents: 5_000 });
      const client = await factory.as(talk.buyer);
      const id = (await show(talk.buyer, talk)).shipping.ship_to_address_id ?? 0;
      const [accepted] = await Promise.all([
        act(talk.buyer, talk, 'accept'),
        round % 2
          ? client.call(deleteAddress, { id })
          : client.call(updateAddress, { id }, { address: MADISON }),
      ]);
      expect(accepted.status).toBe(200);
      expect((await orderOf(talk)).ship_to).toMatchObject({ city: 'Dayton', line1: DAYTON.line1 });
    }
  });
});
