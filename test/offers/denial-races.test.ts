import { setTimeout as pause } from 'node:timers/promises';
import { approve, deny } from '../../server/accounts/applications/contract';
import type { Buyer, Person, Seller } from '../../server/accounts/policy';
import { orderEvents } from '../../server/orders/state-machine';
import { type RunningApp, startApp } from '../support/app';
import type { Answer, Client } from '../support/client';
import { Factory } from '../support/factories';

/** Rounds of the unordered race; `DENIAL_ROUNDS=100` for a long run. */
const ROUNDS = Number(process.env.DENIAL_ROUNDS ?? 4);
const PAYABLE = orderEvents.confirm_payment.from;

let app: RunningApp;
let factory: Factory;
let staff: Client;
beforeAll(async () => {
  app = await startApp({ rateLimits: false, maxUnpaidOrders: 1_000 });
  factory = new Factory(app);
  staff = await factory.as(await factory.staff());
});
afterAll(async () => {
  const { rows } = await factory.db.raw(
    'select pg_stat_clear_snapshot(), deadlocks::int as n from pg_stat_database where datname = current_database()',
  );
  await app.stop();
  expect(rows[0].n).toBe(0);
});

/** Resolves when that many statements wait for a lock, or when `done` resolves. */
async function waiting(count: number, done: Promise<unknown>) {
  let over = false;
  void done.finally(() => {
    over = true;
  });
  while (!over) {
    const { rows } = await factory.db.raw<{ rows: { n: number }[] }>(
      `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if ((rows[0]?.n ?? 0) >= count) return;
    await pause(10);
  }
}

/** Payable orders and open offers, which a denied person must not have. */
async function remains({ kind, buyer_id, seller_id }: Person) {
  const mine = kind === 'buyer' ? { buyer_id: buyer_id ?? 0 } : { seller_id: seller_id ?? 0 };
  const [orders, offers] = await Promise.all([
    factory.db('purchase_orders').where(mine).whereIn('status', PAYABLE).select('id', 'status'),
    factory
      .db('offers')
      .where(mine)
      .whereIn('state', ['seller_review', 'buyer_review'])
      .select('id', 'state'),
  ]);
  return { orders, offers };
}

type Offer = Awaited<ReturnType<Factory['anOffer']>>;
const NOTHING = { orders: [], offers: [] };

interface Act {
  name: string;
  state: Offer['state'];
  by: 'buyer' | 'seller';
  ask: (client: Client, offer: Offer) => Promise<Answer>;
}

const put =
  (path: string) =>
  (client: Client, { id }: Offer) =>
    client.request('PUT', `/offers/${id}/${path}`);
const acts: readonly Act[] = [
  { name: 'Buy Now', state: 'draft', by: 'buyer', ask: put('accept') },
  { name: 'Send Offer', state: 'draft', by: 'buyer', ask: put('submit') },
  { name: 'a buyer’s acceptance', state: 'buyer_review', by: 'buyer', ask: put('accept') },
  { name: 'a seller’s acceptance', state: 'seller_review', by: 'seller', ask: put('accept') },
  {
    name: 'a counter',
    state: 'seller_review',
    by: 'seller',
    ask: (client, { id, lines: [line] }) =>
      client.request('POST', `/offers/${id}/counter_offer`, {
        body: { offer_products_attributes: [{ id: line?.id, unit_price: 900 }] },
      }),
  },
  {
    name: 'a counter taken back',
    state: 'buyer_review',
    by: 'seller',
    ask: (client, { id }) => client.request('POST', `/offers/${id}/withdraw`),
  },
];
const cases = acts.flatMap((act) =>
  (['buyer', 'seller'] as const).map((denied) => [act.name, denied, act] as const),
);

describe.each(cases)('%s while the %s is denied', (_name, denied, { state, by, ask }) => {
  test('is undone when the denial comes second', async () => {
    const offer = await factory.anOffer({ state });
    const client = await factory.as(offer[by]);
    const { deniedAt } = await factory.transaction(async (tx) => {
      // Every act writes its history after it has checked both parties.
      await tx.raw('lock table offer_history in share mode');
      const acting = ask(client, offer);
      await waiting(1, acting);
      const denying = staff.call(deny, { id: offer[denied].id }, {});
      await waiting(2, denying);
      return { deniedAt: Promise.all([acting, denying]) };
    });
    const [acted, answer] = await deniedAt;
    expect([acted.status, answer.status]).toEqual([200, 200]);
    expect(await remains(offer[denied])).toEqual(NOTHING);
  });

  test('is refused when the denial comes first', async () => {
    const offer = await factory.anOffer({ state });
    const client = await factory.as(offer[by]);
    const { answers } = await factory.transaction(async (tx) => {
      // A denial writes the audit before it ends offers and orders.
      await tx.raw('lock table audit_log in share mode');
      const denying = staff.call(deny, { id: offer[denied].id }, {});
      await waiting(1, denying);
      const acting = ask(client, offer);
      await waiting(2, acting);
      return { answers: Promise.all([acting, denying]) };
    });
    const [acted, answer] = await answers;
    expect(answer.status).toBe(200);
    expect([200, 401, 403, 409, 422]).toContain(acted.status);
    expect(await remains(offer[denied])).toEqual(NOTHING);
  });
});

const statuses = async (pending: readonly Promise<Answer>[]) =>
  (await Promise.all(pending)).map(({ status }) => status);

test(`no order of a denied seller stays payable: ${ROUNDS} rounds against six acceptances at once`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const seller: Seller = await factory.aSeller();
    const product = await factory.aProduct({ seller });
    const offers = await Promise.all(
      ['draft', 'draft', 'draft', 'draft', 'seller_review', 'buyer_review'].map((state) =>
        factory.anOffer({ seller, state: state as Offer['state'], lines: [{ product }] }),
      ),
    );
    const clients = await Promise.all(
      offers.map((offer) => factory.as(offer.state === 'seller_review' ? seller : offer.buyer)),
    );
    const asks = [
      ...clients.map((client, at) => () => client.request('PUT', `/offers/${offers[at]?.id}/accept`)),
    ];
    asks.splice(round % 7, 0, () => staff.call(deny, { id: seller.id }, {}));
    const got = await statuses(asks.map((ask) => ask()));
    expect(got[round % 7]).toBe(200);
    for (const status of got) expect([200, 401, 403, 404, 409, 422]).toContain(status);
    expect(await remains(seller)).toEqual(NOTHING);
    const { rows } = await factory.db.raw(
      `select units, (select sum(units) from stock_movements where product_id = products.id)::bigint as ledger
         from products where id = ?`,
      [product.id],
    );
    expect([rows[0].units, rows[0].ledger]).toEqual([100n, 100n]);
  }
}, 300_000);

test(`nor of a denied buyer: ${ROUNDS} rounds against six acceptances at once`, async () => {
  const shared = await factory.aSeller();
  const stock = await Promise.all([1, 2, 3].map(() => factory.aProduct({ seller: shared, units: 100_000n })));
  for (let round = 0; round < ROUNDS; round++) {
    const buyer: Buyer = await factory.aBuyer();
    const offers = await Promise.all(
      [0, 1, 2, 3, 4, 5].map(async (n) => {
        const seller = await factory.aSeller();
        return factory.anOffer({
          buyer,
          seller,
          state: n < 3 ? 'draft' : n < 5 ? 'seller_review' : 'buyer_review',
        });
      }),
    );
    // Other buyers order the same products while the denial cancels orders.
    const earlier = await factory.anOrder({
      buyer,
      seller: shared,
      lines: stock.map((product) => ({ product })).reverse(),
    });
    const other = await factory.anOffer({
      seller: shared,
      state: 'draft',
      lines: stock.map((product) => ({ product })),
    });
    const by = await Promise.all(
      offers.map((offer) => factory.as(offer.state === 'seller_review' ? offer.seller : buyer)),
    );
    const others = await factory.as(other.buyer);
    const asks = by.map((client, at) => () => client.request('PUT', `/offers/${offers[at]?.id}/accept`));
    asks.push(() => others.request('PUT', `/offers/${other.id}/accept`));
    asks.splice(round % 7, 0, () => staff.call(deny, { id: buyer.id }, {}));
    const got = await statuses(asks.map((ask) => ask()));
    expect([got[round % 7], got.at(-1)]).toEqual([200, 200]);
    for (const status of got) expect([200, 401, 403, 404, 409, 422]).toContain(status);
    expect(await remains(buyer)).toEqual(NOTHING);
    expect(await factory.db('purchase_orders').where({ id: earlier.id }).first('status')).toEqual({
      status: 'canceled',
    });
  }
}, 300_000);

test('an order that another process cancels meanwhile does not fail the denial', async () => {
  const order = await factory.anOrder();
  const { denying } = await factory.transaction(async (tx) => {
    await tx('purchase_orders').where({ id: order.id }).update({ status: 'canceled' });
    const pending = staff.call(deny, { id: order.seller.id }, {});
    await waiting(1, pending);
    return { denying: pending };
  });
  expect((await denying).status).toBe(200);
});

test('a payment that arrives while its seller is denied is kept', async () => {
  const order = await factory.anOrder();
  const { denying } = await factory.transaction(async (tx) => {
    await tx('purchase_orders').where({ id: order.id }).update({ status: 'awaiting_shipment' });
    const pending = staff.call(deny, { id: order.seller.id }, {});
    await waiting(1, pending);
    return { denying: pending };
  });
  expect((await denying).status).toBe(200);
  expect(await factory.db('purchase_orders').where({ id: order.id }).first('status')).toEqual({
    status: 'awaiting_shipment',
  });
});

test('denying, approving and correcting one person at once neither fails nor deadlocks', async () => {
  const seller = await factory.aSeller();
  const [owner, offer] = [await factory.as(seller), await factory.anOffer({ seller, state: 'draft' })];
  const buyer = await factory.as(offer.buyer);
  const got = await statuses([
    staff.call(deny, { id: seller.id }, {}),
    staff.request('PUT', `/admin/people/${seller.id}`, {
      body: { full_name: 'Grace', company: 'Grace & Co' },
    }),
    owner.request('PUT', '/marketplace/sellers/update', { body: { seller: { description: 'New words.' } } }),
    buyer.request('PUT', `/offers/${offer.id}/accept`),
    staff.call(approve, { id: seller.id }, {}),
  ]);
  for (const status of got) expect([200, 401, 403, 404, 409, 422]).toContain(status);
});
