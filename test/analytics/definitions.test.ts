import { parseString } from 'fast-csv';
import type { Buyer, Seller } from '../../server/accounts/policy';
import {
  type Analytics,
  type AnalyticsDays,
  analyticsDays,
  exportAnalytics,
  showAnalytics,
} from '../../server/analytics/contract';
import { cents } from '../../server/contract/money';
import { enqueue } from '../../server/jobs/job';
import { rejectOffer, withdrawOffer } from '../../server/offers/contract';
import { expireOffer, expireOffers } from '../../server/offers/jobs';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

const DAY_MS = 86_400_000;

/** mulberry32: the same trade in every run. */
function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface ViewFact {
  product_id: number;
  day: string;
  views: number;
}

interface OfferFact {
  lines: { product_id: number; quantity: number; cents: number }[];
  submitted: Date | null;
  ended: Date | null;
  /** How it ended, or null while it is open. */
  how: 'accept' | 'reject' | 'reject by buyer' | 'expire' | 'withdraw' | 'deny' | null;
  order: { at: Date; canceled: boolean } | null;
}

interface Trade {
  seller: Seller;
  products: { id: number; listed_at: Date | null; units: number; deleted: boolean }[];
  views: ViewFact[];
  offers: OfferFact[];
}

const utcDay = (at: Date) => at.toISOString().slice(0, 10);

/** An instant of the last 420 days, often at the edge of a UTC day. */
function someInstant(random: () => number) {
  const day = Math.floor(Date.now() / DAY_MS) - Math.floor(random() ** 2 * 420);
  const edges = [0, 1, DAY_MS - 1, random() * DAY_MS, random() * DAY_MS];
  const at = day * DAY_MS + Math.floor(edges[Math.floor(random() * edges.length)] ?? 0);
  return new Date(Math.min(at, Date.now() - 1_000));
}

const ENDS = ['accept', 'accept', 'reject', 'reject by buyer', 'expire', 'withdraw', 'deny', null] as const;

async function someTrade(seed: number): Promise<Trade> {
  const random = randomOf(seed);
  const seller = await factory.aSeller();
  const products: Trade['products'] = [];
  for (let index = 0; index < 14; index += 1) {
    const listed_at = index === 0 ? null : someInstant(random);
    const units = index % 5 === 0 ? 0 : Math.floor(random() * 900);
    const deleted = index === 13;
    const { id } = await factory.aProduct({ seller, units: BigInt(units) });
    await factory
      .db('products')
      .where({ id })
      .update({ listed_at, deleted_at: deleted ? new Date() : null });
    products.push({ id, listed_at, units, deleted });
  }
  const views: ViewFact[] = [];
  for (const { id } of products.slice(2))
    for (let back = 0; back < 420; back += 1 + Math.floor(random() * 40))
      views.push({
        product_id: id,
        day: utcDay(new Date(Date.now() - back * DAY_MS)),
        views: 1 + Math.floor(random() * 60),
      });
  const offers = Array.from({ length: 160 }, () => anOffer(random, products));
  await factory.db('product_views_daily').insert(views);
  const buyer = await factory.aBuyer();
  for (const offer of offers) await write(seller, buyer, offer);
  return { seller, products, views, offers };
}

function anOffer(random: () => number, products: Trade['products']): OfferFact {
  const chosen = products.filter(() => random() < 0.15);
  const lines = (chosen.length > 0 ? chosen : products.slice(3, 4)).map(({ id }) => ({
    product_id: id,
    quantity: 1 + Math.floor(random() * 50),
    cents: 100 + Math.floor(random() * 5_000),
  }));
  const submitted = random() < 0.9 ? someInstant(random) : null;
  const how = submitted ? (ENDS[Math.floor(random() * ENDS.length)] ?? null) : 'accept';
  const start = submitted ?? someInstant(random);
  const ended = how ? new Date(Math.min(Date.now() - 500, start.getTime() + random() * 30 * DAY_MS)) : null;
  const order = how === 'accept' && ended ? { at: ended, canceled: random() < 0.2 } : null;
  return { lines, submitted, ended, how, order };
}

const actorOf = {
  'reject by buyer': 'buyer',
  withdraw: 'buyer',
  reject: 'seller',
  accept: 'seller',
} as const;

