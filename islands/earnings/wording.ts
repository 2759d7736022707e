import type { EntryKind, EntryStatus, LedgerEntry, PayoutStatus } from '../../server/ledger/contract';
import type { Tone } from '../ui/badge';

export const kindLabels: Record<EntryKind, string> = {
  paid: 'Order paid',
  canceled: 'Order canceled',
  adjustment: 'Refund',
  payout: 'Payout',
};

export const statusLabels: Record<EntryStatus, string> = {
  pending: 'Pending',
  available: 'Available',
  in_payout: 'In payout',
  paid: 'Paid out',
  canceled: 'Canceled',
};

export const statusTones: Record<EntryStatus, Tone> = {
  pending: 'yellow',
  available: 'green',
  in_payout: 'accent',
  paid: 'gray',
  canceled: 'gray',
};

const HELD = { claim: 'Waiting for the claim decision', dispute: 'Waiting for the card network' } as const;

/** When a pending order becomes available, or what has to happen first. */
export function waitsFor(
  { kind, status, available_at, available_by, held_by }: LedgerEntry,
  day: (iso: string) => string,
): string | null {
  if (kind !== 'paid' || status !== 'pending') return null;
  if (held_by) return HELD[held_by];
  if (available_at) return `Available ${day(available_at)}`;
  return available_by ? `Expected by ${day(available_by)}` : 'Waiting for shipment';
}

export const payoutLabels: Record<PayoutStatus, string> = { draft: 'On its way', paid: 'Paid', void: 'Void' };
export const payoutTones: Record<PayoutStatus, Tone> = { draft: 'accent', paid: 'gray', void: 'gray' };

/** A line of the ledger has no id: kind and the numbers name it. */
export const entryKey = ({ kind, po_number, payout_number, claim_number, at }: LedgerEntry) =>
  [kind, po_number, payout_number, claim_number, at].join(' ');
