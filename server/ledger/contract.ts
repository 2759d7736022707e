import { endpoint } from '../contract/endpoint';
import type { Island } from '../contract/island';
import type { Cents, SignedCents } from '../contract/money';
import type { DashboardFrame } from '../sellers/contract';

export interface Balance {
  pending_cents: SignedCents;
  /** Released and in no payout; below 0 after a late refund. */
  available_cents: SignedCents;
  in_payout_cents: Cents;
  paid_cents: Cents;
}

export const entryKinds = ['paid', 'canceled', 'adjustment', 'payout'] as const;
export type EntryKind = (typeof entryKinds)[number];

export type EntryStatus = 'pending' | 'available' | 'in_payout' | 'paid' | 'canceled';

export interface LedgerEntry {
  at: string;
  kind: EntryKind;
  purchase_order_id: number | null;
  po_number: string | null;
  buyer_name: string | null;
  claim_number: string | null;
  payout_number: string | null;
  /** As the seller sees it: what comes in is positive. */
  amount_cents: SignedCents;
  status: EntryStatus;
  /** When a pending order becomes available; null before its receipt and while it is held. */
  available_at: string | null;
  /** Of a shipped order: when it becomes available if the buyer neither answers nor asks for more time. */
  available_by: string | null;
  /** What a pending order waits for, apart from receipt and time. */
  held_by: 'claim' | 'dispute' | null;
}

export const payoutStatuses = ['draft', 'paid', 'void'] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

export interface Payout {
  id: number;
  payout_number: string;
  amount_cents: Cents;
  status: PayoutStatus;
  reference: string | null;
  /** A day: `2026-11-30`. */
  paid_on: string | null;
  orders: number;
  created_at: string;
}

export interface PayoutItem {
  purchase_order_id: number;
  po_number: string;
  buyer_name: string;
  claim_number: string | null;
  /** `order`: the agreed net. */
  kind: 'order' | 'refund';
  amount_cents: SignedCents;
}

/** What becomes available next, of all orders of that day. */
export interface NextRelease {
  at: string;
  amount_cents: SignedCents;
}

export interface LedgerPage {
  entries: LedgerEntry[];
  next_release: NextRelease | null;
  /** With a statement, newest first: `2026-11`. */
  months: string[];
  /** From an order's receipt until its net is available. */
  claim_days: number;
}

export const showBalance = endpoint<Balance>()('GET /marketplace/balance');
export const listLedger = endpoint<LedgerPage>()('GET /marketplace/ledger');
export const listPayouts = endpoint<{ payouts: Payout[] }>()('GET /marketplace/payouts');
export const showPayout = endpoint<{ payout: Payout & { items: PayoutItem[] } }>()(
  'GET /marketplace/payouts/:id',
);
/** `2026-11.csv`, of a month in UTC. */
export const downloadStatement = endpoint<undefined>()('GET /marketplace/statements/:file', 'D');

export const ENTRIES_SHOWN = 50;

export interface EarningsProps extends LedgerPage {
  frame: DashboardFrame;
  balance: Balance;
  payouts: Payout[];
  fee_bps: number;
  contact_email: string;
}

export const earnings: Island<EarningsProps> = { id: 'earnings' };
