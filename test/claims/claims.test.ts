import { eventsOf } from '../../islands/manage-purchase-orders/event-details';
import * as calls from '../../server/claims/contract';
import { claimJobs, escalateClaims } from '../../server/claims/jobs';
import type { ClaimStatus } from '../../server/claims/rules';
import { stuckRows } from '../../server/insights/stuck/contract';
import { showStaffOrder } from '../../server/orders/staff/contract';
import { receiveOrder as receiveShippedOrder } from '../../server/shipping/contract';
import { shippingJobs } from '../../server/shipping/jobs';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { useTestApp } from '../support/test-app';
import { claimsHarness } from './claims-harness';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);
const { anOrderIn, claimBody, open, anOpenClaim, lateAnswer } = claimsHarness(factory);

const db = () => factory.db;
async function escalate() {
  await escalateClaims.work(app.services, {});
  await runDueJobs(app.services, claimJobs);
}
const adjustmentsOf = (orderId: number) =>
  db()('adjustments').where({ purchase_order_id: orderId }).orderBy('id');
const approval = (id: number, cents: number) => ({
  decision: 'approve',
  lines: [{ id, refund_cents: cents }],
  explanation: 'The photos show the damage.',
});
const denial = { decision: 'deny', explanation: 'The photos show other goods.' };

type Scene = Awaited<ReturnType<typeof anOpenClaim>>;

const acts = {
  agree: ({ order, claim }: Scene) => order.sellerClient.call(calls.agreeToClaim, { id: claim.id }),
  dispute: ({ order, claim }: Scene) =>
    order.sellerClient.call(calls.disputeClaim, { id: claim.id }, { message: 'All of it was packed.' }),
  withdraw: ({ order, claim }: Scene) => order.buyerClient.call(calls.withdrawClaim, { id: claim.id }),
  approve: ({ order, claim }: Scene) =>
    order.staffClient.call(calls.decideClaim, { id: claim.id }, approval(claim.lines[0]?.id ?? 0, 1_000)),
  deny: ({ order, claim }: Scene) => order.staffClient.call(calls.decideClaim, { id: claim.id }, denial),
  message: ({ order, claim }: Scene) =>
    order.buyerClient.call(calls.sendClaimMessage, { id: claim.id }, { body: 'Any news?' }),
} as const;
type Act = keyof typeof acts;

const reach: Record<ClaimStatus, readonly Act[]> = {
  open: [],
  in_review: ['dispute'],
  approved: ['agree'],
  denied: ['deny'],
  withdrawn: ['withdraw'],
};

const REVIEW = 'Our team is reviewing this claim.';
const DECIDED = 'This claim is already decided.';
const WITHDRAWN = 'This claim was withdrawn.';
const CLOSED = 'This claim is closed.';

/** The status after, or the text of the refusal. */
const outcomes: Record<ClaimStatus, Record<Act, string>> = {
  open: {
    agree: 'approved',
    dispute: 'in_review',
    withdraw: 'withdrawn',
    approve: 'approved',
    deny: 'denied',
    message: 'open',
  },
  in_review: {
    agree: REVIEW,
    dispute: REVIEW,
    withdraw: 'withdrawn',
    approve: 'approved',
    deny: 'denied',
    message: 'in_review',
  },
  approved: {
    agree: DECIDED,
    dispute: DECIDED,
    withdraw: DECIDED,
    approve: DECIDED,
    deny: DECIDED,
    message: CLOSED,
  },
  denied: {
    agree: DECIDED,
    dispute: DECIDED,
    withdraw: DECIDED,
    approve: DECIDED,
    deny: DECIDED,
    message: CLOSED,
  },
  withdrawn: {
    agree: WITHDRAWN,
    dispute: WITHDRAWN,
    withdraw: WITHDRAWN,
    approve: WITHDRAWN,
    deny: WITHDRAWN,
    message: CLOSED,
  },
};

