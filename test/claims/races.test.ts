import * as calls from '../../server/claims/contract';
import { escalateClaim } from '../../server/claims/jobs';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';
import { claimsHarness } from './claims-harness';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);
const { anOrderIn, open, anOpenClaim, lateAnswer } = claimsHarness(factory);

const ROUNDS = 6;

test('agree, decide, deny, withdraw, dispute and the deadline at once: one outcome, one refund at most', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { order, claim } = await anOpenClaim();
    const { id } = claim;
    await lateAnswer(id);
    const line = { id: claim.lines[0]?.id ?? 0, refund_cents: 1_000 };
    const explanation = 'Decided.';
    const answers = await Promise.all([
      order.sellerClient.call(calls.agreeToClaim, { id }),
      order.sellerClient.call(calls.agreeToClaim, { id }),
      order.buyerClient.call(calls.withdrawClaim, { id }),
      order.staffClient.call(calls.decideClaim, { id }, { decision: 'approve', lines: [line], explanation }),
      order.staffClient.call(calls.decideClaim, { id }, { decision: 'deny', explanation }),
      escalateClaim.work(app.services, { claim_id: id }).then(() => ({ status: 0 })),
    ]);
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
    const row = await factory.db('claims').where({ id }).first();
    const adjustments = await factory.db('adjustments').where({ claim_id: id });
    expect(adjustments).toHaveLength(row?.status === 'approved' ? 1 : 0);
    const refunds = await factory.db('refunds').where({ purchase_order_id: order.id });
    expect(refunds).toHaveLength(adjustments.length);
  }
});

test('ten claims at once on one order: one is opened', async () => {
  const order = await anOrderIn('received');
  const answers = await Promise.all(Array.from({ length: 10 }, () => open(order)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
});

test('a fault in the middle of agreeing leaves nothing', async () => {
  const { order, claim } = await anOpenClaim();
  await factory.db.raw(`
    create function fail_on_refund() returns trigger language plpgsql as $$ begin raise 'a fault'; end $$;
    create trigger fail_on_refund before insert on refunds for each row execute function fail_on_refund()`);
  try {
    expect((await order.sellerClient.call(calls.agreeToClaim, { id: claim.id })).status).toBe(500);
  } finally {
    await factory.db.raw('drop trigger fail_on_refund on refunds; drop function fail_on_refund()');
  }
  expect(await factory.db('adjustments').where({ claim_id: claim.id })).toEqual([]);
  expect((await factory.db('claims').where({ id: claim.id }).first())?.status).toBe('open');
  expect((await order.sellerClient.call(calls.agreeToClaim, { id: claim.id })).status).toBe(200);
});
