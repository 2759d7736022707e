import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BRANDS } from '../../db/seeds/brands';
import { CATALOG } from '../../db/seeds/catalog/catalog';
import { checkDigit } from '../../db/seeds/catalog/upc';
import { seedDemo } from '../../db/seeds/demo';
import { buyerCategories, sellerCategories } from '../../server/accounts/applications/contract';
import { DEMO_PASSWORD } from '../../server/accounts/demo-accounts';
import { digestOf } from '../../server/accounts/keys/secret';
import { passwordMatches } from '../../server/accounts/passwords/hash';
import type { Buyer } from '../../server/accounts/policy';
import { personById, personByKey } from '../../server/accounts/queries';
import { addressBody } from '../../server/addresses/checks';
import { DEFAULT_DAYS } from '../../server/analytics/contract';
import { factsByProduct } from '../../server/analytics/queries';
import { previewRows, totalsOf } from '../../server/answers/preview';
import { approve } from '../../server/approvals/decision';
import { approvalById } from '../../server/approvals/queries';
import { DAY_MS } from '../../server/contract/durations';
import { fee, shareNet } from '../../server/contract/fee';
import { cents, lineTotal, sum } from '../../server/contract/money';
import { offerStates } from '../../server/offers/rules';
import { moveOf } from '../../server/offers/state-machine';
import { orderStatuses } from '../../server/orders/rules';
import { orderEvents } from '../../server/orders/state-machine';
import { findVerificationUrl } from '../../server/payments/microdeposits';
import { settle } from '../../server/payments/settle';
import { LISTED } from '../../server/products/visibility';
import type { Services } from '../../server/services';
import { publicUrl } from '../../server/storage/keys';
import { sandboxOf } from '../../server/stripe-sandbox/jobs';
import { confirmDeposits } from '../../server/stripe-sandbox/payments';
import { type TestDatabase, testDatabase } from '../support/database';
import { projectRoot } from '../support/roots';
import { testServices } from '../support/services';

describe('the pictures', () => {
  const folder = join(projectRoot, 'public/demo');
  const shipped = (path: string, size: 400 | 1200) =>
    existsSync(join(projectRoot, 'public', publicUrl(path, size)));

  test('of every product are there in both sizes', () => {
    const photos = CATALOG.flatMap((product) => product.photos);
    expect(photos.filter((path) => !shipped(path, 400) || !shipped(path, 1200))).toEqual([]);
  });

  test('of every brand are there in both sizes', () => {
    const paths = BRANDS.flatMap(({ slug }) => [`/demo/seller-${slug}-logo`, `/demo/seller-${slug}-banner`]);
    expect(paths.filter((path) => !shipped(path, 400) || !shipped(path, 1200))).toEqual([]);
  });

  test('weigh less than 4 MB, and none lies about unused', () => {
    const files = readdirSync(folder);
    expect(files.reduce((bytes, name) => bytes + statSync(join(folder, name)).size, 0)).toBeLessThan(
      4_000_000,
    );
    const used = new Set([
      ...CATALOG.flatMap((product) => product.photos),
      ...BRANDS.flatMap(({ slug }) => [`/demo/seller-${slug}-logo`, `/demo/seller-${slug}-banner`]),
    ]);
    const names = files
      .filter((name) => name.endsWith('.webp'))
      .map((name) => name.replace(/-(400|1200)\.webp$/, ''));
    expect(names.filter((name) => !used.has(`/demo/${name}`))).toEqual([]);
  });
});

