import type { Knex } from 'knex';
import type { Buyer, Seller } from '../../server/accounts/policy';
import { approvalJobs, lapseApprovals, remindApprovers } from '../../server/approvals/jobs';
import { type Cents, cents } from '../../server/contract/money';
import { enqueue } from '../../server/jobs/job';
import type { Approval, OfferDocument } from '../../server/offers/contract';
import type { PurchaseOrderDocument } from '../../server/orders/contract';
import { headerBadges } from '../../server/pages/contract';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { until } from '../support/process';
import { useTestApp } from '../support/test-app';
import { isWaiting } from '../support/workers';

const app = useTestApp({ rateLimits: false, maxUnpaidOrders: 1_000 });
const factory = new Factory(app);

interface Limits {
  order?: Cents | null;
  month?: Cents | null;
}

/** A company with an owner, an approver and a purchaser, and a seller. Default: $500.00 an order, $2,000.00 a month. */
async function company({ order = cents(50_000), month = cents(200_000) }: Limits = {}) {
  const [owner, seller] = [await factory.aBuyer(), await factory.aSeller()];
  const approver = await factory.aMember(owner, 'approver', { name: 'Anna Bauer' });
  const made = await factory.aMember(owner, 'purchaser', { name: 'Ben Ruiz' });
  await factory
    .db('users')
    .where({ id: made.id })
    .update({ order_limit_cents: order, month_limit_cents: month });
  const purchaser: Buyer = { ...made, limits: { order_cents: order, month_cents: month } };
  return {
    owner,
    seller,
    approver,
    purchaser,
    asOwner: await factory.as(owner),
    asSeller: await factory.as(seller),
    asApprover: await factory.as(approver),
    asPurchaser: await factory.as(purchaser),
  };
}

/** A draft of the company of so many cents in one unit. */
async function draftOf(total: number, { owner, seller }: { owner: Buyer; seller?: Seller }) {
  const from = seller ?? (await factory.aSeller());
  const product = await factory.aProduct({
    seller: from,
    seller_price_cents: cents(total),
    msrp_cents: cents(total),
  });
  const lines = [{ product, quantity: 1n, unit_price: cents(total) }];
  return factory.anOffer({ buyer: owner, seller: from, state: 'draft', lines });
}

const submit = (client: Client, id: number, body: object = {}) =>
  client.request('PUT', `/offers/${id}/submit`, { body });
const buyNow = (client: Client, id: number, body: object = {}) =>
  client.request('PUT', `/offers/${id}/accept`, { body });
const counterBy = (client: Client, id: number, line: number, price: number) =>
  client.request('POST', `/offers/${id}/counter_offer`, {
    body: { offer_products_attributes: [{ id: line, unit_price: price }] },
  });
const decide = (client: Client, id: number, what: string, body: object = {}) =>
  client.request('POST', `/approvals/${id}/${what}`, { body });

const attributesOf = ({ body }: { body: unknown }) => (body as OfferDocument).data.attributes;
const show = async (client: Client, id: number) => attributesOf(await client.request('GET', `/offers/${id}`));
const requests = async (client: Client, query: object = {}) =>
  ((await client.request('GET', '/approvals', { query })).body as { approvals: Approval[] }).approvals;
const refusal = ({ status, body }: { status: number; body: unknown }) => {
  const { error, errors, code } = body as { error?: string; errors?: string[]; code?: string };
  return [status, error ?? errors?.[0], code];
};
const count = <T>(list: readonly T[], item: T) => list.filter((one) => one === item).length;

const CHANGED = [
  409,
  'The offer changed since this was requested. Review it and ask again.',
  'approval_lapsed',
];
const DECIDED = [409, 'This request was already decided.', 'approval_decided'];

/** A draft of $600.00, which its purchaser asked to send. */
async function requested(members: Awaited<ReturnType<typeof company>>, act: typeof submit = submit) {
  const offer = await draftOf(60_000, members);
  const answer = await act(members.asPurchaser, offer.id);
  expect(answer.status).toBe(202);
  const { approval } = attributesOf(answer);
  return { offer, id: approval?.id ?? 0, version: offer.version };
}

