import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '../../db/connection';
import type { Buyer, Seller } from '../../server/accounts/policy';
import { DAY_MS } from '../../server/contract/durations';
import { cents } from '../../server/contract/money';
import type { CompanyEvent, EventPage } from '../../server/events/contract';
import { eventPage } from '../../server/events/feed';
import { accept } from '../../server/offers/acceptance';
import { submit } from '../../server/offers/cart/submission';
import { updateProduct } from '../../server/products/product';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: false, maxUnpaidOrders: 1_000 });
const factory = new Factory(app);

/** As by the company's first key or endpoint. */
async function withEvents<Trader extends Buyer | Seller>(trader: Trader): Promise<Trader> {
  const companies = trader.kind === 'buyer' ? 'buyers' : 'sellers';
  const id = trader.buyer_id ?? trader.seller_id;
  await factory.db.raw('update ?? set events_since = now() where id = ?', [companies, id]);
  return trader;
}

const read = async (client: Client, query: object = {}) =>
  (await client.request('GET', '/events', { query })).body as EventPage;
const refusal = async (client: Client, query: object) => {
  const { status, body } = await client.request('GET', '/events', { query });
  const { error, errors, code } = body as { error?: string; errors?: string[]; code?: string };
  return [status, error ?? errors?.[0], code];
};
const words = (events: readonly CompanyEvent[]) => events.map(({ type, data }) => [type, data.reason]);

const EXPIRED = [
  410,
  'This cursor is no longer valid. Read the current state, then start with after=now.',
  'cursor_expired',
];