test.each(
  Object.entries(outcomes).flatMap(([status, events]) =>
    Object.entries(events).map(([event, outcome]) => ({ status, event, outcome })),
  ),
)('a claim that is $status and $event: $outcome', async ({ status, event, outcome }) => {
  const scene = await anOpenClaim();
  for (const act of reach[status as ClaimStatus]) expect((await acts[act](scene)).status).toBeLessThan(300);
  const answer = await acts[event as Act](scene);
  const body = answer.body as { claim?: { status: string }; error?: string };
  expect(body.claim?.status ?? body.error).toBe(outcome);
  expect(answer.status).toBe(body.claim ? (event === 'message' ? 201 : 200) : 409);
  const isRefunded = outcome === 'approved' || status === 'approved';
  expect(await adjustmentsOf(scene.order.id)).toHaveLength(isRefunded ? 1 : 0);
});

test('the other side gets 403, strangers 404', async () => {
  const { order, claim } = await anOpenClaim();
  const { id } = claim;
  const stranger = await factory.as(await factory.aBuyer());
  const otherSeller = await factory.as(await factory.aSeller());
  const statuses = await Promise.all([
    order.sellerClient.call(calls.withdrawClaim, { id }),
    order.buyerClient.call(calls.agreeToClaim, { id }),
    order.staffClient.call(calls.agreeToClaim, { id }),
    order.buyerClient.call(calls.decideClaim, { id }, denial),
    order.sellerClient.call(calls.openClaim, { id: order.id }, claimBody(order)),
    stranger.call(calls.showClaim, { id }),
    stranger.call(calls.withdrawClaim, { id }),
    otherSeller.call(calls.agreeToClaim, { id }),
    stranger.call(calls.openClaim, { id: order.id }, claimBody(order)),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 404, 404, 404, 404]);
  expect(await adjustmentsOf(order.id)).toEqual([]);
});

test('an order on its way takes claims of what was not received alone', async () => {
  const order = await anOrderIn('shipped');
  const refused = await open(order);
  expect([refused.status, refused.body]).toEqual([
    409,
    { error: 'Confirm receipt first, or choose "Not received".', code: 'conflict' },
  ]);
  expect((await open(order, { reason: 'not_received', quantity: 10 })).status).toBe(201);
});

test.each([
  ['awaiting_shipment', {}, "This order hasn't shipped yet."],
  ['received', { daysAgo: 8 }, 'Claims close 7 days after receipt. Contact us for help.'],
] as const)('no claim on an order that is %s', async (status, when, error) => {
  const answer = await open(await anOrderIn(status, when));
  expect([answer.status, answer.body]).toEqual([409, { error, code: 'conflict' }]);
});

test.each(['received', 'paid_in_full', 'completed'] as const)(
  'within 7 days of its receipt an order that is %s can be claimed',
  async (status) => {
    expect((await open(await anOrderIn(status, { daysAgo: 6.9 }))).status).toBe(201);
  },
);

test('a claim is open until it is decided; units of a decided one cannot be claimed again', async () => {
  const scene = await anOpenClaim({ quantity: 7 });
  const second = await open(scene.order);
  expect([second.status, second.body]).toEqual([
    409,
    { error: 'A claim is already open on this order.', code: 'conflict' },
  ]);
  await acts.deny(scene);
  const above = await open(scene.order, { quantity: 4 });
  expect([above.status, above.body]).toMatchObject([
    422,
    { errors: [`Only 3 of ${scene.order.line.name} can be claimed.`], code: 'invalid' },
  ]);
  const rest = await open(scene.order, { quantity: 3 });
  expect(rest.status).toBe(201);
  await acts.withdraw({ ...scene, claim: rest.body.claim });
  expect((await open(scene.order, { quantity: 3 })).status).toBe(201);
});

