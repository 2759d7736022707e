import { cents, signedCents } from '../contract/money';
import { claimUntil } from '../orders/deadlines';
import type { Balance, LedgerEntry, Payout, PayoutItem } from './contract';
import type { BalanceRow, EntryRow, ItemRow, PayoutWithNames } from './queries';
import type { SellerBalance, StaffPayout } from './staff/contract';
import type { SellerBalanceRow } from './staff/queries';

export const balanceDocument = (row: BalanceRow): Balance => ({
  pending_cents: signedCents(row.pending),
  available_cents: signedCents(row.available),
  in_payout_cents: cents(row.in_payout),
  paid_cents: cents(row.paid),
});

export const sellerBalanceDocument = (row: SellerBalanceRow): SellerBalance => ({
  seller_id: row.seller_id,
  name: row.name,
  ...balanceDocument(row),
  payout_note: row.payout_note,
});

export const afterClaims = (received: Date | null, claimDays: number): string | null =>
  received && claimUntil(received, { claimDays }).toISOString();

export const entryDocument = (row: EntryRow, claimDays: number): LedgerEntry => ({
  at: row.at.toISOString(),
  kind: row.kind,
  purchase_order_id: row.purchase_order_id,
  po_number: row.po_number,
  buyer_name: row.buyer_name,
  claim_number: row.claim_number,
  payout_number: row.payout_number,
  amount_cents: signedCents(row.amount),
  status: row.status,
  available_at: row.held_by === null ? afterClaims(row.received_at, claimDays) : null,
  available_by: row.held_by === null ? afterClaims(row.receipt_due_at, claimDays) : null,
  held_by: row.held_by,
});

export const payoutDocument = (row: PayoutWithNames): Payout => ({
  id: row.id,
  payout_number: row.payout_number,
  amount_cents: row.amount_cents,
  status: row.status,
  reference: row.reference,
  paid_on: row.paid_on,
  orders: row.orders,
  created_at: row.created_at.toISOString(),
});

export const staffPayoutDocument = (row: PayoutWithNames): StaffPayout => ({
  ...payoutDocument(row),
  seller_id: row.seller_id,
  seller_name: row.seller_name,
  batch_id: row.batch_id,
  batch_number: row.batch_number,
  payout_note: row.payout_note,
  void_reason: row.void_reason,
});

export const itemDocument = (row: ItemRow): PayoutItem => ({
  purchase_order_id: row.purchase_order_id,
  po_number: row.po_number,
  buyer_name: row.buyer_name,
  claim_number: row.claim_number,
  kind: row.adjustment_id === null ? 'order' : 'refund',
  amount_cents: signedCents(row.amount),
});
