import type { Db } from '../../db/connection';
import type { Tx } from '../../db/transaction';

/** The stand-in for Stripe as a value: where it keeps things, who it believes, and who delivers its events. */
export interface Sandbox {
  readonly db: Db;
  /** Origin of the hosted pages, without a slash at the end. */
  readonly origin: string;
  /** The one secret key that the API takes. */
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly webhookUrl: string;
  /** From confirmed deposits to the money: days at Stripe, a moment here. */
  readonly bankSettlesAfterMs: number;
  /** Has the event delivered once the transaction is committed, again until it is taken. */
  deliver(tx: Tx, eventId: string): Promise<void>;
  /** Has the bank payment settled at that time. */
  settleAt(tx: Tx, intentId: string, at: Date): Promise<void>;
}
