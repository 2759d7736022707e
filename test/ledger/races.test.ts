import { setTimeout as pause } from 'node:timers/promises';
import { check } from '../../server/ledger/check';
import { createPayoutBatch, releaseOrder, voidPayout } from '../../server/ledger/staff/contract';
import { transitionOrder } from '../../server/orders/staff/contract';
import { useTestApp } from '../support/test-app';
import { Books } from './books';

const app = useTestApp({ rateLimits: false });
const books = new Books(app);

afterEach(async () => expect(await check(app.services)).toEqual([]));

async function available() {
  const seller = await books.aSeller();
  const staff = await books.staff();
  const client = await books.as(staff);
  const order = await books.received(seller);
  const release = () => client.call(releaseOrder, { id: order.id }, { reason: 'Known buyer' });
  const batch = () => client.call(createPayoutBatch, {}, { seller_ids: [seller.seller_id] });
  return { seller, staff, client, order, release, batch };
}

const livePayouts = (seller: { seller_id: number }) =>
  books.db('payouts').where({ seller_id: seller.seller_id }).whereNot({ status: 'void' });

test('of ten batches at once one pays the seller out', async () => {
  const { seller, release, batch } = await available();
  await release();
  const answers = await Promise.all(Array.from({ length: 10 }, batch));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  expect(await livePayouts(seller)).toHaveLength(1);
});

test('paid × void: one wins; paid ten times at once is paid once', async () => {
  const { seller, staff, client, release, batch } = await available();
  await release();
  const id = (await batch()).body.payouts[0]?.id ?? 0;
  const [paid, voided] = await Promise.all([
    books.pay(staff, id),
    client.call(voidPayout, { id }, { reason: 'Wrong account' }),
  ]);
  expect([paid.status, voided.status].sort()).toEqual([200, 409]);
  const again = paid.status === 200 ? id : ((await batch()).body.payouts[0]?.id ?? 0);
  const answers = await Promise.all(Array.from({ length: 10 }, () => books.pay(staff, again)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await books.db('ledger_transactions').where({ key: `payout:${again}` })).toHaveLength(1);
  const mails = await books
    .db('mails')
    .where({ recipient: seller.email })
    .where('subject', 'like', 'Payout PAY-%');
  expect(mails).toHaveLength(1);
  expect(await books.balance(seller)).toMatchObject({ available_cents: 0, paid_cents: 7_200 });
});

test('batch × pay_in_full of the same order: it is paid once', async () => {
  const { seller, client, order, release, batch } = await available();
  await release();
  const answers = await Promise.all([
    batch(),
    client.call(transitionOrder, { id: order.id }, { event: 'pay_in_full' }),
  ]);
  expect(answers.map(({ status }) => status)).toContain(409);
  const items = await books
    .db('payout_items')
    .where({ purchase_order_id: order.id, void: false })
    .select('id');
  expect(items).toHaveLength(1);
  expect(await livePayouts(seller)).toHaveLength(1);
});

test('release × refund × batch: whatever comes first, the balance is the net that is left', async () => {
  const { seller, order, release, batch } = await available();
  await Promise.all([release(), release(), books.refund(order.id, { goods: 1_000 }), batch()]);
  const { pending_cents, available_cents, in_payout_cents } = await books.balance(seller);
  expect([pending_cents, available_cents + in_payout_cents]).toEqual([0, 6_300]);
});

const isAnyoneWaiting = async () =>
  (await books
    .db('pg_stat_activity')
    .where({ wait_event_type: 'Lock' })
    .whereRaw('datname = current_database()')
    .first('pid')) !== undefined;

test('release × claim: a claim that was opened first holds the earnings up, and pay_in_full with them', async () => {
  const { seller, client, order, release } = await available();
  // The release arrives while the claim holds the order, and waits for it.
  const [released] = await books.transaction(async (tx) => {
    await tx('purchase_orders').where({ id: order.id }).forUpdate().first('id');
    await tx('claims').insert({
      purchase_order_id: order.id,
      description: 'Three mugs arrived broken.',
      answer_by: new Date(Date.now() + 86_400_000),
    });
    const waiting = release();
    while (!(await isAnyoneWaiting())) await pause(10);
    return [waiting];
  });
  const { status, body } = await released;
  expect([status, body]).toEqual([
    409,
    { error: 'This order has an open claim. Decide it first.', code: 'conflict' },
  ]);
  expect((await books.balance(seller)).pending_cents).toBe(7_200);
  const refused = await client.call(transitionOrder, { id: order.id }, { event: 'pay_in_full' });
  expect(refused.status).toBe(409);
  await books.db('claims').where({ purchase_order_id: order.id }).update({ status: 'withdrawn' });
  expect((await release()).status).toBe(200);
});