describe('limits', () => {
  test.each([
    ['sending', submit],
    ['buying', buyNow],
  ])('%s for the limit itself passes, one cent more waits and leaves the draft', async (_what, act) => {
    const members = await company();
    const { asPurchaser } = members;
    expect((await act(asPurchaser, (await draftOf(50_000, members)).id)).status).toBe(200);
    const above = await draftOf(50_001, members);
    const answer = await act(asPurchaser, above.id);
    expect(answer.status).toBe(202);
    expect(attributesOf(answer)).toMatchObject({
      state: 'draft',
      version: above.version,
      approval: {
        act: act === submit ? 'submit' : 'accept',
        total_cents: 50_001,
        limit_cents: 50_000,
        exceeds: 'order',
        status: 'requested',
        requested_by: { id: members.purchaser.id, name: 'Ben Ruiz' },
      },
    });
    expect(await factory.db('purchase_orders').where({ offer_id: above.id })).toEqual([]);
  });

  test('ten of $499.00 at once stop at the limit of the month', async () => {
    const members = await company();
    const drafts = [];
    for (let index = 0; index < 10; index++) drafts.push(await draftOf(49_900, { owner: members.owner }));
    const acts = drafts.map(({ id }, index) => (index % 2 ? submit : buyNow)(members.asPurchaser, id));
    const statuses = (await Promise.all(acts)).map(({ status }) => status);
    expect([count(statuses, 200), count(statuses, 202)]).toEqual([4, 6]);
    expect(await requests(members.asPurchaser)).toHaveLength(6);
  });

  test('owners and approvers buy without a limit, also above one of their own', async () => {
    const members = await company();
    await factory
      .db('users')
      .where({ id: members.approver.id })
      .update({ order_limit_cents: cents(1) });
    for (const client of [members.asOwner, members.asApprover])
      expect((await buyNow(client, (await draftOf(900_000, members)).id)).status).toBe(200);
  });

  test('no limit is no limit', async () => {
    const members = await company({ order: null, month: null });
    expect((await buyNow(members.asPurchaser, (await draftOf(900_000, members)).id)).status).toBe(200);
  });

  test('a counter of the seller and its withdrawal neither free nor need anything', async () => {
    const members = await company({ order: null, month: cents(100_000) });
    const { asPurchaser, asSeller, seller } = members;
    const product = await factory.aProduct({
      seller,
      seller_price_cents: cents(90_000),
      msrp_cents: cents(90_000),
    });
    const lines = [{ product, quantity: 1n, unit_price: cents(60_000) }];
    const offer = await factory.anOffer({ buyer: members.owner, seller, state: 'draft', lines });
    expect((await submit(asPurchaser, offer.id)).status).toBe(200);
    const other = async () =>
      (await submit(asPurchaser, (await draftOf(40_001, { owner: members.owner })).id)).status;
    expect(await other()).toBe(202);
    expect((await counterBy(asSeller, offer.id, offer.lines[0]?.id ?? 0, 80_000)).status).toBe(200);
    expect(await other()).toBe(202);
    expect((await asSeller.request('POST', `/offers/${offer.id}/withdraw`)).status).toBe(200);
    expect(await other()).toBe(202);
    // The order that the seller's acceptance makes is the same purchaser's.
    expect((await buyNow(asSeller, offer.id)).status).toBe(200);
    expect(await other()).toBe(202);
    await factory.db('purchase_orders').where({ offer_id: offer.id }).update({ status: 'canceled' });
    expect(await other()).toBe(200);
  });

  test('an order of 31 days ago no longer counts', async () => {
    const members = await company({ order: null, month: cents(100_000) });
    const old = await draftOf(90_000, members);
    expect((await buyNow(members.asPurchaser, old.id)).status).toBe(200);
    expect((await buyNow(members.asPurchaser, (await draftOf(20_000, members)).id)).status).toBe(202);
    const before = new Date(Date.now() - 31 * 86_400_000);
    await factory.db('purchase_orders').where({ offer_id: old.id }).update({ created_at: before });
    expect((await buyNow(members.asPurchaser, (await draftOf(20_000, members)).id)).status).toBe(200);
  });

  test('what was approved counts for nobody', async () => {
    const members = await company({ order: cents(50_000), month: cents(60_000) });
    const { id, version } = await requested(members, buyNow);
    expect((await decide(members.asApprover, id, 'approve', { version })).status).toBe(200);
    expect((await buyNow(members.asPurchaser, (await draftOf(50_000, members)).id)).status).toBe(200);
  });

  test('a purchaser who counters or accepts above the limit waits, within it the offer is theirs', async () => {
    const members = await company({ order: cents(50_000) });
    const { asPurchaser, asSeller, owner, seller } = members;
    const product = await factory.aProduct({
      seller,
      seller_price_cents: cents(90_000),
      msrp_cents: cents(90_000),
    });
    const lines = [{ product, quantity: 1n, unit_price: cents(40_000) }];
    const offer = await factory.anOffer({ buyer: owner, seller, lines });
    const line = offer.lines[0]?.id ?? 0;
    expect((await counterBy(asSeller, offer.id, line, 80_000)).status).toBe(200);
    const accepted = await buyNow(asPurchaser, offer.id);
    expect([accepted.status, attributesOf(accepted).state]).toEqual([202, 'buyer_review']);
    const countered = await counterBy(asPurchaser, offer.id, line, 70_000);
    expect(attributesOf(countered)).toMatchObject({
      state: 'buyer_review',
      approval: { act: 'counter', total_cents: 70_000 },
    });
    expect((await requests(members.asOwner)).map(({ status, reason }) => [status, reason])).toEqual([
      ['requested', null],
      ['lapsed', 'replaced'],
    ]);
    expect((await counterBy(asPurchaser, offer.id, line, 45_000)).status).toBe(200);
    expect(await factory.db('offers').where({ id: offer.id }).first()).toMatchObject({
      committed_by: members.purchaser.id,
      committed_cents: 45_000,
    });
  });
});

