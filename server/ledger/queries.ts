import type { Knex } from 'knex';
import type { Page } from '../../db/page';
import { statement } from '../../db/sql';
import type { PayoutRow } from '../../db/tables';
import { hasUndecidedClaimOf } from '../orders/undecided-claims';
import type { EntryKind, EntryStatus, LedgerEntry } from './contract';

export interface BalanceRow {
  pending: bigint;
  available: bigint;
  in_payout: bigint;
  paid: bigint;
}

/** The four figures of `seller_balances`; drafts are not yet in the ledger. */
export const FIGURES = `balance.pending_cents as pending, balance.available_cents - drafts.amount as available,
  drafts.amount as in_payout, balance.paid_cents as paid`;

export const BALANCES = `seller_balances balance cross join lateral (
  select coalesce(sum(amount_cents), 0)::bigint as amount
    from payouts where payouts.seller_id = balance.seller_id and status = 'draft') drafts`;

const balanceOfSeller = statement<BalanceRow>(
  'balance of a seller',
  `select ${FIGURES} from ${BALANCES} where balance.seller_id = $1`,
);

export async function balanceOf(db: Knex, sellerId: number): Promise<BalanceRow> {
  const [balance] = await balanceOfSeller(db, [sellerId]);
  return balance ?? { pending: 0n, available: 0n, in_payout: 0n, paid: 0n };
}

export interface EntryRow {
  at: Date;
  kind: EntryKind;
  purchase_order_id: number | null;
  po_number: string | null;
  buyer_name: string | null;
  claim_number: string | null;
  payout_number: string | null;
  amount: bigint;
  status: EntryStatus;
  received_at: Date | null;
  receipt_due_at: Date | null;
  held_by: LedgerEntry['held_by'];
}

const CLAIM_NUMBER = `(select claim_number from adjustments join claims on claims.id = adjustments.claim_id
  where adjustments.id = posted.adjustment_id)`;

export const OWED = `coalesce((select -sum(amount_cents)::bigint from ledger_entries
  where transaction_id = posted.id and account in ('seller_pending', 'seller_available')), 0::bigint)`;

const IS_PENDING = `posted.kind = 'paid' and orders.released_at is null and orders.status <> 'canceled'`;

/** `from` selects rows of ledger_transactions as `posted`. Payouts are found row by row, never by a pass over all. */
export const entriesOf = (from: string, more = '') => `
  select posted.at, posted.kind, posted.purchase_order_id, orders.po_number, buyers.name as buyer_name,
         ${CLAIM_NUMBER} as claim_number, payout.payout_number, ${OWED} as amount,
         case when posted.kind = 'payout' then 'paid'
              when orders.status = 'canceled' then 'canceled'
              when orders.released_at is null then 'pending'
              when payout.status is null then 'available'
              when payout.status = 'draft' then 'in_payout'
              else 'paid' end as status,
         case when ${IS_PENDING} then orders.received_at end as received_at,
         case when ${IS_PENDING} and orders.status = 'shipped' then orders.receipt_due_at end as receipt_due_at,
         case when not (${IS_PENDING}) then null
              when orders.payment_flag = 'disputed' then 'dispute'
              when ${hasUndecidedClaimOf('orders')} then 'claim' end as held_by ${more}
    from (${from}) posted
    left join purchase_orders orders on orders.id = posted.purchase_order_id
    left join buyers on buyers.id = orders.buyer_id
    left join lateral (
      select payout_number, status from payouts where id = posted.payout_id
      union all
      select payout_number, status from payout_items join payouts on payouts.id = payout_items.payout_id
       where posted.kind = 'paid' and payout_items.purchase_order_id = posted.purchase_order_id
         and adjustment_id is null and not void
      union all
      select payout_number, status from payout_items join payouts on payouts.id = payout_items.payout_id
       where adjustment_id = posted.adjustment_id and not void) payout on true
   order by posted.at desc, posted.id desc`;

interface LedgerRange extends Page {
  readonly sellerId: number;
  readonly kind: EntryKind | '';
}

/** The pages before the wanted one are passed over in the index alone. */
const pageOfEntries = (name: string, condition: string) =>
  statement<EntryRow>(
    name,
    entriesOf(`select id, at, kind, purchase_order_id, adjustment_id, payout_id
      from ledger_transactions where id = any(array(
        select id from ledger_transactions
         where seller_id = $1 and kind <> 'released' ${condition}
         order by at desc, id desc limit $2 offset $3))`),
  );

const entriesOfSeller = pageOfEntries('entries of a seller', '');
const entriesOfKind = pageOfEntries('entries of a kind', 'and kind = $4');

export const ledgerEntries = (db: Knex, { sellerId, kind, limit, offset }: LedgerRange) =>
  kind ? entriesOfKind(db, [sellerId, limit, offset, kind]) : entriesOfSeller(db, [sellerId, limit, offset]);

export interface PayoutWithNames extends Omit<PayoutRow, 'updated_at'> {
  seller_name: string;
  payout_note: string | null;
  batch_number: string | null;
  orders: number;
}

export const payoutsWhere = (name: string, condition: string) =>
  statement<PayoutWithNames>(
    name,
    `select payouts.id, payout_number, payouts.batch_id, payouts.seller_id, payouts.amount_cents, payouts.status,
            payouts.reference, payouts.void_reason, payouts.paid_on, payouts.created_at,
            sellers.name as seller_name, sellers.payout_note, payout_batches.number as batch_number,
            (select count(distinct purchase_order_id)::int from payout_items
              where payout_items.payout_id = payouts.id) as orders
       from payouts join sellers on sellers.id = payouts.seller_id
       left join payout_batches on payout_batches.id = payouts.batch_id
      where ${condition}`,
  );

const payoutsOf = payoutsWhere(
  'payouts of a seller',
  `payouts.seller_id = $1 and payouts.status <> 'void'
   order by paid_on desc nulls first, payouts.id desc limit $2 offset $3`,
);

export const payoutsOfSeller = (db: Knex, sellerId: number, { limit, offset }: Page) =>
  payoutsOf(db, [sellerId, limit, offset]);

const payoutOfId = payoutsWhere('a payout', 'payouts.id = $1');

export const payoutById = async (db: Knex, id: number): Promise<PayoutWithNames | undefined> =>
  (await payoutOfId(db, [id]))[0];

export interface ItemRow {
  purchase_order_id: number;
  po_number: string;
  buyer_name: string;
  claim_number: string | null;
  adjustment_id: number | null;
  amount: bigint;
}

export async function itemsOf(db: Knex, payoutId: number): Promise<ItemRow[]> {
  const { rows } = await db.raw<{ rows: ItemRow[] }>(
    `select posted.purchase_order_id, po_number, buyers.name as buyer_name, adjustment_id,
            ${CLAIM_NUMBER} as claim_number, posted.amount_cents as amount
       from payout_items posted
       join purchase_orders on purchase_orders.id = posted.purchase_order_id
       join buyers on buyers.id = purchase_orders.buyer_id
      where payout_id = ? order by posted.id`,
    [payoutId],
  );
  return rows;
}
