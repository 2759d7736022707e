import { seedDemo } from '../../db/seeds/demo';
import { runChecks } from '../../server/consistency/check';
import { checkAtOnce } from '../../server/consistency/command';
import type { Services } from '../../server/services';
import { type TestDatabase, testDatabase } from '../support/database';
import { Factory } from '../support/factories';
import { testServices } from '../support/services';

jest.setTimeout(120_000);

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

test.each(FAULTS)('%s: %s is found', async (check, _fault, sql) => {
  await withFault(sql, async () => {
    expect((await found()).map((line) => line.split(':')[0])).toContain(check);
  });
});

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
