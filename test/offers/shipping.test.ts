import fc from 'fast-check';
import { actLines } from '../../islands/messages/acts';
import type { Buyer, Seller } from '../../server/accounts/policy';
import * as addresses from '../../server/addresses/contract';
import { fee } from '../../server/contract/fee';
import { type Cents, cents } from '../../server/contract/money';
import type { ShippingTerms } from '../../server/contract/shipping-terms';
import type { OfferDocument } from '../../server/offers/contract';
import type { PurchaseOrderDocument } from '../../server/orders/contract';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false }));

const DAYTON = {
  company: 'Ridgeline Outfitters',
  line1: '400 Linden Ave',
  city: 'Dayton',
  region: 'OH',
  postal_code: '45402',
  country: 'US',
  phone: '937-224-5678',
};
const RENO = { ...DAYTON, line1: '12 Lake St', city: 'Reno', region: 'NV', postal_code: '89501' };
const OTTAWA = { ...DAYTON, city: 'Ottawa', region: 'ON', postal_code: 'K1A 0B1', country: 'CA' };

const errorOf = ({ status, body }: { status: number; body: unknown }) => {
  const { error, errors } = body as { error?: string; errors?: string[] };
  return [status, error ?? errors?.[0]];
};

const addAddress = async (client: Client, address: object = DAYTON) =>
  (await client.call(addresses.createAddress, {}, { address })).body.id;

interface Setup {
  terms?: ShippingTerms[];
  address?: object | null;
  canada?: boolean;
}

/** A draft of 10 units at the asking price of $10.00 between two people with clients of their own. */
async function draft({ terms = ['seller_pays'], address = DAYTON, canada = false }: Setup = {}) {
  const [buyer, seller] = [await factory.aBuyer(), await factory.aSeller()];
  await factory
    .db('sellers')
    .where({ id: seller.seller_id })
    .update({ shipping_terms: terms, ships_to_canada: canada });
  const offer = await factory.anOffer({ buyer, seller, state: 'draft' });
  const [asBuyer, asSeller] = [await factory.as(buyer), await factory.as(seller)];
  const addressId = address && (await addAddress(asBuyer, address));
  const line = offer.lines[0]?.id;
  return { id: offer.id, buyer, seller, asBuyer, asSeller, addressId, line };
}

type Deal = Awaited<ReturnType<typeof draft>>;

const show = async (client: Client, id: number) =>
  ((await client.request('GET', `/offers/${id}`)).body as OfferDocument).data.attributes;
const put = (client: Client, id: number, shipping: object, more = {}) =>
  client.request('PUT', `/offers/${id}/shipping`, { body: { shipping, ...more } });
const submit = (client: Client, id: number, body = {}) =>
  client.request('PUT', `/offers/${id}/submit`, { body });
const accept = (client: Client, id: number, body = {}) =>
  client.request('PUT', `/offers/${id}/accept`, { body });
const counter = (client: Client, { id, line }: Pick<Deal, 'id' | 'line'>, price: number, more = {}) =>
  client.request('POST', `/offers/${id}/counter_offer`, {
    body: { offer_products_attributes: [{ id: line, unit_price: price }], ...more },
  });
const orderOf = async (client: Client, offerId: number) => {
  const { purchase_order_id } = await show(client, offerId);
  const answer = await client.request('GET', `/marketplace/purchase_orders/${purchase_order_id}`);
  return (answer.body as PurchaseOrderDocument).data.attributes;
};
/** The seller's asking price stays, the buyer offers $8.00. */
const offerLower = ({ asBuyer, id, line }: Deal) =>
  asBuyer.request('PUT', `/offers/${id}/offer_products/${line}`, {
    body: { quantity: 10, unit_price: 800 },
  });

/** Quoted freight needs an offer under review. */
async function sent(setup: Setup = {}) {
  const deal = await draft({ terms: ['buyer_pays'], ...setup });
  await offerLower(deal);
  expect((await submit(deal.asBuyer, deal.id)).status).toBe(200);
  return deal;
}

