import type { Buyer, Seller } from '../../server/accounts/policy';
import { listOffers } from '../../server/offers/contract';
import { listPurchaseOrders } from '../../server/orders/contract';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false }));

/** Inserts offers of these states, one a minute apart, the first `after` minutes ago. */
const manyOffers = (buyer: Buyer, seller: Seller, states: readonly string[], after: number) =>
  factory.db.raw(
    `insert into offers (buyer_id, seller_id, state, submitted_at, expires_at, created_at)
     select ?, ?, state, now(), now() + interval '30 days', now() - (? + n) * interval '1 minute'
       from unnest(cast(? as text[])) with ordinality as made (state, n)`,
    [buyer.buyer_id, seller.seller_id, after, [...states]],
  );

/** Follows `Link` from the first page to the last. */
async function pagesOf(client: Client, first: string) {
  const pages: { id: string; attributes: { state?: string; status?: string; created_at: string } }[][] = [];
  for (let path: string | undefined = first; path; ) {
    const { status, headers, body } = await client.request('GET', path);
    expect(status).toBe(200);
    pages.push((body as { data: (typeof pages)[number] }).data);
    path = /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  }
  return pages;
}

const states = (page: { attributes: { state?: string } }[]) => page.map(({ attributes }) => attributes.state);

describe('a long list of offers', () => {
  let buyer: Buyer;
  let seller: Seller;
  let open: { id: number }[];

  beforeAll(async () => {
    [buyer, seller] = [await factory.aBuyer(), await factory.aSeller()];
    open = [
      await factory.anOffer({ buyer, seller }),
      await factory.anOffer({ buyer, seller, state: 'draft' }),
    ];
    await factory
      .db('offers')
      .where({ buyer_id: buyer.buyer_id })
      .update({ created_at: new Date('2020-01-01') });
    const closed = Array.from({ length: 2_300 }, (_one, n) => (n % 3 === 0 ? 'accepted' : 'rejected'));
    await manyOffers(buyer, seller, closed, 0);
  });

  test('has a thousand closed offers a page and every open one on the first', async () => {
    const client = await factory.as(buyer);
    const pages = await pagesOf(client, '/offers.json');
    expect(pages.map(({ length }) => length)).toEqual([1_002, 1_000, 300]);
    expect(
      pages[0]
        ?.slice(-2)
        .map(({ id }) => Number(id))
        .sort(),
    ).toEqual(open.map(({ id }) => id).sort());
    const all = pages.flat();
    expect(new Set(all.map(({ id }) => id)).size).toBe(2_302);
    for (const page of pages) {
      const dates = page.map(({ attributes }) => attributes.created_at);
      expect(dates).toEqual([...dates].sort().reverse());
    }
  });

  test('has the same pages for the seller, without carts', async () => {
    const pages = await pagesOf(await factory.as(seller), '/offers?per=1000');
    expect(pages.map(({ length }) => length)).toEqual([1_001, 1_000, 300]);
    expect(pages.flatMap(states)).not.toContain('draft');
  });

  test('can be filtered by state and shows own offers only', async () => {
    const client = await factory.as(buyer);
    const listed = async (query: object, by = client) =>
      (await by.call(listOffers, {}, undefined, query)).body.data;
    expect(states(await listed({ state: ['draft', 'saved_for_later'] }))).toEqual(['draft']);
    expect(new Set(states(await listed({ state: ['rejected', 'seller_review'], per: 50 })))).toEqual(
      new Set(['rejected', 'seller_review']),
    );
    expect(await listed({ state: ['draft'] }, await factory.as(seller))).toEqual([]);
    expect(await listed({}, await factory.as(await factory.aBuyer()))).toEqual([]);
    const ofStaff = await factory.as(await factory.staff());
    const drafts = await ofStaff.call(listOffers, {}, undefined, { state: ['draft'] });
    expect([states(drafts.body.data), drafts.headers.get('X-Total-Count')]).toEqual([['draft'], '1']);
    for (const state of [['gone'], 'draft', [''], [['draft']]])
      expect((await client.request('GET', '/offers', { query: { state } })).status).toBe(422);
  });

  test('continues open offers on the next page', async () => {
    const busy = await factory.aSeller();
    await manyOffers(await factory.aBuyer(), busy, Array(5).fill('seller_review'), 0);
    await manyOffers(await factory.aBuyer(), busy, Array(3).fill('rejected'), 9);
    const pages = await pagesOf(await factory.as(busy), '/offers?per=2');
    expect(pages.map(states)).toEqual([
      ['seller_review', 'seller_review', 'rejected', 'rejected'],
      ['seller_review', 'seller_review', 'rejected'],
      ['seller_review'],
    ]);
  });
});

test('open orders are on the first page, however old', async () => {
  const [buyer, seller] = [await factory.aBuyer(), await factory.aSeller()];
  const first = await factory.anOrder({ buyer, seller });
  for (let n = 0; n < 5; n++) {
    const { id } = await factory.anOrder({ buyer, seller });
    await factory
      .db('purchase_orders')
      .where({ id })
      .update({ status: n % 2 ? 'canceled' : 'completed' });
  }
  for (const who of [buyer, seller]) {
    const client = await factory.as(who);
    const pages = await pagesOf(client, '/marketplace/purchase_orders?per=2');
    expect(pages.map(({ length }) => length)).toEqual([3, 2, 1]);
    expect(pages[0]?.at(-1)?.id).toBe(String(first.id));
    const { body, headers } = await client.call(listPurchaseOrders, {});
    expect([body.data.length, headers.get('Link')]).toEqual([6, null]);
  }
});