describe('what happened', () => {
  test('reaches both sides of a trade, with the name of the person on their own side alone', async () => {
    const buyer = await withEvents(await factory.aBuyer({ name: 'Anna Bauer' }));
    const seller = await withEvents(await factory.aSeller());
    const [asBuyer, asSeller] = [await factory.as(buyer), await factory.as(seller)];
    const offer = await factory.anOffer({ buyer, seller, state: 'buyer_review' });
    expect((await asBuyer.request('PUT', `/offers/${offer.id}/accept`)).status).toBe(200);
    const order = await factory.db('purchase_orders').where({ offer_id: offer.id }).first();
    await asBuyer.request('POST', `/marketplace/purchase_orders/${order?.id}/cancel`, {
      body: { reason: 'Too late' },
    });

    const [own, other] = [await read(asBuyer), await read(asSeller)];
    for (const { events } of [own, other])
      expect(words(events)).toEqual([
        ['offer.submitted', 'submit'],
        ['offer.countered', 'counter'],
        ['offer.accepted', 'accept'],
        ['order.created', 'create'],
        ['order.closed', 'cancel'],
      ]);
    const accepted = ({ events }: EventPage) => events.find(({ type }) => type === 'offer.accepted')?.data;
    expect(accepted(own)).toEqual({
      subject: {
        type: 'offer',
        id: offer.id,
        number: offer.offer_number,
        version: expect.any(Number),
        state: 'accepted',
      },
      by: { side: 'buyer', id: buyer.id, name: 'Anna Bauer', kind: 'person' },
      reason: 'accept',
      total_cents: 8_010,
      href: `/offers/${offer.id}`,
    });
    expect(accepted(other)).toEqual({
      ...accepted(own),
      by: { side: 'buyer', id: null, name: null, kind: null },
    });
    expect(JSON.stringify(other)).not.toMatch(/Anna Bauer|Too late/);
  });

  test('follows an order through shipment, claim and receipt to the payout', async () => {
    const [buyer, seller] = [
      await withEvents(await factory.aBuyer()),
      await withEvents(await factory.aSeller()),
    ];
    const [asBuyer, asSeller, asStaff] = [
      await factory.as(buyer),
      await factory.as(seller),
      await factory.as(await factory.staff()),
    ];
    const { id } = await factory.anOrder({ buyer, seller });
    const [{ next }, own] = [await read(asBuyer, { after: 'now' }), await read(asSeller, { after: 'now' })];
    const step = async (event: string) => {
      const body = { event, reason: 'By hand' };
      const { status } = await asStaff.request('POST', `/admin/purchase_orders/${id}/state_transitions`, {
        body,
      });
      expect([event, status]).toEqual([event, 200]);
    };
    await step('confirm_payment');
    await step('ship');
    await step('receive');
    const line = await factory.db('purchase_order_products').where({ purchase_order_id: id }).first('id');
    const claim = {
      lines: [{ purchase_order_product_id: line?.id, quantity: 1, reason: 'missing' }],
      description: 'Three mugs were missing.',
      photos: [],
    };
    const opened = await asBuyer.request('POST', `/marketplace/purchase_orders/${id}/claims`, {
      body: { claim },
    });
    expect([opened.status, opened.text]).toEqual([201, expect.anything()]);
    const claimId = (opened.body as { claim: { id: number } }).claim.id;
    expect(
      (await asBuyer.request('POST', `/marketplace/claims/${claimId}/withdraw`, { body: {} })).status,
    ).toBe(200);
    await step('pay_in_full');
    await step('complete');
    const ofBuyer = (await read(asBuyer, { after: next })).events;
    expect(words(ofBuyer.filter(({ type }) => type !== 'order.updated'))).toEqual([
      ['order.paid', 'confirm_payment'],
      ['order.shipped', 'ship'],
      ['order.received', 'receive'],
      ['claim.changed', 'claim_opened'],
      ['claim.changed', 'claim_withdrawn'],
      ['order.closed', 'complete'],
    ]);
    expect(
      ofBuyer.filter(({ type }) => type === 'claim.changed').map(({ data }) => data.subject),
    ).toMatchObject([
      { type: 'claim', id: claimId, state: 'open' },
      { type: 'claim', id: claimId, state: 'withdrawn' },
    ]);
    const ofSeller = (await read(asSeller, { after: own.next })).events;
    expect(words(ofSeller)).toEqual(
      expect.arrayContaining([
        ['payout.paid', null],
        ['order.updated', 'pay_in_full'],
      ]),
    );
    expect(words(ofBuyer)).not.toContainEqual(['order.updated', 'pay_in_full']);
  });

  test('tells the buyer alone of requests for approval', async () => {
    const [owner, seller] = [
      await withEvents(await factory.aBuyer()),
      await withEvents(await factory.aSeller()),
    ];
    const limits = { order_limit_cents: cents(50_000) };
    const purchaser = await factory.aMember(owner, 'purchaser', { ...limits, name: 'Ben Ruiz' });
    const product = await factory.aProduct({
      seller,
      seller_price_cents: cents(60_000),
      msrp_cents: cents(60_000),
    });
    const lines = [{ product, quantity: 1n, unit_price: cents(60_000) }];
    const { id } = await factory.anOffer({ buyer: owner, seller, state: 'draft', lines });
    const asOwner = await factory.as(owner);
    expect((await (await factory.as(purchaser)).request('PUT', `/offers/${id}/submit`)).status).toBe(202);
    const approval = await factory.db('approval_requests').where({ offer_id: id }).first();
    await asOwner.request('POST', `/approvals/${approval?.id}/decline`, { body: {} });
    const { events } = await read(asOwner);
    expect(events.map(({ type, data }) => [type, data.subject?.state, data.by.name])).toEqual([
      ['approval.changed', 'requested', 'Ben Ruiz'],
      ['approval.changed', 'declined', owner.full_name],
    ]);
    expect((await read(await factory.as(seller))).events).toEqual([]);
  });

  test('leaves a cart to nobody, and another company alone', async () => {
    const buyer = await withEvents(await factory.aBuyer());
    const stranger = await withEvents(await factory.aBuyer());
    const seller = await withEvents(await factory.aSeller());
    await factory.anOffer({ buyer, seller, state: 'draft' });
    await factory.anOffer({ buyer, seller, state: 'saved_for_later' });
    for (const person of [buyer, seller, stranger])
      expect((await read(await factory.as(person))).events).toEqual([]);
  });

  test('an act on many products is one event', async () => {
    const seller = await withEvents(await factory.aSeller());
    const asSeller = await factory.as(seller);
    const ids: number[] = [];
    for (let index = 0; index < 103; index++) ids.push((await factory.aProduct({ seller })).id);
    const change = { seller_price_cents: 900 };
    expect((await asSeller.request('POST', '/products/bulk', { body: { ids, change } })).status).toBe(200);
    expect((await asSeller.request('DELETE', `/products/${ids[0]}`)).status).toBe(204);
    const { events } = await read(asSeller);
    expect(events.map(({ type }) => type)).toEqual(['product.changed', 'product.changed']);
    expect(events[0]?.data).toMatchObject({ subject: null, count: 103, ids: ids.slice(0, 100) });
    expect(events[1]?.data.subject).toMatchObject({ type: 'product', id: ids[0], state: 'deleted' });
  });

  test('a company without key and endpoint pays no statement for it', async () => {
    async function statementsOf(keeps: boolean) {
      const [buyer, seller] = [await factory.aBuyer(), await factory.aSeller()];
      const offer = await factory.anOffer({ buyer, seller, state: 'draft' });
      if (keeps) await withEvents(seller);
      const statements = { count: 0, ms: 0 };
      await factory.services.requestScopes.run(
        { load: '0', connections: new Set(), statements },
        async () => {
          await submit(factory.services, offer.id, buyer, {}, factory.services.config);
          const acceptance = {
            offerId: offer.id,
            viewer: seller,
            version: undefined,
            config: factory.services.config,
          };
          await accept(factory.services, acceptance);
          await updateProduct(factory.services, offer.product.id, { msrp_cents: cents(3_000) }, seller);
        },
      );
      return statements.count;
    }
    // A connection's first use costs statements of its own, so the fewest of ten runs are an act's.
    async function fewestOf(keeps: boolean) {
      const counts: number[] = [];
      for (let run = 0; run < 10; run++) counts.push(await statementsOf(keeps));
      return Math.min(...counts);
    }
    const [without, kept] = [await fewestOf(false), await fewestOf(true)];
    // One for each transaction, and one that reads the product's state.
    expect(kept).toBe(without + 4);
  });
});

