import { array, id, number, object, REQUIRED, requiredText, string, text } from '../contract/fields';
import { isDay } from '../lists/rules';
import { ENTRIES_SHOWN, type EntryKind, entryKinds, type PayoutStatus, payoutStatuses } from './contract';
import { PAYOUTS_SHOWN } from './staff/contract';

const page = () => number().integer().min(1).max(1_000_000).default(1);

export const listLedgerQuery = object({
  page: page(),
  per: number().integer().min(1).max(1_000).default(ENTRIES_SHOWN),
  kind: string<EntryKind | ''>()
    .oneOf(['', ...entryKinds], 'Choose a kind from the list')
    .default(''),
});

export const listPayoutsQuery = object({
  page: page(),
  per: number().integer().min(1).max(1_000).default(PAYOUTS_SHOWN),
});

export const listAllPayoutsQuery = listPayoutsQuery.shape({
  status: string<PayoutStatus | ''>()
    .oneOf(['', ...payoutStatuses], 'Choose a status from the list')
    .default(''),
});

export const createBatchBody = object({ seller_ids: array(id().required()).max(2_000) });

/** `0026` is what a date field makes of a year that was typed in part. */
const EARLIEST = '2000-01-01';

export const markPaidForm = object({
  reference: requiredText(100),
  paid_on: string()
    .required(REQUIRED)
    .test('day', 'Enter a date like 2026-11-30', (value) => !value || (isDay(value) && value >= EARLIEST)),
});

export const voidForm = object({ reason: requiredText(500) });

export const payoutNoteForm = object({ payout_note: text(200).default('') });

export const releaseForm = object({ reason: requiredText(500) });
