import type { Buyer, Seller } from '../../server/accounts/policy';
import { pageOfOrder } from '../../server/orders/lists/list';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp());

const pageFor = (buyer: Buyer, id: number) => pageOfOrder(factory.db, buyer, { id, per: 2 });

test('a linked order is found on its page; open and closed orders are counted apart', async () => {
  const buyer = await factory.aBuyer();
  const ids: number[] = [];
  for (let n = 0; n < 5; n++) ids.push((await factory.anOrder({ buyer })).id);
  const [first = 0, second = 0, third = 0, , newest = 0] = ids;
  expect(await pageFor(buyer, newest)).toBe(1);
  expect(await pageFor(buyer, third)).toBe(2);
  expect(await pageFor(buyer, first)).toBe(3);
  await factory.db('purchase_orders').where({ id: second }).update({ status: 'canceled' });
  expect(await pageFor(buyer, second)).toBe(1);
  expect(await pageFor(buyer, first)).toBe(2);
});

test("another buyer's order has no page", async () => {
  const [buyer, order] = [await factory.aBuyer(), await factory.anOrder()];
  expect(await pageFor(buyer, order.id)).toBeNull();
});

const idsIn = (body: unknown) => (body as { data: { id: string }[] }).data.map(({ id }) => Number(id));

test('what a seller owes first stands first, on however late a page of orders', async () => {
  const [seller, buyer] = [await factory.aSeller(), await factory.aBuyer()];
  const ids: number[] = [];
  for (let n = 0; n < 5; n++) ids.push((await factory.anOrder({ buyer, seller })).id);
  const [late = 0, later = 0, unpaid = 0, soon = 0, undated = 0] = ids;
  const toShip = (id: number, ship_by: string | null) =>
    factory.db('purchase_orders').where({ id }).update({ status: 'awaiting_shipment', ship_by });
  await toShip(late, '2026-11-02');
  await toShip(later, '2026-11-05');
  await toShip(soon, '2026-11-01');
  await toShip(undated, null);
  const client = await factory.as(seller);
  const pages: unknown[] = [];
  let path: string | undefined = '/marketplace/purchase_orders?per=2&sort=ship_by';
  while (path) {
    const { body, headers } = await client.request('GET', path);
    pages.push(idsIn(body));
    path = /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  }
  expect(pages).toEqual([[soon, late], [later, undated], [unpaid]]);
  const placeOf = (id: number) => pageOfOrder(factory.db, seller, { id, per: 2, sort: 'ship_by' });
  expect(await Promise.all([soon, later, unpaid].map(placeOf))).toEqual([1, 2, 3]);
});

test('the sort is the sellers alone, and any other one changes nothing', async () => {
  const [seller, buyer] = [await factory.aSeller(), await factory.aBuyer()];
  const first = await factory.anOrder({ buyer, seller });
  await factory.db('purchase_orders').where({ id: first.id }).update({ status: 'awaiting_shipment' });
  const second = await factory.anOrder({ buyer, seller });
  const idsOf = async (who: Buyer | Seller, sort: string) => {
    const path = `/marketplace/purchase_orders?sort=${sort}`;
    const client = await factory.as(who);
    return idsIn((await client.request('GET', path)).body);
  };
  expect(await idsOf(seller, 'ship_by')).toEqual([first.id, second.id]);
  expect(await idsOf(seller, 'name')).toEqual([second.id, first.id]);
  expect(await idsOf(buyer, 'ship_by')).toEqual([second.id, first.id]);
});
