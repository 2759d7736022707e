import type { Knex } from 'knex';
import type { Page } from '../../db/page';
import type { PayoutRow } from '../../db/tables';
import type { EntryKind, EntryStatus, LedgerEntry } from './contract';
import { hasOpenClaimOf } from './open-claims';

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

export async function balanceOf(db: Knex, sellerId: number): Promise<BalanceRow> {
  const { rows } = await db.raw<{ rows: BalanceRow[] }>(
    `select ${FIGURES} from ${BALANCES} where balance.seller_id = ?`,
    [sellerId],
  );
  return rows[0] ?? { pending: 0n, available: 0n, in_payout: 0n, paid: 0n };
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
  /** Of a pending order. */
  received_at: Date | null;
  held_by: LedgerEntry['held_by'];
}

const CLAIM_NUMBER = `(select claim_number from adjustments join claims on claims.id = adjustments.claim_id
  where adjustments.id = posted.adjustment_id)`;

/** What a transaction changes in what the seller is owed. */
export const OWED = `coalesce((select -sum(amount_cents)::bigint from ledger_entries
  where transaction_id = posted.id and account in ('seller_pending', 'seller_available')), 0::bigint)`;

const IS_PENDING = `posted.kind = 'paid' and orders.released_at is null and orders.status <> 'canceled'`;

/** `from` selects rows of ledger_transactions as `posted`. Payouts are found row by row, never by a pass over all. */
export const entriesOf = (from: string) => `
  select posted.at, posted.kind, posted.purchase_order_id, orders.po_number, buyers.name as buyer_name,
         ${CLAIM_NUMBER} as claim_number, payout.payout_number, ${OWED} as amount,
         case when posted.kind = 'payout' then 'paid'
              when orders.status = 'canceled' then 'canceled'
              when orders.released_at is null then 'pending'
              when payout.status is null then 'available'
              when payout.status = 'draft' then 'in_payout'
              else 'paid' end as status,
         case when ${IS_PENDING} then orders.received_at end as received_at,
         case when not (${IS_PENDING}) then null
              when orders.payment_flag = 'disputed' then 'dispute'
              when ${hasOpenClaimOf('orders')} then 'claim' end as held_by
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

export async function ledgerEntries(db: Knex, range: LedgerRange): Promise<EntryRow[]> {
  const { rows } = await db.raw<{ rows: EntryRow[] }>(
    // The pages before this one are passed over in the index alone.
    entriesOf(`select * from ledger_transactions where id = any(array(
      select id from ledger_transactions
       where seller_id = :sellerId and kind <> 'released' ${range.kind ? 'and kind = :kind' : ''}
       order by at desc, id desc limit :limit offset :offset))`),
    { ...range },
  );
  return rows;
}

export interface PayoutWithNames extends Omit<PayoutRow, 'paid_on'> {
  /** A day. */
  paid_on: string | null;
  seller_name: string;
  payout_note: string | null;
  batch_number: string | null;
  orders: number;
}

export const payoutsWithNames = (db: Knex) =>
  db('payouts')
    .join('sellers', 'sellers.id', 'payouts.seller_id')
    .leftJoin('payout_batches', 'payout_batches.id', 'payouts.batch_id')
    .select('payouts.*', 'sellers.name as seller_name', 'sellers.payout_note')
    .select('payout_batches.number as batch_number')
    .select(
      // As text: the driver reads a date as midnight of the process's zone.
      db.raw('payouts.paid_on::text as paid_on'),
      db.raw(`(select count(distinct purchase_order_id)::int from payout_items
                where payout_items.payout_id = payouts.id) as orders`),
    )
    .orderBy('payouts.id', 'desc');

/** Void payouts never reached the seller. */
export const payoutsOfSeller = async (db: Knex, sellerId: number, { limit, offset }: Page) =>
  (await payoutsWithNames(db)
    .where('payouts.seller_id', sellerId)
    .whereNot('payouts.status', 'void')
    .limit(limit)
    .offset(offset)) as unknown as PayoutWithNames[];

export const payoutById = async (db: Knex, id: number) =>
  (await payoutsWithNames(db).where('payouts.id', id).first()) as unknown as PayoutWithNames | undefined;

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
