import type { Db } from '../../db/connection';
import type { Tx } from '../../db/transaction';

export interface Sandbox {
  readonly db: Db;
  /** Origin of the hosted pages, without a trailing slash. */
  readonly origin: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly webhookUrl: string;
  /** Delay between confirmed deposits and the payment; days at Stripe. */
  readonly bankSettlesAfterMs: number;
  /** Schedules delivery after the commit, with retries. */
  deliver(tx: Tx, eventId: string): Promise<void>;
  /** Schedules the settlement of a bank payment. */
  settleAt(tx: Tx, intentId: string, at: Date): Promise<void>;
}
