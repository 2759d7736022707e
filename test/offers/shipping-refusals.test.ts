import { cents } from '../../server/contract/money';
import type { ShippingTerms } from '../../server/contract/shipping-terms';
import { Factory } from '../support/factories';
import { DAYTON, MADISON, messageOf, shippingTalks } from '../support/shipping-talk';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false, maxUnpaidOrders: 1_000, feeBps: 1_000 }));

const { addAddress, act, aDraft, sentForQuote, show, orderOf } = shippingTalks(factory);
const draftFor = (terms: readonly ShippingTerms[], unit_price = cents(1_000)) =>
  aDraft(terms, [{ unit_price }]);

const OTTAWA = { ...DAYTON, city: 'Ottawa', region: 'ON', postal_code: 'K1A 0B1', country: 'CA' };
const QUOTE_NEEDED = 'Enter the freight amount and send it to the buyer.';

describe('freight that the seller quotes', () => {
  test.each([
    ['seller', 'accept', {}, 422, QUOTE_NEEDED],
    ['seller', 'counter', {}, 422, QUOTE_NEEDED],
    ['seller', 'counter', { freight_cents: null }, 422, QUOTE_NEEDED],
    ['seller', 'counter', { freight_cents: 10_000_000 }, 422, 'Freight can be at most $99,999.99'],
    ['seller', 'counter', { freight_cents: -1 }, 422, 'Enter an amount of at least $0.00'],
    ['seller', 'counter', { freight_cents: 0 }, 200, undefined],
    ['seller', 'counter', { freight_cents: 9_999_999 }, 200, undefined],
    ['buyer', 'accept', {}, 409, 'This offer changed. Review it and try again.'],
  ] as const)('unquoted: %s %s %o answers %d', async (side, name, body, status, text) => {
    const talk = await sentForQuote();
    const before = await show(talk.seller, talk);
    const answer = await act(talk[side], talk, name, body);
    expect([answer.status, status === 200 ? undefined : messageOf(answer)]).toEqual([status, text]);
    if (status !== 200) expect(await show(talk.seller, talk)).toEqual(before);
  });

  test('cannot be accepted by the buyer before it is quoted', async () => {
    const talk = await sentForQuote();
    // As a reduction to stock hands the offer over.
    await factory.db('offers').where({ id: talk.id }).update({ state: 'buyer_review' });
    expect((await show(talk.buyer, talk)).can_accept).toBe(false);
    const answer = await act(talk.buyer, talk, 'accept');
    expect([answer.status, messageOf(answer)]).toEqual([422, "The seller hasn't quoted freight yet."]);
  });

  test('changed alone is a counter; unchanged it is none', async () => {
    const talk = await sentForQuote();
    await act(talk.seller, talk, 'counter', { freight_cents: 5_000 });
    await act(talk.seller, talk, 'withdraw');
    expect(await show(talk.seller, talk)).toMatchObject({
      state: 'seller_review',
      shipping: { freight_cents: null, freight_status: 'to_quote' },
    });
    const lines = { offer_products_attributes: [{ id: talk.lines[0]?.id, unit_price: 700 }] };
    expect((await act(talk.seller, talk, 'counter', { ...lines, freight_cents: 6_000 })).status).toBe(200);
    const buyers = { offer_products_attributes: [{ id: talk.lines[0]?.id, unit_price: 690 }] };
    await act(talk.buyer, talk, 'counter', { ...buyers, freight_cents: 1 });
    expect((await show(talk.buyer, talk)).shipping.freight_cents).toBe(6_000);
    const same = { offer_products_attributes: [{ id: talk.lines[0]?.id, unit_price: 690 }] };
    const again = await act(talk.seller, talk, 'counter', { ...same, freight_cents: 6_000 });
    expect([again.status, messageOf(again)]).toEqual([422, 'Change at least one price, or accept the offer']);
    expect((await act(talk.seller, talk, 'accept')).status).toBe(200);
    expect(await orderOf(talk)).toMatchObject({ freight_cents: 6_000, total_cents: 6_900 + 6_000 });
  });

  test('stays with its address: the buyer may move it before, not after', async () => {
    const talk = await sentForQuote();
    const madison = await addAddress(talk.buyer, MADISON);
    const moved = { shipping: { ship_to_address_id: madison.id } };
    const before = await show(talk.seller, talk);
    expect((await act(talk.buyer, talk, 'shipping', moved)).status).toBe(200);
    expect(await show(talk.seller, talk)).toMatchObject({
      version: before.version + 1,
      shipping: { ship_to: { city: 'Madison' } },
    });
    const stale = await act(talk.seller, talk, 'counter', { freight_cents: 5_000, version: before.version });
    expect(stale.status).toBe(409);
    await act(talk.seller, talk, 'counter', { freight_cents: 5_000 });
    const dayton = (await addAddress(talk.buyer)).id;
    const text = 'The freight was quoted for Madison, WI 53703. Send a new offer to ship elsewhere.';
    for (const [name, body] of [
      ['shipping', { shipping: { ship_to_address_id: dayton } }],
      ['accept', { ship_to_address_id: dayton }],
    ] as const) {
      const refused = await act(talk.buyer, talk, name, body);
      expect([name, refused.status, messageOf(refused)]).toEqual([name, 409, text]);
    }
    expect((await act(talk.buyer, talk, 'accept', { ship_to_address_id: madison.id })).status).toBe(200);
    expect(await orderOf(talk)).toMatchObject({ ship_to: { city: 'Madison' } });
  });
});

