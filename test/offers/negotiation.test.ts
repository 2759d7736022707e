import { cents } from '../../server/contract/money';
import { jobs } from '../../server/job-registry';
import { enqueue } from '../../server/jobs/job';
import type { OfferDocument } from '../../server/offers/contract';
import { expireOffers, remindOfExpiry } from '../../server/offers/jobs';
import { end } from '../../server/offers/negotiation';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false }));

type Prices = readonly { id: number | undefined; unit_price: unknown }[];
const counter = (client: Client, id: number, prices: Prices | object, more = {}) =>
  client.request('POST', `/offers/${id}/counter_offer`, {
    body: { offer_products_attributes: prices, ...more },
  });
const errorsOf = (body: unknown) => (body as { errors?: string[] }).errors;
const documentOf = async (client: Client, id: number) =>
  (await client.request('GET', `/offers/${id}`)).body as OfferDocument;

/** One line of 10 at $8.00 of $10.00 asked. */
async function haggle(state: 'seller_review' | 'buyer_review' = 'seller_review') {
  const offer = await factory.anOffer({ state });
  const [buyer, seller] = await Promise.all([factory.as(offer.buyer), factory.as(offer.seller)]);
  const line = offer.lines[0]?.id;
  return { offer, buyer, seller, at: (unit_price: unknown) => [{ id: line, unit_price }] };
}

describe('the bounds of a counter', () => {
  test.each([
    [799, 'Below buyer offer'],
    [1, 'Below buyer offer'],
    [1_001, 'Above asking price'],
    [800, 'Change at least one price, or accept the offer'],
    [0, '$0.01 min'],
    [-1, '$0.01 min'],
    [900.5, 'Enter a price in whole cents'],
    ['9,00', 'Enter a price in whole cents'],
    [null, 'Enter a price'],
  ])('a seller names %o: %s', async (price, message) => {
    const { offer, seller, at } = await haggle();
    const answer = await counter(seller, offer.id, at(price));
    expect([answer.status, errorsOf(answer.body)?.[0]]).toEqual([422, message]);
    expect(await factory.db('offers').where({ id: offer.id }).first()).toMatchObject({
      state: 'seller_review',
      version: offer.version,
    });
  });

  test.each([
    [802, 'Above seller offer'],
    [801, 'Change at least one price, or accept the offer'],
    [0, '$0.01 min'],
  ])('a buyer names %o after the seller’s 801: %s', async (price, message) => {
    const { offer, buyer, at } = await haggle('buyer_review');
    const answer = await counter(buyer, offer.id, at(price));
    expect([answer.status, errorsOf(answer.body)?.[0]]).toEqual([422, message]);
  });

  test('a seller who lowered the listing below the offer may counter down to the new asking price', async () => {
    const { offer, buyer, seller, at } = await haggle();
    const sellerOf = await factory.as(offer.seller);
    const put = await sellerOf.request('PUT', `/products/${offer.product.id}`, {
      body: { product: { seller_price_cents: 700 } },
    });
    expect(put.status).toBe(200);
    for (const client of [buyer, seller]) {
      const page = await client.request('GET', '/my_offers', { headers: { Accept: 'text/html' } });
      expect(page.text).toContain('Asking price lowered to $7.00');
    }
    expect((await documentOf(seller, offer.id)).included[0]?.attributes).toMatchObject({
      min_price: 700,
      max_price: 800,
    });
    for (const [price, message] of [
      [699, 'Below asking price'],
      [801, 'Above buyer offer'],
    ] as const)
      expect(errorsOf((await counter(seller, offer.id, at(price))).body)?.[0]).toBe(message);
    expect((await counter(seller, offer.id, at(700))).status).toBe(200);
    expect((await buyer.request('PUT', `/offers/${offer.id}/accept`)).status).toBe(200);
    expect(await factory.db('purchase_orders').where({ offer_id: offer.id }).first()).toMatchObject({
      total_cents: 7_000,
    });
  });

  test('both bounds are allowed, and the answer has them for the side whose turn it is', async () => {
    const bounds = async (client: Client, id: number) => {
      const [line] = (await documentOf(client, id)).included;
      const { min_price, max_price, buyer_offer_price, seller_offer_price } = line?.attributes ?? {};
      return { min_price, max_price, buyer_offer_price, seller_offer_price };
    };
    const { offer, buyer, seller, at } = await haggle();
    expect(await bounds(seller, offer.id)).toEqual({
      min_price: 800,
      max_price: 1_000,
      buyer_offer_price: 800,
      seller_offer_price: 1_000,
    });
    expect(await bounds(buyer, offer.id)).toMatchObject({ min_price: null, max_price: null });
    expect((await counter(seller, offer.id, at(1_000))).status).toBe(200);
    expect(await bounds(buyer, offer.id)).toEqual({
      min_price: 1,
      max_price: 1_000,
      buyer_offer_price: 800,
      seller_offer_price: 1_000,
    });
    expect((await counter(buyer, offer.id, at(5))).status).toBe(200);
    expect(await bounds(seller, offer.id)).toEqual({
      min_price: 5,
      max_price: 1_000,
      buyer_offer_price: 5,
      seller_offer_price: 1_000,
    });
    expect((await counter(seller, offer.id, at(6))).status).toBe(200);
    expect(await bounds(buyer, offer.id)).toMatchObject({ max_price: 6 });
  });

  test('a counter prices every product of the offer exactly once', async () => {
    const offer = await factory.anOffer({ lines: [{}, {}] });
    const seller = await factory.as(offer.seller);
    const [one, two] = offer.lines.map(({ id }) => id);
    const tries: (Prices | object)[] = [
      [{ id: one, unit_price: 900 }],
      [
        { id: one, unit_price: 900 },
        { id: one, unit_price: 900 },
      ],
      [
        { id: one, unit_price: 900 },
        { id: 99_999_999, unit_price: 900 },
      ],
      [],
      {},
      [{ unit_price: 900 }],
    ];
    for (const prices of tries) expect((await counter(seller, offer.id, prices)).status).toBe(422);
    // Changed lines count, also with the same total.
    const same = [
      { id: one, unit_price: 900 },
      { id: two, unit_price: 800 },
    ];
    expect((await counter(seller, offer.id, same)).status).toBe(200);
  });

  test('the total of a counter must be payable', async () => {
    const offer = await factory.anOffer({ lines: [{ quantity: 1n, unit_price: cents(60) }] });
    const [buyer, seller] = await Promise.all([factory.as(offer.buyer), factory.as(offer.seller)]);
    const at = (unit_price: number) => [{ id: offer.lines[0]?.id, unit_price }];
    expect((await counter(seller, offer.id, at(61))).status).toBe(200);
    expect(errorsOf((await counter(buyer, offer.id, at(49))).body)).toEqual([
      'The total of an offer must be between $0.50 and $999,999.99.',
    ]);
    expect((await counter(buyer, offer.id, at(50))).status).toBe(200);
  });
});

