import type { Person } from '../../server/accounts/policy';
import { streamSigner } from '../../server/cable/turbo-streams';
import { cents } from '../../server/contract/money';
import type { OfferDocument, OffersDocument } from '../../server/offers/contract';
import { headerStream } from '../../server/pages/header-badges';
import { identifier, type RawSocket, welcomed } from '../support/cable';
import { Factory } from '../support/factories';
import { startTestServer, type TestServer } from '../support/test-server';

let server: TestServer;
let factory: Factory;
const opened: RawSocket[] = [];

beforeAll(async () => {
  server = await startTestServer();
  factory = new Factory(server);
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.close();
});
afterAll(() => server.close());

/** A socket that follows the person's offers and header. */
async function socketOf(person: Person) {
  const { bearerTokens, config } = server.services;
  const token = await bearerTokens.issue(person.id);
  const socket = await welcomed(`${server.origin.replace('http', 'ws')}/cable?token=${token}`);
  opened.push(socket);
  const signed_stream_name = streamSigner(config.secretKeyBase).sign(headerStream(person.id));
  for (const channel of [
    identifier('OffersChannel'),
    identifier('Turbo::StreamsChannel', { signed_stream_name }),
  ]) {
    socket.subscribe(channel);
    expect(await socket.next()).toMatchObject({ type: 'confirm_subscription' });
  }
  return socket;
}

const setUnits = (id: number, units: bigint) => factory.db('products').where({ id }).update({ units });

test('Buy Now on a sold-out cart leaves no offer and does not notify the seller', async () => {
  const offer = await factory.anOffer({ state: 'draft', lines: [{ quantity: 10n }, { quantity: 5n }] });
  const [buyer, seller] = [await factory.as(offer.buyer), await factory.as(offer.seller)];
  const socket = await socketOf(offer.seller);
  for (const { product_id } of offer.lines) await setUnits(product_id, 0n);
  const answer = await buyer.request('PUT', `/offers/${offer.id}/accept`, {
    body: { version: offer.version },
  });
  expect([answer.status, answer.body]).toEqual([
    422,
    {
      cancelled: true,
      cancelled_products: offer.lines.map(({ product_id, name, quantity }) => ({
        id: product_id,
        name,
        old_units: quantity,
        new_units: 0n,
      })),
      code: 'invalid',
    },
  ]);
  expect((await seller.request('GET', `/offers/${offer.id}`)).status).toBe(404);
  expect((await buyer.request('GET', `/offers/${offer.id}`)).status).toBe(404);
  for (const client of [buyer, seller])
    expect((await client.request('GET', '/offers')).body).toEqual({ data: [], included: [] });
  expect((await seller.request('GET', '/dashboard/export/offers.csv')).text.trim().split('\n')).toHaveLength(
    1,
  );
  // The next offer, which is sent, is the seller's first message.
  const sent = await factory.anOffer({ seller: offer.seller });
  const received = await socket.next();
  expect(received).toMatchObject({ message: { event: 'submit', id: sent.id } });
});

test('an old rejected offer that was never sent is not visible to its seller', async () => {
  const [never, sent] = [
    await factory.anOffer({ state: 'draft' }),
    await factory.anOffer({ state: 'rejected' }),
  ];
  await factory.db('offers').where({ id: never.id }).update({ state: 'rejected' });
  const seller = await factory.as(never.seller);
  expect((await seller.request('GET', `/offers/${never.id}`)).status).toBe(404);
  expect(((await seller.request('GET', '/offers')).body as OffersDocument).data).toEqual([]);
  expect((await seller.request('GET', '/dashboard/export/offers.csv')).text).not.toContain(
    never.offer_number,
  );
  const other = await factory.as(sent.seller);
  expect((await other.request('GET', `/offers/${sent.id}`)).status).toBe(200);
  expect((await other.request('GET', '/dashboard/export/offers.csv')).text).toContain(sent.offer_number);
});

test('the seller’s history omits events from before the offer was sent', async () => {
  const offer = await factory.anOffer({
    state: 'draft',
    lines: [{ quantity: 10n, unit_price: cents(1_000) }],
  });
  const [buyer, seller] = [await factory.as(offer.buyer), await factory.as(offer.seller)];
  await setUnits(offer.product.id, 4n);
  expect((await buyer.request('PUT', `/offers/${offer.id}/accept`)).body).toMatchObject({ cancelled: false });
  expect((await buyer.request('PUT', `/offers/${offer.id}/submit`)).status).toBe(200);
  const read = async (client: typeof buyer) =>
    ((await client.request('GET', `/offers/${offer.id}`)).body as OfferDocument).data.attributes.history.map(
      ({ actor, event }) => [actor, event],
    );
  expect(await read(seller)).toEqual([['buyer', 'submit']]);
  expect(await read(buyer)).toEqual([
    ['system', 'cut'],
    ['buyer', 'submit'],
  ]);
});

test('a reduction to stock has the system as its actor, for both sides and staff', async () => {
  const staff = await factory.as(await factory.staff());
  const [soldOut, short] = [await factory.anOffer(), await factory.anOffer({ state: 'buyer_review' })];
  for (const [offer, side, units, event] of [
    [soldOut, soldOut.seller, 0n, 'cancel'],
    [short, short.buyer, 4n, 'cut'],
  ] as const) {
    await setUnits(offer.product.id, units);
    expect((await (await factory.as(side)).request('PUT', `/offers/${offer.id}/accept`)).status).toBe(422);
    for (const person of [offer.buyer, offer.seller]) {
      const { body } = await (await factory.as(person)).request('GET', `/offers/${offer.id}`);
      expect((body as OfferDocument).data.attributes.history.at(-1)).toMatchObject({
        actor: 'system',
        event,
      });
    }
    const { body } = await staff.request('GET', `/admin/insights/offer/${offer.id}`);
    expect((body as { history: object[] }).history.at(-1)).toMatchObject({
      actor: 'system',
      actor_email: null,
      event,
    });
  }
});
