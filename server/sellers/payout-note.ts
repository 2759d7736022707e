import type { Tx } from '../../db/transaction';

/** Where to pay, for staff alone. Never bank details. */
export const savePayoutNote = (tx: Tx, id: number, payout_note: string | null) =>
  tx('sellers').where({ id }).update({ payout_note });
