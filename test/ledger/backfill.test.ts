import { stuckBoard, stuckRows } from '../../server/insights/stuck/contract';
import { backfill, backfillAgain } from '../../server/ledger/backfill';
import { check, checkAtOnce } from '../../server/ledger/check';
import { useTestApp } from '../support/test-app';
import { Books } from './books';
import { forgetLedger } from './forget';

const app = useTestApp();
const books = new Books(app);

const written = async () =>
  books.db('ledger_transactions').orderBy('key').select('key', 'at', 'seller_id', 'purchase_order_id');

test('earlier orders are written once: paid, canceled, refunded, received and paid out', async () => {
  const seller = await books.aSeller();
  const [unpaid, waiting, canceled, received, paidOut, done] = await Promise.all(
    Array.from({ length: 6 }, () => books.orderOf(seller, { freight: 100 })),
  );
  const ids = [unpaid, waiting, canceled, received, paidOut, done].map((order) => order?.id ?? 0);
  const [, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = ids;
  await books.fire(second, 'confirm_payment');
  await books.fire(third, 'confirm_payment', 'cancel');
  await books.fire(fourth, 'confirm_payment', 'ship', 'receive');
  await books.refund(fourth, { goods: 999, freight: 100 });
  await books.fire(fifth, 'confirm_payment', 'ship', 'receive', 'pay_in_full');
  await books.fire(sixth, 'confirm_payment', 'ship', 'receive', 'pay_in_full', 'complete');
  const before = await books.balance(seller);
  await forgetLedger(books);

  expect(await backfill(app.services)).toBe(6);
  expect(await books.balance(seller)).toEqual(before);
  expect(await check(app.services)).toEqual([]);
  const payouts = await books.db('payouts').orderBy('id').select('amount_cents', 'status', 'reference');
  expect(payouts).toEqual([
    { amount_cents: 7_300, status: 'paid', reference: 'Before the ledger' },
    { amount_cents: 7_300, status: 'paid', reference: 'Before the ledger' },
  ]);
  expect(await books.row(fourth)).toMatchObject({ received_at: expect.any(Date), released_at: null });

  const once = await written();
  expect(await backfill(app.services)).toBe(0);
  await app.services.transaction(backfillAgain);
  expect(await written()).toEqual(once);
});

test('a backfill that was killed goes on behind the last transaction, and two at once write nothing twice', async () => {
  const seller = await books.aSeller();
  const orders = await Promise.all(Array.from({ length: 4 }, () => books.received(seller)));
  await forgetLedger(books);
  const [first = 0, second = 0] = orders.map(({ id }) => id).sort((a, b) => a - b);
  await books.db('ledger_backfill').update({ after_id: first - 1 });
  const services = { ...app.services, transaction: app.services.transaction };
  let killed = false;
  await backfill({
    transaction: (act) =>
      services.transaction(async (tx) => {
        await act(tx);
        killed = true;
        throw new Error('killed before the commit');
      }),
  }).catch(() => undefined);
  expect([killed, (await written()).length]).toEqual([true, 0]);
  await books.db('ledger_backfill').update({ after_id: second - 1 });
  await Promise.all([backfill(app.services), backfill(app.services)]);
  expect((await books.balance(seller)).pending_cents).toBe(3 * 7_200);
  await app.services.transaction(backfillAgain);
  expect((await books.balance(seller)).pending_cents).toBe(4 * 7_200);
  expect(await check(app.services)).toEqual([]);
});

test('the check finds what was changed past the product, tells the board, and forgets it once it is repaired', async () => {
  const seller = await books.aSeller();
  const order = await books.received(seller);
  const staff = await books.as(await books.staff());
  await expect(checkAtOnce(app.services)).resolves.toBe(
    'The ledger agrees with orders, refunds and payouts.',
  );
  await books.db('purchase_orders').where({ id: order.id }).update({ released_at: new Date() });
  await books.db.raw('update seller_balances set paid_cents = paid_cents + 1 where seller_id = ?', [
    seller.seller_id,
  ]);
  await expect(checkAtOnce(app.services)).rejects.toThrow(
    `${order.po_number}: The order and its ledger differ`,
  );
  await check(app.services);
  const board = await staff.call(stuckBoard, {});
  expect(board.body.find(({ kind }) => kind === 'ledger-mismatches')).toMatchObject({ count: 3 });
  const { body } = await staff.call(stuckRows, { kind: 'ledger-mismatches' });
  expect(body.rows.map(({ title, detail }) => [title, detail]).sort()).toEqual(
    [
      [order.po_number, 'The order and its ledger differ'],
      [`Seller ${seller.seller_id}`, 'The balance and the ledger differ'],
      [`Seller ${seller.seller_id}`, 'What is available and what can be paid out differ'],
    ].sort(),
  );
  await books.db('purchase_orders').where({ id: order.id }).update({ released_at: null });
  await books.db.raw('update seller_balances set paid_cents = paid_cents - 1 where seller_id = ?', [
    seller.seller_id,
  ]);
  await check(app.services);
  expect((await staff.call(stuckRows, { kind: 'ledger-mismatches' })).body.total).toBe(0);
});