describe('the ship-to address', () => {
  test('without one, an offer is sent and bought as it always was', async () => {
    const { id, asBuyer } = await draft({ address: null });
    expect((await accept(asBuyer, id)).status).toBe(200);
    expect(await orderOf(asBuyer, id)).toMatchObject({
      total_cents: 10_000,
      freight_cents: 0,
      shipping: { terms: 'seller_pays', ship_to: null, needs_ship_to: true },
    });
  });

  test('the default one is taken at submit, and a later edit changes neither offer nor order', async () => {
    const deal = await draft();
    await offerLower(deal);
    await submit(deal.asBuyer, deal.id);
    await deal.asBuyer.call(
      addresses.updateAddress,
      { id: deal.addressId as number },
      { address: { ...RENO, version: 1 } },
    );
    expect((await show(deal.asBuyer, deal.id)).shipping.ship_to).toMatchObject({ city: 'Dayton' });
    await deal.asBuyer.call(addresses.deleteAddress, { id: deal.addressId as number });
    expect((await accept(deal.asSeller, deal.id)).status).toBe(200);
    expect((await orderOf(deal.asBuyer, deal.id)).shipping).toMatchObject({
      ship_to: { city: 'Dayton', line1: '400 Linden Ave' },
      needs_ship_to: false,
    });
  });

  test('a named one goes before the default, by its own call or with submit and accept', async () => {
    const deal = await draft();
    const reno = await addAddress(deal.asBuyer, RENO);
    expect((await put(deal.asBuyer, deal.id, { ship_to_address_id: reno })).status).toBe(200);
    expect((await show(deal.asBuyer, deal.id)).shipping).toMatchObject({
      ship_to_address_id: reno,
      ship_to: { city: 'Reno' },
    });
    await offerLower(deal);
    await submit(deal.asBuyer, deal.id, { ship_to_address_id: deal.addressId });
    expect((await show(deal.asBuyer, deal.id)).shipping.ship_to).toMatchObject({ city: 'Dayton' });
    await counter(deal.asSeller, deal, 900);
    await accept(deal.asBuyer, deal.id, { ship_to_address_id: reno });
    expect((await orderOf(deal.asBuyer, deal.id)).shipping.ship_to).toMatchObject({ city: 'Reno' });
  });

  test('one that is foreign, deleted or not served is refused; a default that is not served counts as none', async () => {
    const deal = await draft({ address: OTTAWA });
    const foreign = await addAddress(await factory.as(await factory.aBuyer()));
    expect((await show(deal.asBuyer, deal.id)).shipping.ship_to).toBeNull();
    for (const send of [
      (id: number) => put(deal.asBuyer, deal.id, { ship_to_address_id: id }),
      (id: number) => submit(deal.asBuyer, deal.id, { ship_to_address_id: id }),
      (id: number) => accept(deal.asBuyer, deal.id, { ship_to_address_id: id }),
    ]) {
      expect(errorOf(await send(foreign))).toEqual([422, 'Choose one of your addresses']);
      expect(errorOf(await send(deal.addressId as number))).toEqual([
        422,
        'This seller ships within the United States only.',
      ]);
    }
    await factory.db('sellers').where({ id: deal.seller.seller_id }).update({ ships_to_canada: true });
    expect((await show(deal.asBuyer, deal.id)).shipping.ship_to).toMatchObject({ city: 'Ottawa' });
  });

  test('a seller in Canada ships within Canada and to the United States', async () => {
    for (const address of [OTTAWA, DAYTON]) {
      const deal = await draft({ address });
      await addAddress(deal.asSeller, { ...OTTAWA, company: 'Stridewell', line1: '1 Main St' });
      const id = deal.addressId as number;
      expect((await put(deal.asBuyer, deal.id, { ship_to_address_id: id })).status).toBe(200);
      expect((await accept(deal.asBuyer, deal.id, { ship_to_address_id: id })).status).toBe(200);
      const { ship_to } = (await orderOf(deal.asBuyer, deal.id)).shipping;
      expect(ship_to).toMatchObject({ city: address.city });
      const order = await factory.db('purchase_orders').where({ offer_id: deal.id }).first('id');
      const other = await addAddress(deal.asBuyer, address === OTTAWA ? DAYTON : OTTAWA);
      const moved = await deal.asBuyer.request('PUT', `/marketplace/purchase_orders/${order?.id}/ship_to`, {
        body: { address_id: other },
      });
      expect(moved.status).toBe(200);
    }
  });

  test('a seller sees neither street nor names before the order is paid', async () => {
    const deal = await sent();
    const offer = (await deal.asSeller.request('GET', `/offers/${deal.id}`)).text;
    expect(offer).toContain('45402');
    for (const secret of ['Linden', 'Ridgeline Outfitters', '9372245678'])
      expect(offer).not.toContain(secret);
    await counter(deal.asSeller, deal, 900, { freight_cents: 100 });
    await accept(deal.asBuyer, deal.id);
    const unpaid = await orderOf(deal.asSeller, deal.id);
    expect(JSON.stringify(unpaid.shipping)).not.toContain('Linden');
    expect((await orderOf(deal.asBuyer, deal.id)).shipping.ship_to).toMatchObject({
      line1: '400 Linden Ave',
    });
  });
});

