import type { Books } from './books';

/** As the migration finds a database with orders: none of them is in the ledger. */
export async function forgetLedger(books: Books) {
  await books.db.raw(`
    alter table ledger_entries disable trigger user;
    alter table ledger_transactions disable trigger user;
    delete from ledger_entries;
    delete from ledger_transactions;
    delete from seller_balances;
    delete from payout_items;
    delete from payouts;
    update purchase_orders set released_at = null;
    update purchase_orders set received_at = null where status = 'received';
    alter table ledger_entries enable trigger user;
    alter table ledger_transactions enable trigger user`);
  await books.db('ledger_backfill').update({ after_id: 0, finished_at: null });
}