async function write(seller: Seller, buyer: Buyer, { lines, submitted, ended, how, order }: OfferFact) {
  const { db } = factory;
  const parties = { seller_id: seller.seller_id, buyer_id: buyer.buyer_id };
  const state = how === null ? 'seller_review' : how === 'accept' ? 'accepted' : 'rejected';
  const [offer] = await db('offers')
    .insert({
      ...parties,
      state,
      submitted_at: submitted,
      expires_at: new Date(Date.now() + DAY_MS),
      created_at: submitted ?? ended ?? new Date(),
      updated_at: new Date(),
    })
    .returning('id');
  const offer_id = offer?.id ?? 0;
  await db('offer_products').insert(
    lines.map((line) => ({
      offer_id,
      product_id: line.product_id,
      quantity: BigInt(line.quantity),
      unit_price_cents: cents(line.cents),
      buyer_price_cents: cents(line.cents),
    })),
  );
  const entry = { offer_id, from_state: 'seller_review', note: null, lines: '[]', user_id: null } as const;
  if (submitted)
    await db('offer_history').insert({
      ...entry,
      actor: 'buyer',
      event: 'submit',
      to_state: 'seller_review',
      at: submitted,
    });
  if (ended && how)
    await db('offer_history').insert({
      ...entry,
      actor: actorOf[how as keyof typeof actorOf] ?? 'system',
      event: how === 'reject by buyer' ? 'reject' : how,
      to_state: state,
      at: ended,
    });
  if (order) await writeOrder(parties, offer_id, { lines, order });
}

async function writeOrder(
  parties: { seller_id: number; buyer_id: number },
  offer_id: number,
  { lines, order }: Pick<OfferFact, 'lines'> & { order: NonNullable<OfferFact['order']> },
) {
  const total = lines.reduce((sum, line) => sum + line.quantity * line.cents, 0);
  const fee = netless(total);
  const [made] = await factory
    .db('purchase_orders')
    .insert({
      ...parties,
      offer_id,
      status: order.canceled ? 'canceled' : 'awaiting_shipment',
      total_cents: cents(total),
      fee_bps: 1_000,
      fee_cents: cents(fee),
      total_net_to_seller: cents(total - fee),
      total_units: lines.reduce((sum, line) => sum + BigInt(line.quantity), 0n),
      sku_count: lines.length,
      created_at: order.at,
    })
    .returning('id');
  await factory.db('purchase_order_products').insert(
    lines.map((line) => ({
      purchase_order_id: made?.id ?? 0,
      product_id: line.product_id,
      quantity: BigInt(line.quantity),
      unit_cents: cents(line.cents),
      total_cents: cents(line.quantity * line.cents),
      net_to_seller: cents(line.quantity * line.cents - netless(line.quantity * line.cents)),
      name: 'Mug',
      upc: '012345678905',
      sku: null,
      image: null,
      category: 'home',
    })),
  );
}

const netless = (total: number) => Math.floor(total / 10);
const oneDecimal = (part: number, whole: number) =>
  whole === 0 ? null : Math.round((part * 1_000) / whole) / 10;

function median(values: readonly number[]) {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.ceil((sorted.length - 1) / 2)],
  ];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** The definitions of docs/rules.md#analytics again, in plain loops. */
function bruteForce(
  { products, views, offers }: Trade,
  { from, to, only }: { from: string; to: string; only?: number | undefined },
) {
  const within = (at: Date | null) => at !== null && utcDay(at) >= from && utcDay(at) <= to;
  const mine = (id: number) => only === undefined || id === only;
  const about = offers.filter(({ lines }) => lines.some((line) => mine(line.product_id)));
  const ended = about.filter(({ submitted, ended: at }) => submitted && within(at));
  const accepted = ended.filter(({ how }) => how === 'accept').length;
  const answered = ended.filter(({ how }) => how === 'accept' || how === 'reject' || how === 'expire').length;
  const sold = offers
    .filter(({ order }) => order && !order.canceled && within(order.at))
    .flatMap(({ lines }) => lines.filter((line) => mine(line.product_id)));
  const units = sold.reduce((sum, line) => sum + line.quantity, 0);
  const gross = sold.reduce((sum, line) => sum + line.quantity * line.cents, 0);
  const available = products
    .filter(({ id, deleted }) => mine(id) && !deleted)
    .reduce((sum, product) => sum + product.units, 0);
  const waits = products.flatMap(({ id, listed_at }) => {
    const first = offers
      .filter(({ lines, submitted }) => submitted && lines.some((line) => line.product_id === id))
      .map(({ submitted }) => submitted as Date)
      .sort((a, b) => a.getTime() - b.getTime())[0];
    if (!mine(id) || !listed_at || !first || !within(first)) return [];
    return [Math.max(0, (first.getTime() - listed_at.getTime()) / DAY_MS)];
  });
  const wait = median(waits);
  return {
    views: views
      .filter((view) => mine(view.product_id) && view.day >= from && view.day <= to)
      .reduce((sum, view) => sum + view.views, 0),
    offers: about.filter(({ submitted }) => within(submitted)).length,
    accepted,
    acceptance_percent: oneDecimal(accepted, answered),
    units_sold: BigInt(units),
    gross_cents: gross,
    net_cents: gross - sold.reduce((sum, line) => sum + netless(line.quantity * line.cents), 0),
    sell_through_percent: oneDecimal(units, units + available),
    median_days_to_first_offer: wait === null ? null : Math.round(wait * 10) / 10,
  };
}

