import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cents } from '../../server/contract/money';
import { applyEvent } from '../../server/orders/transitions';
import type { Client } from '../support/client';
import { table } from '../support/csv';
import { Factory } from '../support/factories';
import { projectRoot } from '../support/roots';
import { useTestApp } from '../support/test-app';

/**
 * What commit 637a3b2b, the last one before companies had members, answered these calls: written there by this file with
 * RECORD=yes, as a call that is added is.
 */
const RECORDED = join(projectRoot, 'test/contract/company-of-one.jsonl');

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

type Caller = 'visitor' | 'buyer' | 'seller' | 'staff' | 'stranger';
type Call = readonly [caller: Caller, method: string, path: string, body?: object];

const ADDRESS = {
  company: 'Ridgeline',
  line1: '400 Linden Ave',
  city: 'Dayton',
  region: 'OH',
  postal_code: '45403',
  country: 'US' as const,
  phone: '+19372245678',
};

/** In this order: what one writes, the next ones read. A name after a colon stands for the id of `ids`. */
const CALLS: readonly Call[] = [
  // accounts
  ['visitor', 'GET', '/me'],
  ['visitor', 'GET', '/current_user'],
  ['visitor', 'POST', '/login', { user: { email: 'buyer@one.example.com', password: 'a wrong password' } }],
  ['visitor', 'POST', '/password', { user: { email: 'nobody@one.example.com' } }],
  ['buyer', 'GET', '/me'],
  ['seller', 'GET', '/me'],
  ['staff', 'GET', '/me'],
  ['buyer', 'GET', '/current_user'],
  ['buyer', 'PUT', '/me', { user: { full_name: 'Ada Nowak' } }],
  ['buyer', 'GET', '/me/notifications'],
  ['seller', 'GET', '/me/notifications'],
  ['buyer', 'PUT', '/me/notifications', { notifications: { messages: 'off' } }],
  ['buyer', 'GET', '/header/badges'],
  ['seller', 'GET', '/header/badges'],
  // addresses
  ['buyer', 'POST', '/marketplace/addresses', { address: { ...ADDRESS, company: 'Second Dock' } }],
  ['buyer', 'POST', '/marketplace/addresses', { address: { ...ADDRESS, postal_code: 'x', region: 'ZZ' } }],
  ['buyer', 'GET', '/marketplace/addresses'],
  ['seller', 'GET', '/marketplace/addresses'],
  // products, as visitors, buyers and their seller see them
  ['visitor', 'GET', '/marketplace/products/:mug'],
  ['buyer', 'GET', '/marketplace/products/:mug'],
  ['seller', 'GET', '/marketplace/products/:mug'],
  ['visitor', 'GET', '/marketplace/products/:nothing'],
  ['buyer', 'GET', '/marketplace/products/:mug/shipping'],
  ['visitor', 'GET', '/marketplace/products/for_seller/:seller_company'],
  ['visitor', 'GET', '/marketplace/sellers/:seller_company'],
  ['visitor', 'POST', '/marketplace/products/search', {}],
  ['buyer', 'POST', '/marketplace/products/search', { search: { name: 'mug' } }],
  ['seller', 'GET', '/marketplace/sellers/current_seller'],
  ['seller', 'GET', '/marketplace/sellers/shipping'],
  ['seller', 'POST', '/marketplace/products/list', {}],
  ['seller', 'GET', '/products/check_upc?upc=036000291452'],
  ['seller', 'POST', '/products', { product: { name: '', units: 5 } }],
  ['seller', 'PUT', '/products/:lamp', { product: { units: 90, old_units: 100 } }],
  ['buyer', 'PUT', '/products/:lamp', { product: { units: 90, old_units: 100 } }],
  // sourcing
  ['buyer', 'POST', '/favorites', { product_id: ':mug' }],
  ['buyer', 'GET', '/favorites'],
  ['buyer', 'GET', '/favorites/ids'],
  ['buyer', 'POST', '/saved_searches', { saved_search: { name: 'Mugs', alert: 'daily', query: {} } }],
  ['buyer', 'GET', '/saved_searches'],
  ['buyer', 'GET', '/recent_views'],
  // offers
  [
    'buyer',
    'POST',
    '/offers',
    {
      offer: {
        seller_user_id: ':seller',
        offer_products_attributes: [{ product_id: ':tray', quantity: 5, unit_price: 900 }],
      },
    },
  ],
  [
    'buyer',
    'POST',
    '/offers',
    {
      offer: {
        seller_user_id: ':seller',
        offer_products_attributes: [{ product_id: ':tray', quantity: 5_000, unit_price: 900 }],
      },
    },
  ],
  ['buyer', 'GET', '/offers'],
  ['seller', 'GET', '/offers'],
  ['staff', 'GET', '/offers'],
  ['buyer', 'GET', '/offers.csv'],
  ['buyer', 'GET', '/offers/:offer'],
  ['seller', 'GET', '/offers/:offer'],
  ['staff', 'GET', '/offers/:offer'],
  ['stranger', 'GET', '/offers/:offer'],
  ['visitor', 'GET', '/offers/:offer'],
  ['buyer', 'POST', '/offers/:offer/messages', { message: { body: 'Is it boxed?' } }],
  ['seller', 'GET', '/offers/:offer/messages'],
  ['seller', 'PUT', '/offers/:offer/messages/read', {}],
  ['buyer', 'PUT', '/offers/:offer/accept', {}],
  [
    'seller',
    'POST',
    '/offers/:offer/counter_offer',
    { offer_products_attributes: [{ id: ':line', unit_price: 700 }] },
  ],
  [
    'seller',
    'POST',
    '/offers/:offer/counter_offer',
    { offer_products_attributes: [{ id: ':line', unit_price: 950 }] },
  ],
  ['buyer', 'GET', '/offers/:offer'],
  ['buyer', 'PUT', '/offers/:offer/accept', {}],
  ['buyer', 'PUT', '/offers/:offer/accept', {}],
  ['seller', 'POST', '/offers/:open/counter_offer/reject', { note: 'Sold elsewhere.' }],
  ['buyer', 'GET', '/offers/:open'],
  ['buyer', 'POST', '/offers/:open/offer_again', {}],
  ['buyer', 'GET', '/price_guides?product_id=:mug'],
  ['seller', 'GET', '/seller/answer_rules'],
  ['seller', 'GET', '/seller/analytics'],
  // orders, shipments, claims, money
  ['buyer', 'GET', '/marketplace/purchase_orders'],
  ['seller', 'GET', '/marketplace/purchase_orders'],
  ['buyer', 'GET', '/marketplace/purchase_orders.csv'],
  ['seller', 'GET', '/marketplace/purchase_orders.csv'],
  ['buyer', 'GET', '/marketplace/purchase_orders/:order'],
  ['seller', 'GET', '/marketplace/purchase_orders/:order'],
  ['stranger', 'GET', '/marketplace/purchase_orders/:order'],
  ['buyer', 'GET', '/purchase_orders/:order/verify_payment'],
  [
    'seller',
    'POST',
    '/marketplace/purchase_orders/:order/shipments/1/ship',
    { shipment: { carrier: 'ups', tracking_numbers: ['1Z999AA10123456784'] } },
  ],
  [
    'seller',
    'POST',
    '/marketplace/purchase_orders/:order/shipments',
    { shipment: { mode: 'parcel', carrier: 'ups', tracking_numbers: ['1Z999AA10123456784'], cartons: 2 } },
  ],
  ['buyer', 'GET', '/marketplace/purchase_orders/:order'],
  ['buyer', 'POST', '/marketplace/purchase_orders/:order/receive', {}],
  ['buyer', 'GET', '/marketplace/purchase_orders/:order/claims'],
  ['buyer', 'GET', '/marketplace/claims'],
  ['seller', 'GET', '/marketplace/claims'],
  ['seller', 'GET', '/marketplace/balance'],
  ['seller', 'GET', '/marketplace/ledger'],
  ['seller', 'GET', '/marketplace/payouts'],
  ['buyer', 'GET', '/marketplace/balance'],
  // staff
  ['staff', 'GET', '/admin/applications'],
  ['staff', 'GET', '/admin/people/:buyer'],
  ['staff', 'GET', '/admin/purchase_orders'],
  ['staff', 'GET', '/admin/purchase_orders/:order'],
  ['staff', 'GET', '/admin/claims'],
  ['staff', 'GET', '/admin/payouts'],
  ['staff', 'GET', '/admin/refunds'],
  ['staff', 'GET', '/admin/sellers'],
  ['staff', 'GET', '/admin/insights/user'],
  ['staff', 'GET', '/admin/insights/offer'],
  ['staff', 'GET', '/admin/insights/purchase_order'],
  ['staff', 'GET', '/admin/insights/counts'],
  ['staff', 'GET', '/admin/audit'],
  ['buyer', 'GET', '/admin/audit'],
];

