import type { Buyer, Person } from '../../server/accounts/policy';
import { streamSigner } from '../../server/cable/turbo-streams';
import { cents } from '../../server/contract/money';
import { acceptOffer, counterOffer, rejectOffer } from '../../server/offers/contract';
import { headerStream } from '../../server/pages/header-badges';
import { identifier, type RawSocket, welcomed } from '../support/cable';
import { Factory } from '../support/factories';
import { startTestServer, type TestServer } from '../support/test-server';
import { rulesHarness } from './rules-harness';

let server: TestServer;
let factory: Factory;
const opened: RawSocket[] = [];

beforeAll(async () => {
  server = await startTestServer({ rateLimits: false });
  factory = new Factory(server);
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.close();
});
afterAll(() => server.close());

const ALL = { accept_at: 90, counter_at: 95, decline_below: 60, note: 'Thanks for your offer.' };

/** Hears all that the product sends this person live. */
async function ear(person: Person) {
  const { bearerTokens, config } = server.services;
  const token = await bearerTokens.issue(person.id);
  const socket = await welcomed(`${server.origin.replace('http', 'ws')}/cable?token=${token}`);
  opened.push(socket);
  const signed_stream_name = streamSigner(config.secretKeyBase).sign(headerStream(person.id));
  for (const channel of [
    identifier('OffersChannel'),
    identifier('PurchaseOrdersChannel'),
    identifier('Turbo::StreamsChannel', { signed_stream_name }),
  ]) {
    socket.subscribe(channel);
    expect(await socket.next()).toMatchObject({ type: 'confirm_subscription' });
  }
  // The header's badges of the submission may still be under way.
  await new Promise((resolve) => setTimeout(resolve, 500));
  await socket.settled();
  return socket;
}

/** Each frame's channel, the keys of its message, and its text without numbers and times. */
async function heard(socket: RawSocket, atLeast: number) {
  const frames = await socket.take(atLeast);
  await new Promise((resolve) => setTimeout(resolve, 500));
  frames.push(...(await socket.settled()));
  return frames
    .map(({ identifier: channel, message }) => {
      const text = JSON.stringify(message);
      expect(text).not.toMatch(/rule/i);
      const keys = typeof message === 'object' && message !== null ? Object.keys(message) : typeof message;
      return JSON.stringify([
        JSON.parse(String(channel)).channel,
        keys,
        text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME').replaceAll(/"(\w*id)":\d+/g, '"$1":N'),
      ]);
    })
    .sort();
}

test.each([
  [950, 'accept'],
  [700, 'counter'],
  [500, 'reject'],
] as const)(
  'at %s the live channels say the same of an answer by rule and by hand: %s',
  async (price, act) => {
    const { aSellerWith, anOffer, answerNow } = rulesHarness(factory);
    const { seller, client } = await aSellerWith(ALL);
    const product = await factory.aProduct({ seller, units: 1_000n });
    const note = { note: ALL.note };
    const byHand = {
      accept: (id: number) => client.call(acceptOffer, { id }, note),
      counter: (id: number, line: number) =>
        client.call(
          counterOffer,
          { id },
          { ...note, offer_products_attributes: [{ id: line, unit_price: 950 }] },
        ),
      reject: (id: number) => client.call(rejectOffer, { id }, note),
    };
    const heardOf = async (answer: (offer: Awaited<ReturnType<typeof anOffer>>) => Promise<unknown>) => {
      const buyer = await factory.aBuyer();
      const offer = await anOffer({ seller, buyer, product, price });
      const socket = await ear(buyer);
      await answer(offer);
      return heard(socket, 2);
    };
    const automatic = await heardOf(({ id }) => answerNow(id));
    const manual = await heardOf(({ id, lines }) => byHand[act](id, lines[0]?.id ?? 0));
    expect(automatic).toEqual(manual);
    expect(automatic.join()).toContain('OffersChannel');
  },
);

/** Offers that rules look at and leave to a person, each for another reason. */
const LEFT: Record<string, (buyer: Buyer) => Promise<{ id: number; seller: Person }>> = {
  async 'no limit decides it'(buyer) {
    const { seller } = await rulesHarness(factory).aSellerWith({ accept_at: 90 });
    return rulesHarness(factory).anOffer({ seller, buyer, price: 700 });
  },
  async 'stock is short'(buyer) {
    const { seller } = await rulesHarness(factory).aSellerWith(ALL);
    const product = await factory.aProduct({ seller, units: 10n });
    const lines = [{ product, quantity: 10n, unit_price: cents(950) }];
    const offer = await factory.anOffer({ seller, buyer, lines });
    await factory.db('products').where({ id: product.id }).update({ units: 4n });
    return offer;
  },
  async 'the daily limit is reached'(buyer) {
    const { aSellerWith, anOffer, answerNow } = rulesHarness(factory);
    const { seller } = await aSellerWith({ accept_at: 90, max_orders_per_day: 1 });
    await answerNow((await anOffer({ seller, price: 950 })).id);
    return anOffer({ seller, buyer, price: 950 });
  },
};

test.each(Object.keys(LEFT))('a rule that leaves the offer tells its seller alone: %s', async (reason) => {
  const { answerNow, documentFor } = rulesHarness(factory);
  const buyer = await factory.aBuyer();
  const offer = await (LEFT[reason] as (typeof LEFT)[string])(buyer);
  expect((await documentFor(offer.seller as never, offer.id)).rule_hold).toBe('planned');
  expect(await documentFor(buyer, offer.id)).not.toHaveProperty('rule_hold');
  const [buyers, sellers] = [await ear(buyer), await ear(offer.seller)];
  await answerNow(offer.id);
  expect(await sellers.next()).toMatchObject({ message: { event: 'held', id: offer.id } });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await buyers.settled()).toEqual([]);
  expect((await documentFor(offer.seller as never, offer.id)).rule_hold).not.toBe('planned');
});
