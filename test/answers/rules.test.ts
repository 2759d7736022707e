import type { Buyer } from '../../server/accounts/policy';
import * as calls from '../../server/answers/offer-rules/contract';
import { cents } from '../../server/contract/money';
import { acceptOffer, counterOffer, rejectOffer } from '../../server/offers/contract';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';
import { rulesHarness } from './rules-harness';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);
const harness = () => rulesHarness(factory);

const ALL = { accept_at: 90, counter_at: 95, decline_below: 60, note: 'Thanks for your offer.' };

test.each([
  [900, 'accepted', 'accept', 'All products, accept at 90%'],
  [899, 'buyer_review', 'counter', 'All products, counter at 95%'],
  [600, 'buyer_review', 'counter', 'All products, counter at 95%'],
  [599, 'rejected', 'reject', 'All products, decline below 60%'],
])('an offer at %s of 1,000 becomes %s', async (price, state, event, label) => {
  const { aSellerWith, anOffer, answerNow, documentFor, offerState } = harness();
  const { seller } = await aSellerWith(ALL);
  const offer = await anOffer({ seller, price });
  await answerNow(offer.id);
  expect(await offerState(offer.id)).toBe(state);
  const own = (await documentFor(seller, offer.id)).history.at(-1);
  expect(own).toMatchObject({ actor: 'seller', event, note: ALL.note, by_rule: true, rule: label });
  if (event === 'counter') expect(own?.lines[0]?.unit_price).toBe(950);
});

