import { DEMO_PASSWORD } from '../../server/accounts/demo-accounts';
import { hashPassword } from '../../server/accounts/passwords/hash';
import type { Services } from '../../server/services';
import type { Tx } from '../transaction';
import { BRANDS } from './brands';
import { CATALOG } from './catalog/catalog';
import { ACCOUNTS_AND_PRODUCTS, RANDOM_FUNCTIONS } from './large/accounts-and-products';
import { type Counts, readCounts, sellersFor } from './large/counts';
import { EARNINGS } from './large/earnings';
import { lastId, writeLedger } from './large/ledger';
import { SHIPPING } from './large/shipping';
import { TRADE } from './large/trade';
import { restartIdentity } from './write';

type Print = (line: string) => void;

/** `npm run seed:large -- --products N …`: adds rows to the existing ones, for load tests. */
export async function seedLargeFrom(services: Services, words: readonly string[]): Promise<string> {
  const counts = readCounts(words);
  const began = performance.now();
  await seedLarge(services, counts, (line) => console.log(line));
  const took = ((performance.now() - began) / 1000).toFixed(0);
  return `${counts.products} products, ${counts.users} users, ${counts.offers} offers and ${counts.orders} orders in ${took} s`;
}

const IDS = {
  first_user: 'users',
  first_buyer: 'buyers',
  first_seller: 'sellers',
  first_product: 'products',
  first_offer: 'offers',
  first_line: 'offer_products',
  first_order: 'purchase_orders',
  first_order_line: 'purchase_order_products',
  first_shipment: 'shipments',
  first_claim: 'claims',
  first_adjustment: 'adjustments',
  first_batch: 'payout_batches',
  first_payout: 'payouts',
} as const;

/**
 * One transaction of a dozen statements over generate_series; the same rows in every run, apart from dates.
 * Skips foreign key checks if the role is a superuser.
 */
export async function seedLarge(
  services: Services,
  counts: Counts,
  say: Print = () => undefined,
): Promise<void> {
  const digest = await hashPassword(DEMO_PASSWORD);
  const sellers = sellersFor(counts);
  await services.transaction(async (tx) => {
    await tx.raw(
      `set local statement_timeout = 0; set local synchronous_commit = off; set local work_mem = '256MB';
       set local maintenance_work_mem = '512MB'`,
    );
    const restore = await withoutTriggers(tx);
    const first = await firstIds(tx);
    const numbers = {
      ...counts,
      sellers,
      buyers: counts.users - sellers,
      per: Math.floor(counts.products / sellers),
      bps: services.config.feeBps,
      claim_days: services.config.claimDays,
      receipt_days: services.config.receiptDays,
      ...first,
    };
    const texts = { digest, slugs: BRANDS.map(({ slug }) => slug) };
    await tx.raw(RANDOM_FUNCTIONS);
    await writeModels(tx);
    const run = async (name: string, sql: string) => {
      const began = performance.now();
      for (const statement of sql.split(';\n')) await tx.raw(withNumbers(statement, numbers), texts);
      say(`${name} ${((performance.now() - began) / 1000).toFixed(1)} s`);
    };
    const { initial, ...shelves } = ACCOUNTS_AND_PRODUCTS;
    const { sold, returned, ...trade } = TRADE;
    for (const [name, sql] of Object.entries(shelves)) await run(name, sql);
    const rest = { ...trade, ...SHIPPING, initial, sold, returned, ...EARNINGS };
    for (const [name, sql] of Object.entries(rest)) await run(name, sql);
    await restartIdentity(tx, Object.values(IDS));
    await writeLedger(tx, { orders: first.first_order, payouts: first.first_payout });
    say('ledger written');
    await restore();
    await run('listings', 'select refill_listings()');
    await run('orders of lists', 'select refill_list_orders()');
    await run('tallies', 'select refill_tallies()');
  });
  for (const table of TOUCHED) await services.db.raw('vacuum (analyze) ??', [table]);
}

/** Inserts our own integers as literals, because PostgreSQL cannot infer the type of `$1 + $2`. */
const withNumbers = (sql: string, numbers: Readonly<Record<string, number>>) =>
  sql.replace(/(?<!:):([a-z_]+)/g, (named, name: string) => String(numbers[name] ?? named));

const TOUCHED = [
  ...Object.values(IDS),
  'offer_history',
  'offer_totals',
  'order_totals',
  'tallies',
  'addresses',
  'shipment_lines',
  'shipment_tracking',
  'claim_lines',
  'claim_messages',
  'claim_photos',
  'adjustment_lines',
  'refunds',
  'payout_items',
  'ledger_transactions',
  'ledger_entries',
  'seller_balances',
  'order_activity',
  'order_history',
  'stock_movements',
  'listings',
  'listing_texts',
];

type FirstIds = Record<keyof typeof IDS, number>;

async function firstIds(tx: Tx): Promise<FirstIds> {
  const found: Record<string, number> = {};
  for (const [name, table] of Object.entries(IDS)) found[name] = await lastId(tx, table);
  return found as FirstIds;
}

/** Stores the demo's products as templates. */
async function writeModels(tx: Tx) {
  // Without the constraints of products: what models lack, products get when they are made.
  await tx.raw('create temp table models on commit drop as select * from products with no data');
  await tx.raw('alter table models add column number bigint');
  const models = CATALOG.map(({ photos, ...product }, number) => ({
    ...product,
    number,
    photo_1: photos[0] ?? null,
    photo_2: photos[1] ?? null,
    photo_3: photos[2] ?? null,
    units: null,
    min_order_units: null,
    inner_count: String(product.inner_count),
    inner_quantity: String(product.inner_quantity),
    outer_quantity: String(product.outer_quantity),
  }));
  await tx.raw('insert into models select * from json_populate_recordset(null::models, ?::json)', [
    JSON.stringify(models),
  ]);
  await tx.raw('analyze models');
}

/** Disables triggers, since listings are refilled at the end; returns the function that enables them. */
async function withoutTriggers(tx: Tx): Promise<() => Promise<void>> {
  const { rows } = await tx.raw<{ rows: { rolsuper: boolean }[] }>(
    'select rolsuper from pg_roles where rolname = current_user',
  );
  if (rows[0]?.rolsuper) {
    await tx.raw('set local session_replication_role = replica');
    return async () => {
      await tx.raw('set local session_replication_role = origin');
    };
  }
  await tx.raw('alter table products disable trigger user');
  return async () => {
    await tx.raw('alter table products enable trigger user');
  };
}