describe('requests', () => {
  test('the same act again is the same request, another content replaces it', async () => {
    const members = await company();
    const { offer, id } = await requested(members);
    const again = await submit(members.asPurchaser, offer.id);
    expect([again.status, attributesOf(again).approval?.id]).toEqual([202, id]);
    const noted = await submit(members.asPurchaser, offer.id, { note: 'By Friday' });
    expect(attributesOf(noted).approval?.id).not.toBe(id);
    expect(await requests(members.asOwner, { status: 'lapsed' })).toMatchObject([{ id, reason: 'replaced' }]);
  });

  test('20 times the same act at once is one request', async () => {
    const members = await company();
    const offer = await draftOf(60_000, members);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => submit(members.asPurchaser, offer.id)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(await requests(members.asOwner)).toHaveLength(1);
  });

  test('only the own company reads and decides them', async () => {
    const members = await company();
    const { offer, id, version } = await requested(members);
    expect((await show(members.asOwner, offer.id)).approval?.id).toBe(id);
    expect((await members.asSeller.request('GET', '/approvals')).status).toBe(403);
    const stranger = await factory.as(await factory.aBuyer());
    expect(await requests(stranger)).toEqual([]);
    for (const what of ['approve', 'decline', 'cancel'])
      expect((await decide(stranger, id, what, { version })).status).toBe(404);
    const staff = await factory.as(await factory.staff());
    expect('approval' in (await show(staff, offer.id))).toBe(false);
  });

  test('a seller under whose eyes it waits does not see it', async () => {
    const members = await company({ order: cents(1_000) });
    const offer = await factory.anOffer({
      buyer: members.owner,
      seller: members.seller,
      state: 'buyer_review',
    });
    expect((await buyNow(members.asPurchaser, offer.id)).status).toBe(202);
    expect((await show(members.asOwner, offer.id)).approval?.act).toBe('accept');
    expect('approval' in (await show(members.asSeller, offer.id))).toBe(false);
  });

  test('it lapses by a change of the offer, after 7 days and with its requester; the job writes why', async () => {
    const members = await company();
    const [changed, expired, removed, moved] = [
      await requested(members),
      await requested({ ...members, seller: await factory.aSeller() }),
      await requested({ ...members, seller: await factory.aSeller() }),
      await requested({ ...members, seller: await factory.aSeller() }),
    ];
    const other = await factory.aMember(members.owner, 'purchaser');
    const shipping = { carrier_instructions: 'Dock 4' };
    const path = `/offers/${changed.offer.id}/shipping`;
    expect((await members.asOwner.request('PUT', path, { body: { shipping } })).status).toBe(200);
    const ofId = (id: number) => factory.db('approval_requests').where({ id });
    await ofId(expired.id).update({ expires_at: new Date(Date.now() - 1_000) });
    await ofId(removed.id).update({ requested_by: other.id });
    await factory.db('users').where({ id: other.id }).update({ status: 'removed' });
    const elsewhere = await factory.aMember(await factory.aBuyer(), 'viewer');
    await ofId(moved.id).update({ requested_by: elsewhere.id });
    const lapsed = async () =>
      (await requests(members.asOwner)).map(({ id, status, reason }) => [id, status, reason]);
    const expected = [
      [moved.id, 'lapsed', 'removed'],
      [removed.id, 'lapsed', 'removed'],
      [expired.id, 'lapsed', 'expired'],
      [changed.id, 'lapsed', 'changed'],
    ];
    expect(await lapsed()).toEqual(expected);
    for (const { offer } of [expired, moved])
      expect('approval' in (await show(members.asOwner, offer.id))).toBe(false);
    expect(await ofId(changed.id).first()).toMatchObject({ status: 'requested' });
    await factory.transaction((tx) => enqueue(tx, lapseApprovals, {}));
    await runDueJobs(app.services, approvalJobs);
    expect(await lapsed()).toEqual(expected);
    expect(await ofId(changed.id).first()).toMatchObject({ status: 'lapsed', reason: 'changed' });
    expect(
      refusal(await decide(members.asApprover, expired.id, 'approve', { version: expired.version })),
    ).toEqual(CHANGED);
    const mails = await factory.db('mails').where({ recipient: elsewhere.email });
    expect(mails).toEqual([]);
  });

  test('what a member spent for another company counts against no limit here', async () => {
    const members = await company();
    const before = await draftOf(45_000, members);
    expect((await submit(members.asPurchaser, before.id)).status).toBe(200);
    const other = await factory.aBuyer();
    const limits = { order_limit_cents: cents(50_000), month_limit_cents: cents(50_000) };
    await factory
      .db('users')
      .where({ id: members.purchaser.id })
      .update({ buyer_id: other.buyer_id, ...limits });
    const client = await factory.as({ ...members.purchaser, buyer_id: other.buyer_id });
    const [within, above] = [await draftOf(45_000, { owner: other }), await draftOf(5_001, { owner: other })];
    expect((await submit(client, within.id)).status).toBe(200);
    expect((await submit(client, above.id)).status).toBe(202);
  });
});

