import { createPayoutBatch, releaseOrder } from '../../server/ledger/staff-contract';
import { showPurchaseOrder } from '../../server/orders/contract';
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
