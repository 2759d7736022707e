import type { Buyer, Person, Seller } from '../../server/accounts/policy';
import { createAddress } from '../../server/addresses/contract';
import { type Cents, cents, type Units } from '../../server/contract/money';
import type { ShippingTerms } from '../../server/contract/shipping-terms';
import type { OfferDocument } from '../../server/offers/contract';
import { updateShippingSettings } from '../../server/sellers/contract';
import type { Answer } from './client';
import type { Factory } from './factories';

export const DAYTON = {
  company: 'Ridgeline',
  attention: 'Sam Ortiz',
  line1: '18 River St',
  city: 'Dayton',
  region: 'OH',
  postal_code: '45402',
  country: 'US',
  phone: '9372245678',
  dock: 'no_dock',
};
export const MADISON = { ...DAYTON, city: 'Madison', region: 'WI', postal_code: '53703' };

export interface Talk {
  id: number;
  buyer: Buyer;
  seller: Seller;
  lines: readonly { id: number; unit_price_cents: Cents }[];
}

const calls = {
  shipping: ['PUT', 'shipping'],
  submit: ['PUT', 'submit'],
  accept: ['PUT', 'accept'],
  counter: ['POST', 'counter_offer'],
  withdraw: ['POST', 'withdraw'],
} as const;

/** Offers whose shipping the two parties settle by API calls. */
export const shippingTalks = (factory: Factory) => {
  const addAddress = async (who: Person, address: object = DAYTON) =>
    (await (await factory.as(who)).call(createAddress, {}, { address })).body;

  async function aSellerOffering(terms: readonly ShippingTerms[]): Promise<Seller> {
    const seller = await factory.aSeller();
    await addAddress(seller, { ...DAYTON, company: 'Kiln' });
    const shipping = { terms, handling_days: 5, ships_to_canada: false };
    await (await factory.as(seller)).call(updateShippingSettings, {}, { shipping });
    return seller;
  }

  /** As the API answers it. A counter without prices names $8.00 for every line. */
  async function act(who: Person, { id, lines }: Talk, name: keyof typeof calls, body: object = {}) {
    const client = await factory.as(who);
    const prices = lines.map((line) => ({ id: line.id, unit_price: 800 }));
    const [method, path] = calls[name];
    const named = name === 'counter' ? { offer_products_attributes: prices } : {};
    return (await client.request(method, `/offers/${id}/${path}`, { body: { ...named, ...body } })) as Answer;
  }

  async function aDraft(
    terms: readonly ShippingTerms[],
    lines: readonly { quantity?: Units; unit_price?: Cents }[] = [{ unit_price: cents(1_000) }],
  ): Promise<Talk> {
    const seller = await aSellerOffering(terms);
    const made = [];
    for (const line of lines) made.push({ ...line, product: await factory.aProduct({ seller }) });
    return factory.anOffer({ seller, state: 'draft', lines: made });
  }

  /** Sent to Dayton, to a seller who quotes the freight. */
  async function sentForQuote(lines = [{ quantity: 10n, unit_price: cents(700) }]): Promise<Talk> {
    const talk = await aDraft(['buyer_pays'], lines);
    const { id } = await addAddress(talk.buyer);
    const sent = await act(talk.buyer, talk, 'submit', { ship_to_address_id: id });
    if (sent.status !== 200) throw new Error(`Submit answered ${sent.text}`);
    return talk;
  }

  const show = async (who: Person, { id }: { id: number }) =>
    ((await (await factory.as(who)).request('GET', `/offers/${id}`)).body as OfferDocument).data.attributes;

  async function orderOf({ id }: { id: number }) {
    const order = await factory.db('purchase_orders').where({ offer_id: id }).first();
    if (!order) throw new Error(`Offer ${id} has no order`);
    return order;
  }

  return { addAddress, act, aDraft, sentForQuote, show, orderOf };
};

export function messageOf({ body }: Answer): string | undefined {
  const { error, errors } = body as { error?: string; errors?: string[] };
  return error ?? errors?.[0];
}
