import { connect } from '../../db/connection';
import { withoutReplica } from '../../db/replica';
import { seedDemo } from '../../db/seeds/demo';
import { runChecks } from '../../server/consistency/check';
import { checkAtOnce } from '../../server/consistency/command';
import { rebuildAtOnce } from '../../server/consistency/rebuild';
import type { Services } from '../../server/services';
import { type TestDatabase, testDatabase } from '../support/database';
import { Factory } from '../support/factories';
import { testServices } from '../support/services';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let database: TestDatabase;
let services: ReturnType<typeof testServices>;

beforeAll(async () => {
  database = await testDatabase();
  services = testServices(database.url);
  await seedDemo(services as Services);
  await services.db.raw('select fold_tallies()');
}, 120_000);

afterAll(async () => {
  await services.close();
  await database.drop();
});

const found = async () =>
  (await runChecks(services)).flatMap(({ name, findings }) =>
    findings.map(({ subject, detail }) => `${name}: ${subject} ${detail}`),
  );

test('the demo has no findings', async () => {
  expect(await found()).toEqual([]);
  expect(await checkAtOnce(services, [])).toMatch(/^\d+ checks, no findings\.$/);
});

const ORDER = `(select id from purchase_orders where status = 'shipped' order by id limit 1)`;
const LIVE = '(select id from products where not provisional and deleted_at is null order by id limit 1)';

/** A fault as an operator could make it by hand, without the triggers that would keep things together. */
const FAULTS: readonly [check: string, fault: string, sql: string][] = [
  ['stock', 'a unit changed', `update products set units = units + 1 where id = ${LIVE}`],
  [
    'orders-offers',
    'an order whose offer is open again',
    `update offers set state = 'rejected' where id = (select offer_id from purchase_orders where id = ${ORDER})`,
  ],
  [
    'orders-offers',
    'an order without its offer',
    `delete from offers where id = (select offer_id from purchase_orders where id = ${ORDER})`,
  ],
  ['orders-offers', 'an accepted offer without its order', `delete from purchase_orders where id = ${ORDER}`],
  [
    'orders-offers',
    'a line of another quantity',
    `update purchase_order_products set quantity = quantity * 2, total_cents = total_cents * 2 where purchase_order_id = ${ORDER}`,
  ],
  [
    'money',
    'a cent of the fee moved to the seller',
    `update purchase_orders set fee_cents = fee_cents - 1, total_net_to_seller = total_net_to_seller + 1 where id = ${ORDER}`,
  ],
  [
    'payment-evidence',
    'a payment that is gone',
    `delete from payment_attempts where purchase_order_id = (
       select id from purchase_orders where status = 'shipped' and not confirmed_by_staff order by id limit 1)`,
  ],
  [
    'history',
    'a step that is gone',
    `delete from order_history where event = 'confirm_payment' and purchase_order_id = ${ORDER}`,
  ],
  ['history', 'another status', `update purchase_orders set status = 'received' where id = ${ORDER}`],
  [
    'tallies',
    'a count off by one',
    `update tallies set n = n + 1 where (what, day, kind) = (select what, day, kind from tallies limit 1)`,
  ],
  [
    'offer-totals',
    'a total off by a cent',
    'update offer_totals set total_cents = total_cents + 1 where offer_id = (select min(offer_id) from offer_totals)',
  ],
  [
    'offer-totals',
    'another day',
    `update offer_totals set created_at = created_at - interval '1 day' where offer_id = (select min(offer_id) from offer_totals)`,
  ],
  [
    'order-totals',
    'another day',
    `update order_totals set created_at = created_at - interval '1 day' where order_id = (select min(order_id) from order_totals)`,
  ],
  [
    'order-totals',
    'a row that is gone',
    'delete from order_totals where order_id = (select min(order_id) from order_totals)',
  ],
  ['listings', 'a product that is not found', `delete from listings where product_id = ${LIVE}`],
  [
    'listings',
    'an old price',
    `update listings set msrp_cents = msrp_cents + 100 where product_id = ${LIVE}`,
  ],
  [
    'listings',
    'another condition',
    `update listings set condition = coalesce(condition, 0) + 1 where product_id = ${LIVE}`,
  ],
  [
    'listings',
    'an old percentage',
    `update listings set percent_off = coalesce(percent_off, 0) + 1 where product_id = ${LIVE}`,
  ],
  ['listing-texts', 'old words', `update listing_texts set words = 'nold' where product_id = ${LIVE}`],
  [
    'payout-ledger',
    'a balance off by a cent',
    'update seller_balances set available_cents = available_cents + 1 where seller_id = (select min(seller_id) from seller_balances)',
  ],
  [
    'uploads',
    'a file that is gone',
    `update products set photo_1 = '00000000-0000-4000-8000-000000000000' where id = (select max(id) from products)`,
  ],
  [
    'uploads',
    'a file of two products',
    `update products set photo_1 = '00000000-0000-4000-8000-000000000000' where id in (
       select id from products where deleted_at is null order by id desc limit 2)`,
  ],
  [
    'jobs',
    'a mail without its job',
    `insert into mails (recipient, subject, text, html, created_at) values ('a@example.com', 's', 't', 'h', now() - interval '1 hour')`,
  ],
  [
    'jobs',
    'a payment event that is not processed',
    `insert into payment_events (id, type, payload, received_at) values ('evt_lost', 'x', '{}', now() - interval '1 day')`,
  ],
  [
    'people',
    'a denied seller who sells',
    `update users set status = 'denied' where seller_id = (select min(seller_id) from users)`,
  ],
];

