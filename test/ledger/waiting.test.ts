import { openClaim, withdrawClaim } from '../../server/claims/contract';
import { listLedger } from '../../server/ledger/contract';
import {
  createPayoutBatch,
  listStaffPayouts,
  releaseOrder,
  voidPayout,
} from '../../server/ledger/staff/contract';
import { showPurchaseOrder } from '../../server/orders/contract';
import { useTestApp } from '../support/test-app';
import { Books } from './books';

const app = useTestApp({ rateLimits: false, claimDays: 7 });
const books = new Books(app);

const DAY_MS = 86_400_000;
const receivedAgo = async (id: number, days: number) => {
  const received_at = new Date(Date.now() - days * DAY_MS);
  await books.db('purchase_orders').where({ id }).update({ received_at });
  return new Date(received_at.getTime() + 7 * DAY_MS).toISOString();
};

test('of a shipped order a seller reads by when its money is expected, on its page and in the ledger', async () => {
  const seller = await books.aSeller();
  const client = await books.as(seller);
  const order = await books.orderOf(seller);
  const expected = async () => {
    const { entries, claim_days } = (await client.call(listLedger, {})).body;
    const { data } = (await client.call(showPurchaseOrder, { id: order.id })).body;
    return [entries[0]?.available_by, data.attributes.earnings?.available_by ?? null, claim_days];
  };
  await books.fire(order.id, 'confirm_payment');
  expect(await expected()).toEqual([null, null, 7]);
  await books.fire(order.id, 'ship');
  const due = (await books.db('purchase_orders').where({ id: order.id }).first())?.receipt_due_at;
  const by = new Date((due as Date).getTime() + 7 * DAY_MS).toISOString();
  expect(await expected()).toEqual([by, by, 7]);
  await books.fire(order.id, 'receive');
  expect(await expected()).toEqual([null, null, 7]);
});

test('a seller reads when each order becomes available, and what holds it', async () => {
  const seller = await books.aSeller();
  const client = await books.as(seller);
  const ledger = async () => (await client.call(listLedger, {})).body;
  const waitsOf = async (id: number) => {
    const entry = (await ledger()).entries.find(
      ({ kind, purchase_order_id }) => kind === 'paid' && purchase_order_id === id,
    );
    return [entry?.available_at, entry?.held_by];
  };
  expect((await ledger()).next_release).toBeNull();
  const paid = await books.orderOf(seller);
  await books.fire(paid.id, 'confirm_payment');
  expect(await waitsOf(paid.id)).toEqual([null, null]);

  const [first, second, late] = [
    await books.received(seller),
    await books.received(seller, { freight: 500 }),
    await books.received(seller),
  ];
  const noon = Math.floor(Date.now() / DAY_MS) * DAY_MS - 3 * DAY_MS + DAY_MS / 2;
  for (const [at, { id }] of [first, second].entries())
    await books
      .db('purchase_orders')
      .where({ id })
      .update({ received_at: new Date(noon + at * 60_000) });
  const lateAt = await receivedAgo(late.id, 1);
  const due = new Date(noon + 7 * DAY_MS).toISOString();
  expect(await waitsOf(first.id)).toEqual([due, null]);
  expect(await waitsOf(late.id)).toEqual([lateAt, null]);
  await books.refund(first.id, { goods: 1_000 });
  expect((await ledger()).next_release).toEqual({ at: due, amount_cents: 7_200 + 7_700 - 900 });

  const buyer = await books.db('users').where({ buyer_id: second.buyer_id }).first();
  const buyerClient = await books.as(buyer as never);
  const [line] = await books.db('purchase_order_products').where({ purchase_order_id: second.id });
  const { body } = await buyerClient.call(
    openClaim,
    { id: second.id },
    {
      claim: {
        lines: [{ purchase_order_product_id: line?.id, quantity: 1, reason: 'missing' }],
        description: 'One was not in the carton.',
        photos: [],
      },
    },
  );
  expect(await waitsOf(second.id)).toEqual([null, 'claim']);
  expect((await ledger()).next_release).toEqual({ at: due, amount_cents: 6_300 });
  await buyerClient.call(withdrawClaim, { id: body.claim.id });
  await books.db('purchase_orders').where({ id: first.id }).update({ payment_flag: 'disputed' });
  expect(await waitsOf(first.id)).toEqual([null, 'dispute']);
  expect((await ledger()).next_release?.amount_cents).toBe(7_700);
  const staff = await books.as(await books.staff());
  await staff.call(releaseOrder, { id: second.id }, { reason: 'Known buyer' });
  expect(await waitsOf(second.id)).toEqual([null, null]);
  expect((await ledger()).next_release).toEqual({ at: lateAt, amount_cents: 7_200 });
});

test('staff turn the pages of payouts, and filter them by status', async () => {
  const staff = await books.as(await books.staff());
  const seller = await books.aSeller();
  for (let n = 0; n < 3; n++) {
    await staff.call(releaseOrder, { id: (await books.received(seller)).id }, { reason: 'Known buyer' });
    const { body } = await staff.call(createPayoutBatch, {}, { seller_ids: [seller.seller_id] });
    if (n === 0) await staff.call(voidPayout, { id: body.payouts[0]?.id ?? 0 }, { reason: 'Wrong account' });
    if (n === 1) await books.pay(await books.staff(), body.payouts[0]?.id ?? 0);
  }
  const list = (query: object) => staff.call(listStaffPayouts, {}, undefined, query as never);
  const all = (await list({})).body;
  expect(all.meta).toEqual({ total: 3, counts: { draft: 1, paid: 1, void: 1 } });
  // The one that was paid has an earlier day than the void one, which has the day it was made.
  expect(all.payouts.map(({ status }) => status)).toEqual(['draft', 'void', 'paid']);
  const [first, second] = [await list({ per: 2 }), await list({ per: 2, page: 2 })];
  expect([...first.body.payouts, ...second.body.payouts]).toEqual(all.payouts);
  expect(first.headers.get('Link')).toContain('rel="next"');
  expect(second.headers.get('Link')).toBeNull();
  for (const [at, status] of ['draft', 'void', 'paid'].entries()) {
    const { body } = await list({ status });
    expect([body.meta.total, body.payouts]).toEqual([1, [all.payouts[at]]]);
  }
  expect((await list({ status: 'lost' })).status).toBe(422);
});