describe('the catalog', () => {
  test('has at least 14 sellers and 260 products, in every category', () => {
    expect(new Set(CATALOG.map(({ seller }) => seller)).size).toBeGreaterThanOrEqual(14);
    expect(CATALOG.length).toBeGreaterThanOrEqual(260);
    const counts = new Map<string, number>();
    for (const { category } of CATALOG) counts.set(category, (counts.get(category) ?? 0) + 1);
    expect([...counts.keys()].sort()).toEqual([
      'apparel',
      'beauty',
      'consumables',
      'footwear',
      'home',
      'other category',
      'pet',
      'toys',
    ]);
    expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(20);
  });

  test('has unique UPC-12s with correct check digits, some with leading zeros', () => {
    const upcs = CATALOG.map(({ upc }) => upc);
    expect(
      upcs.filter((upc) => !/^\d{12}$/.test(upc) || checkDigit(upc.slice(0, 11)) !== Number(upc[11])),
    ).toEqual([]);
    expect(new Set(upcs).size).toBe(upcs.length);
    expect(upcs.filter((upc) => upc.startsWith('00')).length).toBeGreaterThan(10);
    // The example of the standard.
    expect(checkDigit('61414100734')).toBe(9);
  });

  test('has unique names, a few of them long', () => {
    const names = CATALOG.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => name.length > 100).length).toBeGreaterThanOrEqual(2);
    expect(BRANDS.filter(({ name }) => name.length > 60)).toHaveLength(1);
  });

  test('shows on the picture what the name says', () => {
    const soles = CATALOG.filter(({ name }) => /sneaker/i.test(name));
    expect(soles.length).toBeGreaterThan(0);
    expect(soles.filter(({ photos }) => !photos[0]?.startsWith('/demo/sneaker-'))).toEqual([]);
    const navy = CATALOG.filter(({ name }) => /, Navy$/.test(name));
    expect(navy.length).toBeGreaterThan(2);
    expect(navy.filter(({ photos }) => !/-(navy|group)$/.test(photos[0] ?? ''))).toEqual([]);
  });

  test('takes 20 to 93 percent off, and knows stocks from nothing to 250,000', () => {
    const off = CATALOG.map(({ msrp_cents, seller_price_cents }) => 1 - seller_price_cents / msrp_cents);
    expect(Math.min(...off)).toBeGreaterThan(0.18);
    expect(Math.max(...off)).toBeLessThan(0.945);
    const units = CATALOG.flatMap((product) => product.units ?? []);
    expect(units.filter((one) => one === 0n).length).toBeGreaterThan(2);
    expect(units.some((one) => one >= 250_000n)).toBe(true);
    expect(CATALOG.length - units.length).toBeGreaterThan(2);
    expect(
      CATALOG.filter(
        (one) => one.min_order_units !== null && one.units !== null && one.min_order_units > one.units,
      ),
    ).toEqual([]);
  });

  test('is described in rich text, sellers in 150 to 500 characters', () => {
    expect(
      CATALOG.filter(
        ({ description }) => !/^<p>.+<\/p><ul>(<li>[^<]+<\/li>)+<\/ul><p><strong>/.test(description),
      ),
    ).toEqual([]);
    expect(BRANDS.filter(({ description }) => description.length < 150 || description.length > 500)).toEqual(
      [],
    );
  });

  test('names an expiration date of 2027 or later on everything to eat or to put on', () => {
    const dated = CATALOG.filter(({ category }) => category === 'consumables' || category === 'beauty');
    expect(
      dated.filter(({ expiration_date }) => !/^(0[1-9]|1[0-2])\/20(2[7-9]|3\d)$/.test(expiration_date ?? '')),
    ).toEqual([]);
  });
});

