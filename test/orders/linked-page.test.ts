import type { Buyer } from '../../server/accounts/policy';
import { pageOfOrder } from '../../server/orders/party-queries';
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
