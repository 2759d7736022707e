import type { Tx } from '../../db/transaction';

type ProgressTable =
  | 'ledger_backfill'
  | 'listed_at_backfill'
  | 'listing_backfill'
  | 'message_backfill'
  | 'order_line_backfill';

interface Progress<Id> {
  readonly after_id: Id;
  readonly finished_at: Date | null;
}

interface Part<Id> {
  readonly n: number;
  readonly last: Id | null;
}

interface Backfill<Id> {
  readonly table: ProgressTable;
  readonly limit: number;
  /** Fills in at most `limit` rows above the id. */
  fill(tx: Tx, after: Id): Promise<Part<Id>>;
}

/** Fills in the next rows under the lock of the progress row, and returns how many: fewer than `limit` were the last. */
export async function backfillNext<Id extends number | bigint>(
  tx: Tx,
  { table, limit, fill }: Backfill<Id>,
): Promise<number> {
  const progress = await tx<Progress<Id>>(table).forUpdate().first();
  if (!progress || progress.finished_at) return 0;
  const { n, last } = await fill(tx, progress.after_id as Id);
  const finished_at = n < limit ? tx.fn.now() : null;
  await tx(table as string).update({ after_id: last ?? progress.after_id, finished_at });
  return n;
}

export const partOf = <Id>(ids: readonly Id[]): Part<Id> => ({ n: ids.length, last: ids.at(-1) ?? null });
