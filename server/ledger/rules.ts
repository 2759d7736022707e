/** Given to payouts that were made before payouts were recorded. */
export const REFERENCE_BEFORE_LEDGER = 'Before the ledger';

/** The bank's reference, or null where none is known. */
export const referenceText = (reference: string | null): string | null =>
  reference === REFERENCE_BEFORE_LEDGER ? null : reference;
