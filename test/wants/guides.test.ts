import type { Buyer, Seller } from '../../server/accounts/policy';
import { computeWantGuides } from '../../server/wants/guides/compute';
import { listWanted } from '../../server/wants/guides/contract';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

async function aList({ buyer_id, id }: Buyer) {
  const [list] = await factory
    .db('want_lists')
    .insert({ buyer_id, user_id: id, name: 'Restock', stored_key: '', state: 'ready', ends_on: '2090-01-01' })
    .returning('id');
  return list?.id ?? 0;
}

async function want(buyer: Buyer, upc: string, quantity: bigint, columns: object = {}) {
  const gtin = upc.padStart(14, '0');
  const { buyer_id } = buyer;
  const want_list_id = await aList(buyer);
  await factory.db('wants').insert({ want_list_id, buyer_id, line: 1, upc, gtin, quantity, ...columns });
}

const figures = async (seller: Seller, query: object = {}) => {
  await factory.transaction(computeWantGuides);
  const { body } = await (await factory.as(seller)).call(listWanted, {}, undefined, query);
  return body.products;
};

async function wantedBy(quantities: readonly bigint[]) {
  const seller = await factory.aSeller();
  const product = await factory.aProduct({ seller });
  for (const quantity of quantities) await want(await factory.aBuyer(), product.upc ?? '', quantity);
  return { seller, product };
}

test('four buyers show nothing, six show 5+ and units in two digits', async () => {
  const four = await wantedBy([100n, 100n, 100n, 100n]);
  expect(await figures(four.seller)).toEqual([]);
  const six = await wantedBy([100n, 100n, 100n, 100n, 100n, 137n]);
  expect(await figures(six.seller)).toEqual([{ product_id: six.product.id, buyers: '5+', units: 630n }]);
});

test('one buyer with 41 % of the units hides it, with 40 % it shows', async () => {
  const most = await wantedBy([41n, 15n, 15n, 15n, 14n]);
  expect(await figures(most.seller)).toEqual([]);
  const part = await wantedBy([40n, 15n, 15n, 15n, 15n]);
  expect(await figures(part.seller)).toMatchObject([{ buyers: '5+', units: 100n }]);
});

test('a buyer counts once, however many lists and lines', async () => {
  const { seller, product } = await wantedBy([10n, 10n, 10n, 10n]);
  const buyer = await factory.aBuyer();
  for (const quantity of [3n, 4n, 3n]) await want(buyer, product.upc ?? '', quantity);
  expect(await figures(seller)).toEqual([{ product_id: product.id, buyers: '5+', units: 50n }]);
});

test('only open wants of buyers who were not denied count', async () => {
  const { seller, product } = await wantedBy([10n, 10n, 10n, 10n]);
  const upc = product.upc ?? '';
  await want(await factory.aBuyer(), upc, 10n, { status: 'drafted', product_id: product.id });
  await want(await factory.aBuyer(), upc, 10n, { status: 'closed' });
  await want(await factory.aBuyer(), upc, 10n, { ends_on: '2020-01-01' });
  await want(await factory.aBuyer({ status: 'denied' }), upc, 10n);
  expect(await figures(seller)).toEqual([]);
  await want(await factory.aBuyer(), upc, 10n);
  expect(await figures(seller)).toHaveLength(1);
});

test('a seller reads own products alone, those that are asked for or all', async () => {
  const { seller, product } = await wantedBy([10n, 10n, 10n, 10n, 10n]);
  const other = await factory.aProduct({ seller });
  expect(await figures(await factory.aSeller())).toEqual([]);
  expect(await figures(seller, { product_ids: [other.id] })).toEqual([]);
  expect(await figures(seller, { product_ids: [other.id, product.id] })).toHaveLength(1);
  expect(await figures(seller, { page: 2 })).toEqual([]);
});
