import { formatOfferNumber, formatOrderNumber, parseNumber } from '../../server/orders/number';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false }));

test('the generated columns have the same numbers', async () => {
  const order = await factory.anOrder();
  const offer = await factory.db('offers').where({ id: order.offer_id }).first();
  expect(order.po_number).toBe(formatOrderNumber(order.id));
  expect(offer?.offer_number).toBe(formatOfferNumber(order.offer_id));
});

test('an acceptance that lacks stock leaves no gap in the numbers', async () => {
  const before = await factory.anOrder();
  const offer = await factory.anOffer();
  await factory.db('products').where({ id: offer.product.id }).update({ units: 3n });
  const seller = await factory.as(offer.seller);
  expect((await seller.request('PUT', `/offers/${offer.id}/accept`)).status).toBe(422);
  expect((await factory.anOrder()).id).toBe(before.id + 1);
});

test('acceptances that compete for the last units leave no gap in the numbers', async () => {
  const before = await factory.anOrder();
  for (let round = 0; round < 6; round++) {
    const seller = await factory.aSeller();
    const product = await factory.aProduct({ seller, units: 10n });
    const lines = [{ product, quantity: 10n }];
    const offers = [];
    for (let n = 0; n < 4; n++) offers.push(await factory.anOffer({ seller, lines }));
    const client = await factory.as(seller);
    const answers = await Promise.all(offers.map(({ id }) => client.request('PUT', `/offers/${id}/accept`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
  }
  expect((await factory.anOrder()).id).toBe(before.id + 7);
});

test.each([
  ['PO-100042', 42],
  [' of-100042 ', 42],
  ['po100042', 42],
  ['100042', 42],
  ['42', 42],
  ['PO-', 0],
  ['PO-100042 late', 0],
  ['9999999999', 0],
])('%o is the number of %o', (text, id) => expect(parseNumber(text)).toBe(id));