test('what a claim needs: items, a description, and a photo of what arrived', async () => {
  const order = await anOrderIn('received');
  const send = (claim: object) =>
    order.buyerClient.call(
      calls.openClaim,
      { id: order.id },
      { claim: { ...claimBody(order).claim, ...claim } },
    );
  const errorsOf = async (claim: object) => {
    const { status, body } = await send(claim);
    return [status, ...(body as unknown as { errors: string[] }).errors];
  };
  expect(await errorsOf({ lines: [] })).toEqual([422, 'Choose at least one item']);
  expect(await errorsOf({ description: 'Broken' })).toEqual([422, 'Minimum 10 characters']);
  for (const reason of ['damaged', 'wrong_item', 'not_as_described'])
    expect(await errorsOf(claimBody(order, { reason }).claim)).toEqual([422, 'Add at least one photo']);
  expect(await errorsOf(claimBody(order, { reason: 'damaged', photos: ['uploads/x'] }).claim)).toEqual([
    422,
    'Upload the file again',
  ]);
  const other = await anOrderIn('received');
  expect(await errorsOf(claimBody(other).claim)).toEqual([422, 'Choose items of this order']);
  expect(await db()('claims').where({ purchase_order_id: order.id })).toEqual([]);
});

test('agreeing refunds what was requested; the seller’s earnings change by goods less fee', async () => {
  const scene = await anOpenClaim({ quantity: 3 });
  const { body } = await scene.order.sellerClient.call(calls.showClaim, { id: scene.claim.id });
  expect(body.claim).toMatchObject({ requested_cents: 2_400, net_effect_cents: -2_160, refund_cents: null });
  expect(scene.claim).not.toHaveProperty('net_effect_cents');
  const agreed = await acts.agree(scene);
  expect(agreed.body.claim).toMatchObject({
    status: 'approved',
    refund_cents: 2_400,
    freight_refund_cents: 0,
    net_effect_cents: -2_160,
    can: { message: false, agree: false, dispute: false, withdraw: false, decide: false },
  });
  expect(await adjustmentsOf(scene.order.id)).toEqual([
    expect.objectContaining({
      kind: 'claim',
      claim_id: scene.claim.id,
      goods_cents: 2_400,
      fee_cents: 240,
      net_cents: 2_160,
    }),
  ]);
  expect(await db()('refunds').where({ purchase_order_id: scene.order.id })).toEqual([
    expect.objectContaining({ amount_cents: 2_400, status: 'manual' }),
  ]);
});

test('staff refund up to what was requested, per line, and the freight', async () => {
  const scene = await anOpenClaim({ quantity: 3 });
  const { order, claim } = scene;
  await db()('purchase_orders')
    .where({ id: order.id })
    .update({
      freight_cents: 500 as never,
      total_cents: 8_500 as never,
      total_net_to_seller: 7_700 as never,
    });
  const lineId = claim.lines[0]?.id ?? 0;
  const decide = (body: object) =>
    order.staffClient.call(calls.decideClaim, { id: claim.id }, { ...approval(lineId, 2_400), ...body });
  expect((await decide({ lines: [{ id: lineId, refund_cents: 2_401 }] })).body).toMatchObject({
    errors: [`At most $24.00 for ${order.line.name}`],
  });
  expect((await decide({ freight_cents: 501 })).body).toMatchObject({
    errors: ['At most $5.00 of freight'],
  });
  expect((await decide({ lines: [] })).body).toMatchObject({ errors: ['Enter an amount to refund'] });
  const twice = [1, 2_000].map((refund_cents) => ({ id: lineId, refund_cents }));
  expect((await decide({ lines: twice })).body).toMatchObject({ errors: ['Name each line once'] });
  expect((await decide({ lines: [null] })).body).toMatchObject({
    field_errors: { 'lines[0]': ['Enter lines'] },
  });
  expect((await decide({ explanation: '' })).body).toMatchObject({
    field_errors: { explanation: ['Required'] },
  });
  expect((await decide({ version: 0 })).status).toBe(409);
  expect(await adjustmentsOf(order.id)).toEqual([]);
  const { body } = await decide({ freight_cents: 500 });
  expect(body.claim).toMatchObject({
    status: 'approved',
    refund_cents: 2_400,
    freight_refund_cents: 500,
    net_effect_cents: -2_660,
    explanation: 'The photos show the damage.',
  });
  const subject = `Claim ${claim.claim_number} on ${order.po_number}: approved`;
  for (const { text } of await db()('mails').where({ subject }))
    expect(text).toMatch(/Requested\s+\$24\.00\s+Refunded\s+\$29\.00/);
});

