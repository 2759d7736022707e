import { check } from '../../server/ledger/check';
import { listLedger, showPayout } from '../../server/ledger/contract';
import { ledgerJobs } from '../../server/ledger/jobs';
import {
  createPayoutBatch,
  listStaffPayouts,
  releaseOrder,
  savePayoutNote,
  voidPayout,
} from '../../server/ledger/staff/contract';
import { showStaffOrder, transitionOrder } from '../../server/orders/staff/contract';
import { runDueJobs } from '../support/jobs';
import { useTestApp } from '../support/test-app';
import { Books, PAID } from './books';

const app = useTestApp();
const books = new Books(app);

const release = async (id: number) =>
  (await books.as(await books.staff())).call(releaseOrder, { id }, { reason: 'Known buyer' });

const batchOf = async (seller: { seller_id: number }) => {
  const answer = await (await books.as(await books.staff())).call(
    createPayoutBatch,
    {},
    {
      seller_ids: [seller.seller_id],
    },
  );
  if (answer.status !== 201) throw new Error(answer.text);
  const [payout] = answer.body.payouts;
  if (!payout) throw new Error('The batch has no payout');
  return payout;
};

const worker = async () => {
  for (const name of ['release-earnings', 'finish-payouts'])
    await app.services.db.raw('select graphile_worker.add_job(?)', [name]);
  await runDueJobs(app.services, ledgerJobs);
};

afterEach(async () => expect(await check(app.services)).toEqual([]));

test('payment, refund, release, payout: the four figures follow to the cent, and the order ends completed', async () => {
  const seller = await books.aSeller();
  const order = await books.orderOf(seller, { price: 13_885, quantity: 1n, freight: 250 });
  expect(await books.balance(seller)).toEqual({
    pending_cents: 0,
    available_cents: 0,
    in_payout_cents: 0,
    paid_cents: 0,
  });
  await books.fire(order.id, 'confirm_payment');
  expect(await books.accounts({ purchase_order_id: order.id })).toEqual({
    cash: 14_135,
    fees: -1_389,
    seller_pending: -12_746,
  });
  await books.fire(order.id, 'ship', 'receive');
  await books.refund(order.id, { goods: 3_000 });
  expect(await books.balance(seller)).toMatchObject({ pending_cents: 10_046, available_cents: 0 });
  await release(order.id);
  expect(await books.balance(seller)).toMatchObject({ pending_cents: 0, available_cents: 10_046 });
  const payout = await batchOf(seller);
  expect(payout).toMatchObject({ amount_cents: 10_046, status: 'draft', orders: 1 });
  expect(await books.balance(seller)).toMatchObject({ available_cents: 0, in_payout_cents: 10_046 });
  const staff = await books.staff();
  const first = await books.pay(staff, payout.id);
  const again = await books.pay(staff, payout.id);
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.body.payout).toMatchObject({ status: 'paid', ...PAID });
  expect(await books.balance(seller)).toEqual({
    pending_cents: 0,
    available_cents: 0,
    in_payout_cents: 0,
    paid_cents: 10_046,
  });
  expect(await books.row(order.id)).toMatchObject({ status: 'completed' });
  const mails = await books.db('mails').where('subject', `Payout ${payout.payout_number}: $100.46`);
  expect(mails.map(({ recipient }) => recipient)).toEqual([seller.email]);
  const { body } = await (await books.as(seller)).call(listLedger, {});
  expect(body.entries.map(({ kind, amount_cents, status }) => [kind, amount_cents, status])).toEqual([
    ['payout', -10_046, 'paid'],
    ['adjustment', -2_700, 'paid'],
    ['paid', 12_746, 'paid'],
  ]);
  const shown = await (await books.as(seller)).call(showPayout, { id: payout.id });
  expect(shown.body.payout.items.map(({ kind, amount_cents }) => [kind, amount_cents])).toEqual([
    ['order', 12_746],
    ['refund', -2_700],
  ]);
});

test('the days of claims release what was received, not what is disputed or too young', async () => {
  const seller = await books.aSeller();
  const [due, young, disputed] = [
    await books.received(seller),
    await books.received(seller),
    await books.received(seller),
  ];
  const daysAgo = (days: number) => ({ received_at: new Date(Date.now() - days * 86_400_000) });
  await books.db('purchase_orders').where({ id: due.id }).update(daysAgo(7.01));
  await books.db('purchase_orders').where({ id: young.id }).update(daysAgo(6.99));
  await books
    .db('purchase_orders')
    .where({ id: disputed.id })
    .update({ ...daysAgo(9), payment_flag: 'disputed' });
  await worker();
  await worker();
  const rows = [await books.row(due.id), await books.row(young.id), await books.row(disputed.id)];
  expect(rows.map(({ released_at }) => released_at !== null)).toEqual([true, false, false]);
  expect(await books.balance(seller)).toMatchObject({ pending_cents: 14_400, available_cents: 7_200 });
  const activity = await books
    .db('order_activity')
    .where({ purchase_order_id: due.id, event: 'earnings_released' });
  expect(activity.map(({ actor }) => actor)).toEqual(['system']);
});