const firstDay = (days: number) => utcDay(new Date(Date.now() - (days - 1) * DAY_MS));
const today = () => utcDay(new Date());

async function read(seller: Seller, query: { days: AnalyticsDays; product_id?: number }): Promise<Analytics> {
  return (await (await factory.as(seller)).call(showAnalytics, {}, undefined, query)).body;
}

const periodPart = ({
  sell_through_percent: _s,
  median_days_to_first_offer: _m,
  ...rest
}: ReturnType<typeof bruteForce>) => rest;

let trade: Trade;
let other: Trade;
beforeAll(async () => {
  trade = await someTrade(16);
  other = await someTrade(61);
}, 120_000);

test.each(analyticsDays)('totals, buckets and products of %s days equal brute force', async (days) => {
  for (const one of [trade, other]) {
    const { totals, previous, series, products } = await read(one.seller, { days });
    const whole = { from: firstDay(days), to: today() };
    expect(totals).toEqual(bruteForce(one, whole));
    const before = { from: firstDay(2 * days), to: firstDay(days + 1) };
    expect(previous).toEqual(days === 365 ? null : periodPart(bruteForce(one, before)));
    for (const { from, to, ...figures } of series)
      expect({ from, ...figures }).toEqual({ from, ...periodPart(bruteForce(one, { from, to })) });
    for (const { product_id, name: _name, image: _image, deleted: _deleted, ...figures } of products)
      expect({ product_id, ...figures }).toEqual({
        product_id,
        ...bruteForce(one, { ...whole, only: product_id }),
      });
    const seen = new Set(products.map(({ product_id }) => product_id));
    for (const { id } of one.products.filter((product) => !seen.has(product.id)))
      expect(bruteForce(one, { ...whole, only: id })).toMatchObject({
        views: 0,
        offers: 0,
        accepted: 0,
        gross_cents: 0,
      });
    const rank = ({ views, offers }: Analytics['products'][number]) =>
      (views > 0 && offers === 0 ? 1e9 : 0) + views;
    expect(products.map(rank)).toEqual(products.map(rank).sort((a, b) => b - a));
  }
});

test.each(analyticsDays)('the figures of one product in %s days equal brute force', async (days) => {
  const whole = { from: firstDay(days), to: today() };
  for (const { id } of trade.products.filter(({ deleted }) => !deleted)) {
    const { totals, product, products } = await read(trade.seller, { days, product_id: id });
    expect(product?.id).toBe(id);
    expect(totals).toEqual(bruteForce(trade, { ...whole, only: id }));
    expect(products.filter(({ product_id }) => product_id !== id)).toEqual([]);
  }
});

test('every day has its bucket: days up to 60, weeks that end today above', async () => {
  const fresh = await factory.aSeller();
  for (const days of analyticsDays) {
    const { series, totals } = await read(fresh, { days });
    expect(series).toHaveLength(days > 60 ? Math.ceil(days / 7) : days);
    expect([series[0]?.from, series.at(-1)?.to]).toEqual([firstDay(days), today()]);
    for (const [index, { from, to }] of series.entries()) {
      if (index > 0) expect(Date.parse(from)).toBe(Date.parse(series[index - 1]?.to ?? '') + DAY_MS);
      const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
      if (index > 0) expect(length).toBe(days > 60 ? 7 : 1);
    }
    expect(totals).toEqual({
      ...{ views: 0, offers: 0, accepted: 0, acceptance_percent: null, units_sold: 0n, gross_cents: 0 },
      ...{ net_cents: 0, sell_through_percent: null, median_days_to_first_offer: null },
    });
  }
});

test("the product's own acts are counted as they are defined", async () => {
  const seller = await factory.aSeller();
  const product = await factory.aProduct({ seller, units: 100n });
  const lines = [{ product }];
  const order = await factory.anOrder({ seller, lines });
  const dropped = await factory.anOrder({ seller, lines });
  await factory.db('purchase_orders').where({ id: dropped.id }).update({ status: 'canceled' });
  await (await factory.as(seller)).call(
    rejectOffer,
    { id: (await factory.anOffer({ seller, lines })).id },
    {},
  );
  const withdrawn = await factory.anOffer({ seller, lines });
  await (await factory.as(withdrawn.buyer)).call(withdrawOffer, { id: withdrawn.id }, {});
  const declined = await factory.anOffer({ seller, lines, state: 'buyer_review' });
  await (await factory.as(declined.buyer)).call(rejectOffer, { id: declined.id }, {});
  const old = await factory.anOffer({ seller, lines });
  await factory
    .db('offers')
    .where({ id: old.id })
    .update({ expires_at: new Date(Date.now() - 1_000) });
  await factory.services.transaction((tx) => enqueue(tx, expireOffers, {}));
  await runDueJobs(factory.services, [expireOffers, expireOffer] as never);
  await factory.anOffer({ seller, lines });
  const { totals } = await read(seller, { days: 30 });
  expect(totals).toMatchObject({ offers: 7, accepted: 2, acceptance_percent: 50, units_sold: 10n });
  expect([totals.gross_cents, totals.net_cents]).toEqual([order.total_cents, order.total_net_to_seller]);
  expect(totals.median_days_to_first_offer).toBe(0);
});

