import { parseString } from 'fast-csv';
import { createPayoutBatch, releaseOrder } from '../../server/ledger/staff/contract';
import { useTestApp } from '../support/test-app';
import { Books } from './books';

const app = useTestApp({ rateLimits: false });
const books = new Books(app);

const parsed = (text: string) =>
  new Promise<string[][]>((resolve, reject) => {
    const rows: string[][] = [];
    parseString<string[], string[]>(text)
      .on('data', (row: string[]) => rows.push(row))
      .on('error', reject)
      .on('end', () => resolve(rows));
  });

const monthBefore = (months: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15)).toISOString().slice(0, 7);
};

const centsOf = (amount = '') => Math.round(Number(amount) * 100);

/** Moves what an order wrote into the ledger to the middle of an earlier month. */
const backdate = (orderId: number, month: string) =>
  books.transaction(async (tx) => {
    await tx.raw('alter table ledger_transactions disable trigger user');
    await tx.raw(`update ledger_transactions set at = ?::date + 14 where purchase_order_id = ?`, [
      `${month}-01`,
      orderId,
    ]);
    await tx.raw('alter table ledger_transactions enable trigger user');
  });

test('opening and lines make closing, months chain, and hostile names stay text', async () => {
  const seller = await books.aSeller({ name: '=cmd|calc' });
  const buyers = ['=HYPERLINK("http://evil")', '@SUM(1)', 'Müller, "Söhne"\n& Co'];
  const [older, old, current] = [
    await books.received(seller),
    await books.received(seller),
    await books.received(seller),
  ];
  for (const [index, order] of [older, old, current].entries())
    await books
      .db('buyers')
      .where({ id: order.buyer_id })
      .update({ name: buyers[index] ?? '' });
  await books.refund(old.id, { goods: 1_000 });
  const staff = await books.staff();
  const client = await books.as(staff);
  await client.call(releaseOrder, { id: older.id }, { reason: 'Known buyer' });
  await backdate(older.id, monthBefore(2));
  await backdate(old.id, monthBefore(1));
  const batch = await client.call(createPayoutBatch, {}, { seller_ids: [seller.seller_id] });
  await books.pay(staff, batch.body.payouts[0]?.id ?? 0, { reference: '+1 wire', paid_on: '2026-01-15' });

  const own = await books.as(seller);
  const statement = async (month: string) => {
    const answer = await own.request('GET', `/marketplace/statements/${month}.csv`);
    expect(answer.headers.get('Content-Type')).toContain('text/csv');
    expect(answer.headers.get('Content-Disposition')).toBe(`attachment; filename="statement-${month}.csv"`);
    const [, ...rows] = await parsed(answer.text);
    return rows;
  };
  const months = [monthBefore(3), monthBefore(2), monthBefore(1), monthBefore(0)];
  const all = [];
  for (const month of months) all.push(await statement(month));
  let closing = 0;
  for (const rows of all) {
    const [first, last] = [rows[0], rows.at(-1)];
    expect([first?.[1], centsOf(first?.[7])]).toEqual(['Opening balance', closing]);
    closing += rows.slice(1, -1).reduce((sum, row) => sum + centsOf(row[6]), 0);
    expect([last?.[1], centsOf(last?.[7])]).toEqual(['Closing balance', closing]);
  }
  const { pending_cents, available_cents } = await books.balance(seller);
  expect(closing).toBe(pending_cents + available_cents);
  const lines = all.flatMap((rows) => rows.slice(1, -1));
  expect(lines.map((row) => [row[1], row[3], row[6]])).toEqual([
    ['Order paid', `'${buyers[0]}`, '72.00'],
    ['Order paid', `'${buyers[1]}`, '72.00'],
    ['Refund', `'${buyers[1]}`, '-9.00'],
    ['Order paid', buyers[2], '72.00'],
    ['Payout', '', '-72.00'],
  ]);
  const file = await client.request('GET', `/admin/payout_batches/${batch.body.batch.id}.csv`);
  expect(await parsed(file.text)).toEqual([
    ['Number', 'Seller', 'Amount', 'Reference'],
    [batch.body.payouts[0]?.payout_number, "'=cmd|calc", '72.00', "'+1 wire"],
  ]);
});

test('a future month, another form of month and an unknown batch have no file', async () => {
  const own = await books.as(await books.aSeller());
  const next = monthBefore(-1);
  for (const file of [
    `${next}.csv`,
    '2026-13.csv',
    '2026-1.csv',
    '1999-01.csv',
    `${monthBefore(0)}.pdf`,
    '..%2f.csv',
  ])
    expect([file, (await own.request('GET', `/marketplace/statements/${file}`)).status]).toEqual([file, 404]);
  const staff = await books.as(await books.staff());
  for (const file of ['999999.csv', '0.csv', 'x.csv', '99999999999.csv'])
    expect((await staff.request('GET', `/admin/payout_batches/${file}`)).status).toBe(404);
});