test('the history shows both sides who did what, when and at which prices', async () => {
  const { offer, buyer, seller, at } = await haggle();
  await counter(seller, offer.id, at(950), { note: 'The last of them <b>' });
  await counter(buyer, offer.id, at(900));
  await seller.request('POST', `/offers/${offer.id}/counter_offer/reject`, { body: { note: 'No' } });
  const line = (unit_price: number) => [
    { offer_product_id: offer.lines[0]?.id, name: offer.product.name, quantity: 10n, unit_price },
  ];
  const at_ = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const history = [
    { at: at_, actor: 'buyer', event: 'submit', note: null, lines: line(800) },
    { at: at_, actor: 'seller', event: 'counter', note: 'The last of them <b>', lines: line(950) },
    { at: at_, actor: 'buyer', event: 'counter', note: null, lines: line(900) },
    { at: at_, actor: 'seller', event: 'reject', note: 'No', lines: line(900) },
  ];
  const staff = await factory.as(await factory.staff());
  const by = (side: string) => {
    const { id, full_name: name } = side === 'buyer' ? offer.buyer : offer.seller;
    return { by: { id, name, kind: 'person' } };
  };
  for (const [reader, client] of Object.entries({ buyer, seller, staff }))
    expect((await documentOf(client, offer.id)).data.attributes.history).toEqual(
      // Of the other side a reader sees the company.
      history.map((entry) => ({
        ...entry,
        ...((reader === 'staff' || reader === entry.actor) && by(entry.actor)),
      })),
    );
});

test('a note has 500 characters at most', async () => {
  const { offer, seller, at } = await haggle();
  const long = await counter(seller, offer.id, at(900), { note: 'x'.repeat(501) });
  expect([long.status, errorsOf(long.body)]).toEqual([422, ['Maximum 500 characters']]);
  expect((await counter(seller, offer.id, at(900), { note: 'x'.repeat(500) })).status).toBe(200);
});