test('stock beyond 64 bits in sum is counted exactly', async () => {
  const seller = await factory.aSeller();
  const huge = 9_000_000_000_000_000_000n;
  for (let index = 0; index < 3; index += 1) await factory.aProduct({ seller, units: huge });
  await factory.anOrder({ seller, lines: [{ product: await factory.aProduct({ seller, units: 10n }) }] });
  expect((await read(seller, { days: 30 })).totals.sell_through_percent).toBe(0);
});

test('sellers read their own alone, staff the seller they name', async () => {
  const { seller } = trade;
  const own = await factory.as(seller);
  const ownId = trade.products[1]?.id;
  const foreignId = other.products[1]?.id;
  const deletedId = trade.products[13]?.id;
  const staff = await factory.as(await factory.staff());
  const status = async (client: typeof own, query: object) =>
    (await client.request('GET', '/seller/analytics', { query: query as never })).status;
  const csvStatus = async (client: typeof own, query: object) =>
    (await client.request('GET', '/seller/analytics.csv', { query: query as never })).status;
  const named = { seller_id: seller.seller_id };
  for (const ask of [status, csvStatus]) {
    expect(await ask(own, { product_id: ownId })).toBe(200);
    expect(await ask(own, named)).toBe(200);
    expect(await ask(own, { seller_id: other.seller.seller_id })).toBe(404);
    for (const product_id of [foreignId, deletedId, 2_000_000_000])
      expect(await ask(own, { product_id })).toBe(404);
    expect(await ask(staff, named)).toBe(200);
    expect(await ask(staff, { ...named, product_id: ownId })).toBe(200);
    expect(await ask(staff, { ...named, product_id: foreignId })).toBe(404);
    expect(await ask(staff, { seller_id: 2_000_000_000 })).toBe(404);
    expect(await ask(staff, {})).toBe(422);
    expect(await ask(await factory.as(await factory.aBuyer()), named)).toBe(403);
    expect(await ask(await factory.as(null), named)).toBe(401);
  }
  const answer = await staff.request('GET', '/seller/analytics', {
    query: { ...named, days: '30' } as never,
  });
  expect(answer.body).toMatchObject({ days: 30 });
});

test.each(['0', '7', '31', '-30', '30.5', '1e3', 'x', '', '30; drop table offers', '99999999999999999999'])(
  'days=%s is 422 with the field',
  async (days) => {
    const own = await factory.as(trade.seller);
    const answer = await own.request('GET', `/seller/analytics?days=${encodeURIComponent(days)}`);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      errors: expect.anything(),
      field_errors: { days: ['Choose 30, 90 or 365 days'] },
    });
  },
);

const parsed = (text: string) =>
  new Promise<string[][]>((resolve, reject) => {
    const rows: string[][] = [];
    parseString<string[], string[]>(text)
      .on('data', (row: string[]) => rows.push(row))
      .on('error', reject)
      .on('end', () => resolve(rows));
  });

test('the CSV has every product, and no text is a formula', async () => {
  const seller = await factory.aSeller();
  const names = ['=HYPERLINK("http://evil")', '@SUM(1)', '+1', '-2+3', 'Müller, "Söhne"\n& Co'];
  for (const [index, name] of names.entries()) {
    const { id } = await factory.aProduct({ seller, name, sku: index === 0 ? '=cmd|calc' : null });
    await factory.db('product_views_daily').insert({ product_id: id, day: today(), views: 9 - index });
  }
  const own = await factory.as(seller);
  const answer = await own.call(exportAnalytics, {}, undefined, { days: 30 });
  expect(answer.headers.get('Content-Type')).toContain('text/csv');
  expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="analytics-30-days.csv"');
  const [headings, ...rows] = await parsed(answer.text);
  expect(headings?.slice(0, 4)).toEqual(['Product', 'SKU', 'UPC', 'Views']);
  expect(rows.map(([name]) => name)).toEqual([...names.slice(0, 4).map((name) => `'${name}`), names[4]]);
  expect(rows[0]?.slice(1)).toEqual([
    "'=cmd|calc",
    rows[0]?.[2],
    '9',
    '0',
    '0',
    '',
    '',
    '0',
    '0',
    '0.00',
    '0.00',
  ]);
});