describe('deciding', () => {
  test('approving sends what was asked for as the approver, and the history names both', async () => {
    const members = await company();
    const { offer, id, version } = await requested(members, (client, offerId) =>
      submit(client, offerId, { note: 'By Friday' }),
    );
    const answer = await decide(members.asApprover, id, 'approve', { version });
    expect(answer.status).toBe(200);
    expect(attributesOf(answer)).toMatchObject({ state: 'seller_review', total_cents: 60_000 });
    expect(attributesOf(answer).history[0]).toMatchObject({
      event: 'submit',
      note: 'By Friday',
      by: { name: 'Anna Bauer' },
      requested_by: { id: members.purchaser.id, name: 'Ben Ruiz' },
    });
    expect('requested_by' in ((await show(members.asSeller, offer.id)).history[0] ?? {})).toBe(false);
    expect('approval' in attributesOf(answer)).toBe(false);
    expect(await factory.db('offer_history').where({ offer_id: offer.id }).first()).toMatchObject({
      user_id: members.approver.id,
      requested_by: members.purchaser.id,
    });
    expect(await requests(members.asPurchaser)).toMatchObject([
      { id, status: 'approved', decided_by: { id: members.approver.id, name: 'Anna Bauer' } },
    ]);
    expect(refusal(await decide(members.asApprover, id, 'approve', { version }))).toEqual(DECIDED);
    expect(refusal(await decide(members.asApprover, id, 'decline'))).toEqual(DECIDED);
    expect(refusal(await decide(members.asPurchaser, id, 'cancel'))).toEqual(DECIDED);
  });

  test('approving buys, and answers as the acceptance does', async () => {
    const members = await company();
    const { offer, id, version } = await requested(members, buyNow);
    const answer = await decide(members.asApprover, id, 'approve', { version });
    const order = await factory.db('purchase_orders').where({ offer_id: offer.id }).first();
    expect(order).toMatchObject({ total_cents: 60_000, committed_by: null });
    expect(attributesOf(answer)).toMatchObject({ state: 'accepted', purchase_order_id: order?.id });
  });

  test('approving a counter names the prices that were asked for', async () => {
    const members = await company({ order: cents(1_000) });
    const { owner, seller } = members;
    const offer = await factory.anOffer({ buyer: owner, seller, state: 'buyer_review' });
    const countered = await counterBy(members.asPurchaser, offer.id, offer.lines[0]?.id ?? 0, 700);
    const { approval } = attributesOf(countered);
    const { version } = offer;
    const answer = await decide(members.asOwner, approval?.id ?? 0, 'approve', { version });
    expect(attributesOf(answer)).toMatchObject({ state: 'seller_review', total_cents: 7_000 });
  });

  const CHANGES: Record<
    string,
    (
      given: Awaited<ReturnType<typeof requested>>,
      members: Awaited<ReturnType<typeof company>>,
    ) => Promise<unknown>
  > = {
    'a line': ({ offer }, { asOwner }) => {
      const path = `/offers/${offer.id}/offer_products/${offer.lines[0]?.id}`;
      return asOwner.request('PUT', path, { body: { quantity: 2, unit_price: 60_000 } });
    },
    'a price': ({ offer }, { asOwner }) => {
      const path = `/offers/${offer.id}/offer_products/${offer.lines[0]?.id}`;
      return asOwner.request('PUT', path, { body: { quantity: 1, unit_price: 59_000 } });
    },
    'the address': (_given, { owner }) =>
      factory.db('addresses').where({ buyer_id: owner.buyer_id }).update({ line1: '1 Elsewhere St' }),
  };

  test.each(Object.keys(CHANGES))('after a change of %s there is nothing to approve', async (what) => {
    const members = await company();
    const address = {
      company: 'Ridgeline',
      line1: '400 Linden Ave',
      city: 'Dayton',
      region: 'OH',
      postal_code: '45402',
      country: 'US',
      phone: '937-224-5678',
    };
    await members.asOwner.request('POST', '/marketplace/addresses', { body: { address } });
    const given = await requested(members);
    await CHANGES[what]?.(given, members);
    const { id, offer, version } = given;
    expect(refusal(await decide(members.asApprover, id, 'approve', { version }))).toEqual(CHANGED);
    expect((await show(members.asOwner, offer.id)).state).toBe('draft');
    expect(await requests(members.asOwner)).toMatchObject([{ id, status: 'lapsed', reason: 'changed' }]);
  });

  test('a counter that was taken back first cannot be accepted', async () => {
    const members = await company({ order: cents(1_000) });
    const { owner, seller } = members;
    const { id, version } = await factory.anOffer({ buyer: owner, seller, state: 'buyer_review' });
    const { approval } = attributesOf(await buyNow(members.asPurchaser, id));
    expect((await members.asSeller.request('POST', `/offers/${id}/withdraw`)).status).toBe(200);
    const answer = await decide(members.asApprover, approval?.id ?? 0, 'approve', { version });
    expect(refusal(answer)).toEqual(CHANGED);
    expect((await show(members.asOwner, id)).state).toBe('seller_review');
  });

  test('an approval names the version; another one changes nothing', async () => {
    const members = await company();
    const { id, version } = await requested(members);
    expect((await decide(members.asApprover, id, 'approve')).status).toBe(422);
    expect(refusal(await decide(members.asApprover, id, 'approve', { version: version - 1 }))).toEqual(
      CHANGED,
    );
    expect((await decide(members.asApprover, id, 'approve', { version })).status).toBe(200);
  });

  test('purchasers and viewers do not decide', async () => {
    const members = await company();
    const { id, version } = await requested(members);
    for (const role of ['purchaser', 'viewer'] as const) {
      const client = await factory.as(await factory.aMember(members.owner, role));
      expect(refusal(await decide(client, id, 'approve', { version }))).toMatchObject([
        403,
        expect.stringContaining(`Your role (${role}) can't do this.`),
        'role_forbidden',
      ]);
    }
    expect(refusal(await decide(members.asPurchaser, id, 'approve', { version }))[0]).toBe(403);
  });

  test('a requester who became an approver does not decide, unless nobody else may', async () => {
    const members = await company();
    const { id, version } = await requested(members);
    const noLimits = { order_limit_cents: null, month_limit_cents: null };
    await factory
      .db('users')
      .where({ id: members.purchaser.id })
      .update({ role: 'approver', ...noLimits });
    const promoted = await factory.as(members.purchaser);
    const answer = await decide(promoted, id, 'approve', { version });
    expect(refusal(answer)).toEqual([403, 'Someone else has to approve your request.', 'own_request']);
    const others = [members.owner.id, members.approver.id];
    await factory.db('users').whereIn('id', others).update({ status: 'denied' });
    const alone = await decide(promoted, id, 'decline', { note: 'Not this week' });
    expect(alone.body).toMatchObject({ approval: { status: 'declined', note: 'Not this week' } });
  });

  test('the requester cancels, nobody else', async () => {
    const members = await company();
    const { id, offer } = await requested(members);
    expect((await decide(members.asOwner, id, 'cancel')).status).toBe(403);
    expect((await decide(members.asPurchaser, id, 'cancel')).body).toMatchObject({
      approval: { status: 'canceled' },
    });
    expect('approval' in (await show(members.asPurchaser, offer.id))).toBe(false);
  });

  test('what stock cut is told to the approver, and nothing was bought', async () => {
    const members = await company();
    const { id, offer, version } = await requested(members, buyNow);
    await factory.db('products').where({ id: offer.product.id }).update({ units: 0n });
    const answer = await decide(members.asApprover, id, 'approve', { version });
    expect(answer.body).toMatchObject({ cancelled: true });
    expect(await factory.db('purchase_orders').where({ offer_id: offer.id })).toEqual([]);
  });

  test('another refusal leaves the request open', async () => {
    const members = await company();
    const { id, offer, version } = await requested(members);
    await factory.db('products').where({ id: offer.product.id }).update({ paused: true });
    expect((await decide(members.asApprover, id, 'approve', { version })).status).toBe(422);
    expect(await requests(members.asOwner)).toMatchObject([{ id, status: 'requested' }]);
    await factory.db('products').where({ id: offer.product.id }).update({ paused: false });
    expect((await decide(members.asApprover, id, 'approve', { version })).status).toBe(200);
  });

  test('the requester alone reads among the current ones what was declined, until the offer changes', async () => {
    const members = await company();
    const { id } = await draftOf(60_000, members);
    await submit(members.asPurchaser, id);
    const [request] = await requests(members.asPurchaser);
    const current = async (client: Client) =>
      (await requests(client, { current: true })).map(({ status, note, seller_name }) => [
        status,
        note,
        seller_name,
      ]);
    expect(await current(members.asApprover)).toEqual([['requested', null, expect.any(String)]]);
    await decide(members.asApprover, request?.id ?? 0, 'decline', { note: 'Too many' });
    expect(await current(members.asPurchaser)).toEqual([['declined', 'Too many', expect.any(String)]]);
    expect(await current(members.asApprover)).toEqual([]);
    await submit(members.asPurchaser, id);
    expect(await current(members.asPurchaser)).toEqual([['requested', null, expect.any(String)]]);
    await decide(members.asApprover, (await requests(members.asPurchaser))[0]?.id ?? 0, 'decline');
    expect(await current(members.asPurchaser)).toHaveLength(1);
    await factory.db('offers').where({ id }).increment('version', 1);
    expect(await current(members.asPurchaser)).toEqual([]);
    expect(await requests(members.asPurchaser, { status: 'declined' })).toHaveLength(2);
  });

  test('of approvals, a decline, a cancellation and a cart change at once, one wins', async () => {
    const members = await company({ order: cents(50_000), month: null });
    for (let round = 0; round < 10; round++) {
      const given = await requested({ ...members, seller: await factory.aSeller() });
      const { id, version } = given;
      const answers = await Promise.all([
        decide(members.asApprover, id, 'approve', { version }),
        decide(members.asOwner, id, 'approve', { version }),
        decide(members.asOwner, id, 'decline'),
        decide(members.asPurchaser, id, 'cancel'),
        CHANGES['a line']?.(given, members) as Promise<{ status: number }>,
      ]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => ![200, 404, 409, 422].includes(status))).toEqual([]);
      const [first = 0, second = 0, declined = 0, canceled = 0] = statuses;
      const sent = count([first, second], 200);
      const { state } = await show(members.asOwner, given.offer.id);
      expect(state).toBe(sent === 1 ? 'seller_review' : 'draft');
      expect(sent + count([declined, canceled], 200)).toBeLessThanOrEqual(1);
      const moves = await factory.db('offer_history').where({ offer_id: given.offer.id, event: 'submit' });
      expect(moves).toHaveLength(sent);
    }
  });
});

