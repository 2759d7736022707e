import { answerByRules } from '../../server/answers/offer-rules/jobs';
import { waits } from '../../server/config/waits';
import { counterOffer, rejectOffer, submitOffer, withdrawOffer } from '../../server/offers/contract';
import { expireOffer } from '../../server/offers/jobs';
import { suspendSeller } from '../../server/sellers/suspension';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';
import { isEven } from './rank-share';
import { rulesHarness } from './rules-harness';

const app = useTestApp({ rateLimits: false, maxUnpaidOrders: 1_000_000 });
const factory = new Factory(app);
const harness = () => rulesHarness(factory);

const ALL = { accept_at: 90, counter_at: 95, decline_below: 60, max_orders_per_day: 1_000 };

test('200 automatic acceptances of the last 50 units sell 50 units', async () => {
  const { aSellerWith, anOffer, answerNow, offerState } = harness();
  const { seller } = await aSellerWith(ALL);
  const product = await factory.aProduct({ seller, units: 50n });
  const offers = await Promise.all(
    Array.from({ length: 200 }, () => anOffer({ seller, product, price: 950 })),
  );
  await answerNow(...offers.map(({ id }) => id));
  const states = await Promise.all(offers.map(({ id }) => offerState(id)));
  expect(states.filter((state) => state === 'accepted')).toHaveLength(50);
  expect(states.filter((state) => state === 'seller_review')).toHaveLength(150);
  expect((await factory.db('products').where({ id: product.id }).first())?.units).toBe(0n);
}, 120_000);

test('50 offers sent at once never pass a daily limit', async () => {
  const { aSellerWith, answerNow, offerState } = harness();
  const { seller } = await aSellerWith({ ...ALL, max_orders_per_day: 7 });
  const drafts = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const product = await factory.aProduct({ seller });
      return factory.anOffer({ seller, state: 'draft', lines: [{ product }] });
    }),
  );
  await Promise.all(drafts.map(async ({ id, buyer }) => (await factory.as(buyer)).call(submitOffer, { id })));
  await answerNow(...drafts.map(({ id }) => id));
  const states = await Promise.all(drafts.map(({ id }) => offerState(id)));
  expect(states.filter((state) => state === 'accepted')).toHaveLength(7);
  const held = await factory.db('planned_answers').whereIn(
    'offer_id',
    drafts.map(({ id }) => id),
  );
  expect(held.filter((plan) => plan.held === 'daily_limit')).toHaveLength(43);
  const mails = await factory
    .db('mails')
    .where({ recipient: seller.email })
    .whereLike('subject', '%daily limit');
  expect(mails).toHaveLength(1);
}, 120_000);

test('what comes first wins: answers, withdrawal, expiry, denial and products off the market', async () => {
  const { aSellerWith, anOffer, answerNow, offerState } = harness();
  const outcomeOf = async (
    act: (offer: Awaited<ReturnType<typeof anOffer>>) => Promise<unknown>,
    price = 950,
  ) => {
    const { seller } = await aSellerWith(ALL);
    const offer = await anOffer({ seller, price });
    await act(offer);
    await answerNow(offer.id);
    const orders = await factory.db('purchase_orders').where({ offer_id: offer.id });
    const byRule = await factory.db('rule_answers').where({ offer_id: offer.id });
    return [await offerState(offer.id), orders.length, byRule.length];
  };
  expect(
    await outcomeOf(async ({ id, seller }) => (await factory.as(seller)).call(rejectOffer, { id })),
  ).toEqual(['rejected', 0, 0]);
  expect(
    await outcomeOf(async ({ id, buyer }) => (await factory.as(buyer)).call(withdrawOffer, { id })),
  ).toEqual(['rejected', 0, 0]);
  expect(
    await outcomeOf(async ({ id }) => {
      await factory
        .db('offers')
        .where({ id })
        .update({ expires_at: new Date(0) });
      await expireOffer.work(app.services, { offer_id: id });
    }),
  ).toEqual(['rejected', 0, 0]);
  expect(
    await outcomeOf(({ product }) =>
      factory.db('products').where({ id: product.id }).update({ provisional: true }),
    ),
  ).toEqual(['seller_review', 0, 0]);
  expect(
    await outcomeOf(({ seller }) =>
      factory.transaction((tx) => suspendSeller(tx, { sellerId: seller.seller_id })),
    ),
  ).toEqual(['seller_review', 0, 0]);
});