describe('withdrawing', () => {
  test('the seller’s counter: the offer is the buyer’s again, at the buyer’s last prices', async () => {
    const { offer, seller } = await haggle('buyer_review');
    const answer = await seller.request('POST', `/offers/${offer.id}/withdraw`);
    expect(answer.body).toMatchObject({
      data: {
        attributes: { state: 'seller_review', total_cents: 8_000, can_accept: true, can_counter: true },
      },
    });
    // The withdrawn counter stays in the history.
    const { data } = await documentOf(seller, offer.id);
    expect(data.attributes.history.map(({ event }) => event)).toEqual(['submit', 'counter', 'withdraw']);
  });

  test('the buyer’s offer: it ends as rejected, and its products are free for another', async () => {
    const { offer, buyer } = await haggle();
    const answer = await buyer.request('POST', `/offers/${offer.id}/withdraw`, {
      body: { note: 'Found elsewhere' },
    });
    expect(answer.body).toMatchObject({ data: { attributes: { state: 'rejected', expires_at: null } } });
  });
});

describe('an unanswered offer', () => {
  const DAY = 86_400_000;
  const expires = (id: number, inMs: number) =>
    factory
      .db('offers')
      .where({ id })
      .update({ expires_at: new Date(Date.now() + inMs) });
  const run = async (job: typeof expireOffers | typeof remindOfExpiry) => {
    await factory.transaction((tx) => enqueue(tx, job, {}));
    await runDueJobs(factory.services, jobs);
  };
  const mailsOf = (number: string) => factory.db('mails').whereLike('subject', `${number}%`);

  test('is rejected once when it expires, and no other offer is', async () => {
    const [due, later, done] = [await haggle(), await haggle('buyer_review'), await haggle('buyer_review')];
    await expires(due.offer.id, -1_000);
    await expires(later.offer.id, DAY);
    await done.buyer.request('PUT', `/offers/${done.offer.id}/accept`);
    for (let again = 0; again < 2; again++) await run(expireOffers);
    const [ended, open, accepted] = await Promise.all(
      [due, later, done].map(({ buyer, offer }) => documentOf(buyer, offer.id)),
    );
    expect(ended?.data.attributes).toMatchObject({
      state: 'rejected',
      expires_at: null,
      version: due.offer.version + 1,
    });
    expect(ended?.data.attributes.history.at(-1)).toMatchObject({ event: 'expire', actor: 'system' });
    expect(ended?.data.attributes.history).toHaveLength(2);
    expect(open?.data.attributes).toMatchObject({ state: 'buyer_review', version: later.offer.version });
    expect(accepted?.data.attributes.state).toBe('accepted');
  });

  test('is rejected although another one cannot be', async () => {
    const [stuck, due] = [await haggle(), await haggle()];
    for (const { offer } of [stuck, due]) await expires(offer.id, -1_000);
    await factory.db.raw(
      `alter table offers add constraint stuck check (id <> ${stuck.offer.id} or state <> 'rejected') not valid`,
    );
    await expect(run(expireOffers)).rejects.toThrow('stuck');
    await factory.db.raw('alter table offers drop constraint stuck');
    expect((await documentOf(due.buyer, due.offer.id)).data.attributes.state).toBe('rejected');
    await factory.transaction((tx) => end(tx, stuck.offer.id, 'expire', { actor: 'system', userId: null }));
  });

  test('is kept when it is answered while the job runs', async () => {
    const { offer, buyer } = await haggle();
    await factory.transaction((tx) => end(tx, offer.id, 'expire', { actor: 'system', userId: null }));
    expect((await documentOf(buyer, offer.id)).data.attributes.state).toBe('seller_review');
  });

  test('gets a new expiry date with each answer', async () => {
    const { offer, seller, at } = await haggle();
    await expires(offer.id, 60_000);
    const answer = (await counter(seller, offer.id, at(900))).body as OfferDocument;
    const left = Date.parse(answer.data.attributes.expires_at ?? '') - Date.now();
    expect(Math.round(left / DAY)).toBe(30);
  });

  test('causes one mail a day before, to the side whose turn it is', async () => {
    const [soon, late] = [await haggle(), await haggle('buyer_review')];
    await expires(soon.offer.id, DAY / 2);
    await expires(late.offer.id, 3 * DAY);
    for (let again = 0; again < 3; again++) await run(remindOfExpiry);
    expect(await mailsOf(soon.offer.offer_number)).toMatchObject([
      { recipient: soon.offer.seller.email, subject: `${soon.offer.offer_number} expires tomorrow` },
    ]);
    expect(await mailsOf(late.offer.offer_number)).toEqual([]);
  });
});