test('a dot on My Offers tells those who decide that a request waits, until it is over', async () => {
  const members = await company();
  const viewer = await factory.as(await factory.aMember(members.owner, 'viewer'));
  const { asOwner, asApprover, asPurchaser } = members;
  const dots = () =>
    Promise.all(
      [asOwner, asApprover, asPurchaser, viewer].map(async (client) =>
        /data-badge="offers">/.test((await client.call(headerBadges, {})).body.actions),
      ),
    );
  const NONE = [false, false, false, false];
  expect(await dots()).toEqual(NONE);
  const { id } = await requested(members);
  expect(await dots()).toEqual([true, true, false, false]);
  const words = async () => (await asApprover.call(headerBadges, {})).body.actions;
  expect(await words()).toContain('A request needs your approval');
  await decide(asApprover, id, 'decline');
  expect(await dots()).toEqual(NONE);
  const { offer } = await requested(members);
  const line = `/offers/${offer.id}/offer_products/${offer.lines[0]?.id}`;
  expect(await dots()).toEqual([true, true, false, false]);
  await asPurchaser.request('PUT', line, { body: { quantity: 1, unit_price: 45_000 } });
  expect(await dots()).toEqual(NONE);
  await factory.anOffer({ buyer: members.owner, state: 'buyer_review' });
  await requested(members);
  expect(await words()).toContain('An offer needs your response');
});

