import fc from 'fast-check';
import { type Cents, cents } from '../../server/contract/money';
import type { Offer, OfferDocument } from '../../server/offers/contract';
import type { Side } from '../../server/offers/rules';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false, maxUnpaidOrders: 10_000 }));
const RUNS = Number(process.env.AGREEMENT_RUNS ?? 60);
const MAX_STEPS = 12;

type Terms = Map<number, { quantity: bigint; price: Cents }>;
type Flag = Extract<keyof Offer['attributes'], `can_${string}`>;

const acts = {
  accept: { method: 'PUT', path: 'accept', flag: 'can_accept' },
  counter: { method: 'POST', path: 'counter_offer', flag: 'can_counter' },
  withdraw: { method: 'POST', path: 'withdraw', flag: 'can_withdraw' },
  reject: { method: 'POST', path: 'counter_offer/reject', flag: 'can_reject' },
  submit: { method: 'PUT', path: 'submit', flag: null },
} as const satisfies Record<string, { method: string; path: string; flag: Flag | null }>;
type Act = keyof typeof acts;

const sides = ['buyer', 'seller'] as const;
/** A place in a list of unknown length, and where between its bounds a counter's price is, in percent. */
const choice = { pick: fc.nat(11), at: fc.nat(100) };

const step = fc.oneof(
  // Chooses among the allowed acts, or among all.
  { weight: 8, arbitrary: fc.record({ allowed: fc.constant(true), ...choice }) },
  { weight: 2, arbitrary: fc.record({ allowed: fc.constant(false), ...choice }) },
  { weight: 4, arbitrary: fc.record({ product: fc.nat(1), units: fc.constantFrom(0, 4, 9, 9, 30) }) },
);

const ACTS = sides.flatMap((side) => (Object.keys(acts) as Act[]).map((act) => ({ side, act })));
const doing = (side: Side, act: Act) => ({
  allowed: false,
  pick: ACTS.findIndex((other) => other.side === side && other.act === act),
  at: 50,
});
const stock = (units: number) => ({ product: 0, units });

/** Former failures: sequences that bound a buyer to a reduced quantity. */
const reductions = [
  [doing('buyer', 'submit'), stock(4), doing('seller', 'accept')],
  [doing('buyer', 'submit'), doing('seller', 'counter'), stock(4), doing('buyer', 'accept')],
  [doing('buyer', 'submit'), doing('seller', 'counter'), stock(0), doing('buyer', 'accept')],
].map((steps) => [...steps, doing('seller', 'withdraw'), doing('seller', 'accept')]);

interface Talk {
  id: number;
  products: readonly number[];
  people: Record<Side, Client>;
  /** Each side's last offer or acceptance. */
  agreed: Partial<Record<Side, Terms>>;
  sent: boolean;
}

async function shownTo({ id, people }: Talk, side: Side): Promise<OfferDocument | null> {
  const { status, body } = await people[side].request('GET', `/offers/${id}`);
  return status === 200 ? (body as OfferDocument) : null;
}

const termsOf = ({ included }: OfferDocument): Terms =>
  new Map(
    included.map(({ attributes: { product, quantity, unit_price } }) => [
      product.id,
      { quantity, price: unit_price },
    ]),
  );

/** A price within the answer's bounds; out of turn, any price. */
const counterPrices = ({ included }: OfferDocument, at: number) =>
  included.map(({ id, attributes: { min_price, max_price, unit_price } }) => {
    const [min, max] = [min_price ?? 1, max_price ?? unit_price];
    return { id: Number(id), unit_price: cents(Math.round(min + ((max - min) * at) / 100)) };
  });

/** The acts that the answers allow each side; acts that end the offer without an order are rare. */
async function choose(talk: Talk, { allowed, pick, at }: { allowed: boolean; pick: number; at: number }) {
  const all = ACTS.map((act) => ({ ...act, at }));
  if (!allowed) return all[pick % all.length];
  const shown = { buyer: await shownTo(talk, 'buyer'), seller: await shownTo(talk, 'seller') };
  const now = all.filter(({ side, act }) => {
    const attributes = shown[side]?.data.attributes;
    const { flag } = acts[act];
    if (attributes?.state === 'draft') return act === 'submit' || (act === 'accept' && attributes.can_accept);
    const ends = act === 'reject' || (act === 'withdraw' && side === 'buyer');
    return flag !== null && attributes?.[flag] && (!ends || pick === 11);
  });
  return now[pick % now.length];
}