describe('types', () => {
  test('are those of the capabilities', async () => {
    const [buyer, seller] = [
      await withEvents(await factory.aBuyer()),
      await withEvents(await factory.aSeller()),
    ];
    const { id } = await factory.anOrder({ buyer, seller });
    await factory.staff().then(async (staff) => {
      const asStaff = await factory.as(staff);
      const body = { event: 'confirm_payment', reason: 'Paid by wire' };
      expect(
        (await asStaff.request('POST', `/admin/purchase_orders/${id}/state_transitions`, { body })).status,
      ).toBe(200);
    });
    const warehouse = await factory.as(await factory.aMember(seller, 'warehouse'));
    const { events } = await read(warehouse);
    expect(words(events)).toEqual([['order.paid', 'confirm_payment']]);
    expect(events[0]?.data).not.toHaveProperty('total_cents');
    expect(events[0]?.data.by).toEqual({ side: 'staff', id: null, name: null, kind: null });
    const viewer = await factory.as(await factory.aMember(buyer, 'viewer'));
    expect(words((await read(viewer, { types: 'order.*' })).events)).toEqual([
      ['order.created', 'create'],
      ['order.paid', 'confirm_payment'],
    ]);
    expect(words((await read(viewer, { types: 'offer.submitted, order.paid' })).events)).toEqual([
      ['offer.submitted', 'submit'],
      ['order.paid', 'confirm_payment'],
    ]);
  });

  test.each(['ofer.*', 'offer', 'order.paid,*', 'order.paid.*'])('%s is unknown', async (types) => {
    const asBuyer = await factory.as(await factory.aBuyer());
    const [status, text, code] = await refusal(asBuyer, { types });
    expect([status, code]).toEqual([422, 'unknown_event']);
    expect(text).toBe(`Unknown event type: ${types.split(',').at(-1)}`);
  });
});

describe('a cursor', () => {
  test('starts today with after=now, else with what is kept', async () => {
    const seller = await withEvents(await factory.aSeller());
    const asSeller = await factory.as(seller);
    const touch = async () => factory.transaction((tx) => tx.events.catalogChanged(change(seller, [1, 2])));
    await touch();
    const { next, events, has_more } = await read(asSeller, { after: 'now' });
    expect([events, has_more]).toEqual([[], false]);
    await touch();
    expect((await read(asSeller)).events).toHaveLength(2);
    const later = await read(asSeller, { after: next });
    expect(later.events).toHaveLength(1);
    expect((await read(asSeller, { after: later.next })).events).toEqual([]);
    // The same cursor gives the same events again.
    expect((await read(asSeller, { after: next })).events).toEqual(later.events);
  });

  test('that cannot be read, is too old or of another cluster has expired', async () => {
    const asSeller = await factory.as(await withEvents(await factory.aSeller()));
    const { next } = await read(asSeller, { after: 'now' });
    const parts = JSON.parse(Buffer.from(next, 'base64url').toString()) as unknown[];
    const forged = (changes: Record<number, unknown>) =>
      Buffer.from(
        JSON.stringify(parts.map((part, index) => (index in changes ? changes[index] : part))),
      ).toString('base64url');
    const month = Date.now() - 31 * DAY_MS;
    const cursors = [
      'x',
      '',
      'bm93',
      '[]',
      next.slice(1),
      forged({ 3: '77' }),
      forged({ 4: month, 5: month }),
    ];
    const snapshots = ['9:3:', '3:9:4,2', '99999999999:99999999999:', "3:3:'"].map((since) =>
      forged({ 0: since }),
    );
    for (const after of [...cursors.filter((text) => text !== ''), ...snapshots])
      expect([after, ...(await refusal(asSeller, { after }))]).toEqual([after, ...EXPIRED]);
  });
});

