import { enqueue } from '../../server/jobs/job';
import { backfillLedger } from '../../server/ledger/backfill';
import { check } from '../../server/ledger/check';
import { type RunningApp, startApp } from '../support/app';
import { stop, stopAll, until } from '../support/process';
import { isWaiting, killHard, outlive, startWorkerOf } from '../support/workers';
import { Books } from './books';
import { forgetLedger } from './forget';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let app: RunningApp;
let books: Books;

beforeAll(async () => {
  app = await startApp();
  books = new Books(app);
});
afterAll(async () => {
  await stopAll();
  await app.stop();
});

const MORE = 560;

/** Received orders like the first, more than one transaction of the backfill takes. */
async function manyOrders(): Promise<number[]> {
  const { id } = await books.received(await books.aSeller());
  const { rows } = await books.db.raw<{ rows: { columns: string }[] }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
      where table_name = 'purchase_orders' and column_name not in ('id', 'po_number', 'offer_id') and is_generated = 'NEVER'`,
  );
  const offers = await books.db.raw<{ rows: { columns: string }[] }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
      where table_name = 'offers' and column_name not in ('id', 'offer_number') and is_generated = 'NEVER'`,
  );
  const [columns, offerColumns] = [rows[0]?.columns, offers.rows[0]?.columns];
  await books.db.raw(
    `with copied as (
       insert into offers (${offerColumns}) select ${offerColumns} from offers, generate_series(1, ?)
        where id = (select offer_id from purchase_orders where id = ?) returning id)
     insert into purchase_orders (${columns}, offer_id)
     select ${columns}, copied.id from purchase_orders, copied where purchase_orders.id = ?`,
    [MORE, id, id],
  );
  return books.db('purchase_orders').orderBy('id').pluck('id');
}

test('a worker killed in the backfill goes on behind its last transaction: every order is written once', async () => {
  const ids = await manyOrders();
  await forgetLedger(books);
  await books.transaction((tx) => enqueue(tx, backfillLedger, {}));
  const holder = await books.db.transaction();
  await holder('purchase_orders')
    .where({ id: ids.at(-1) ?? 0 })
    .forUpdate();
  const first = startWorkerOf(app);
  const progress = async () => (await books.db('ledger_backfill').first())?.after_id ?? 0;
  await until(async () => (await progress()) === ids[499] && (await isWaiting(books, 'for update')));
  await killHard(first);
  await holder.rollback();
  const paid = () => books.db('ledger_transactions').where({ kind: 'paid' }).orderBy('purchase_order_id');
  expect(await paid()).toHaveLength(500);

  await outlive(books);
  const second = startWorkerOf(app);
  await until(async () => (await books.db('ledger_backfill').first())?.finished_at);
  await stop(second);
  expect((await paid()).map(({ purchase_order_id }) => purchase_order_id)).toEqual(ids);
  expect(await check(app.services)).toEqual([]);
});