test('staff release from receipt on, with a reason, once', async () => {
  const order = await books.orderOf(await books.aSeller());
  await books.fire(order.id, 'confirm_payment', 'ship');
  expect((await release(order.id)).body).toEqual({
    error: 'Earnings can be released after receipt.',
    code: 'conflict',
  });
  await books.fire(order.id, 'receive');
  const staff = await books.as(await books.staff());
  expect((await staff.call(releaseOrder, { id: order.id }, {})).status).toBe(422);
  const [first, second] = [await release(order.id), await release(order.id)];
  expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
  expect(await books.db('ledger_transactions').where({ key: `order:${order.id}:released` })).toHaveLength(1);
});

test('an order whose money all went back is completed at its release, without a payout', async () => {
  const seller = await books.aSeller();
  const order = await books.received(seller, { freight: 500 });
  await books.refund(order.id, { goods: 8_000, freight: 500 });
  await release(order.id);
  expect(await books.row(order.id)).toMatchObject({ status: 'completed' });
  expect(await books.balance(seller)).toMatchObject({ pending_cents: 0, available_cents: 0, paid_cents: 0 });
});

test('canceling a paid order takes its earnings back, also after a partial refund; an unpaid one has none', async () => {
  const seller = await books.aSeller();
  const paid = await books.orderOf(seller);
  await books.fire(paid.id, 'confirm_payment');
  await books.refund(paid.id, { goods: 1_234 });
  await books.fire(paid.id, 'cancel');
  const unpaid = await books.orderOf(seller);
  await books.fire(unpaid.id, 'cancel');
  expect(await books.accounts({ seller_id: seller.seller_id })).toEqual({});
  const { body } = await (await books.as(seller)).call(listLedger, {});
  expect(body.entries.map(({ kind, status }) => [kind, status])).toEqual([
    ['canceled', 'canceled'],
    ['adjustment', 'canceled'],
    ['paid', 'canceled'],
  ]);
});

test('staff who pay an order in full write its release and a paid payout of its own', async () => {
  const seller = await books.aSeller();
  const order = await books.received(seller);
  const staff = await books.as(await books.staff());
  const event = (name: string) => staff.call(transitionOrder, { id: order.id }, { event: name });
  expect((await event('pay_in_full')).status).toBe(200);
  const [payout] = await books.db('payouts').where({ seller_id: seller.seller_id });
  expect(payout).toMatchObject({
    batch_id: null,
    reference: 'Marked by staff',
    amount_cents: 7_200,
    status: 'paid',
  });
  expect(await books.balance(seller)).toMatchObject({ available_cents: 0, paid_cents: 7_200 });
  await worker();
  expect(await books.row(order.id)).toMatchObject({ status: 'paid_in_full' });
  expect((await event('complete')).status).toBe(200);
});

test('an order in a draft payout refuses pay_in_full, with the payout that has to be marked', async () => {
  const seller = await books.aSeller();
  const order = await books.received(seller);
  await release(order.id);
  const payout = await batchOf(seller);
  const staff = await books.as(await books.staff());
  const refused = await staff.call(transitionOrder, { id: order.id }, { event: 'pay_in_full' });
  const error = `This order is in payout ${payout.payout_number}. Mark that payout as paid.`;
  expect([refused.status, refused.body]).toEqual([409, { error, code: 'conflict' }]);
  expect((await staff.call(showStaffOrder, { id: order.id })).body.order.allowed_state_transitions).toEqual([
    { event: 'pay_in_full', state: 'paid_in_full', blocked_because: error },
  ]);
  expect(await books.row(order.id)).toMatchObject({ status: 'received' });
});

test('a refund after the payout takes the balance below 0, and the next payout is less by it', async () => {
  const seller = await books.aSeller();
  const first = await books.received(seller);
  await release(first.id);
  await books.pay(await books.staff(), (await batchOf(seller)).id);
  await books.refund(first.id, { goods: 2_000 });
  expect(await books.balance(seller)).toMatchObject({ available_cents: -1_800 });
  const none = await (await books.as(await books.staff())).call(
    createPayoutBatch,
    {},
    { seller_ids: [seller.seller_id] },
  );
  expect([none.status, none.body]).toEqual([
    409,
    { error: 'No seller has an available balance.', code: 'conflict' },
  ]);
  const second = await books.received(seller);
  await release(second.id);
  const payout = await batchOf(seller);
  expect(payout).toMatchObject({ amount_cents: 5_400, orders: 2 });
  await books.pay(await books.staff(), payout.id);
  expect(await books.balance(seller)).toMatchObject({ available_cents: 0, paid_cents: 12_600 });
});

