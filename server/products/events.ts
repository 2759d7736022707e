import type { Actor } from '../accounts/actor';

/** Products of one seller that a transaction added, changed or deleted. */
export interface CatalogChange {
  readonly sellerId: number;
  readonly productIds: readonly number[];
  readonly by: Actor;
  /** The seller's are kept (server/events). */
  readonly keepsEvents: boolean;
}