const ids: Record<string, number> = { nothing: 2_000_000_000 };
let clients: Record<Caller, Client>;

beforeAll(async () => {
  const at = (name: string) => ({ email: `${name}@one.example.com`, name: `The ${name}` });
  const [buyer, seller, staff, stranger] = [
    await factory.aBuyer(at('buyer')),
    await factory.aSeller({ ...at('seller'), description: 'Mugs and lamps.' }),
    await factory.staff(at('staff')),
    await factory.aBuyer(at('stranger')),
  ];
  clients = {
    visitor: await factory.as(null),
    buyer: await factory.as(buyer),
    seller: await factory.as(seller),
    staff: await factory.as(staff),
    stranger: await factory.as(stranger),
  };
  await factory.db('addresses').insert({ buyer_id: buyer.buyer_id, ...ADDRESS, is_default: true });
  const mug = await factory.aProduct({ seller, name: 'Stone mug', upc: '036000291452' });
  const lamp = await factory.aProduct({ seller, name: 'Oak lamp', upc: '012345678905' });
  const tray = await factory.aProduct({ seller, name: 'Ash tray', upc: '042100005264' });
  const order = await factory.anOrder({ buyer, seller, lines: [{ product: mug, unit_price: cents(1_000) }] });
  const offer = await factory.anOffer({ buyer, seller, lines: [{ product: mug, unit_price: cents(800) }] });
  const open = await factory.anOffer({ buyer, seller, lines: [{ product: lamp, unit_price: cents(700) }] });
  await factory.transaction((tx) => applyEvent(tx, order.id, 'confirm_payment', { actor: 'staff' }));
  Object.assign(ids, {
    mug: mug.id,
    lamp: lamp.id,
    tray: tray.id,
    offer: offer.id,
    line: offer.lines[0]?.id,
    open: open.id,
    order: order.id,
    buyer: buyer.id,
    seller: seller.id,
    seller_company: seller.seller_id,
  });
});