test('a void payout gives its orders back, and a paid one cannot be voided', async () => {
  const seller = await books.aSeller();
  const order = await books.received(seller);
  await release(order.id);
  const staff = await books.as(await books.staff());
  const payout = await batchOf(seller);
  expect((await staff.call(voidPayout, { id: payout.id }, {})).status).toBe(422);
  expect((await staff.call(voidPayout, { id: payout.id }, { reason: 'Wrong account' })).status).toBe(200);
  expect((await staff.call(voidPayout, { id: payout.id }, { reason: 'Wrong account' })).status).toBe(200);
  expect(await books.balance(seller)).toMatchObject({ available_cents: 7_200, in_payout_cents: 0 });
  const paidVoid = await books.pay(await books.staff(), payout.id);
  expect(paidVoid.status).toBe(409);
  const next = await batchOf(seller);
  await books.pay(await books.staff(), next.id);
  expect((await staff.call(voidPayout, { id: next.id }, { reason: 'Too late' })).status).toBe(409);
  const other = await books.pay(await books.staff(), next.id, { ...PAID, reference: 'Another wire' });
  expect(other.status).toBe(409);
});

test('a payout says how it was paid: a reference, and a day that is not in the future', async () => {
  const seller = await books.aSeller();
  await release((await books.received(seller)).id);
  const payout = await batchOf(seller);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const refusals = [];
  for (const payment of [
    { ...PAID, reference: '  ' },
    { ...PAID, paid_on: tomorrow },
    { ...PAID, paid_on: '2026-02-30' },
    { ...PAID, paid_on: '0026-01-15' },
  ]) {
    const answer = await books.pay(await books.staff(), payout.id, payment);
    refusals.push([answer.status, (answer.body as unknown as { errors: string[] }).errors]);
  }
  expect(refusals).toEqual([
    [422, ['Required']],
    [422, ["Enter a date that isn't in the future"]],
    [422, ['Enter a date like 2026-11-30']],
    [422, ['Enter a date like 2026-11-30']],
  ]);
});

test('staff see every seller with money, and keep a note where to pay that the seller never sees', async () => {
  const seller = await books.aSeller();
  await release((await books.received(seller)).id);
  const staff = await books.as(await books.staff());
  const note = await staff.call(
    savePayoutNote,
    { id: seller.seller_id },
    { payout_note: 'By wire, see vault 12' },
  );
  expect(note.body.seller).toMatchObject({ payout_note: 'By wire, see vault 12', available_cents: 7_200 });
  const { body } = await staff.call(listStaffPayouts, {});
  expect(body.sellers.find(({ seller_id }) => seller_id === seller.seller_id)).toMatchObject({
    name: seller.name,
    available_cents: 7_200,
    payout_note: 'By wire, see vault 12',
  });
  expect(
    (await staff.call(savePayoutNote, { id: seller.seller_id }, { payout_note: 'x'.repeat(201) })).status,
  ).toBe(422);
});

test('a payout of more orders than one request settles is finished by its job', async () => {
  const seller = await books.aSeller();
  const first = await books.received(seller);
  for (let n = 0; n < 51; n++) await release((await books.received(seller, { quantity: 1n })).id);
  await release(first.id);
  const payout = await batchOf(seller);
  await books.pay(await books.staff(), payout.id);
  await runDueJobs(app.services, ledgerJobs);
  const statuses = await books
    .db('purchase_orders')
    .where({ seller_id: seller.seller_id })
    .distinct('status');
  expect(statuses).toEqual([{ status: 'completed' }]);
});

describe('rows of the ledger', () => {
  const refusal = (sql: string) =>
    books.db.raw(sql).then(
      () => 'written',
      (error: Error) => error.message,
    );

  test('cannot be updated or deleted, and a transaction that does not sum to 0 is not committed', async () => {
    const order = await books.received(await books.aSeller());
    for (const sql of [
      'update ledger_entries set amount_cents = amount_cents + 1',
      'delete from ledger_entries',
      'truncate ledger_entries',
      `update ledger_transactions set at = now()`,
      'delete from ledger_transactions',
    ])
      expect(await refusal(sql)).toContain('append only');
    expect(
      await refusal(`insert into ledger_entries (transaction_id, account, seller_id, amount_cents)
        select id, 'cash', seller_id, 1 from ledger_transactions where purchase_order_id = ${order.id}`),
    ).toContain('does not sum to 0');
  });
});

test('payouts to pay come first, then the paid by their day and the void by the day they were made', async () => {
  const { seller_id } = await books.aSeller();
  const batch = await books.db('payout_batches').orderBy('id').first('id');
  const made = await books
    .db('payouts')
    .insert(
      [
        { status: 'draft', created_at: new Date('2020-01-01T12:00:00Z') },
        { status: 'paid', paid_on: '2020-03-02', reference: 'ACH 2' },
        { status: 'void', void_reason: 'Other account', created_at: new Date('2020-03-03T23:59:00Z') },
        { status: 'paid', paid_on: '2020-03-04', reference: 'ACH 1' },
        { status: 'paid', paid_on: '2020-03-01', reference: 'ACH 3' },
      ].map((row) => ({ ...row, seller_id, batch_id: batch?.id, amount_cents: 100 })) as never,
    )
    .returning('id');
  const ids = made.map(({ id }) => id);
  const { body } = await (await books.as(await books.staff())).call(listStaffPayouts, {}, undefined, {
    per: 100,
  });
  const listed = body.payouts.map(({ id }) => ids.indexOf(id)).filter((index) => index >= 0);
  expect(listed).toEqual([0, 3, 2, 1, 4]);
  await books.db('payouts').whereIn('id', ids).delete();
});