async function takeStep(talk: Talk, { side, act, at }: { side: Side; act: Act; at: number }) {
  const shown = await shownTo(talk, side);
  if (!shown) {
    // Drafts are not visible to the seller.
    expect([side === 'seller' ? talk.sent : await isThere(talk.id), side]).toEqual([false, side]);
    return;
  }
  const { method, path, flag } = acts[act];
  const { attributes } = shown.data;
  const prices = counterPrices(shown, at);
  const body = act === 'counter' ? { offer_products_attributes: prices } : {};
  const terms = termsOf(shown);
  if (act === 'counter')
    for (const [index, { attributes: line }] of shown.included.entries())
      terms.set(line.product.id, {
        quantity: line.quantity,
        price: prices[index]?.unit_price ?? line.unit_price,
      });
  const { status } = await talk.people[side].request(method, `/offers/${talk.id}/${path}`, { body });
  if (attributes.state === 'accepted' && act === 'accept') return expect(status).toBe(200);
  if (flag && !attributes[flag]) expect([side, act, attributes.state, status >= 403]).toContain(true);
  if (flag && attributes[flag])
    expect([side, act, attributes.state, status === 200 || status === 422]).toContain(true);
  // A failed acceptance accepts the quantities shown, not the reduced ones.
  if (status === 200 && (act === 'submit' || act === 'counter')) talk.agreed[side] = terms;
  if (act === 'accept' && (status === 200 || status === 422)) talk.agreed[side] = terms;
  if (status === 200 && (act === 'submit' || act === 'accept')) talk.sent = true;
}

const isThere = async (id: number) => (await factory.db('offers').where({ id }).first('id')) !== undefined;

/** Order lines equal the buyer's last offer or acceptance; the seller may have offered more units. */
async function checkOrder({ id, agreed }: Talk) {
  const order = await factory.db('purchase_orders').where({ offer_id: id }).first('id');
  if (!order) return false;
  const lines = await factory.db('purchase_order_products').where({ purchase_order_id: order.id });
  const ordered = new Map(
    lines.map((line) => [line.product_id, { quantity: line.quantity, price: line.unit_cents }]),
  );
  expect(agreed.buyer).toEqual(ordered);
  const offer = await factory.db('offers').where({ id }).first('submitted_at');
  for (const [product, { quantity, price }] of offer?.submitted_at ? ordered : []) {
    expect(agreed.seller?.get(product)?.price).toBe(price);
    expect(agreed.seller?.get(product)?.quantity).toBeGreaterThanOrEqual(quantity);
  }
  return true;
}

test('after any sequence of acts and stock changes, an order matches what both sides offered or accepted', async () => {
  const [buyer, seller] = await Promise.all([factory.aBuyer(), factory.aSeller()]);
  const people = { buyer: await factory.as(buyer), seller: await factory.as(seller) };
  let orders = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: MAX_STEPS, maxLength: MAX_STEPS }),
      fc.boolean(),
      async (steps, atAsking) => {
        const products = await Promise.all([1, 2].map(() => factory.aProduct({ seller })));
        const unit_price = cents(atAsking ? 1_000 : 800);
        await factory.db('offers').where({ buyer_id: buyer.buyer_id, state: 'draft' }).delete();
        const offer = await factory.anOffer({
          buyer,
          seller,
          state: 'draft',
          lines: products.map((product) => ({ product, unit_price })),
        });
        const talk: Talk = {
          id: offer.id,
          products: products.map(({ id }) => id),
          people,
          agreed: {},
          sent: false,
        };
        for (const next of steps) {
          if ('pick' in next) {
            const chosen = await choose(talk, next);
            if (chosen) await takeStep(talk, chosen);
          } else
            await factory
              .db('products')
              .where({ id: talk.products[next.product] ?? 0 })
              .update({ units: BigInt(next.units) });
        }
        if (await checkOrder(talk)) orders += 1;
      },
    ),
    { numRuns: RUNS, examples: reductions.map((steps): [typeof steps, boolean] => [steps, false]) },
  );
  // Without orders the property would hold trivially.
  expect(orders).toBeGreaterThan(RUNS / 4);
}, 120_000);