const change = (seller: Seller, productIds: readonly number[]) => ({
  sellerId: seller.seller_id,
  productIds,
  by: { actor: 'seller', userId: seller.id } as const,
  keepsEvents: true,
});

describe('where its event cannot be written', () => {
  beforeAll(() =>
    factory.db.raw(`
      create function refuse_event() returns trigger language plpgsql as $$
        begin raise exception 'no room for events'; end $$;
      create trigger refuse_event before insert on company_events
        for each row when (new.type = 'offer.submitted') execute function refuse_event()`),
  );
  afterAll(() => factory.db.raw('drop function refuse_event cascade'));

  test('an act does not happen, and its answer says so', async () => {
    const buyer = await withEvents(await factory.aBuyer());
    const asBuyer = await factory.as(buyer);
    const { id } = await factory.anOffer({ buyer, state: 'draft' });
    const send = (headers = {}) => asBuyer.request('PUT', `/offers/${id}/submit`, { headers });
    expect([(await send()).status, (await send({ 'Idempotency-Key': 'one' })).status]).toEqual([500, 500]);
    expect(await factory.db('offers').where({ id }).first('state')).toEqual({ state: 'draft' });
    expect((await read(asBuyer)).events).toEqual([]);
    await factory.db.raw('drop trigger refuse_event on company_events');
    expect((await send({ 'Idempotency-Key': 'one' })).status).toBe(200);
    expect(words((await read(asBuyer)).events)).toEqual([['offer.submitted', 'submit']]);
  });
});

const ACTS = Number(process.env.EVENT_ACTS ?? 2_000);
const AT_ONCE = 8;

test(`${ACTS} acts in parallel are read once each, none behind a cursor`, { timeout: 600_000 }, async () => {
  const seller = await withEvents(await factory.aSeller());
  const { services } = factory;
  const seen: string[] = [];
  let writing = true;

  // Each act holds its transaction open for a while after it has its id, so that ids are committed out of order.
  async function act(number: number) {
    await services.transaction(async (tx) => {
      await tx.raw('select pg_current_xact_id()');
      if (number % 7 === 0) await pause(Math.random() * 40);
      await tx.events.catalogChanged(change(seller, [number * 2, number * 2 + 1]));
      tx.beforeCommit(async () => void (number % 5 === 0 && (await pause(Math.random() * 25))));
    });
  }
  async function worker(first: number) {
    for (let number = first; number < ACTS; number += AT_ONCE) await act(number);
  }

  async function reader(limit: number, found: string[]) {
    const db = connect(services.db.client.config.connection.connectionString as string, { max: 1 });
    let after: string | undefined;
    for (;;) {
      const isLast = !writing;
      const page = await eventPage(db, seller, { after, types: [], limit, now: new Date() });
      found.push(...page.events.map(({ data }) => String(data.ids?.[0])));
      after = page.next;
      if (isLast && !page.has_more) break;
      if (!page.has_more) await pause(Math.random() * 10);
    }
    await db.destroy();
  }
  const slow: string[] = [];
  const reading = Promise.all([reader(100, seen), reader(7, slow)]);
  await Promise.all(Array.from({ length: AT_ONCE }, (_none, first) => worker(first)));
  writing = false;
  await reading;
  const expected = Array.from({ length: ACTS }, (_none, number) => String(number * 2));
  for (const found of [seen, slow]) {
    expect(found).toHaveLength(ACTS);
    expect(new Set(found)).toEqual(new Set(expected));
  }
});

test('acts that overlap on one offer are listed in the order in which they took effect', async () => {
  const [buyer, seller] = [await withEvents(await factory.aBuyer()), await factory.aSeller()];
  const asSeller = await factory.as(seller);
  const { id, lines } = await factory.anOffer({ buyer, seller });
  const counters = Array.from({ length: 6 }, (_none, index) =>
    asSeller.request('POST', `/offers/${id}/counter_offer`, {
      body: { offer_products_attributes: [{ id: lines[0]?.id, unit_price: cents(900 + index) }] },
    }),
  );
  await Promise.all(counters);
  const { events } = await read(await factory.as(buyer));
  const versions = events.map(({ data }) => data.subject?.version ?? 0);
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
});
