import { checkDigit } from '../../db/seeds/catalog/upc';
import { seedDemo } from '../../db/seeds/demo';
import { seedLarge } from '../../db/seeds/large';
import { readCounts } from '../../db/seeds/large/counts';
import { checkAtOnce } from '../../server/consistency/command';
import { fee, shareNet } from '../../server/contract/fee';
import { cents } from '../../server/contract/money';
import { LISTED } from '../../server/products/visibility';
import type { Services } from '../../server/services';
import { type TestDatabase, testDatabase } from '../support/database';
import { testServices } from '../support/services';

const counts = { products: 2_000, users: 200, offers: 2_500, orders: 2_000 };

describe('many rows', () => {
  let database: TestDatabase;
  let services: Services;

  beforeAll(async () => {
    database = await testDatabase();
    services = testServices(database.url);
    await seedDemo(services);
    await seedLarge(services, counts);
  });

  afterAll(async () => {
    await services.limitsPool.end();
    await services.db.destroy();
    await database.drop();
  });

  const rows = async <Row>(sql: string) => (await services.db.raw<{ rows: Row[] }>(sql)).rows;
  const countOf = async (sql: string) =>
    Number((await rows<{ n: bigint }>(`select count(*) as n from ${sql}`))[0]?.n);

  test('match the requested counts, in addition to the demo', async () => {
    expect(await countOf(`users where email like '%@large.example.com'`)).toBe(counts.users);
    expect(await countOf(`products where sku like 'LG-%'`)).toBe(counts.products);
    expect(await countOf(`products join sellers on sellers.id = seller_id where ${LISTED}`)).toBe(
      await countOf('listings'),
    );
    const large = `offers where buyer_id in (select buyer_id from users where email like '%@large.example.com')`;
    expect(await countOf(large)).toBe(counts.offers);
    expect(await countOf(`purchase_orders where offer_id in (select id from ${large})`)).toBe(counts.orders);
    expect(
      await countOf('offers where not exists (select from offer_products where offer_id = offers.id)'),
    ).toBe(0);
  });

  test('keep the law: ledger, totals, fee, nets, histories, check digits', async () => {
    expect(
      await rows(
        `select products.id from products left join stock_movements on product_id = products.id
          group by products.id having coalesce(sum(stock_movements.units), 0) <> coalesce(products.units, 0)`,
      ),
    ).toEqual([]);
    const orders = await services.db('purchase_orders').orderBy('id');
    const lines = await services.db('purchase_order_products').orderBy('id');
    const linesOf = new Map<number, typeof lines>();
    for (const line of lines)
      linesOf.set(line.purchase_order_id, [...(linesOf.get(line.purchase_order_id) ?? []), line]);
    for (const order of orders) {
      const own = linesOf.get(order.id) ?? [];
      const goods = cents(order.total_cents - order.freight_cents);
      expect(goods).toBe(own.reduce((total, line) => total + line.total_cents, 0));
      expect(order.fee_cents).toBe(fee(goods, 1_000));
      expect(own.map(({ net_to_seller }) => net_to_seller)).toEqual(
        shareNet(
          own.map(({ total_cents }) => total_cents),
          cents(goods - order.fee_cents),
        ),
      );
    }
    expect(
      await rows(
        `select offers.id from offers left join lateral (select to_state from offer_history where offer_id = offers.id order by id desc limit 1) last on true
          where coalesce(last.to_state, state) <> state`,
      ),
    ).toEqual([]);
    expect(
      await rows(
        `select purchase_orders.id from purchase_orders left join lateral
           (select to_status from order_history where purchase_order_id = purchase_orders.id order by id desc limit 1) last on true
          where last.to_status is distinct from status`,
      ),
    ).toEqual([]);
    const upcs = (await services.db('products').select('upc')).map(({ upc }) => upc);
    expect(upcs.filter((upc) => checkDigit(upc.slice(0, 11)) !== Number(upc[11]))).toEqual([]);
  });

  test('no order and no offer points at nothing, though foreign keys were not looked at', async () => {
    expect(
      await countOf('products left join sellers on sellers.id = seller_id where sellers.id is null'),
    ).toBe(0);
    expect(
      await countOf(
        'offers left join buyers on buyers.id = buyer_id left join sellers on sellers.id = seller_id where buyers.id is null or sellers.id is null',
      ),
    ).toBe(0);
    expect(
      await countOf(
        'offer_products left join products on products.id = product_id where products.id is null',
      ),
    ).toBe(0);
    expect(
      await countOf(
        'offer_products join offers on offers.id = offer_id join products on products.id = product_id where products.seller_id <> offers.seller_id',
      ),
    ).toBe(0);
    expect(
      await countOf(
        "purchase_orders left join offers on offers.id = offer_id where offers.state is distinct from 'accepted'",
      ),
    ).toBe(0);
  });

  test('show every state of shipping, claims and payouts, and the ledger agrees', async () => {
    const statesOf = async (column: string, table: string) =>
      (await rows<{ state: string }>(`select distinct ${column} as state from ${table} order by 1`)).map(
        ({ state }) => state,
      );
    expect(await statesOf('status', 'claims')).toEqual([
      'approved',
      'denied',
      'in_review',
      'open',
      'withdrawn',
    ]);
    expect(await statesOf('status', 'payouts')).toEqual(['draft', 'paid', 'void']);
    expect(await statesOf('shipping_terms', 'purchase_orders where shipping_terms is not null')).toEqual([
      'buyer_carrier',
      'buyer_pays',
      'pickup',
      'seller_pays',
    ]);
    expect(await statesOf('status', `shipments`)).toEqual(['packed', 'shipped']);
    expect(
      await rows(
        `select id from purchase_orders where shipped_units <> coalesce(
           (select sum(quantity) from shipments join shipment_lines on shipment_id = shipments.id
             where purchase_order_id = purchase_orders.id and status = 'shipped'), 0)
          or status not in ('awaiting_shipment', 'canceled') and paid_at is not null
             and shipped_units + canceled_units < total_units`,
      ),
    ).toEqual([]);
    await expect(checkAtOnce(services, [])).resolves.toMatch(/no findings/);
  });

  test('ids go on after them', async () => {
    const [buyer] = await services
      .db('buyers')
      .insert({ name: 'One more', category: 'Other' })
      .returning('id');
    expect(buyer?.id).toBe(await countOf('buyers'));
  });

  test('a second run comes beside the first', async () => {
    await seedLarge(services, { products: 400, users: 50, offers: 100, orders: 20 });
    expect(await countOf(`products where sku like 'LG-%'`)).toBe(counts.products + 400);
  });
});

test.each([
  [['--products', '50'], '--products: at least 100'],
  [['--products', 'many'], '--products many: expected a whole number up to 20000000'],
  [
    ['--products', '1000', '--offers', '10', '--orders', '11'],
    '--orders: each order is the end of an offer, so at most --offers',
  ],
  [['--products', '10000', '--users', '11'], '--users: at least 12 for so many products'],
])('%o is refused', (words, sentence) => {
  expect(() => readCounts(words)).toThrow(sentence);
});

test('counts that are not named follow the products', () => {
  expect(readCounts(['--products', '1,000,000'])).toEqual({
    products: 1_000_000,
    users: 100_000,
    offers: 1_000_000,
    orders: 250_000,
  });
});