test('a disputed payment is not refunded: the claim stays open', async () => {
  const scene = await anOpenClaim();
  await db()('purchase_orders').where({ id: scene.order.id }).update({ payment_flag: 'disputed' });
  const error = 'The card network holds this payment. Resolve the dispute first.';
  for (const act of [acts.agree, acts.approve]) {
    const answer = await act(scene);
    expect([answer.status, answer.body]).toEqual([409, { error, code: 'conflict' }]);
  }
  const { body } = await scene.order.buyerClient.call(calls.showClaim, { id: scene.claim.id });
  expect(body.claim).toMatchObject({ status: 'open', lines: [{ refund_cents: null }] });
});

test('an unanswered claim goes to staff once; an answered one does not', async () => {
  const [late, agreed, young] = [await anOpenClaim(), await anOpenClaim(), await anOpenClaim()];
  await acts.agree(agreed);
  for (const { claim } of [late, agreed]) await lateAnswer(claim.id);
  await Promise.all([escalate(), escalate(), escalate()]);
  const statuses = await db()('claims')
    .whereIn('id', [late.claim.id, agreed.claim.id, young.claim.id])
    .orderBy('id')
    .pluck('status');
  expect(statuses).toEqual(['in_review', 'approved', 'open']);
  const subject = `Claim ${late.claim.claim_number} on ${late.order.po_number}: in review`;
  const mails = await db()('mails').where({ subject }).pluck('recipient');
  expect(mails.sort()).toEqual([late.order.buyer.email, late.order.seller.email].sort());
});

test('each step is mailed to the others once, never to its actor', async () => {
  const { order, claim } = await anOpenClaim();
  const scene = { order, claim };
  await order.sellerClient.call(calls.sendClaimMessage, { id: claim.id }, { body: 'We look into it.' });
  await acts.dispute(scene);
  await order.staffClient.call(calls.sendClaimMessage, { id: claim.id }, { body: 'Send the packing slip.' });
  await acts.approve(scene);
  const rows = await db()('mails').where('subject', 'like', `Claim ${claim.claim_number} on %`).orderBy('id');
  const { email: buyer } = order.buyer;
  const { email: seller } = order.seller;
  const subject = (end: string) => `Claim ${claim.claim_number} on ${order.po_number}: ${end}`;
  expect(rows.map((row) => [row.subject, row.recipient]).sort()).toEqual(
    [
      [subject('opened'), seller],
      [subject('new message'), buyer],
      [subject('disputed'), buyer],
      [subject('new message'), buyer],
      [subject('new message'), seller],
      [subject('approved'), buyer],
      [subject('approved'), seller],
    ].sort(),
  );
  const activity = await db()('order_activity').where({ purchase_order_id: order.id }).orderBy('id');
  expect(activity.map(({ event, actor }) => `${actor} ${event}`)).toEqual([
    'buyer claim_opened',
    'seller claim_message',
    'seller claim_disputed',
    'staff claim_message',
    'staff money_returned',
    'staff claim_approved',
  ]);
});

test('a refund of a claim leaves the order as agreed', async () => {
  const scene = await anOpenClaim();
  const before = await db()('purchase_orders').where({ id: scene.order.id }).first();
  await acts.agree(scene);
  const after = await db()('purchase_orders').where({ id: scene.order.id }).first();
  for (const column of ['status', 'total_cents', 'fee_cents', 'total_net_to_seller'] as const)
    expect(after?.[column]).toBe(before?.[column]);
});

test('hostile text is kept and shown as text', async () => {
  const order = await anOrderIn('received');
  const description = `<script>alert(1)</script> '; drop table claims; --`;
  const { body } = await order.buyerClient.call(
    calls.openClaim,
    { id: order.id },
    { claim: { ...claimBody(order).claim, description } },
  );
  expect(body.claim.description).toBe(description);
  const [mail] = await db()('mails').where('subject', 'like', `Claim ${body.claim.claim_number}%`);
  expect(mail?.html).not.toContain('<script>alert');
});

