import type { Buyer, Seller } from '../../server/accounts/policy';
import { cents } from '../../server/contract/money';
import type { OfferDocument } from '../../server/offers/contract';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

// 12.34 % of $83.70 are $10.33: neither is part of another number of the offer.
const factory = new Factory(useTestApp({ rateLimits: false, feeBps: 1_234 }));
const OF_THE_SELLER = /\b(7337|1033|1234)\b|\b(73\.37|10\.33|12\.34)\b/;
const lines = [{ quantity: 10n, unit_price: cents(837) }];

/** Every value under a key of that name, however deep. */
function valuesOf(body: unknown, key: RegExp): unknown[] {
  if (Array.isArray(body)) return body.flatMap((item) => valuesOf(item, key));
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => (key.test(name) ? [value] : valuesOf(value, key)));
}

const NET = /net_to_seller$|^fee/i;

async function talk() {
  const product = await factory.aProduct({ seller_price_cents: cents(900) });
  const offer = await factory.anOffer({ lines: lines.map((line) => ({ ...line, product })) });
  return {
    ...offer,
    clients: { buyer: await factory.as(offer.buyer), seller: await factory.as(offer.seller) },
  };
}

/** The viewer's answers to reads and acts, from a sent offer to its order. */
async function answersOf(side: 'buyer' | 'seller') {
  const {
    id,
    lines: [line],
    clients,
    product,
    seller,
    buyer,
  } = await talk();
  const { [side]: client } = clients;
  const other = side === 'buyer' ? clients.seller : clients.buyer;
  const answers: { text: string; body: unknown; path: string }[] = [];
  const ask = async (by: Client, method: string, path: string, body = {}) => {
    const answer = await by.request(method, path, { body });
    expect([method, path, answer.status]).toEqual([
      method,
      path,
      path === '/offers' && method === 'POST' ? 201 : 200,
    ]);
    if (by === client) answers.push({ ...answer, path: `${method} ${path}` });
    return answer;
  };
  const prices = (unit_price: number) => ({ offer_products_attributes: [{ id: line?.id, unit_price }] });
  await ask(client, 'GET', `/offers/${id}`);
  await ask(clients.seller, 'POST', `/offers/${id}/counter_offer`, prices(838));
  await ask(clients.seller, 'POST', `/offers/${id}/withdraw`);
  await ask(clients.seller, 'POST', `/offers/${id}/counter_offer`, prices(838));
  await ask(clients.buyer, 'POST', `/offers/${id}/counter_offer`, prices(837));
  await ask(client, 'GET', '/offers');
  await ask(side === 'seller' ? client : other, 'PUT', `/offers/${id}/accept`);
  await ask(clients.buyer, 'PUT', `/offers/${id}/accept`);
  await ask(client, 'GET', '/marketplace/purchase_orders');
  const order = await factory.db('purchase_orders').where({ offer_id: id }).first('id');
  await ask(clients.buyer, 'PUT', `/marketplace/purchase_orders/${order?.id}`);
  if (side === 'buyer') {
    const attributes = { product_id: product.id, quantity: 10, unit_price: 837 };
    const cart = await ask(client, 'POST', '/offers', {
      offer: { seller_user_id: seller.id, offer_products_attributes: [attributes] },
    });
    const draft = (cart.body as OfferDocument).data;
    const [inCart] = draft.relationships.offer_products.data;
    await ask(client, 'PUT', `/offers/${draft.id}/offer_products/${inCart?.id}`, {
      quantity: 10,
      unit_price: 837,
    });
    await ask(client, 'PUT', `/offers/${draft.id}/submit`);
    const rejected = await factory.anOffer({ buyer, state: 'buyer_review' });
    await ask(client, 'POST', `/offers/${rejected.id}/counter_offer/reject`);
  }
  return { answers, client };
}

const PAGES = ['/cart', '/my_offers', '/my_orders', '/all_products'];

test('the seller’s net and the fee are null in every answer and page for a buyer', async () => {
  const { answers, client } = await answersOf('buyer');
  expect(answers.length).toBeGreaterThan(9);
  for (const { body, text, path } of answers) {
    const values = valuesOf(body, NET);
    expect([path, values.length > 0, values.filter((value) => value !== null)]).toEqual([path, true, []]);
    expect(text).not.toMatch(OF_THE_SELLER);
  }
  for (const path of PAGES) {
    const { text, status } = await client.request('GET', path, { headers: { Accept: 'text/html' } });
    expect([path, status]).toEqual([path, 200]);
    for (const [, props = ''] of text.matchAll(/data-props="([^"]*)"/g)) {
      const parsed: unknown = JSON.parse(
        props
          .replaceAll('&quot;', '"')
          .replaceAll('&#34;', '"')
          .replaceAll('&amp;', '&')
          .replaceAll('&#39;', "'")
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>'),
      );
      expect([path, valuesOf(parsed, NET).filter((value) => value !== null)]).toEqual([path, []]);
    }
    const shown = text.replace(/(nonce|content|value|src|href|id)="[^"]*"/g, '');
    expect(shown.match(OF_THE_SELLER)?.[0]).toBeUndefined();
  }
});

test('a seller and staff see both', async () => {
  const { answers, client } = await answersOf('seller');
  for (const { body, path } of answers) {
    const values = valuesOf(body, NET);
    expect([path, values.length > 0, values.filter((value) => typeof value !== 'number')]).toEqual([
      path,
      true,
      [],
    ]);
  }
  expect(answers.at(-1)?.text).toContain('7337');
  const { text } = await client.request('GET', '/my_offers', { headers: { Accept: 'text/html' } });
  expect(text).toMatch(/feeBps(&quot;|&#34;|"):1234/);
  const staff = await factory.as(await factory.staff());
  for (const path of ['/offers', '/marketplace/purchase_orders']) {
    const values = valuesOf((await staff.request('GET', path)).body, NET);
    expect(values.length).toBeGreaterThan(0);
    expect(values.filter((value) => typeof value !== 'number')).toEqual([]);
  }
});

test('order mails show the buyer the total and the seller the net', async () => {
  const order = await factory.anOrder({ lines });
  const staff = await factory.as(await factory.staff());
  for (const event of ['confirm_payment', 'ship'])
    await staff.request('POST', `/admin/purchase_orders/${order.id}/state_transitions`, { body: { event } });
  const mailTo = async ({ email }: Buyer | Seller) =>
    (await factory.db('mails').where({ recipient: email }))
      .map(({ subject, text, html }) => subject + text + html)
      .join();
  expect(await mailTo(order.buyer)).toContain('$83.70');
  expect((await mailTo(order.buyer)).match(OF_THE_SELLER)?.[0]).toBeUndefined();
  expect(await mailTo(order.seller)).toContain('$73.37');
});
