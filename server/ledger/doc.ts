import {
  cents,
  count,
  day,
  id,
  list,
  nullable,
  object,
  oneOf,
  signedCents,
  tagged,
  text,
  time,
} from '../openapi/answer';
import {
  type Balance,
  downloadStatement,
  entryKinds,
  type LedgerEntry,
  type LedgerPage,
  listLedger,
  listPayouts,
  type NextRelease,
  type Payout,
  type PayoutItem,
  payoutStatuses,
  showBalance,
  showPayout,
} from './contract';

const payout = {
  id,
  payout_number: text,
  amount_cents: cents,
  status: oneOf(payoutStatuses),
  reference: nullable(text),
  paid_on: nullable(day),
  orders: count,
  created_at: time,
} as const;

const entry = object<LedgerEntry>(
  {
    at: time,
    kind: oneOf(entryKinds),
    purchase_order_id: nullable(id),
    po_number: nullable(text),
    buyer_name: nullable(text),
    claim_number: nullable(text),
    payout_number: nullable(text),
    amount_cents: signedCents,
    status: oneOf(['pending', 'available', 'in_payout', 'paid', 'canceled']),
    available_at: nullable(time),
    available_by: nullable(time),
    held_by: nullable(oneOf(['claim', 'dispute'])),
  },
  'LedgerEntry',
);

const doc = tagged('Earnings');

export default [
  doc(showBalance, {
    summary: 'Show the balance',
    answer: object<Balance>({
      pending_cents: signedCents,
      available_cents: signedCents,
      in_payout_cents: cents,
      paid_cents: cents,
    }),
  }),
  doc(listLedger, {
    summary: 'List what came in and went out, newest first',
    answer: object<LedgerPage>({
      entries: list(entry),
      next_release: nullable(object<NextRelease>({ at: time, amount_cents: signedCents })),
      months: list(text),
      claim_days: count,
    }),
    query: { page: 1, per: 50 },
  }),
  doc(listPayouts, {
    summary: 'List the payouts, newest first',
    answer: object<{ payouts: Payout[] }>({ payouts: list(object<Payout>(payout, 'Payout')) }),
    query: { page: 1 },
  }),
  doc(showPayout, {
    summary: 'Show a payout with its orders',
    answer: object<{ payout: Payout & { items: PayoutItem[] } }>({
      payout: object<Payout & { items: PayoutItem[] }>({
        ...payout,
        items: list(
          object<PayoutItem>({
            purchase_order_id: id,
            po_number: text,
            buyer_name: text,
            claim_number: nullable(text),
            kind: oneOf(['order', 'refund']),
            amount_cents: signedCents,
          }),
        ),
      }),
    }),
  }),
  doc(downloadStatement, {
    summary: 'Download the statement of a month as CSV',
    answer: 'text/csv',
    params: { file: '2026-11.csv' },
  }),
];