describe('what a draft ships by', () => {
  test.each([
    [['seller_pays'], { terms: 'pickup' }, 422, "This seller doesn't offer pickup."],
    [['pickup', 'buyer_carrier'], { terms: 'pickup' }, 200, undefined],
    [['seller_pays'], { terms: 'elsewhere' }, 422, 'Choose an option from the list'],
    [['seller_pays'], { ship_to_address_id: 2_000_000_000 }, 422, 'Choose one of your addresses'],
    [['seller_pays'], { carrier_instructions: 'x'.repeat(501) }, 422, 'Maximum 500 characters'],
    [['seller_pays'], { carrier_instructions: 'Ring the bell' }, 200, undefined],
  ] as const)('%o %o answers %d', async (terms, shipping, status, text) => {
    const talk = await draftFor(terms);
    const answer = await act(talk.buyer, talk, 'shipping', { shipping });
    expect([answer.status, status === 200 ? undefined : messageOf(answer)]).toEqual([status, text]);
  });

  test("is not another buyer's address, nor one that the seller does not serve", async () => {
    const talk = await draftFor(['seller_pays']);
    const foreign = await addAddress(await factory.aBuyer());
    const ottawa = await addAddress(talk.buyer, OTTAWA);
    for (const [id, text] of [
      [foreign.id, 'Choose one of your addresses'],
      [ottawa.id, 'This seller ships within the United States only.'],
    ] as const) {
      for (const [name, body] of [
        ['shipping', { shipping: { ship_to_address_id: id } }],
        ['submit', { ship_to_address_id: id }],
        ['accept', { ship_to_address_id: id }],
      ] as const) {
        const answer = await act(talk.buyer, talk, name, body);
        expect([name, answer.status, messageOf(answer)]).toEqual([name, 422, text]);
      }
    }
    // The default of an older client counts as none.
    expect((await act(talk.buyer, talk, 'accept')).status).toBe(200);
    expect(await orderOf(talk)).toMatchObject({ ship_to: null, freight_cents: 0 });
  });

  test("the buyer's carrier needs to be named", async () => {
    const talk = await draftFor(['buyer_carrier']);
    const text = 'Enter your carrier, account number or pickup contact.';
    for (const name of ['submit', 'accept'] as const) {
      const answer = await act(talk.buyer, talk, name);
      expect([name, answer.status, messageOf(answer)]).toEqual([name, 422, text]);
    }
    await act(talk.buyer, talk, 'shipping', { shipping: { carrier_instructions: 'Estes, account 123' } });
    expect((await act(talk.buyer, talk, 'accept')).status).toBe(200);
    expect(await orderOf(talk)).toMatchObject({
      shipping_terms: 'buyer_carrier',
      carrier_instructions: 'Estes, account 123',
      ship_to: null,
    });
  });

  test('belongs to the buyer, and is fixed once sent', async () => {
    const talk = await draftFor(['seller_pays', 'pickup'], cents(700));
    const pickup = { shipping: { terms: 'pickup' } };
    expect((await act(talk.seller, talk, 'shipping', pickup)).status).toBe(403);
    expect((await act(await factory.aBuyer(), talk, 'shipping', pickup)).status).toBe(404);
    await act(talk.buyer, talk, 'submit');
    expect((await act(talk.buyer, talk, 'shipping', pickup)).status).toBe(409);
  });
});
