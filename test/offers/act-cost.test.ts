import type { StatementObserver } from '../../db/sql';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

/** After the answer, of all acts of a moment together. */
const LATER = 'badges of both sides';

/** The statements of one act, without those of the live channel. */
async function statementsOf(act: () => Promise<{ status: number }>) {
  const names: string[] = [];
  const { config } = app.services.db.client as { config: { observer: StatementObserver } };
  const ended = vi
    .spyOn(config.observer, 'ended')
    .mockImplementation((name) => void (name === LATER || name === 'other' || names.push(name)));
  const built: string[] = [];
  const onQuery = ({ sql }: { sql: string }) => void (/^(BEGIN|COMMIT)/.test(sql) || built.push(sql));
  app.services.db.on('query', onQuery);
  try {
    expect((await act()).status).toBeLessThan(300);
  } finally {
    ended.mockRestore();
    app.services.db.off('query', onQuery);
  }
  expect(built).toEqual([]);
  return names;
}

const WHO_AND_WHAT = ['person by bearer token', "a buyer's offer"];
const READ_UNDER_LOCK = ['lines of offers', 'shipping of offers', 'people of an offer'];
const WITH_COMMIT = [
  'write mails or notices',
  'plan answer',
  'history of offers',
  'latest messages of offers',
];

test('adding to the cart takes six statements', async () => {
  const [buyer, seller] = await Promise.all([factory.aBuyer(), factory.aSeller()]);
  const [product, client] = [await factory.aProduct({ seller }), await factory.as(buyer)];
  const line = { product_id: product.id, quantity: 10, unit_price: 900 };
  const body = { offer: { seller_user_id: seller.id, offer_products_attributes: [line] } };
  expect(await statementsOf(() => client.request('POST', '/offers', { body }))).toEqual([
    'person by bearer token',
    'lock parties of new offer',
    'products for cart',
    'lock or create cart offers of user',
    'put into cart',
    'shipping of offers',
  ]);
});

test('so does changing a line', async () => {
  const offer = await factory.anOffer({ state: 'draft' });
  const client = await factory.as(offer.buyer);
  const path = `/offers/${offer.id}/offer_products/${offer.lines[0]?.id}`;
  const body = { quantity: 11, unit_price: 700 };
  expect(await statementsOf(() => client.request('PUT', path, { body }))).toEqual([
    ...WHO_AND_WHAT,
    'lock cart offer',
    'lines of offers',
    'shipping of offers',
    'change cart line',
  ]);
});

test('sending an offer takes twelve', async () => {
  const offer = await factory.anOffer({ state: 'draft' });
  const client = await factory.as(offer.buyer);
  expect(await statementsOf(() => client.request('PUT', `/offers/${offer.id}/submit`, { body: {} }))).toEqual(
    [
      ...WHO_AND_WHAT,
      'lock parties of offer',
      'lock offer of buyer',
      ...READ_UNDER_LOCK,
      'move offer',
      ...WITH_COMMIT,
    ],
  );
});

test('countering takes eleven, rejecting ten', async () => {
  const offer = await factory.anOffer({ state: 'buyer_review' });
  const client = await factory.as(offer.buyer);
  const offer_products_attributes = offer.lines.map(({ id }) => ({ id, unit_price: 799 }));
  const path = `/offers/${offer.id}/counter_offer`;
  const moved = [...WHO_AND_WHAT, 'lock offer', ...READ_UNDER_LOCK, 'move offer'];
  const counter = () => client.request('POST', path, { body: { offer_products_attributes } });
  expect(await statementsOf(counter)).toEqual([...moved, ...WITH_COMMIT]);
  const answered = await factory.anOffer({ state: 'buyer_review' });
  const other = await factory.as(answered.buyer);
  const reject = () => other.request('POST', `/offers/${answered.id}/counter_offer/reject`, { body: {} });
  expect(await statementsOf(reject)).toEqual([
    ...moved,
    ...WITH_COMMIT.filter((name) => name !== 'plan answer'),
  ]);
});

test('accepting takes fourteen', async () => {
  const offer = await factory.anOffer({ state: 'buyer_review' });
  const client = await factory.as(offer.buyer);
  const accept = () => client.request('PUT', `/offers/${offer.id}/accept`, { body: {} });
  expect(await statementsOf(accept)).toEqual([
    ...WHO_AND_WHAT,
    'lock parties of offer',
    'lock offer of buyer',
    'lines of offers',
    'shipping of offers',
    'move offer',
    'people of a trade',
    'parties of an order',
    'create order',
    'write mails or notices',
    'issue document',
    'history of offers',
    'latest messages of offers',
  ]);
});