describe('mails', () => {
  const mailsTo = async ({ email }: { email: string }, { offer_number }: { offer_number: string }) =>
    factory.db('mails').where({ recipient: email }).whereLike('subject', `%: ${offer_number}%`).orderBy('id');
  const subjectsTo = async (person: { email: string }, offer: { offer_number: string }) =>
    (await mailsTo(person, offer)).map(({ subject }) => subject);
  const run = async (job: typeof lapseApprovals) => {
    await factory.transaction((tx) => enqueue(tx, job, {}));
    await runDueJobs(app.services, approvalJobs);
  };
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

  test('those who decide are asked at once, and once again after a day while it is open', async () => {
    const members = await company();
    const viewer = await factory.aMember(members.owner, 'viewer');
    const { offer, id } = await requested(members);
    await submit(members.asPurchaser, offer.id);
    const needed = `Approval needed: ${offer.offer_number}, $600.00`;
    for (const person of [members.owner, members.approver])
      expect(await subjectsTo(person, offer)).toEqual([needed]);
    for (const person of [members.purchaser, viewer, members.seller])
      expect(await subjectsTo(person, offer)).toEqual([]);
    const [mail] = await mailsTo(members.approver, offer);
    expect(mail?.text).toContain('Ben Ruiz wants to send offer');
    expect(mail?.text).toContain('above the limit of $500.00 per order.');
    await run(remindApprovers);
    expect(await subjectsTo(members.approver, offer)).toEqual([needed]);
    await factory
      .db('approval_requests')
      .where({ id })
      .update({ created_at: hoursAgo(25) });
    await run(remindApprovers);
    await run(remindApprovers);
    expect(await subjectsTo(members.approver, offer)).toEqual([needed, needed]);
    await decide(members.asOwner, id, 'decline', { note: 'Too late in the year' });
    await run(remindApprovers);
    expect(await subjectsTo(members.owner, offer)).toEqual([needed, needed]);
    expect(await subjectsTo(members.purchaser, offer)).toEqual([`Declined: ${offer.offer_number}`]);
    expect((await mailsTo(members.purchaser, offer))[0]?.text).toContain('Too late in the year');
  });

  test('the requester reads what became of it, unless they caused that', async () => {
    const members = await company();
    const make = async () => requested({ ...members, seller: await factory.aSeller() });
    const [approved, canceled, expired, submitted, moved] = [
      await make(),
      await make(),
      await make(),
      await make(),
      await make(),
    ];
    await decide(members.asApprover, approved.id, 'approve', { version: approved.version });
    await decide(members.asPurchaser, canceled.id, 'cancel');
    const ofId = (id: number) => factory.db('approval_requests').where({ id });
    await ofId(expired.id).update({ expires_at: hoursAgo(1) });
    expect((await submit(members.asOwner, submitted.offer.id)).status).toBe(200);
    const line = `/offers/${moved.offer.id}/offer_products/${moved.offer.lines[0]?.id}`;
    await members.asPurchaser.request('PUT', line, { body: { quantity: 1, unit_price: 45_000 } });
    expect((await submit(members.asPurchaser, moved.offer.id)).status).toBe(200);
    await run(lapseApprovals);
    await run(lapseApprovals);
    const told = ({ offer }: typeof approved) => subjectsTo(members.purchaser, offer);
    expect(await told(approved)).toEqual([`Approved: ${approved.offer.offer_number}`]);
    expect(await told(canceled)).toEqual([]);
    const [mail] = await mailsTo(members.purchaser, expired.offer);
    expect(mail?.text).toContain('No one decided on the request within 7 days.');
    expect(await told(expired)).toEqual([`Lapsed: ${expired.offer.offer_number}`]);
    expect(await told(submitted)).toEqual([`Lapsed: ${submitted.offer.offer_number}`]);
    expect(await told(moved)).toEqual([]);
  });

  test('who asked for an approved purchase reads of its order as the approver does', async () => {
    const members = await company();
    const other = await factory.aMember(members.owner, 'purchaser');
    const { offer, id, version } = await requested(members, buyNow);
    const approved = await decide(members.asApprover, id, 'approve', { version });
    const orderId = attributesOf(approved).purchase_order_id;
    const madeBy = async (client: Client) => {
      const answer = await client.request('GET', `/marketplace/purchase_orders/${orderId}`);
      const [made] = (answer.body as PurchaseOrderDocument).data.attributes.history;
      return [made?.by?.name, made?.requested_by?.name];
    };
    expect(await madeBy(members.asOwner)).toEqual(['Anna Bauer', 'Ben Ruiz']);
    expect(await madeBy(members.asSeller)).toEqual([undefined, undefined]);
    const [mail] = await mailsTo(members.purchaser, offer);
    expect(mail?.text).toContain(`View Order: ${app.services.config.appUrl}/my_orders?order=${orderId}`);
    const aboutOrder = async ({ email }: Buyer) =>
      factory.db('mails').where({ recipient: email }).whereLike('subject', '%: pay $600.00 by %');
    expect(await aboutOrder(members.approver)).toHaveLength(1);
    expect(await aboutOrder(members.purchaser)).toHaveLength(1);
    expect(await aboutOrder(other)).toHaveLength(0);
  });

  test("a colleague's change of the cart is told to the requester by name, their own is not", async () => {
    const members = await company();
    const [changed, shipped, own] = [
      await requested(members),
      await requested({ ...members, seller: await factory.aSeller() }),
      await requested({ ...members, seller: await factory.aSeller() }),
    ];
    const lineOf = ({ offer }: typeof changed) => `/offers/${offer.id}/offer_products/${offer.lines[0]?.id}`;
    const body = { quantity: 1, unit_price: 45_000 };
    expect((await members.asApprover.request('PUT', lineOf(changed), { body })).status).toBe(200);
    const shipping = { carrier_instructions: 'Dock 4' };
    const path = `/offers/${shipped.offer.id}/shipping`;
    expect((await members.asOwner.request('PUT', path, { body: { shipping } })).status).toBe(200);
    expect((await members.asPurchaser.request('PUT', lineOf(own), { body })).status).toBe(200);
    await run(lapseApprovals);
    const textsOf = async ({ offer }: typeof changed) =>
      (await mailsTo(members.purchaser, offer)).map(({ subject, text }) => [subject, text]);
    const told = (name: string, { offer }: typeof changed) => [
      [
        `Lapsed: ${offer.offer_number}`,
        expect.stringContaining(`${name} changed the cart before the request was decided.`),
      ],
    ];
    expect(await textsOf(changed)).toEqual(told(members.approver.full_name, changed));
    expect(await textsOf(shipped)).toEqual(told(members.owner.full_name, shipped));
    expect(await textsOf(own)).toEqual([]);
  });

  test('the requester is told that a colleague did meanwhile what was asked for', async () => {
    const members = await company();
    const make = async () => requested({ ...members, seller: await factory.aSeller() });
    const [sent, bought] = [await make(), await make()];
    expect((await submit(members.asOwner, sent.offer.id)).status).toBe(200);
    expect((await buyNow(members.asOwner, bought.offer.id)).status).toBe(200);
    await run(lapseApprovals);
    const textOf = async ({ offer }: typeof sent) => {
      const [{ text = '' } = {}, ...others] = (await mailsTo(members.purchaser, offer)).filter(
        ({ subject }) => subject.startsWith('Lapsed'),
      );
      expect(others).toEqual([]);
      return text;
    };
    expect(await textOf(sent)).toMatch(/The offer is with .+ now\./);
    expect(await textOf(bought)).toContain('The offer is an order now.');
    for (const one of [sent, bought]) expect(await textOf(one)).not.toContain('Nothing was sent or ordered.');
  });

  test('the requester is told of products that a colleague removed or saved for later, and of what sold out', async () => {
    const members = await company();
    const make = async (act = submit) => requested({ ...members, seller: await factory.aSeller() }, act);
    const [removed, saved, own, soldOut] = [await make(), await make(), await make(), await make(buyNow)];
    const lineOf = ({ offer }: typeof removed) => `/offers/${offer.id}/offer_products/${offer.lines[0]?.id}`;
    expect((await members.asApprover.request('DELETE', lineOf(removed))).status).toBe(204);
    const line = { offer_product_id: saved.offer.lines[0]?.id };
    const path = `/offers/${saved.offer.id}/save_for_later`;
    expect((await members.asOwner.request('POST', path, { body: line })).status).toBe(200);
    expect((await members.asPurchaser.request('DELETE', lineOf(own))).status).toBe(204);
    await factory.db('products').where({ id: soldOut.offer.product.id }).update({ units: 0n });
    const { version } = soldOut;
    expect((await decide(members.asApprover, soldOut.id, 'approve', { version })).status).toBe(422);
    const textsOf = async ({ offer }: typeof removed) =>
      (await mailsTo(members.purchaser, offer)).map(({ subject, text }) => [subject, text]);
    const told = ({ offer }: typeof removed, text: string) => [
      [`Lapsed: ${offer.offer_number}`, expect.stringContaining(text)],
    ];
    const removal = ({ full_name }: Buyer, { offer }: typeof removed) =>
      `${full_name} removed the products of ${offer.offer_number} from the cart before the request was decided.`;
    expect(await textsOf(removed)).toEqual(told(removed, removal(members.approver, removed)));
    expect(await textsOf(saved)).toEqual(told(saved, removal(members.owner, saved)));
    expect(await textsOf(own)).toEqual([]);
    expect(await textsOf(soldOut)).toEqual(
      told(soldOut, 'The offer changed before the request was decided.'),
    );
  });

  test('who turned them off gets none', async () => {
    const members = await company();
    const choices = { approvals: 'off' };
    const saved = await members.asOwner.request('PUT', '/me/notifications', { body: { choices } });
    expect(saved.status).toBe(200);
    const { offer } = await requested(members);
    expect(await subjectsTo(members.owner, offer)).toEqual([]);
    expect(await subjectsTo(members.approver, offer)).toHaveLength(1);
  });
});

