import { stuckBoard, stuckRows } from '../../server/insights/stuck/contract';
import { openOrderStatuses } from '../../server/insights/stuck/order-kinds';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { productionBuild } from '../support/roots';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false, root: productionBuild() }));
let staff: Client;

const hours = (n: number) => new Date(Date.now() - n * 3_600_000);
const DAYS_OF_EACH_AGE = [2, 5, 10];

/** One offer, application, import, product, order of each status and age. */
beforeAll(async () => {
  staff = await factory.as(await factory.staff());
  const { db } = factory;
  for (const state of ['seller_review', 'buyer_review'] as const) {
    const offer = await factory.anOffer({ state });
    await db('offers')
      .where({ id: offer.id })
      .update({ updated_at: hours(25) });
  }
  for (const age of [20, 30]) {
    const { id } = await factory.aBuyer({ status: 'provisional' });
    await db('users')
      .where({ id })
      .update({ created_at: hours(age) });
  }
  const seller = await factory.aSeller();
  await factory.aProduct({ seller, provisional: true, seller_price_cents: null });
  for (const status of ['failed', 'importing'] as const)
    await db('imported_csvs').insert({
      seller_id: seller.seller_id,
      user_id: seller.id,
      key: `uploads/${status}.csv`,
      stored_key: `kept/${status}.csv`,
      status,
      updated_at: hours(1),
    });
  for (const status of openOrderStatuses)
    for (const days of DAYS_OF_EACH_AGE) {
      const { id } = await factory.anOrder({ seller });
      const status_since = hours(24 * days);
      await db('purchase_orders').where({ id }).update({ status, status_since });
    }
  await db('purchase_orders').where({ status: 'shipped' }).update({ payment_flag: 'amount_mismatch' });
  await db('purchase_orders').where({ status: 'awaiting_shipment' }).update({ ship_by: '2020-01-03' });
  const { id: purchase_order_id } = await factory.anOrder({ seller });
  await db('claims').insert({
    purchase_order_id,
    status: 'in_review',
    description: 'Three mugs arrived broken.',
    answer_by: new Date(),
  });
  await db('refunds').insert({
    purchase_order_id,
    idempotency_key: 'refused',
    amount_cents: 1 as never,
    status: 'failed',
  });
  await db('ledger_mismatches').insert({
    purchase_order_id,
    subject: 'PO-1',
    problem: 'The order and its ledger differ',
  });
  await db('mails').insert({
    recipient: 'x@example.com',
    subject: 'Lost',
    text: '',
    html: '',
    attempts: 3,
  });
});

const pageOf = (path: string) => staff.request('GET', path, { headers: { Accept: 'text/html' } });

const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

test('every link of the needs-attention board leads staff to a page', async () => {
  const { body: board } = await staff.call(stuckBoard, {});
  const empty = board.filter(({ count }) => count === 0).map(({ kind }) => kind);
  expect(empty).toEqual([]);
  const dead: string[] = [];
  for (const { kind } of board) {
    const { body } = await staff.call(stuckRows, { kind });
    const { text, status } = await pageOf(`/admin/insights/stuck/${kind}`);
    expect([kind, status]).toEqual([kind, 200]);
    for (const { href } of body.rows) if (href) expect(linksIn(text)).toContain(href);
    if (kind !== 'mails-undelivered') expect(body.rows.map(({ href }) => href)).not.toContain(null);
    const links = new Set([
      ...linksIn(text.slice(text.indexOf('<main'), text.indexOf('</main>'))),
      ...body.rows.flatMap(({ href }) => href ?? []),
    ]);
    for (const link of links) {
      const answer = await pageOf(link);
      if (answer.status !== 200) dead.push(`${kind}: ${link} ${answer.status}`);
    }
  }
  expect(dead).toEqual([]);
});

test('a link names its record: offer, order and seller', async () => {
  const hrefOf = async (kind: string) => (await staff.call(stuckRows, { kind })).body.rows[0]?.href;
  expect(await hrefOf('offers-waiting-for-sellers')).toMatch(/^\/admin\/insights\?detail=offer-\d+$/);
  expect(await hrefOf('payments-flagged')).toMatch(/^\/admin\/purchase_orders\?order=\d+$/);
  expect(await hrefOf('imports-failed')).toMatch(/^\/admin\/sellers\?seller=\d+$/);
});

test('raw SQL with a question mark that no value stands for is refused in tests', async () => {
  const { db } = factory;
  await expect(db.raw(`select '/a?b' as path`)).rejects.toThrow('1 bindings have no value');
  await expect(db.transaction((tx) => tx.raw(`select '?', :one::int`, { one: 1 }))).rejects.toThrow(
    'have no value',
  );
  const { rows } = await db.raw(`select '/a\\?b' as path, :one::int as one`, { one: 1 });
  expect(rows).toEqual([{ path: '/a?b', one: 1 }]);
});