describe('terms', () => {
  test.each<[ShippingTerms, string]>([
    ['pickup', "This seller doesn't offer pickup."],
    ['buyer_pays', "This seller doesn't quote freight."],
    ['buyer_carrier', "This seller doesn't ship with a buyer's carrier."],
  ])('%s must be offered', async (terms, text) => {
    const { id, asBuyer } = await draft();
    expect(errorOf(await put(asBuyer, id, { terms }))).toEqual([422, text]);
  });

  test('pickup needs no address; the buyer’s carrier needs instructions', async () => {
    const { id, asBuyer } = await draft({ terms: ['pickup', 'buyer_carrier'], address: null });
    expect((await show(asBuyer, id)).shipping.terms).toBe('pickup');
    await put(asBuyer, id, { terms: 'buyer_carrier' });
    const missing = [422, 'Enter your carrier, account number or pickup contact.'];
    expect(errorOf(await submit(asBuyer, id))).toEqual(missing);
    await put(asBuyer, id, { carrier_instructions: 'UPS Freight 12345' });
    expect((await accept(asBuyer, id)).status).toBe(200);
    expect(await orderOf(asBuyer, id)).toMatchObject({
      shipping: {
        terms: 'buyer_carrier',
        ship_to: null,
        needs_ship_to: false,
        carrier_instructions: 'UPS Freight 12345',
      },
    });
  });

  test('they are fixed once the offer is sent', async () => {
    const deal = await sent({ terms: ['buyer_pays', 'pickup'] });
    expect((await put(deal.asBuyer, deal.id, { terms: 'pickup' })).status).toBe(409);
    expect((await show(deal.asBuyer, deal.id)).shipping.terms).toBe('buyer_pays');
  });

  test('an older version is refused and changes nothing', async () => {
    const deal = await draft({ terms: ['seller_pays', 'pickup'] });
    const { version } = await show(deal.asBuyer, deal.id);
    expect((await put(deal.asBuyer, deal.id, { terms: 'pickup' }, { version })).status).toBe(200);
    expect((await put(deal.asBuyer, deal.id, { terms: 'seller_pays' }, { version })).status).toBe(409);
    expect((await show(deal.asBuyer, deal.id)).shipping.terms).toBe('pickup');
  });
});

