import type { Buyer, Seller } from '../../server/accounts/policy';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false }));
let buyer: Buyer;
let seller: Seller;
let client: Client;

beforeEach(async () => {
  [buyer, seller] = await Promise.all([factory.aBuyer(), factory.aSeller()]);
  client = await factory.as(buyer);
});

type Draft = Awaited<ReturnType<Factory['anOffer']>>;

const change = (draft: Draft, body: object) =>
  client.request('PUT', `/offers/${draft.id}/offer_products/${draft.lines[0]?.id}`, { body });

const acts: [string, (draft: Draft, version: number) => Promise<{ status: number; body: unknown }>][] = [
  ['a changed line', (draft, version) => change(draft, { quantity: 7, unit_price: 900, version })],
  [
    'a removed line',
    (draft, version) =>
      client.request('DELETE', `/offers/${draft.id}/offer_products/${draft.lines[0]?.id}`, {
        query: { version },
      }),
  ],
  [
    'a line saved for later',
    (draft, version) =>
      client.request('POST', `/offers/${draft.id}/save_for_later`, {
        body: { offer_product_id: draft.lines[0]?.id, version },
      }),
  ],
  ['submit', (draft, version) => client.request('PUT', `/offers/${draft.id}/submit`, { body: { version } })],
  ['Buy Now', (draft, version) => client.request('PUT', `/offers/${draft.id}/accept`, { body: { version } })],
  [
    'changed shipping',
    (draft, version) =>
      client.request('PUT', `/offers/${draft.id}/shipping`, {
        body: { shipping: { carrier_instructions: 'Dock 4' }, version },
      }),
  ],
];

describe('A cart in two tabs', () => {
  test.each(acts)('%s on an older version is 409 with the offer, and does nothing', async (_name, act) => {
    const draft = await factory.anOffer({ buyer, seller, state: 'draft' });
    expect((await change(draft, { quantity: 30, unit_price: 1_000, version: draft.version })).status).toBe(
      200,
    );
    const refused = await act(draft, draft.version);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      error: 'This offer changed. Review it and try again.',
      offer: {
        data: { id: String(draft.id), attributes: { state: 'draft', version: draft.version + 1 } },
        included: [{ id: String(draft.lines[0]?.id), attributes: { quantity: 30n } }],
      },
    });
  });

  test('of two saves of one version at once, one counts and the other gets its result', async () => {
    const draft = await factory.anOffer({ buyer, seller, state: 'draft' });
    const { version } = draft;
    const [one, other] = await Promise.all(
      [20, 30].map((quantity) => change(draft, { quantity, unit_price: 1_000, version })),
    );
    const [saved, refused] = one?.status === 200 ? [one, other] : [other, one];
    expect([saved?.status, refused?.status]).toEqual([200, 409]);
    const [line] = await factory.db('offer_products').where({ offer_id: draft.id });
    expect(saved?.body).toMatchObject({ data: { attributes: { quantity: line?.quantity } } });
    expect(refused?.body).toMatchObject({
      offer: { included: [{ attributes: { quantity: line?.quantity } }] },
    });
  });

  test('without a version the last write wins', async () => {
    const draft = await factory.anOffer({ buyer, seller, state: 'draft' });
    await change(draft, { quantity: 20, unit_price: 1_000 });
    expect((await change(draft, { quantity: 30, unit_price: 1_000 })).status).toBe(200);
  });

  test('an offer that the other tab emptied is 404', async () => {
    const draft = await factory.anOffer({ buyer, seller, state: 'draft' });
    await client.request('DELETE', `/offers/${draft.id}/offer_products/${draft.lines[0]?.id}`);
    expect((await change(draft, { quantity: 9, unit_price: 1_000, version: draft.version })).status).toBe(
      404,
    );
  });

  test('a foreign buyer never gets the offer', async () => {
    const draft = await factory.anOffer({ buyer, seller, state: 'draft' });
    const stranger = await factory.as(await factory.aBuyer());
    const answer = await stranger.request('PUT', `/offers/${draft.id}/submit`, { body: { version: 0 } });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      404,
      '{"error":"Not Found","code":"not_found"}',
    ]);
  });
});

test.each(['counter_offer', 'counter_offer/reject', 'withdraw'])(
  'a conflict of %s brings the offer as it is now',
  async (act) => {
    const offer = await factory.anOffer({ state: 'seller_review' });
    const who = await factory.as(act === 'withdraw' ? offer.buyer : offer.seller);
    const body = {
      version: offer.version - 1,
      offer_products_attributes: [{ id: offer.lines[0]?.id, unit_price: 1_000 }],
    };
    const answer = await who.request('POST', `/offers/${offer.id}/${act}`, { body });
    expect([answer.status, answer.body]).toEqual([
      409,
      expect.objectContaining({ code: 'offer_changed', offer: expect.anything() }),
    ]);
    expect(answer.body).toMatchObject({
      offer: { data: { attributes: { version: offer.version, state: 'seller_review' } } },
    });
  },
);