test('staff list what they decide first, then what sellers answer, with counts', async () => {
  await anOpenClaim();
  const decided = await anOpenClaim();
  await decided.order.buyerClient.call(calls.withdrawClaim, { id: decided.claim.id }, {});
  const scene = await anOpenClaim();
  await acts.dispute(scene);
  const staff = scene.order.staffClient;
  const { body, headers } = await staff.call(calls.listAllClaims, {}, undefined, { status: 'in_review' });
  expect(body.claims.every(({ status }) => status === 'in_review')).toBe(true);
  expect(body.meta.counts.in_review).toBe(Number(headers.get('X-Total-Count')));
  const all = await staff.call(calls.listAllClaims, {});
  const turns = all.body.claims.map(({ status }) => (status === 'in_review' ? 0 : status === 'open' ? 1 : 2));
  expect(turns).toEqual(turns.toSorted());
  expect(new Set(turns)).toEqual(new Set([0, 1, 2]));
  const paged = [];
  for (let page = 1; paged.length < turns.length; page++)
    paged.push(...(await staff.call(calls.listAllClaims, {}, undefined, { page, per: 2 })).body.claims);
  expect(paged.map(({ id }) => id)).toEqual(all.body.claims.map(({ id }) => id));
  expect((await scene.order.sellerClient.call(calls.listClaims, {})).body.claims).toHaveLength(1);
});

test('while a claim is undecided, Pay in full is neither primary nor offered to staff', async () => {
  const { order, claim } = await anOpenClaim();
  const buttons = async () =>
    eventsOf((await order.staffClient.call(showStaffOrder, { id: order.id })).body.order);
  const blockedBecause = 'This order has an open claim. Decide it first.';
  expect(await buttons()).toEqual([{ event: 'pay_in_full', isUsual: false, blockedBecause }]);
  await order.sellerClient.call(calls.disputeClaim, { id: claim.id }, { message: 'All of it was packed.' });
  expect(await buttons()).toEqual([{ event: 'pay_in_full', isUsual: false, blockedBecause }]);
  await order.buyerClient.call(calls.withdrawClaim, { id: claim.id }, {});
  expect(await buttons()).toEqual([{ event: 'pay_in_full', isUsual: true, blockedBecause: undefined }]);
});

test('an undecided claim of what was not received holds up the receipt, by the buyer and by time', async () => {
  const order = await anOrderIn('shipped');
  const { body } = await open(order, { reason: 'not_received' });
  const receive = () => order.buyerClient.call(receiveShippedOrder, { id: order.id });
  const refused = await receive();
  expect([refused.status, refused.body]).toEqual([
    409,
    { error: 'Withdraw your claim first.', code: 'conflict' },
  ]);
  await db()('purchase_orders')
    .where({ id: order.id })
    .update({ receipt_due_at: new Date(Date.now() - 1_000) });
  const status = async () => (await db()('purchase_orders').where({ id: order.id }).first())?.status;
  await runDueJobs(app.services, shippingJobs);
  for (const job of shippingJobs.filter(({ name }) => name === 'auto-receive')) {
    await job.work(app.services, {});
    await runDueJobs(app.services, shippingJobs);
    expect(await status()).toBe('shipped');
    await order.buyerClient.call(calls.withdrawClaim, { id: body.claim.id });
    await job.work(app.services, {});
    await runDueJobs(app.services, shippingJobs);
  }
  expect(await status()).toBe('received');
});

test('the board of what needs attention has claims in review and refunds to settle', async () => {
  const [reviewed, agreed] = [await anOpenClaim(), await anOpenClaim()];
  await acts.dispute(reviewed);
  await acts.agree(agreed);
  const rowsOf = async (kind: string) =>
    (await reviewed.order.staffClient.call(stuckRows, { kind }, undefined, { per: 1_000 })).body.rows;
  const titles = (await rowsOf('claims-in-review')).map(({ title }) => title);
  expect(titles).toContain(reviewed.claim.claim_number);
  const refunds = (await rowsOf('refunds-to-settle')).map(({ title }) => title);
  expect(refunds).toContain(agreed.order.po_number);
});
