import fc from 'fast-check';
import type { Buyer, Person, Seller } from '../../server/accounts/policy';
import { type Cents, cents } from '../../server/contract/money';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const factory = new Factory(useTestApp({ rateLimits: false }));

interface Row {
  number: string;
  buyer: Buyer;
  seller: Seller;
  texts: string[];
  created: string;
  status: string;
  total: bigint;
  expires: string | null;
  id: number;
}

const WORDS = ['Red', 'Reading', 'lamp', "O'Neill", 'Crème', '50%', 'AB-12', 'x_y', '12', 'ÉTÉ', '"quoted"'];
const DAYS = [
  '2026-03-07T23:59:59.999Z',
  '2026-03-08T00:00:00Z',
  '2026-03-08T23:59:59.999Z',
  '2026-03-09T00:00:00Z',
];
const STATUSES = ['awaiting_initial_payment', 'awaiting_shipment', 'completed', 'canceled'];

const cycle = <One>(list: readonly One[], index: number): One => list[index % list.length] as One;

let buyers: Buyer[];
let sellers: Seller[];
let orders: Row[];
let offers: Row[];

const aProduct = (seller: Seller, n: number) =>
  factory.aProduct({
    seller,
    name: `${cycle(WORDS, n)} ${cycle(WORDS, n * 3 + 1)}`,
    sku: n % 3 === 0 ? `${cycle(WORDS, n + 5)}-${n}` : null,
  });

/** Forty offers between two companies of each side, every second one an order. */
beforeAll(async () => {
  buyers = [await factory.aBuyer({ name: 'Red River Stores' }), await factory.aBuyer({ name: 'Über Buy' })];
  sellers = [await factory.aSeller({ name: 'Lamp & Co' }), await factory.aSeller({ name: 'Crème House' })];
  [orders, offers] = [[], []];
  for (let n = 0; n < 40; n++) {
    const [buyer, seller] = [cycle(buyers, n >> 1), cycle(sellers, n)];
    const goods = [await aProduct(seller, n)];
    if (n % 4 === 3) goods.push(await aProduct(seller, n + 5));
    const lines = goods.map((product) => ({ product, quantity: 10n, unit_price: cents(500 + (n % 4)) }));
    const state = n % 3 === 0 ? 'accepted' : n % 3 === 1 ? 'seller_review' : 'rejected';
    const offer = await factory.anOffer({ buyer, seller, state, lines });
    const created = cycle(DAYS, n);
    await factory
      .db('offers')
      .where({ id: offer.id })
      .update({ created_at: new Date(created) });
    const texts = goods.flatMap(({ name, upc, sku }) => [name, upc, sku ?? '']);
    const total = BigInt(goods.length * 10 * (500 + (n % 4)));
    const row = { buyer, seller, texts, created, total };
    offers.push({
      ...row,
      id: offer.id,
      number: offer.offer_number,
      status: state,
      expires: state === 'seller_review' ? (offer.expires_at?.toISOString() ?? null) : null,
    });
    if (state !== 'accepted') continue;
    const status = cycle(STATUSES, n);
    const [order] = await factory
      .db('purchase_orders')
      .where({ offer_id: offer.id })
      .update({ created_at: new Date(created), status: status as never })
      .returning(['id', 'po_number']);
    if (!order) throw new Error('The order was not made');
    const expires = status === 'awaiting_initial_payment' ? created : null;
    orders.push({ ...row, id: order.id, number: order.po_number, status, expires });
  }
});

/** Reads a text without the product's SQL. */
const splitWords = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'\u200b-\u200d\ufeff]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