describe('who loses a right while their act waits', () => {
  const NO_ACCESS = [403, 'Forbidden', 'forbidden'];
  const LOSSES = {
    'who became a purchaser': { role: 'purchaser', order_limit_cents: cents(50_000) },
    'who became a viewer': { role: 'viewer' },
    'who was removed': { status: 'removed' },
  } as const;
  const ACTS = { sending: submit, buying: buyNow } as const;

  /** Holds the company's row, as `changeMember` and `removeMember` do, until the act waits for it. */
  async function whileChanging<Done>(
    { buyer_id }: Buyer,
    act: () => Promise<Done>,
    change: (tx: Knex.Transaction) => Promise<unknown>,
  ): Promise<Done> {
    const holder = await factory.db.transaction();
    await holder('buyers').where({ id: buyer_id }).forNoKeyUpdate().first();
    const acting = act();
    await until(() => isWaiting(factory, '%from buyers%'));
    await change(holder);
    await holder.commit();
    return acting;
  }

  describe.each(Object.entries(LOSSES))('%s', (_who, loss) => {
    test.each(Object.entries(ACTS))('buys nothing by %s', async (_what, act) => {
      const members = await company();
      const { id } = await draftOf(60_000, members);
      const lose = (tx: Knex.Transaction) => tx('users').where({ id: members.approver.id }).update(loss);
      const answer = await whileChanging(members.owner, () => act(members.asApprover, id), lose);
      expect(refusal(answer)).toEqual(
        'status' in loss ? NO_ACCESS : [403, expect.stringContaining(`(${loss.role})`), 'role_forbidden'],
      );
      expect((await show(members.asOwner, id)).state).toBe('draft');
    });

    test('approves nothing', async () => {
      const members = await company();
      const { id, offer, version } = await requested(members);
      const lose = (tx: Knex.Transaction) => tx('users').where({ id: members.approver.id }).update(loss);
      const approve = () => decide(members.asApprover, id, 'approve', { version });
      expect((await whileChanging(members.owner, approve, lose)).status).toBe(403);
      expect((await show(members.asOwner, offer.id)).state).toBe('draft');
      expect(await requests(members.asOwner)).toMatchObject([{ id, status: 'requested' }]);
    });

    test('counters nothing', async () => {
      const members = await company();
      const { owner, seller } = members;
      const offer = await factory.anOffer({ buyer: owner, seller, state: 'buyer_review' });
      const lose = (tx: Knex.Transaction) => tx('users').where({ id: members.approver.id }).update(loss);
      const counter = () => counterBy(members.asApprover, offer.id, offer.lines[0]?.id ?? 0, 700);
      expect((await whileChanging(owner, counter, lose)).status).toBe(403);
      expect((await show(members.asOwner, offer.id)).version).toBe(offer.version);
    });
  });

  test('a limit that was lowered meanwhile holds, one that was lifted does not', async () => {
    const members = await company();
    const limit = (order_limit_cents: Cents | null) => (tx: Knex.Transaction) =>
      tx('users').where({ id: members.purchaser.id }).update({ order_limit_cents });
    const buy = async (total: number, change: ReturnType<typeof limit>) => {
      const { id } = await draftOf(total, { owner: members.owner });
      return (await whileChanging(members.owner, () => buyNow(members.asPurchaser, id), change)).status;
    };
    expect(await buy(45_000, limit(cents(40_000)))).toBe(202);
    expect(await buy(90_000, limit(null))).toBe(200);
  });

  test('a purchaser who became an approver buys without a limit', async () => {
    const members = await company();
    const { id } = await draftOf(60_000, members);
    const promote = (tx: Knex.Transaction) =>
      tx('users').where({ id: members.purchaser.id }).update({ role: 'approver' });
    const answer = await whileChanging(members.owner, () => buyNow(members.asPurchaser, id), promote);
    expect(answer.status).toBe(200);
  });
});
