import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

let staff: Client;
let sellerId: number;

/** One row more than a bare list returns, for every list of staff. */
const ROWS = 1_001;

beforeAll(async () => {
  staff = await factory.as(await factory.staff());
  const seller = await factory.aSeller();
  sellerId = seller.seller_id;
  await factory.anOrder({ seller });
  const fill = (sql: string, ...bindings: (number | string)[]) => factory.db.raw(sql, [...bindings, ROWS]);
  await fill(
    `insert into sellers (name, category) select 'Seller ' || n, 'apparel' from generate_series(1, ?) n`,
  );
  await fill(
    `insert into buyers (name, category) select 'Buyer ' || n, 'Liquidator' from generate_series(1, ?) n`,
  );
  await fill(`insert into users (email, full_name, status, buyer_id)
    select 'list' || id || '@example.com', 'Listed', 'provisional', id from buyers
     where not exists (select from users where buyer_id = buyers.id) limit ?`);
  await fill(
    `insert into products (seller_id, name, upc, photo_1, provisional, units, msrp_cents, wholesale_cents, seller_price_cents)
     select ?, 'Product ' || n, lpad(n::text, 12, '0'), '/demo/mug-cream', false, 10, 2000, 1500, 1000
       from generate_series(1, ?) n`,
    sellerId,
  );
  await fill(
    `insert into release_notes (body, buyer, seller) select 'Note', true, true from generate_series(1, ?) n`,
  );
  await fill(`insert into audit_log (actor, action, subject_type, subject_id)
    select 'staff', 'test', 'user', n from generate_series(1, ?) n`);
});

const LISTS: readonly (readonly [string, string | null])[] = [
  ['/admin/applications', 'applications'],
  ['/admin/sellers', 'sellers'],
  ['/admin/sellers/:id/products', 'products'],
  ['/admin/audit', 'entries'],
  ['/release_notes', 'release_notes'],
  ['/admin/purchase_orders', 'data'],
  ['/marketplace/purchase_orders', 'data'],
  ['/offers', 'data'],
  ['/admin/top_sellers', 'products'],
  ['/admin/tags/Spring/products', 'products'],
  ['/admin/insights/product.json', null],
  ['/admin/insights/user.json', null],
  ['/admin/insights/offer.json', null],
  ['/admin/insights/purchaseOrder.json', null],
];

/** Lists longer than a page; Insights streams all rows. */
const LONG = new Set(LISTS.slice(0, 5).map(([path]) => path));

async function list(path: string, key: string | null, query = '') {
  const answer = await staff.request('GET', path.replace(':id', String(sellerId)) + query);
  const body = answer.body as Record<string, unknown[]>;
  return {
    status: answer.status,
    rows: (key === null ? (answer.body as unknown[]) : (body[key] ?? [])).length,
    total: Number(answer.headers.get('X-Total-Count') ?? 'NaN'),
    next: answer.headers.get('Link'),
  };
}

test.each(LISTS)('%s answers up to 1,000 rows, its total, and the next page', async (path, key) => {
  const bare = await list(path, key);
  expect(bare.status).toBe(200);
  if (LONG.has(path)) {
    expect(bare.total).toBeGreaterThan(1_000);
    expect(bare.rows).toBe(1_000);
    expect(bare.next).toMatch(/^<\/[^>]*[?&]page=2>; rel="next"$/);
    const next = /<([^>]+)>/.exec(bare.next ?? '')?.[1] ?? '';
    const second = await list(next, key);
    expect([second.rows, second.total, second.next]).toEqual([bare.total - 1_000, bare.total, null]);
  } else {
    expect([bare.rows, bare.next]).toEqual([bare.total, null]);
  }
  const one = await list(path, key, '?page=1&per=1');
  expect([one.rows, one.total]).toEqual([Math.min(1, bare.total), bare.total]);
  expect(one.next === null).toBe(bare.total <= 1);
});