interface SearchQuery {
  q?: string;
  from?: string;
  to?: string;
  sort?: string;
  status?: string[];
  per: number;
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const newest = (a: Row, b: Row) => byText(b.created, a.created) || b.id - a.id;
const SORTS: Record<string, (a: Row, b: Row) => number> = {
  newest,
  oldest: (a, b) => byText(a.created, b.created) || a.id - b.id,
  total_desc: (a, b) => Number(b.total - a.total) || newest(a, b),
};

const isExpiry = (a: Row, b: Row) =>
  byText(a.expires ?? '9', b.expires ?? '9') ||
  (a.expires && orders.includes(a) ? a.id - b.id : newest(a, b));

function expected(rows: Row[], viewer: Person, { q, from, to, sort = 'newest', status = [] }: SearchQuery) {
  const mine = rows.filter(
    ({ buyer, seller }) =>
      viewer.kind === 'staff' || (viewer.kind === 'buyer' ? buyer.id : seller.id) === viewer.id,
  );
  const asked = q === undefined ? [] : splitWords(q);
  const found = mine.filter((row) => {
    const parties =
      viewer.kind === 'buyer'
        ? [row.seller]
        : viewer.kind === 'seller'
          ? [row.buyer]
          : [row.buyer, row.seller];
    const words = [row.number, ...parties.map(({ name }) => name), ...row.texts].flatMap(splitWords);
    return (
      (!q?.trim() ||
        (asked.length > 0 && asked.every((word) => words.some((one) => one.startsWith(word))))) &&
      (!from || row.created.slice(0, 10) >= from) &&
      (!to || row.created.slice(0, 10) <= to) &&
      (status.length === 0 || status.includes(row.status))
    );
  });
  return found.sort(SORTS[sort] ?? isExpiry).map(({ number }) => number);
}

type Listed = { data: { attributes: { po_number?: string; offer_number?: string } }[] };

async function found(client: Client, path: string, { per, status = [], ...asked }: SearchQuery) {
  const query = new URLSearchParams(Object.entries({ ...asked, per: String(per) }));
  for (const one of status) query.append('status[]', one);
  const numbers: string[] = [];
  let total = '';
  for (let next: string | undefined = `${path}?${query}`; next; ) {
    const { status: code, headers, body } = await client.request('GET', next);
    expect(code).toBe(200);
    const { data } = body as Listed;
    expect(data.length).toBeLessThanOrEqual(per);
    numbers.push(...data.map(({ attributes }) => attributes.po_number ?? attributes.offer_number ?? ''));
    total = headers.get('X-Total-Count') ?? '';
    next = /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  }
  expect(Number(total)).toBe(numbers.length);
  const file = await client.request('GET', `${path}.csv?${query}`);
  return { numbers, file };
}

const typed = fc.oneof(
  fc.constantFrom(
    'red',
    'LAMP rea',
    'creme',
    'oneill',
    "o'ne",
    'PO-1000',
    'of 10',
    '50%',
    '%',
    '_',
    "'",
    '"',
    '\\',
    'AB-12',
    '😀',
    'la\u200bmp',
    'über',
    '12 lamp',
    'ed',
    '(',
    '.*',
    '10',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !/[^\x20-\x7e]/.test(text)),
);
const day = fc.constantFrom('2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09', '2026-03-10');
const search = fc
  .record(
    {
      q: typed,
      from: day,
      to: day,
      sort: fc.constantFrom('newest', 'oldest', 'total_desc', 'expires'),
      status: fc.subarray(STATUSES),
      per: fc.constantFrom(1, 3, 200),
      who: fc.nat(4),
    },
    { requiredKeys: ['per', 'who', 'sort'] },
  )
  .filter(({ from, to }) => !from || !to || from <= to);

test('a search finds what brute force finds, in its order, none twice or missed, and so does the file', async () => {
  const viewers = [...buyers, ...sellers, await factory.staff()];
  const clients = await Promise.all(viewers.map((viewer) => factory.as(viewer)));
  await fc.assert(
    fc.asyncProperty(search, async ({ who, status, ...asked }) => {
      const [viewer, client] = [viewers[who] as Person, clients[who] as Client];
      const ofOrders = { ...asked, ...(status && { status }) };
      for (const [path, rows, wanted] of [
        ['/marketplace/purchase_orders', orders, ofOrders],
        ['/offers', offers, asked],
      ] as const) {
        const { numbers, file } = await found(client, path, wanted);
        expect(numbers).toEqual(expected(rows, viewer, wanted));
        if (viewer.kind === 'staff') expect(file.status).toBe(403);
        else {
          const rowsOf = file.text.trim().split(/\r?\n/).slice(1);
          expect([...new Set(rowsOf.map((line) => line.split(',')[0]))]).toEqual(numbers);
        }
      }
    }),
    { numRuns: 80 },
  );
});

test("staff's list of orders has the same days and sorts, with the counts of what it lists", async () => {
  const client = await factory.as(await factory.staff());
  const viewer = { kind: 'staff' } as Person;
  await fc.assert(
    fc.asyncProperty(search, fc.constantFrom('', ...STATUSES), async ({ from, to, sort }, status) => {
      const query = new URLSearchParams({ from: from ?? '', to: to ?? '', sort: sort ?? '', status });
      const { body, headers } = await client.request('GET', `/admin/purchase_orders?${query}`);
      const { data, meta } = body as Listed & { meta: { total: number; counts: Record<string, number> } };
      const wanted = { from, to, sort, per: 200 } as SearchQuery;
      const all = expected(orders, viewer, wanted);
      const numbers = expected(orders, viewer, { ...wanted, status: status ? [status] : [] });
      expect(data.map(({ attributes }) => attributes.po_number)).toEqual(numbers);
      expect([meta.total, headers.get('X-Total-Count')]).toEqual([numbers.length, String(numbers.length)]);
      expect(Object.values(meta.counts).reduce((sum, n) => sum + n, 0)).toBe(all.length);
    }),
    { numRuns: 40 },
  );
  const wrong = await client.request('GET', '/admin/purchase_orders?from=2026-02-30&sort=name');
  expect(wrong).toMatchObject({
    status: 422,
    body: { errors: ['Enter a date like 2026-11-22', 'Unknown sort'] },
  });
});

test('no word finds a row by the name of the own company or of a foreign one', async () => {
  const client = await factory.as(buyers[0] as Buyer);
  for (const path of ['/offers', '/marketplace/purchase_orders'])
    expect((await found(client, path, { q: 'River Stores', per: 200 })).numbers).toEqual([]);
});

test.each(['/offers', '/marketplace/purchase_orders'])(
  '%s says what is wrong with a search',
  async (path) => {
    const client = await factory.as(buyers[0] as Buyer);
    const errorsOf = async (query: string) => {
      const { status, body } = await client.request('GET', `${path}?${query}`);
      expect(status).toBe(422);
      return (body as { errors: string[] }).errors;
    };
    expect(await errorsOf('q=lamp&sort=name')).toEqual(['Unknown sort']);
    expect(await errorsOf('from=2026-03-09&to=2026-03-08')).toEqual([
      'The first date must not be after the last date.',
    ]);
    expect(await errorsOf('from=2026-02-30')).toEqual(['Enter a date like 2026-11-22']);
    expect(await errorsOf('to=tomorrow')).toEqual(['Enter a date like 2026-11-22']);
    expect(await errorsOf('q=lamp&per=201')).toEqual(['Maximum 200 per page']);
    expect(await errorsOf(`q=${'x'.repeat(10_000)}`)).toEqual(['Maximum 100 characters']);
    expect((await client.request('GET', `${path}?q=lamp&q[a]=1`)).status).toBeGreaterThanOrEqual(400);
  },
);

test('an unknown status is refused, also in the file', async () => {
  const client = await factory.as(buyers[0] as Buyer);
  for (const path of ['/marketplace/purchase_orders', '/marketplace/purchase_orders.csv'])
    expect((await client.request('GET', `${path}?status[]=lost`)).body).toMatchObject({
      errors: ['Unknown status'],
    });
});

test('bare calls and calls with empty fields answer as they did, without a total', async () => {
  const client = await factory.as(buyers[0] as Buyer);
  for (const path of ['/offers', '/marketplace/purchase_orders']) {
    const bare = await client.request('GET', path);
    expect(bare.headers.get('X-Total-Count')).toBeNull();
    const empty = await client.request('GET', `${path}?q=&from=&to=&sort=`);
    expect([empty.headers.get('X-Total-Count'), empty.body]).toEqual([null, bare.body]);
  }
});

test('a page of own offers or orders with `per` has the number of all of them', async () => {
  const rowsOf = { '/offers': offers, '/marketplace/purchase_orders': orders };
  for (const person of [buyers[0] as Buyer, sellers[0] as Seller]) {
    const client = await factory.as(person);
    for (const [path, rows] of Object.entries(rowsOf)) {
      const { headers } = await client.request('GET', `${path}?per=1`);
      expect([path, headers.get('X-Total-Count')]).toEqual([
        path,
        String(expected(rows, person, { per: 1 }).length),
      ]);
    }
  }
});

test('cells of the file that spreadsheets would calculate are neutralized, and a buyer reads no net', async () => {
  const [buyer, seller] = [await factory.aBuyer({ name: '=cmd()' }), await factory.aSeller()];
  const product = await factory.aProduct({ seller, name: '=1+1', sku: '@x' });
  const order = await factory.anOrder({ buyer, seller, lines: [{ product, unit_price: 900 as Cents }] });
  const file = async (who: Person) =>
    (await (await factory.as(who)).request('GET', '/marketplace/purchase_orders.csv?q=1')).text;
  const theirs = await file(seller);
  expect(theirs).toContain("'=cmd()");
  expect(theirs).toContain("'=1+1");
  expect(theirs).toContain("'@x");
  expect(theirs.split('\r\n')[0]).toContain('Net');
  const own = await file(buyer);
  expect(own).toContain(order.po_number);
  expect(own.split('\r\n')[0]).not.toContain('Net');
});