/** Everything about the offer that reaches its buyer, with its own numbers, times and secrets replaced. */
async function reachesBuyer(buyer: Buyer, id: number) {
  const client = await factory.as(buyer);
  const [offer, list, thread, orders] = [
    await client.request('GET', `/offers/${id}`),
    await client.request('GET', '/offers'),
    await client.request('GET', `/offers/${id}/messages`),
    await client.request('GET', '/marketplace/purchase_orders'),
  ];
  const mails = await factory
    .db('mails')
    .where({ recipient: buyer.email })
    .orderBy('id')
    .select('subject', 'text', 'html', 'headers');
  const all = [offer, list, thread, orders].map(({ body }) => body);
  const text = JSON.stringify({ all, mails }, (_key, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  expect(text).not.toMatch(/\brules?\b|by_rule|_rule|rule_/i);
  return text
    .replaceAll(/(OF|PO)-\d+/g, '$1-N')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'TIME')
    .replaceAll(/\d{1,2}:\d\d [AP]M/g, 'TIME')
    .replaceAll(/(unsubscribe|magic)[^"\s<]*/g, '$1')
    .replaceAll(
      /"(id|offer_id|purchase_order_id|ship_to_address_id|product_id|offer_product_id|units)":"?\d+"?/g,
      '"$1":N',
    )
    .replaceAll(/\/(offers|products|my_orders|seller|purchase_orders)\/\d+/g, '/$1/N')
    .replaceAll(/(offer|order)=\d+/g, '$1=N');
}

test.each([
  [900, 'accept'],
  [700, 'counter'],
  [500, 'reject'],
] as const)(
  'at %s a buyer cannot tell an answer by a rule from one by the seller: %s',
  async (price, act) => {
    const { aSellerWith, anOffer, answerNow } = harness();
    const { seller, client } = await aSellerWith(ALL);
    const product = await factory.aProduct({ seller, units: 100n });
    const byHand = {
      accept: (id: number) => client.call(acceptOffer, { id }, { note: ALL.note }),
      counter: (id: number, line: number) =>
        client.call(
          counterOffer,
          { id },
          { note: ALL.note, offer_products_attributes: [{ id: line, unit_price: 950 }] },
        ),
      reject: (id: number) => client.call(rejectOffer, { id }, { note: ALL.note }),
    };
    const seen = async (answer: (offer: Awaited<ReturnType<typeof anOffer>>) => Promise<unknown>) => {
      const buyer = await factory.aBuyer({ name: 'Maple Street Outlet' });
      const offer = await anOffer({ seller, buyer, product, price });
      await answer(offer);
      return reachesBuyer(buyer, offer.id);
    };
    const automatic = await seen(({ id }) => answerNow(id));
    const manual = await seen(({ id, lines }) => byHand[act](id, lines[0]?.id ?? 0));
    const others = /"(created_at|updated_at|buyer_id|buyer_user_id|version|name|email)":[^,}]*/g;
    expect(automatic.replaceAll(others, '"$1"')).toBe(manual.replaceAll(others, '"$1"'));
  },
);

test('the most specific active rule decides alone', async () => {
  const { aSellerWith, anOffer, answerNow, offerState } = harness();
  const { seller, client } = await aSellerWith(
    { accept_at: 50 },
    { scope: 'category', category: 'toys', accept_at: 70 },
  );
  const product = await factory.aProduct({ seller, category: 'toys' });
  const { body: rule } = await client.call(
    calls.createAnswerRule,
    {},
    { rule: { scope: 'product', product_id: product.id, accept_at: 90 } },
  );
  const priced = async (price: number, of?: typeof product) => {
    const offer = await anOffer({ seller, price, ...(of && { product: of }) });
    await answerNow(offer.id);
    return offerState(offer.id);
  };
  const toy = await factory.aProduct({ seller, category: 'toys' });
  expect(await priced(600)).toBe('accepted');
  expect(await priced(600, toy)).toBe('seller_review');
  expect(await priced(700, toy)).toBe('accepted');
  expect(await priced(850, product)).toBe('seller_review');
  expect(await priced(900, product)).toBe('accepted');
  const off = { rule: { accept_at: 90, active: false, version: rule.version } };
  expect((await client.call(calls.updateAnswerRule, { id: rule.id }, off)).status).toBe(200);
  expect(await priced(700, product)).toBe('accepted');
});

test('accepted lines keep the price of the buyer beside declined ones at the counter', async () => {
  const { aSellerWith, answerNow, documentFor } = harness();
  const { seller } = await aSellerWith(ALL);
  const prices = [920, 700, 500];
  const lines = await Promise.all(
    prices.map(async (price) => ({ product: await factory.aProduct({ seller }), unit_price: cents(price) })),
  );
  const offer = await factory.anOffer({ seller, lines });
  await answerNow(offer.id);
  const { state, history } = await documentFor(seller, offer.id);
  expect(state).toBe('buyer_review');
  expect(history.at(-1)?.lines.map(({ unit_price }) => unit_price)).toEqual([920, 950, 950]);
});

test('in a second round rules accept only', async () => {
  const { aSellerWith, anOffer, answerNow, offerState } = harness();
  const { seller } = await aSellerWith(ALL);
  const offer = await anOffer({ seller, price: 700 });
  await answerNow(offer.id);
  const buyer = await factory.as(offer.buyer);
  const counter = (unit_price: number) =>
    buyer.call(
      counterOffer,
      { id: offer.id },
      { offer_products_attributes: [{ id: offer.lines[0]?.id, unit_price }] },
    );
  expect((await counter(500)).status).toBe(200);
  await answerNow(offer.id);
  expect(await offerState(offer.id)).toBe('seller_review');
  const other = await anOffer({ seller, price: 700 });
  await answerNow(other.id);
  const second = await factory.as(other.buyer);
  await second.call(
    counterOffer,
    { id: other.id },
    { offer_products_attributes: [{ id: other.lines[0]?.id, unit_price: 900 }] },
  );
  await answerNow(other.id);
  expect(await offerState(other.id)).toBe('accepted');
});

test('one counter or rejection per product in 7 days, three per seller in a day; acceptances are not capped', async () => {
  const { aSellerWith, anOffer, answerNow, offerState } = harness();
  const { seller } = await aSellerWith(ALL);
  const buyer = await factory.aBuyer();
  const product = await factory.aProduct({ seller });
  const tried = async (price: number, of?: typeof product) => {
    const offer = await anOffer({ seller, buyer, price, ...(of && { product: of }) });
    await answerNow(offer.id);
    return offerState(offer.id);
  };
  expect(await tried(500, product)).toBe('rejected');
  expect(await tried(550, product)).toBe('seller_review');
  expect(await tried(900)).toBe('accepted');
  expect(await tried(700)).toBe('buyer_review');
  expect(await tried(500)).toBe('rejected');
  expect(await tried(500)).toBe('seller_review');
  expect(await tried(950)).toBe('accepted');
});

test('at the daily limit offers wait, and the seller gets one mail', async () => {
  const { aSellerWith, anOffer, answerNow, offerState, documentFor } = harness();
  const { seller } = await aSellerWith({ accept_at: 90, max_orders_per_day: 2 });
  const states = [];
  const offers = [];
  for (let count = 0; count < 4; count++) {
    const offer = await anOffer({ seller, price: 950 });
    await answerNow(offer.id);
    offers.push(offer);
    states.push(await offerState(offer.id));
  }
  expect(states).toEqual(['accepted', 'accepted', 'seller_review', 'seller_review']);
  expect((await documentFor(seller, offers[3]?.id ?? 0)).rule_hold).toBe('daily_limit');
  const mails = await factory
    .db('mails')
    .where({ recipient: seller.email, subject: 'Your offer rule reached its daily limit' });
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain('made 2 orders in the last 24 hours');
});

test('short stock cuts nothing and tells the seller alone', async () => {
  const { aSellerWith, anOffer, answerNow, documentFor, offerState } = harness();
  const { seller } = await aSellerWith(ALL);
  const product = await factory.aProduct({ seller, units: 10n });
  const offer = await anOffer({ seller, product, price: 950, quantity: 10n });
  await factory.db('products').where({ id: product.id }).update({ units: 4n });
  const version = (await factory.db('offers').where({ id: offer.id }).first())?.version;
  await answerNow(offer.id);
  expect(await offerState(offer.id)).toBe('seller_review');
  const [own, theirs] = [await documentFor(seller, offer.id), await documentFor(offer.buyer, offer.id)];
  expect(own).toMatchObject({ rule_hold: 'stock', version });
  expect(theirs).not.toHaveProperty('rule_hold');
  const lines = await factory.db('offer_products').where({ offer_id: offer.id });
  expect(lines.map(({ quantity }) => quantity)).toEqual([10n]);
});

test('a buyer with too many unpaid orders waits', async () => {
  const { aSellerWith, anOffer, answerNow, documentFor } = harness();
  const { seller } = await aSellerWith(ALL);
  const offer = await anOffer({ seller, price: 950 });
  const [template] = [await factory.anOrder({ buyer: offer.buyer })];
  const {
    id: _id,
    po_number: _number,
    offer: _offer,
    buyer: _buyer,
    seller: _seller,
    product: _product,
    ...row
  } = template;
  for (let count = 1; count < app.services.config.maxUnpaidOrders; count++) {
    const paid = await factory.anOffer({ buyer: offer.buyer, state: 'rejected' });
    await factory.db('purchase_orders').insert({ ...row, offer_id: paid.id, ship_to: null, ship_from: null });
  }
  await answerNow(offer.id);
  expect((await documentFor(seller, offer.id)).rule_hold).toBe('unpaid_orders');
});

test('a new or changed rule leaves waiting offers alone', async () => {
  const { aSellerWith, anOffer, planOf } = harness();
  const { seller, client } = await aSellerWith();
  const offer = await anOffer({ seller, price: 950 });
  await client.call(calls.createAnswerRule, {}, { rule: { scope: 'catalog', accept_at: 90 } });
  expect(await planOf(offer.id)).toBeUndefined();
});

test.each([
  [{ accept_at: 90, counter_at: 80 }, 'counter_at', 'Counter must be at or above accept'],
  [{ accept_at: 60, decline_below: 70 }, 'decline_below', 'Decline must be at or below accept'],
  [{}, 'accept_at', 'Enter at least one limit'],
  [{ accept_at: 92.55 }, 'accept_at', 'Enter a percent from 1 to 100, like 92.5'],
  [{ accept_at: 101 }, 'accept_at', 'Enter a percent from 1 to 100, like 92.5'],
  [{ accept_at: 90, max_orders_per_day: 0 }, 'max_orders_per_day', 'Enter a number from 1 to 1,000'],
  [{ accept_at: 90, scope: 'product' }, 'product_id', 'Choose a product'],
  [{ accept_at: 90, scope: 'product', product_id: '' }, 'product_id', 'Choose a product'],
  [{ accept_at: 90, scope: 'category', category: 'cars' }, 'category', 'Choose a category'],
])('refuses %o', async (rule, field, message) => {
  const { client } = await harness().aSellerWith();
  const answer = await client.call(calls.createAnswerRule, {}, { rule: { scope: 'catalog', ...rule } });
  expect(answer.status).toBe(422);
  expect(
    (answer.body as unknown as { field_errors: Record<string, string[]> }).field_errors[field],
  ).toContain(message);
});

test('one rule per product, category and catalog; foreign products are none', async () => {
  const { seller, client } = await harness().aSellerWith({ accept_at: 90 });
  const [own, foreign] = [await factory.aProduct({ seller }), await factory.aProduct()];
  const create = (rule: object) =>
    client.call(calls.createAnswerRule, {}, { rule: { accept_at: 90, ...rule } });
  const of = (product: { id: number }) => ({ scope: 'product', product_id: product.id });
  expect((await create(of(own))).status).toBe(201);
  for (const [rule, message] of [
    [of(own), 'There is already a rule for this product.'],
    [{ scope: 'catalog' }, 'There is already a rule for all products.'],
    [of(foreign), 'Choose a product'],
  ] as const) {
    const answer = await create(rule);
    expect([answer.status, (answer.body as unknown as { errors: string[] }).errors]).toEqual([
      422,
      [message],
    ]);
  }
});

test('each change is in the audit log, and a stale version is refused', async () => {
  const { client, rule } = await harness().aSellerWith({ accept_at: 90 });
  const { id } = rule;
  const put = (version: number) =>
    client.call(calls.updateAnswerRule, { id }, { rule: { accept_at: 92.5, version } });
  expect((await put(rule.version)).body).toMatchObject({ accept_at: 92.5, version: 2 });
  expect((await put(rule.version)).status).toBe(409);
  expect((await client.call(calls.deleteAnswerRule, { id })).status).toBe(204);
  const entries = await factory
    .db('audit_log')
    .where({ subject_type: 'answer_rule', subject_id: id })
    .orderBy('id');
  expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
    ['answer_rule.create', null, expect.objectContaining({ accept_at: 90 })],
    [
      'answer_rule.update',
      expect.objectContaining({ accept_at: 90 }),
      expect.objectContaining({ accept_at: 92.5 }),
    ],
    ['answer_rule.delete', expect.objectContaining({ accept_at: 92.5 }), null],
  ]);
  const staff = await factory.as(await factory.staff());
  const { seller } = await harness().aSellerWith({ accept_at: 80 });
  const listed = await staff.call(calls.listAnswerRules, {}, undefined, { seller_id: seller.seller_id });
  expect(listed.body.rules).toHaveLength(1);
});
