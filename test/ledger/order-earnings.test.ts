import { createPayoutBatch, releaseOrder } from '../../server/ledger/staff/contract';
import { showPurchaseOrder } from '../../server/orders/contract';
import { listAllPurchaseOrders, showStaffOrder, transitionOrder } from '../../server/orders/staff/contract';
import { useTestApp } from '../support/test-app';
import { Books, PAID } from './books';

const app = useTestApp();
const books = new Books(app);

const earningsOf = async (person: Parameters<Books['as']>[0], id: number) => {
  const { body } = await (await books.as(person)).call(showPurchaseOrder, { id });
  return body.data.attributes.earnings;
};

test("the seller's order says what is pending, available, in a payout and paid; the buyer's never does", async () => {
  const seller = await books.aSeller();
  const order = await books.anOrder({ seller });
  expect(await earningsOf(seller, order.id)).toBeNull();
  await books.fire(order.id, 'confirm_payment', 'ship', 'receive');
  await books.refund(order.id, { goods: 1_000 });
  const pending = { net_cents: 6_300, status: 'pending', payout_number: null, paid_on: null };
  expect(await earningsOf(seller, order.id)).toEqual(pending);
  const staff = await books.staff();
  await (await books.as(staff)).call(releaseOrder, { id: order.id }, { reason: 'Known buyer' });
  expect(await earningsOf(seller, order.id)).toEqual({ ...pending, status: 'available' });
  const { body } = await (await books.as(staff)).call(
    createPayoutBatch,
    {},
    { seller_ids: [seller.seller_id] },
  );
  const [payout] = body.payouts;
  const payout_number = payout?.payout_number;
  expect(await earningsOf(seller, order.id)).toEqual({ ...pending, status: 'in_payout', payout_number });
  await books.pay(staff, payout?.id ?? 0);
  const paid = { ...pending, status: 'paid', payout_number, paid_on: PAID.paid_on };
  expect(await earningsOf(seller, order.id)).toEqual(paid);
  expect(await earningsOf(staff, order.id)).toEqual(paid);
  expect(await earningsOf(order.buyer, order.id)).toBeNull();
});

test('staff read of every order what was refunded and what that leaves for its seller', async () => {
  const order = await books.received(await books.aSeller(), { freight: 500 });
  await books.refund(order.id, { goods: 1_000, freight: 200 });
  const staff = await books.as(await books.staff());
  const left = {
    total_net_to_seller: 7_700,
    refunded_cents: 1_200,
    fee_after_refunds_cents: 700,
    net_after_refunds_cents: 6_600,
  };
  const { body: list } = await staff.call(listAllPurchaseOrders, {});
  expect(list.data.find(({ attributes }) => attributes.id === order.id)?.attributes).toMatchObject(left);
  expect((await staff.call(showStaffOrder, { id: order.id })).body.order).toMatchObject(left);
  const paid = await staff.call(transitionOrder, { id: order.id }, { event: 'pay_in_full' });
  expect(paid.body.data.attributes).toMatchObject(left);
});
