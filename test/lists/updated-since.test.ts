import type { Buyer, Person, Seller } from '../../server/accounts/policy';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp());
const LISTS = { offers: '/offers', orders: '/marketplace/purchase_orders' };
let buyer: Buyer;
let seller: Seller;

beforeEach(async () => {
  buyer = await factory.aBuyer();
  seller = await factory.aSeller();
});

const list = async (person: Person, of: keyof typeof LISTS, query: Record<string, string>) =>
  (await factory.as(person)).request('GET', `${LISTS[of]}?${new URLSearchParams(query)}`);

const idsIn = ({ body }: { readonly body: unknown }) =>
  (body as { data: { id: string }[] }).data.map(({ id }) => id);

/** The database's time, after everything that happened. */
async function now() {
  const { rows } = await factory.db.raw<{ rows: { now: Date }[] }>(
    `select clock_timestamp() + interval '1 millisecond' as now`,
  );
  return rows[0]?.now.toISOString() ?? '';
}

test.each(['offers', 'orders'] as const)(
  'a list of %s is answered with 304 and nothing else if none of them changed',
  async (of) => {
    await factory.anOrder({ buyer, seller });
    const updated_since = await now();
    for (const person of [buyer, seller]) {
      const answer = await list(person, of, { updated_since });
      expect([answer.status, answer.text]).toEqual([304, '']);
    }
  },
);

test('a change is answered with the list, to its parties alone', async () => {
  const order = await factory.anOrder({ buyer, seller });
  const before = await now();
  const later = await factory.anOffer({ buyer, seller, state: 'seller_review' });
  const [stranger, other] = [await factory.aBuyer(), await factory.aSeller()];
  for (const person of [buyer, seller]) {
    const offers = await list(person, 'offers', { updated_since: before, per: '1' });
    expect(offers.status).toBe(200);
    expect(idsIn(offers)).toContain(String(later.id));
    expect((await list(person, 'orders', { updated_since: before })).status).toBe(304);
  }
  for (const person of [stranger, other])
    expect((await list(person, 'offers', { updated_since: before })).status).toBe(304);
  await factory.db('purchase_orders').where({ id: order.id }).update({ updated_at: factory.db.fn.now() });
  const orders = await list(seller, 'orders', { updated_since: before });
  expect(idsIn(orders)).toEqual([String(order.id)]);
});

test('sellers are not told when a cart changes', async () => {
  const before = await now();
  await factory.anOffer({ buyer, seller, state: 'draft' });
  expect((await list(seller, 'offers', { updated_since: before })).status).toBe(304);
  expect((await list(buyer, 'offers', { updated_since: before })).status).toBe(200);
});

test.each(['yesterday', '2999-01-01T00:00:00Z', '2026-13-01T00:00:00Z', 'x'.repeat(10_000)])(
  'a time like %.20j is refused',
  async (updated_since) => {
    expect((await list(buyer, 'offers', { updated_since })).status).toBe(422);
    expect((await list(buyer, 'orders', { updated_since })).status).toBe(422);
  },
);

test('without a time a list is answered as ever', async () => {
  expect((await list(buyer, 'offers', {})).status).toBe(200);
  expect((await list(await factory.staff(), 'orders', { updated_since: await now() })).status).toBe(200);
});