/** Plants a fault, checks, and takes it back: checks of another connection do not see an open transaction. */
async function withFault(sql: string, look: () => Promise<void>) {
  const tables = new Set(sql.match(/(?<=^(update|delete from|insert into) )\w+/g));
  const [table] = tables;
  await services.db.raw(`create table kept as select * from ${table}`);
  const bare = (statement: string) =>
    services.db.transaction(async (tx) => {
      await tx.raw('set local session_replication_role = replica');
      await tx.raw(statement);
    });
  try {
    await bare(sql);
    await look();
  } finally {
    await bare(`delete from ${table}`);
    const { rows } = await services.db.raw(
      `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
        where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    );
    await bare(
      `insert into ${table} (${rows[0].names}) overriding system value select ${rows[0].names} from kept`,
    );
    await services.db.raw('drop table kept');
  }
}

/** What `npm run check` prints when it exits with 1. */
const failedCheck = () =>
  checkAtOnce(services, []).then(
    () => 'no findings',
    ({ exitCode, message }: Error & { exitCode: number }) => `${exitCode} ${message}`,
  );

test.each(FAULTS)('%s: %s is found', async (check, _fault, sql) => {
  await withFault(sql, async () => {
    expect(await failedCheck()).toMatch(new RegExp(`^(1 )?${check}: \\d+ finding`, 'm'));
  });
});

test('jobs whose data is odd hide no mail without a job', async () => {
  await services.db.raw(`select graphile_worker.add_job('send-mail', '{}'),
    graphile_worker.add_job('render-nothing', '{"text": "\\u0000"}')`);
  const lost = `insert into mails (recipient, subject, text, html, created_at)
    values ('a@example.com', 's', 't', 'h', now() - interval '1 hour')`;
  await withFault(lost, async () => expect(await failedCheck()).toMatch(/^(1 )?jobs: 1 finding/m));
  await services.db.raw(`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where task_identifier = 'render-nothing' or task_identifier = 'send-mail'`);
});

test('findings of several ranges of ids are counted together', async () => {
  const fault = `insert into products (seller_id, name, upc, photo_1, provisional, units, msrp_cents, wholesale_cents, seller_price_cents)
    select (select min(id) from sellers), 'Mug', lpad(n::text, 12, '0'), '/demo/mug-cream', true, 7, 2000, 1500, 1000
      from generate_series(1, 20001) n`;
  await withFault(fault, async () => {
    const [stock] = await runChecks(services, ['stock']);
    expect([stock?.total, stock?.findings.length]).toEqual([20_001, 1_000]);
    expect(new Set(stock?.findings.map(({ subject }) => subject)).size).toBe(1_000);
  });
});

test('a check that fails on the replica runs on the primary', async () => {
  const replica = connect('postgres://nobody@127.0.0.1:1/none');
  const onReplica = { ...services, replica: withoutReplica(replica) };
  const [stock] = await runChecks(onReplica, ['stock']);
  expect(stock).toMatchObject({ name: 'stock', total: 0 });
  await replica.destroy();
});

test('uploads: a file that is deleted from the store is named', async () => {
  const key = '00000000-0000-4000-8000-00000000000a';
  await services.store.put(`originals/${key}`, Buffer.from('a picture'), 'image/png');
  const product = await services.db('products').orderBy('id', 'desc').first('id');
  await withFault(`update products set photo_1 = '${key}' where id = ${product?.id}`, async () => {
    expect(await found()).toEqual([]);
    await services.store.delete(`originals/${key}`);
    expect(await found()).toEqual([`uploads: product ${product?.id} ${key} is missing`]);
  });
});

test('next-ids: a sequence that fell behind its table is named', async () => {
  await services.db.transaction(async (tx) => {
    const { rows } = await tx.raw(`select last_value::int as last from offers_id_seq`);
    await services.db.raw(`select setval('offers_id_seq', 1)`);
    expect(await failedCheck()).toMatch(/^1 next-ids: 1 finding/);
    expect(await failedCheck()).toContain('offers: has the id');
    await services.db.raw(`select setval('offers_id_seq', ?)`, [rows[0].last]);
  });
});

const REBUILDS: readonly [name: string, faults: readonly string[]][] = [
  [
    'tallies',
    [
      `update tallies set n = n + 1, amount = amount + 5 where (what, day, kind) = (select what, day, kind from tallies limit 1)`,
      `insert into tallies values ('offers', '2001-01-01', 'accepted', 1, 1)`,
    ],
  ],
  [
    'totals',
    [
      'update offer_totals set total_cents = total_cents + 1 where offer_id = (select min(offer_id) from offer_totals)',
      'delete from offer_totals where offer_id = (select max(offer_id) from offer_totals)',
      'delete from order_totals where order_id = (select min(order_id) from order_totals)',
      'update order_totals set fee_cents = fee_cents + 1 where order_id = (select max(order_id) from order_totals)',
    ],
  ],
  [
    'listings',
    [
      `delete from listings where product_id = ${LIVE}`,
      `update listing_texts set words = 'nold' where product_id = ${LIVE}`,
      `update listings set msrp_cents = msrp_cents + 100 where product_id = (select max(product_id) from listings)`,
      `insert into listings (product_id, seller_id, cell, created_at, msrp_cents)
         select id, seller_id, 0, now(), 100 from products where provisional or deleted_at is not null limit 1`,
      'insert into listings (product_id, seller_id, cell, created_at, msrp_cents) values (2000000000, 1, 0, now(), 100)',
      `insert into listing_texts values (2000000000, 'nold')`,
    ],
  ],
];

test.each(REBUILDS)('npm run rebuild -- %s repairs them while trade goes on', async (name, faults) => {
  for (const fault of faults) await services.db.raw(fault);
  expect(await failedCheck()).toMatch(/^1 /);
  const endTrade = await trade();
  expect(await rebuildAtOnce(services, [name])).toMatch(
    new RegExp(`^Rebuilt ${name}: \\d+ rows? differed.$`),
  );
  expect(await found()).toEqual([]);
  expect(await endTrade()).toBeLessThan(2_000);
  expect(await found()).toEqual([]);
  await services.db.raw('select fold_tallies()');
  expect(await rebuildAtOnce(services, [name])).toBe(`Rebuilt ${name}: 0 rows differed.`);
});

test('npm run rebuild names what it can rebuild', async () => {
  await expect(rebuildAtOnce(services, ['orders'])).rejects.toThrow('tallies|totals|listings');
});

/** Sells until the returned function is called, which returns the milliseconds of the slowest order. */
async function trade() {
  const factory = new Factory({ services, origin: '' });
  const seller = await factory.aSeller();
  const product = await factory.aProduct({ seller, units: 100_000n });
  let isOver = false;
  const sell = async () => {
    let slowest = 0;
    while (!isOver) {
      const began = performance.now();
      await factory.anOrder({ seller, lines: [{ product }] });
      slowest = Math.max(slowest, performance.now() - began);
    }
    return slowest;
  };
  const slowest = Promise.all([sell(), sell()]);
  return async () => {
    isOver = true;
    return Math.max(...(await slowest));
  };
}

test('trade that goes on causes no findings', async () => {
  const factory = new Factory({ services, origin: '' });
  const seller = await factory.aSeller();
  const product = await factory.aProduct({ seller, units: 100_000n });
  const buyers = await Promise.all([1, 2, 3].map(() => factory.aBuyer()));
  const before = await services.db('purchase_orders').count().first();
  let trading = true;
  const trade = Promise.all(
    buyers.map(async (buyer) => {
      for (let orders = 0; trading && orders < 15; orders += 1)
        await factory.anOrder({ buyer, seller, lines: [{ product }] });
    }),
  );
  for (let run = 0; run < 5; run += 1) expect(await found()).toEqual([]);
  trading = false;
  await trade;
  expect(await services.db('purchase_orders').count().first()).not.toEqual(before);
});

test('nothing is left of the faults', async () => {
  expect(await found()).toEqual([]);
});
