import type { PurchaseOrderRow } from '../../db/tables';
import { HOUR_MS } from '../contract/durations';
import { counted } from '../contract/money';
import { Conflict } from '../http/errors';
import { claimUntil } from '../orders/deadlines';
import type { ClaimReason } from './rules';

/** Until then the seller answers a claim; after that staff decide. */
export const answerBy = (openedAt: Date, hours: number): Date =>
  new Date(openedAt.getTime() + hours * HOUR_MS);

type Order = Pick<PurchaseOrderRow, 'status' | 'received_at'>;

interface Window {
  readonly claimDays: number;
  /** Of the database's clock. */
  readonly now: Date;
}

const isWithin = (receivedAt: Date, { now, ...window }: Window) => now <= claimUntil(receivedAt, window);

export const isClaimable = ({ status, received_at }: Order, window: Window): boolean =>
  received_at === null ? status === 'shipped' : isWithin(received_at, window);

const tooLate = (days: number) => `Claims close ${counted(days, 'day')} after receipt. Contact us for help.`;

/** Throws Conflict with what the buyer can do (docs/rules.md#claims). */
export function requireClaimable(
  { status, received_at }: Order,
  { reasons, ...window }: Window & { readonly reasons: readonly ClaimReason[] },
) {
  if (received_at === null) {
    if (status !== 'shipped') throw Conflict("This order hasn't shipped yet.");
    if (reasons.some((reason) => reason !== 'not_received'))
      throw Conflict('Confirm receipt first, or choose "Not received".');
    return;
  }
  if (!isWithin(received_at, window)) throw Conflict(tooLate(window.claimDays));
}