describe('quoted freight', () => {
  test('a draft cannot be bought, and needs an address to be sent', async () => {
    const { id, asBuyer } = await draft({ terms: ['buyer_pays'], address: null });
    expect(await show(asBuyer, id)).toMatchObject({
      buyable: false,
      can_accept: false,
      shipping: { freight_status: 'to_quote', freight_cents: null },
    });
    expect(errorOf(await accept(asBuyer, id))).toEqual([
      409,
      'This seller quotes freight. Send the offer to get a quote.',
    ]);
    expect(errorOf(await submit(asBuyer, id))).toEqual([
      422,
      'Choose a ship-to address so the seller can quote freight.',
    ]);
  });

  test('the seller quotes it in the counter; total, fee, net and the order follow', async () => {
    const deal = await sent();
    const needed = [422, 'Enter the freight amount and send it to the buyer.'];
    expect(errorOf(await accept(deal.asSeller, deal.id))).toEqual(needed);
    expect(errorOf(await counter(deal.asSeller, deal, 900))).toEqual(needed);
    expect(errorOf(await counter(deal.asSeller, deal, 900, { freight_cents: 10_000_000 }))).toEqual([
      422,
      'Freight can be at most $99,999.99',
    ]);
    // The prices stay: the freight alone is a change.
    expect((await counter(deal.asSeller, deal, 800, { freight_cents: 2_500 })).status).toBe(200);
    expect(await show(deal.asBuyer, deal.id)).toMatchObject({
      goods_cents: 8_000,
      total_cents: 10_500,
      can_accept: true,
      shipping: { freight_status: 'quoted', freight_cents: 2_500 },
    });
    const { history } = await show(deal.asBuyer, deal.id);
    expect(actLines(history, { buyer: 'Ann', seller: 'Bob' }).map(({ text }) => text)).toEqual([
      'Ann sent the offer: $80.00',
      'Bob countered: $80.00 → $105.00',
    ]);
    await accept(deal.asBuyer, deal.id);
    const order = await orderOf(deal.asSeller, deal.id);
    const { feeBps } = factory.services.config;
    expect(order).toMatchObject({
      goods_cents: 8_000,
      freight_cents: 2_500,
      total_cents: 10_500,
      total_net_to_seller: 8_000 - fee(cents(8_000), feeBps) + 2_500,
    });
  });

  test('the buyer’s counter agrees to the amount shown; a seller who takes a new quote back is bound to it', async () => {
    const deal = await sent();
    await counter(deal.asSeller, deal, 900, { freight_cents: 2_500 });
    // From a buyer the key is ignored.
    await counter(deal.asBuyer, deal, 850, { freight_cents: 1 });
    expect((await show(deal.asSeller, deal.id)).shipping.freight_cents).toBe(2_500);
    await counter(deal.asSeller, deal, 850, { freight_cents: 9_900 });
    await deal.asSeller.request('POST', `/offers/${deal.id}/withdraw`, { body: {} });
    expect((await show(deal.asSeller, deal.id)).shipping.freight_cents).toBe(2_500);
    expect((await accept(deal.asSeller, deal.id)).status).toBe(200);
    expect((await orderOf(deal.asBuyer, deal.id)).total_cents).toBe(8_500 + 2_500);
  });

  test('a counter that was taken back before any agreement leaves nothing to accept', async () => {
    const deal = await sent();
    await counter(deal.asSeller, deal, 900, { freight_cents: 2_500 });
    await deal.asSeller.request('POST', `/offers/${deal.id}/withdraw`, { body: {} });
    expect((await accept(deal.asSeller, deal.id)).status).toBe(422);
  });

  test('the address moves until the quote, whoever’s turn it is', async () => {
    const deal = await sent();
    const reno = await addAddress(deal.asBuyer, RENO);
    expect((await put(deal.asBuyer, deal.id, { ship_to_address_id: reno })).status).toBe(200);
    await counter(deal.asSeller, deal, 900, { freight_cents: 2_500 });
    const fixed = [409, 'The freight was quoted for Reno, NV 89501. Send a new offer to ship elsewhere.'];
    const dayton = { ship_to_address_id: deal.addressId };
    expect(errorOf(await put(deal.asBuyer, deal.id, dayton))).toEqual(fixed);
    expect(errorOf(await accept(deal.asBuyer, deal.id, dayton))).toEqual(fixed);
    expect((await accept(deal.asBuyer, deal.id, { ship_to_address_id: reno })).status).toBe(200);
  });

  test('two acts on one version: a quote and a new address, or two quotes, never both', async () => {
    for (let round = 0; round < 5; round++) {
      const deal = await sent();
      const reno = await addAddress(deal.asBuyer, RENO);
      const { version } = await show(deal.asBuyer, deal.id);
      const answers = await Promise.all([
        counter(deal.asSeller, deal, 900, { freight_cents: 2_500, version }),
        counter(deal.asSeller, deal, 900, { freight_cents: 9_900, version }),
        put(deal.asBuyer, deal.id, { ship_to_address_id: reno }, { version }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    }
  });

  test('goods and freight together stay within what Stripe charges', async () => {
    const deal = await sent();
    await factory
      .db('offer_products')
      .where({ id: Number(deal.line) })
      .update({ quantity: 124_900n });
    const answer = await counter(deal.asSeller, deal, 800, { freight_cents: 9_999_999 });
    expect(errorOf(answer)).toEqual([422, 'The total of an offer must be between $0.50 and $999,999.99.']);
  });
});

test('for any goods, freight and fee: total = goods + freight = fee + net, and the lines share the net of the goods', async () => {
  const [buyer, seller] = [await factory.aBuyer(), await factory.aSeller()];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ quantity: fc.bigInt(1n, 90n), price: fc.integer({ min: 50, max: 100_000 }) }), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.integer({ min: 0, max: 9_999_999 }),
      async (lines, freight) => {
        await expectExact({ buyer, seller, lines, freight });
      },
    ),
    { numRuns: 12 },
  );
});

interface Deals {
  buyer: Buyer;
  seller: Seller;
  lines: { quantity: bigint; price: number }[];
  freight: number;
}

async function expectExact({ buyer, seller, lines, freight }: Deals) {
  const { db } = factory;
  const wanted = await Promise.all(
    lines.map(async ({ quantity, price }) => ({
      product: await factory.aProduct({ seller, seller_price_cents: cents(price), msrp_cents: cents(price) }),
      quantity,
      unit_price: cents(price),
    })),
  );
  const offer = await factory.anOffer({ buyer, seller, lines: wanted });
  await db('offers')
    .where({ id: offer.id })
    .update({
      shipping_terms: 'buyer_pays',
      freight_cents: freight as Cents,
      agreed_freight_cents: freight as Cents,
    });
  const client = await factory.as(seller);
  expect((await accept(client, offer.id)).status).toBe(200);
  const order = await db('purchase_orders').where({ offer_id: offer.id }).first();
  const nets = await db('purchase_order_products').where({ purchase_order_id: Number(order?.id) });
  const goods = lines.reduce((total, { quantity, price }) => total + Number(quantity) * price, 0);
  expect(order).toMatchObject({ total_cents: goods + freight, freight_cents: freight });
  expect(Number(order?.fee_cents) + Number(order?.total_net_to_seller)).toBe(goods + freight);
  expect(order?.fee_cents).toBe(fee(cents(goods), Number(order?.fee_bps)));
  const shared = nets.reduce((total, { net_to_seller }) => total + net_to_seller, 0);
  expect(shared + freight).toBe(order?.total_net_to_seller);
  await db('purchase_orders')
    .where({ id: Number(order?.id) })
    .update({ status: 'canceled' });
}