describe('the marketplace in use', () => {
  const now = new Date();
  let database: TestDatabase;
  let services: Services;

  beforeAll(async () => {
    database = await testDatabase();
    services = testServices(database.url);
    await services.db.raw('select 1');
    expect(await seedDemo(services, now)).toBe(true);
  });

  afterAll(async () => {
    await services.limitsPool.end();
    await services.db.destroy();
    await database.drop();
  });

  const rows = async <Row>(sql: string, ...bindings: string[]) =>
    (await services.db.raw<{ rows: Row[] }>(sql, bindings)).rows;
  const countOf = async (sql: string, ...bindings: string[]) =>
    Number((await rows<{ n: bigint }>(`select count(*) as n from ${sql}`, ...bindings))[0]?.n);

  test('is there once', async () => {
    const users = await countOf('users');
    expect(await seedDemo(services, now)).toBe(false);
    expect(await countOf('users')).toBe(users);
  });

  test('its mailbox has the last week, one daily mail among them, and nothing leaves by a job', async () => {
    const mails = await services.db('mails').orderBy('created_at');
    expect(mails.length).toBeGreaterThan(30);
    const unsent = mails.filter(({ sent_at }) => sent_at === null);
    expect(unsent.map(({ last_error }) => last_error)).toEqual([expect.stringMatching(/^550 /)]);
    const oldest = mails[0]?.created_at.getTime() ?? 0;
    expect(Date.now() - oldest).toBeLessThan(8 * 86_400_000);
    expect(mails.filter(({ subject }) => subject.startsWith('Your day on'))).toHaveLength(1);
    const waiting = await services.db('email_notices').whereNull('mail_id');
    expect(waiting.length).toBeGreaterThan(0);
    for (const email of ['buyer@example.com', 'seller@example.com'])
      expect(mails.filter(({ recipient }) => recipient === email).length).toBeGreaterThan(2);
    expect(new Set(mails.map(({ text }) => /undefined|null|NaN/.exec(text)?.[0]))).toEqual(
      new Set([undefined]),
    );
  });

  test('lists at least 240 products of at least 12 sellers', async () => {
    const listed = `products join sellers on sellers.id = products.seller_id where ${LISTED}`;
    expect(await countOf(listed)).toBeGreaterThanOrEqual(240);
    const [{ n } = { n: 0n }] = await rows<{ n: bigint }>(
      `select count(distinct seller_id) as n from ${listed}`,
    );
    expect(Number(n)).toBeGreaterThanOrEqual(12);
    expect(await countOf('listings')).toBe(CATALOG.length);
  });

  test.each([
    ['admin', 'onboarded', 'staff', []],
    ['admin2', 'onboarded', 'staff', ['alternate_routes']],
    ['seller', 'onboarded', 'seller', []],
    ['seller2', 'onboarded', 'seller', ['shopify']],
    ['newseller', 'password_created', 'seller', []],
    ['buyer', 'onboarded', 'buyer', []],
    ['buyer2', 'onboarded', 'buyer', []],
    ['pending', 'provisional', 'seller', []],
    ['denied', 'denied', 'buyer', []],
  ])('%s@example.com signs in with the demo password, as %s %s', async (name, status, kind, features) => {
    const user = await services
      .db('users')
      .where({ email: `${name}@example.com` })
      .first();
    expect(user).toMatchObject({ status, features });
    expect(user?.admin ? 'staff' : user?.buyer_id ? 'buyer' : 'seller').toBe(kind);
    expect(await passwordMatches(user?.password_digest ?? null, DEMO_PASSWORD)).toBe(true);
  });

  test('both sellers have a complete profile and products; the new one has no description yet', async () => {
    const profile = async (email: string) =>
      (
        await rows<{ profile_complete: boolean; description: string; goods: bigint }>(
          `select profile_complete, description, (select count(*) from products where seller_id = sellers.id) as goods
             from sellers join users on users.seller_id = sellers.id where email = ?`,
          email,
        )
      )[0];
    for (const email of ['seller@example.com', 'seller2@example.com']) {
      const found = await profile(email);
      expect(found?.profile_complete).toBe(true);
      expect(Number(found?.goods)).toBeGreaterThan(10);
    }
    expect(await profile('newseller@example.com')).toMatchObject({
      profile_complete: false,
      description: '',
    });
  });

  test('both buyers have two addresses, both sellers a location, as the forms would take them', async () => {
    const addresses = await services
      .db('users')
      .join('addresses', (on) =>
        on.on('addresses.buyer_id', 'users.buyer_id').orOn('addresses.seller_id', 'users.seller_id'),
      )
      .orderBy(['users.email', 'addresses.id'])
      .select('users.email', 'addresses.*');
    const documented = addresses.filter(({ email }) => /^(buyer|seller)2?@/.test(email));
    expect(documented.map(({ email, city }) => [email, city])).toEqual([
      ['buyer2@example.com', 'Portland'],
      ['buyer2@example.com', 'Québec'],
      ['buyer@example.com', 'Dayton'],
      ['buyer@example.com', 'Indianapolis'],
      ['seller2@example.com', 'Dayton'],
      ['seller@example.com', 'Duluth'],
    ]);
    for (const row of addresses)
      expect(await addressBody.validate({ address: row })).toMatchObject({
        address: { postal_code: row.postal_code, phone: row.phone },
      });
  });

  test('every category is one that the forms offer', async () => {
    const of = (table: 'buyers' | 'sellers') => services.db(table).distinct('category').pluck('category');
    expect((await of('buyers')).filter((one) => !buyerCategories.includes(one ?? ''))).toEqual([]);
    expect((await of('sellers')).filter((one) => !sellerCategories.includes(one ?? ''))).toEqual([]);
  });

  test('applications wait for staff', async () => {
    expect(
      await countOf(`users where status = 'provisional' and buyer_id is not null`),
    ).toBeGreaterThanOrEqual(2);
    expect(
      await countOf(`users where status = 'provisional' and seller_id is not null`),
    ).toBeGreaterThanOrEqual(2);
  });

  test('has offers in every state, orders in every status', async () => {
    const states = await rows<{ state: string }>('select distinct state from offers');
    expect(states.map(({ state }) => state).sort()).toEqual([...offerStates].sort());
    const statuses = await rows<{ status: string }>('select distinct status from purchase_orders');
    expect(statuses.map(({ status }) => status).sort()).toEqual([...orderStatuses].sort());
  });

  test('claims follow the receipt of their order, and each refund has the payment that it is of', async () => {
    const claims = (await services
      .db('claims')
      .join('purchase_orders as orders', 'orders.id', 'purchase_order_id')
      .leftJoin('order_history as receipt', (on) =>
        on.on('receipt.purchase_order_id', 'orders.id').andOnVal('receipt.event', 'receive'),
      )
      .select('claims.created_at as opened', 'orders.received_at as received', 'receipt.at')) as {
      opened: Date;
      received: Date | null;
      at: Date | null;
    }[];
    expect(claims.length).toBeGreaterThan(3);
    for (const { opened, received, at } of claims) {
      expect(received).toEqual(at);
      if (!received) continue;
      expect(opened.getTime()).toBeGreaterThan(received.getTime());
      expect(opened.getTime()).toBeLessThan(received.getTime() + 7 * 86_400_000);
    }
    const refunds = await services.db('refunds').whereNot({ status: 'manual' });
    expect(refunds.some(({ status }) => status === 'failed')).toBe(true);
    expect(
      refunds.filter(({ status, payment_intent_id }) => status === 'failed' && !payment_intent_id),
    ).toEqual([]);
  });

  test('leaves the demo buyer and the demo seller something to do', async () => {
    const mine = (state: string, side: 'buyer' | 'seller', email: string) =>
      countOf(
        `offers join users on users.${side}_id = offers.${side}_id where state = ? and email = ?`,
        state,
        email,
      );
    for (const state of ['seller_review', 'buyer_review']) {
      expect(await mine(state, 'buyer', 'buyer@example.com')).toBeGreaterThan(0);
      expect(await mine(state, 'seller', 'seller@example.com')).toBeGreaterThan(0);
    }
    for (const status of ['awaiting_initial_payment', 'requires_payment_action'])
      expect(
        await countOf(
          `purchase_orders join users on users.buyer_id = purchase_orders.buyer_id where purchase_orders.status = ? and email = ?`,
          status,
          'buyer@example.com',
        ),
      ).toBeGreaterThan(0);
    expect(await mine('draft', 'buyer', 'buyer@example.com')).toBe(2);
    expect(await mine('saved_for_later', 'buyer', 'buyer@example.com')).toBe(1);
  });

  test('one seller has 30 offers of many buyers to answer in bulk: 27 at 90 percent, 3 short of stock', async () => {
    const offers = await services
      .db('offers')
      .join('users', 'users.seller_id', 'offers.seller_id')
      .where({ email: 'verrowleaf@example.com', state: 'seller_review' })
      .select('offers.id', 'offers.seller_id', 'offers.buyer_id');
    expect(new Set(offers.map(({ buyer_id }) => buyer_id)).size).toBeGreaterThan(10);
    const rule = { action: 'accept_at_or_above', tenths: 900, feeBps: services.config.feeBps } as const;
    const seller = { seller_id: offers[0]?.seller_id as number };
    const ids = offers.map(({ id }) => id);
    const preview = await previewRows(services.db, seller, ids, rule);
    expect(totalsOf(preview)).toMatchObject({ accept: 27, skip: 3 });
    const reasons = preview.flatMap(({ reason }) => reason ?? []);
    expect(reasons.every((reason) => /^Short by [\d,]+ units$/.test(reason))).toBe(true);
  });

  test('the documented seller has products that were viewed and got no offers, but not many', async () => {
    const user = await services.db('users').where({ email: 'seller@example.com' }).first('seller_id');
    const since = new Date(Date.now() - DEFAULT_DAYS * DAY_MS);
    const span = { sellerId: user?.seller_id ?? 0, since, productId: null };
    const found = await factsByProduct(services.db, span, 50);
    const without = found.filter(({ views, offers }) => views > 0 && offers === 0);
    expect(without.length).toBeGreaterThanOrEqual(1);
    expect(without.length).toBeLessThan(found.length / 3);
  });

  test('one of the demo buyer’s two carts can be bought as it is', async () => {
    const carts = await rows<{ buyable: boolean }>(
      `select bool_and(line.unit_price_cents = products.seller_price_cents and line.quantity <= products.units) as buyable
         from offers join offer_products line on line.offer_id = offers.id
         join products on products.id = line.product_id
         join users on users.buyer_id = offers.buyer_id
        where offers.state = 'draft' and email = 'buyer@example.com' group by offers.id order by buyable`,
    );
    expect(carts.map(({ buyable }) => buyable)).toEqual([false, true]);
  });

  test('the ledger adds up for every product, in any prefix of it', async () => {
    const wrong = await rows(
      `select products.id from products left join stock_movements on product_id = products.id
        group by products.id having coalesce(sum(stock_movements.units), 0) <> coalesce(products.units, 0)`,
    );
    expect(wrong).toEqual([]);
    const below = await rows(
      `select * from (select product_id, sum(units) over (partition by product_id order by id) as left_over from stock_movements) as run
        where left_over < 0`,
    );
    expect(below).toEqual([]);
    expect(await countOf(`stock_movements where reason = 'initial'`)).toBeGreaterThan(240);
    const unsold = await rows(
      `select purchase_order_id from purchase_order_products line
        where line.quantity <> -coalesce((select sum(units) from stock_movements
          where purchase_order_id = line.purchase_order_id and product_id = line.product_id and reason = 'sold'), 0)`,
    );
    expect(unsold).toEqual([]);
    const unreturned = await rows(
      `select purchase_orders.id from purchase_orders join stock_movements on purchase_order_id = purchase_orders.id
        group by purchase_orders.id having (sum(units) = 0) <> (status = 'canceled')`,
    );
    expect(unreturned).toEqual([]);
  });

  test('every offer is where its history leads, at the prices it names', async () => {
    const offers = await services.db('offers').orderBy('id');
    const history = await services.db('offer_history').orderBy('id');
    const lines = await services.db('offer_products').orderBy('id');
    expect(offers.length).toBeGreaterThan(150);
    for (const offer of offers) {
      const entries = history.filter(({ offer_id }) => offer_id === offer.id);
      let state = offer.state === 'saved_for_later' ? offer.state : 'draft';
      let at = offer.created_at;
      for (const entry of entries) {
        expect(entry.from_state).toBe(state);
        const leads =
          entry.actor === 'system'
            ? entry.event === 'cut'
              ? 'buyer_review'
              : 'rejected'
            : moveOf(entry.event as 'submit', entry.actor as 'buyer', state as 'draft');
        expect([offer.id, entry.event, entry.to_state]).toEqual([offer.id, entry.event, leads]);
        expect(entry.at.getTime()).toBeGreaterThanOrEqual(at.getTime());
        state = entry.to_state;
        at = entry.at;
      }
      expect([offer.id, state]).toEqual([offer.id, offer.state]);
      expect(at).toEqual(offer.updated_at);
      expect(at.getTime()).toBeLessThanOrEqual(now.getTime());
      const own = lines.filter(({ offer_id }) => offer_id === offer.id);
      expect(own.length).toBeGreaterThan(0);
      const last = entries.at(-1);
      if (last)
        expect(last.lines).toEqual(
          own.map((line) =>
            expect.objectContaining({
              offer_product_id: line.id,
              quantity: Number(line.quantity),
              unit_price: line.unit_price_cents,
            }),
          ),
        );
      const open = offer.state === 'seller_review' || offer.state === 'buyer_review';
      expect(offer.expires_at === null).toBe(!open);
      if (offer.expires_at) expect(offer.expires_at.getTime()).toBeGreaterThan(now.getTime());
    }
  });

  test('no counter is above the seller, below the buyer, or unchanged', async () => {
    const history = await services.db('offer_history').orderBy(['offer_id', 'id']);
    const pricesOf = (entry: { lines: unknown } | undefined) =>
      ((entry?.lines ?? []) as { unit_price: number }[]).map(({ unit_price }) => unit_price);
    let counters = 0;
    history.forEach((entry, index) => {
      if (entry.event !== 'counter') return;
      counters += 1;
      const before = pricesOf(history[index - 1]);
      const named = pricesOf(entry);
      expect(named).not.toEqual(before);
      // A seller's counter is above the buyer's last price, a buyer's below the seller's.
      for (const [at, price] of named.entries())
        expect((price - (before[at] ?? 0)) * (entry.actor === 'seller' ? 1 : -1)).toBeGreaterThanOrEqual(0);
    });
    expect(counters).toBeGreaterThan(40);
  });

  test('every order is where its history leads', async () => {
    const history = await services.db('order_history').orderBy('id');
    for (const order of await services.db('purchase_orders')) {
      const [made, ...entries] = history.filter(({ purchase_order_id }) => purchase_order_id === order.id);
      expect(made).toMatchObject({
        event: 'create',
        from_status: null,
        to_status: 'awaiting_initial_payment',
      });
      let status = 'awaiting_initial_payment';
      for (const entry of entries) {
        const { from, to } = orderEvents[entry.event as keyof typeof orderEvents];
        expect(from).toContain(status);
        expect(entry).toMatchObject({ from_status: status, to_status: to });
        status = entry.to_status;
      }
      expect([order.id, status]).toEqual([order.id, order.status]);
      expect(order.version).toBe(1 + entries.length);
      expect(order.paid_at !== null).toBe(entries.some(({ event }) => event === 'confirm_payment'));
      expect(order.tracking_number !== null).toBe(entries.some(({ event }) => event === 'ship'));
    }
  });

  test('orders ship, late, in part and whole, and their units add up', async () => {
    const found = (where: string) => countOf(`purchase_orders where ${where}`);
    const toShip = `status = 'awaiting_shipment' and ship_to is not null and ship_from is not null`;
    expect(await found(`${toShip} and ship_by < current_date and ship_by > paid_at`)).toBe(1);
    expect(await found(`${toShip} and shipped_units = 0`)).toBeGreaterThan(1);
    expect(await found(`${toShip} and shipped_units > 0 and shipped_units < total_units`)).toBe(1);
    expect(
      await found(`status = 'shipped' and ship_to is not null and receipt_due_at > now()`),
    ).toBeGreaterThan(0);
    expect(
      await found(`status = 'received' and ship_to is not null and received_at is not null`),
    ).toBeGreaterThan(0);
    expect(await found(`status = 'shipped' and receipt_due_at < now()`)).toBe(0);
    expect(await found(`status = 'awaiting_shipment' and (paid_at is null or ship_by is null)`)).toBe(0);
    const wrong = await rows(
      `select id from purchase_orders
        where shipped_units <> (select coalesce(sum(shipment_lines.quantity), 0) from shipments
                join shipment_lines on shipment_id = shipments.id
                where purchase_order_id = purchase_orders.id and shipments.status = 'shipped')
           or canceled_units <> 0
           or (status in ('shipped', 'received', 'paid_in_full', 'completed')) <> (shipped_units = total_units)`,
    );
    expect(wrong).toEqual([]);
    const untracked = `shipments where status = 'shipped' and (shipped_at is null or carrier is null
      or not exists (select from shipment_tracking where shipment_id = shipments.id))`;
    expect(await countOf(untracked)).toBe(0);
    const packed = `shipments join purchase_orders on purchase_orders.id = purchase_order_id
      where shipments.status = 'packed' and shipped_at is null`;
    expect(await countOf(`${packed} and mode = 'pickup' and shipping_terms = 'pickup'`)).toBe(1);
    expect(await countOf(`${packed} and mode = 'ltl' and freight_cents > 0`)).toBe(1);
    expect(
      await found(`status = 'awaiting_shipment' and ship_to is null and shipping_terms is null`),
    ).toBeGreaterThan(0);
  });

  test('open offers of the documented buyers go to an address; one waits for a quote, one has it', async () => {
    const open = `offers where state in ('seller_review', 'buyer_review')`;
    expect(await countOf(`${open} and buyer_id in (1, 2) and ship_to is null`)).toBe(0);
    const quoted = `${open} and shipping_terms = 'buyer_pays'`;
    expect(await countOf(`${quoted} and freight_cents is null`)).toBeGreaterThan(0);
    expect(await countOf(`${quoted} and freight_cents > 0`)).toBeGreaterThan(0);
  });

  test('every order charges the agreed prices; fee and nets add up to the cent', async () => {
    const orders = await services.db('purchase_orders');
    const lines = await services.db('purchase_order_products').orderBy('id');
    const agreed = await services.db('offer_products').orderBy('id');
    expect(orders.length).toBeGreaterThan(90);
    for (const order of orders) {
      const own = lines.filter(({ purchase_order_id }) => purchase_order_id === order.id);
      const totals = own.map(({ unit_cents, quantity }) => lineTotal(unit_cents, quantity));
      expect(own.map(({ total_cents }) => total_cents)).toEqual(totals);
      const goods = sum(totals);
      expect(order.total_cents).toBe(goods + order.freight_cents);
      expect(order.fee_cents).toBe(fee(goods, 1_000));
      expect(order.total_net_to_seller).toBe(order.total_cents - order.fee_cents);
      expect(own.map(({ net_to_seller }) => net_to_seller)).toEqual(
        shareNet(totals, cents(goods - order.fee_cents)),
      );
      expect(own.map(({ product_id, quantity, unit_cents }) => [product_id, quantity, unit_cents])).toEqual(
        agreed
          .filter(({ offer_id }) => offer_id === order.offer_id)
          .map(({ product_id, quantity, unit_price_cents }) => [product_id, quantity, unit_price_cents]),
      );
      expect(order.sku_count).toBe(own.length);
      expect(order.total_cents).toBeLessThan(99_999_999);
    }
    expect(
      await countOf(
        `offers left join purchase_orders on offer_id = offers.id where (state = 'accepted') <> (offer_id is not null)`,
      ),
    ).toBe(0);
  });

  test('no product is both in a buyer’s cart and in an open offer', async () => {
    const twice = await rows(
      `select buyer_id, product_id from offers join offer_products on offer_id = offers.id
        where state in ('draft', 'saved_for_later', 'seller_review', 'buyer_review')
        group by buyer_id, product_id having count(*) > 1`,
    );
    expect(twice).toEqual([]);
  });

  test('nothing was wanted before it was listed, and what waits for payment is young enough not to be canceled', async () => {
    expect(
      await countOf(
        `offer_products join products on products.id = product_id where offer_products.created_at < products.created_at`,
      ),
    ).toBe(0);
    const [{ oldest } = { oldest: null }] = await rows<{ oldest: Date | null }>(
      `select min(created_at) as oldest from purchase_orders where status in ('awaiting_initial_payment', 'requires_payment_action')`,
    );
    expect(now.getTime() - (oldest?.getTime() ?? 0)).toBeLessThan(40 * 3_600_000);
  });

  test('an order that requires action has its bank payment waiting in the sandbox', async () => {
    const waiting = await rows<{
      status: string;
      total: bigint;
      amount: string;
      reference: string;
      id: number;
    }>(
      `select purchase_orders.id, sandbox_objects.data ->> 'status' as status, purchase_orders.total_cents as total,
              sandbox_objects.data ->> 'amount' as amount, sandbox_objects.data #>> '{metadata,purchase_order_id}' as reference
         from purchase_orders
         left join payment_attempts on purchase_order_id = purchase_orders.id and payment_attempts.status = 'complete'
         left join sandbox_objects on sandbox_objects.id = payment_attempts.payment_intent_id
        where purchase_orders.status = 'requires_payment_action'`,
    );
    expect(waiting.length).toBeGreaterThan(1);
    for (const { status, total, amount, reference, id } of waiting)
      expect([status, amount, reference]).toEqual(['requires_action', String(total), String(id)]);
  });

  test('Verify Payment leads to the deposits, and a look at the provider leaves the orders where they are', async () => {
    const waiting = await services.db('purchase_orders').where({ status: 'requires_payment_action' });
    for (const order of waiting) {
      await settle(services, order.id);
      const url = new URL(await findVerificationUrl(services, order));
      expect(url.pathname).toMatch(/^\/sandbox\/verify\/pi_[0-9a-f]+$/);
    }
    const after = await services.db('purchase_orders').whereIn(
      'id',
      waiting.map(({ id }) => id),
    );
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set(['requires_payment_action']));
  });

  test('once the deposits are confirmed, the order is on its way to being paid', async () => {
    const [order] = await services
      .db('purchase_orders')
      .where({ status: 'requires_payment_action' })
      .orderBy('id');
    if (!order) throw new Error('No order waits');
    const intent = new URL(await findVerificationUrl(services, order)).pathname.split('/').at(-1) ?? '';
    await services.transaction((tx) => confirmDeposits(sandboxOf(services), tx, intent, [32, 45]));
    await settle(services, order.id);
    expect(await services.db('purchase_orders').where({ id: order.id }).first()).toMatchObject({
      status: 'payment_pending',
    });
  });

  test('staff left a trail of whom they let in and which orders they moved', async () => {
    const decided = await rows<{ n: bigint }>(
      `select count(*) as n from users where not admin and status not in ('provisional', 'key')
          and not exists (select from audit_log where subject_type = 'user' and subject_id = users.id)`,
    );
    expect(Number(decided[0]?.n)).toBe(0);
    const moved = `order_history where actor = 'staff'`;
    expect(await countOf(`audit_log where subject_type = 'purchase_order'`)).toBe(await countOf(moved));
  });

  test("the README's API key acts for the buyer's company", async () => {
    const [, secret = ''] = /`(lwk_\w+)`/.exec(readFileSync(join(projectRoot, 'README.md'), 'utf8')) ?? [];
    const found = await personByKey(services.db, digestOf(secret), { calls: 1, isWrite: false });
    expect(found?.use.refusal).toBeNull();
    expect(found?.person).toMatchObject({
      full_name: 'ERP sync',
      kind: 'buyer',
      capabilities: expect.anything(),
    });
  });

  test("an endpoint of the buyer's company has a delivery that failed among many that arrived", async () => {
    const statuses = await rows<{ status: string; n: bigint; attempts: bigint }>(
      `select webhook_deliveries.status, count(distinct webhook_deliveries.id) as n, count(webhook_attempts.id) as attempts
         from webhook_deliveries join webhook_attempts on delivery_id = webhook_deliveries.id
         join webhooks on webhooks.id = webhook_id join users on users.buyer_id = webhooks.buyer_id
        where users.email = 'buyer@example.com' group by 1 order by 1`,
    );
    expect(statuses.map(({ status }) => status)).toEqual(['delivered', 'failed']);
    expect([statuses[1]?.n, statuses[1]?.attempts]).toEqual([1n, 10n]);
    expect(await countOf('company_events where at > now()')).toBe(0);
  });

  test("a purchaser's request waits for the buyer's company, which names half of its orders", async () => {
    const [approval, ...others] = await services.db('approval_requests');
    expect(others).toEqual([]);
    expect(approval).toMatchObject({ act: 'submit', status: 'requested', exceeds: 'order' });
    const asking = await services
      .db('users')
      .where({ id: approval?.requested_by ?? 0 })
      .first();
    expect(asking?.email).toBe('purchaser@example.com');
    const { id, version } = approval ?? { id: 0, version: 0 };
    const owner = await services.db('users').where({ email: 'buyer@example.com' }).first();
    const viewer = await personById(services.db, owner?.id ?? 0, { sessionKey: 'tests', via: 'cookie' });
    const found = await approvalById(services.db, owner?.buyer_id ?? 0, id);
    if (!found || !viewer) throw new Error('The demo has no request');
    // What was asked for is what the offer still says.
    const { offer } = await approve(services, { viewer: viewer as Buyer, found, version });
    expect(offer.state).toBe('seller_review');
    const orders = await services.db('purchase_orders').where({ buyer_id: owner?.buyer_id ?? 0 });
    const named = orders.filter(({ buyer_po_number }) => buyer_po_number !== null);
    expect(named.length).toBeGreaterThan(1);
    expect(named.length).toBeLessThan(orders.length);
  });

  test('the numbers go on after those of the demo', async () => {
    const [buyer] = await services
      .db('buyers')
      .insert({ name: 'One more', category: 'Other' })
      .returning('id');
    expect(buyer?.id).toBe(await countOf('buyers'));
    const most = await services.db('offers').max<{ max: number }[]>('id');
    const [offer] = await services
      .db('offers')
      .insert({ buyer_id: buyer?.id ?? 0, seller_id: 1 })
      .returning('id');
    expect(offer?.id).toBe((most[0]?.max ?? 0) + 1);
  });

  test('top sellers, curated categories, release notes and contact requests are there', async () => {
    expect(await countOf(`product_tags where tag = 'top sellers'`)).toBeGreaterThanOrEqual(8);
    expect(await countOf(`product_tags where tag <> 'top sellers'`)).toBeGreaterThanOrEqual(4);
    expect(await countOf('release_notes')).toBeGreaterThanOrEqual(3);
    expect(await countOf('contact_requests')).toBeGreaterThanOrEqual(3);
  });
});