const NAMED = /:([a-z]\w*)/g;
const idNamed = (name: string) => {
  const id = ids[name];
  if (id === undefined) throw new Error(`Nothing is named ${name}`);
  return id;
};

const pathOf = (path: string) => path.replace(NAMED, (_text, name: string) => String(idNamed(name)));
const bodyOf = (body: object): unknown =>
  JSON.parse(JSON.stringify(body).replace(/":([a-z]\w*)"/g, (_text, name: string) => String(idNamed(name))));

/** Without what differs between two runs of one version: ids, numbers made of them, and times. */
const steady = (text: string) =>
  text
    .replace(/("newest":)"[^"]+"/g, '$1"<cursor>"')
    .replace(/"\d{4}-\d\d"/g, '"<month>"')
    .replace(/\d{4}-\d\d-\d\d([T ]\d\d:\d\d:\d\d(\.\d+)?(Z| UTC)?)?/g, '<time>')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>')
    .replace(/\b([A-Z]{2,3})-\d{4,}/g, '$1-<number>')
    .replace(/\/\d+(?=[/?"#.]|$)/g, '/<id>')
    .replace(/("(?:\w+_)?id":"?)\d+/g, '$1<id>');

interface Recorded {
  readonly call: string;
  readonly status: number;
  readonly type: string | null;
  readonly body: unknown;
}

/** A new column of a file is a new key, too. An id is no text, so that the placeholder is made one. */
const bodyIn = (type: string | null, text: string): unknown =>
  type?.startsWith('text/csv')
    ? table(steady(text))
    : JSON.parse(steady(text).replace(/(:)<id>/g, '$1"<id>"'));

async function answers(): Promise<Recorded[]> {
  const found: Recorded[] = [];
  for (const [caller, method, path, body] of CALLS) {
    const headers = { Accept: 'application/json' };
    const sent = { headers, ...(body && { body: bodyOf(body) }) };
    const { status, headers: answered, text } = await clients[caller].request(method, pathOf(path), sent);
    const type = answered.get('Content-Type');
    found.push({ call: `${caller} ${method} ${path}`, status, type, body: await bodyIn(type, text) });
  }
  return found;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value without the keys that the recorded one lacks, wherever they are. */
function withoutNewKeys(value: unknown, recorded: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(recorded))
    return value.map((item, n) => (n < recorded.length ? withoutNewKeys(item, recorded[n]) : item));
  if (!isObject(value) || !isObject(recorded)) return value;
  const kept = Object.entries(value).filter(([key]) => Object.hasOwn(recorded, key));
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutNewKeys(item, recorded[key])]));
}

const readRecorded = () =>
  readFileSync(RECORDED, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Recorded);

const lines = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value, null, 1));

test('a company of one, without second factor and key, is answered as before but for new keys', async () => {
  const now = await answers();
  if (process.env.RECORD === 'yes')
    return writeFileSync(RECORDED, now.map((answer) => `${JSON.stringify(answer)}\n`).join(''));
  const recorded = readRecorded();
  expect(now.map(({ call }) => call)).toEqual(recorded.map(({ call }) => call));
  // As texts, so that the order of keys counts, too.
  expect(lines(now.map((answer, n) => withoutNewKeys(answer, recorded[n])))).toEqual(lines(recorded));
});