test('an answer by hand and one by a rule at once are one answer', async () => {
  const { aSellerWith, anOffer, makeDue } = harness();
  for (let round = 0; round < 8; round++) {
    const { seller, client } = await aSellerWith(ALL);
    const { id, lines } = await anOffer({ seller, price: 700 });
    await makeDue([id]);
    const prices = { offer_products_attributes: [{ id: lines[0]?.id, unit_price: 900 }] };
    const [byHand] = await Promise.all([
      client.call(counterOffer, { id }, prices),
      answerByRules.work(app.services, { offer_id: id }),
      answerByRules.work(app.services, { offer_id: id }),
    ]);
    const history = await factory.db('offer_history').where({ offer_id: id, event: 'counter' });
    const byRule = await factory.db('rule_answers').where({ offer_id: id });
    expect(history).toHaveLength(1);
    expect(byRule).toHaveLength(byHand.status === 200 ? 0 : 1);
  }
});

test.each(['offer_history', 'rule_answers', 'purchase_orders', 'stock_movements', 'mails'])(
  'killed at %s, the answer is made once by the next run',
  async (table) => {
    const { aSellerWith, anOffer, answerNow, planOf, offerState } = harness();
    const { seller } = await aSellerWith(ALL);
    const offer = await anOffer({ seller, price: 950 });
    await factory.db.raw(`
      create function fail_here() returns trigger language plpgsql as $$ begin raise 'a fault'; end $$;
      create trigger fail_here before insert on ${table} for each row execute function fail_here()`);
    try {
      await expect(answerNow(offer.id)).rejects.toThrow('a fault');
    } finally {
      await factory.db.raw(`drop trigger fail_here on ${table}; drop function fail_here()`);
    }
    expect([await offerState(offer.id), (await planOf(offer.id))?.held]).toEqual(['seller_review', null]);
    await answerNow(offer.id);
    await answerNow(offer.id);
    expect(await offerState(offer.id)).toBe('accepted');
    expect(await factory.db('rule_answers').where({ offer_id: offer.id })).toHaveLength(1);
  },
  30_000,
);

const OUTCOMES = { rejected: 500, countered: 700, accepted: 950 };
type Delays = Record<keyof typeof OUTCOMES, number[]>;

/** 100 offers of each outcome, as they are planned. */
async function drawDelays(delays: Delays) {
  const { aSellerWith, anOffer } = harness();
  const { seller } = await aSellerWith(ALL);
  const draw = async (drawn: number[], price: number) => {
    const { id } = await anOffer({ seller, price });
    const { rows } = await factory.db.raw<{ rows: { ms: number }[] }>(
      `select (extract(epoch from due_at - submitted_at) * 1000)::float8 as ms
         from planned_answers join offers on offers.id = offer_id where offer_id = ?`,
      [id],
    );
    drawn.push(rows[0]?.ms ?? 0);
  };
  for (let round = 0; round < 100; round++)
    await Promise.all(
      Object.entries(OUTCOMES).map(([outcome, price]) => draw(delays[outcome as keyof Delays], price)),
    );
}

test('300 delays tell nothing about their outcome', async () => {
  const delays: Delays = { rejected: [], countered: [], accepted: [] };
  await drawDelays(delays);
  // Even draws leave these bounds once in a hundred times; 600 do so never.
  if (!isEven(delays)) await drawDelays(delays);
  expect(isEven(delays)).toBe(true);
  const { from, to } = waits.short.answers;
  const all = Object.values(delays).flat();
  for (const delay of all) expect(delay > from - 500 && delay < to + 500).toBe(true);
  expect(Math.max(...all) - Math.min(...all)).toBeGreaterThan((to - from) * 0.8);
}, 180_000);

test('an answer is not made before its time', async () => {
  const { aSellerWith, anOffer, answerNow, offerState } = harness();
  const { seller } = await aSellerWith(ALL);
  const offer = await anOffer({ seller, price: 950 });
  await answerByRules.work(app.services, { offer_id: offer.id });
  expect(await offerState(offer.id)).toBe('seller_review');
  await answerNow(offer.id);
  expect(await offerState(offer.id)).toBe('accepted');
});
