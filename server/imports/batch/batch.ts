import { setImmediate as aTurn } from 'node:timers/promises';
import { progressOf } from '../../../db/request-scope';
import { violates } from '../../../db/sql';
import type { Seller } from '../../accounts/policy';
import { fromJson, toJson } from '../../contract/json';
import { Invalid } from '../../http/errors';
import type { Services } from '../../services';
import { writeChunk } from './chunk';
import { type BatchAnswer, type BatchResult, MAX_BATCH_ROWS } from './contract';
import { type BatchRow, readRow } from './read-row';
import { answerOf } from './results';
import { findTargets, type Target } from './targets';

const NO_ROWS = 'Send at least one product.';
const TOO_MANY_ROWS = 'Send at most 1,000 products at a time.';
const KEY_NEEDED = 'Send an Idempotency-Key with units_delta.';

const CHUNK = 100;
const MAX_ATTEMPTS = 3;

type BatchServices = Pick<Services, 'db' | 'transaction' | 'requestScopes'>;

interface BatchProgress {
  /** JSON, because units need 64 bits. */
  readonly results: string;
}

type Results = (BatchResult | null)[];

const hasDelta = (row: unknown) =>
  typeof row === 'object' && row !== null && (row as { units_delta?: unknown }).units_delta != null;

/** Throws 422 for what is no batch. A repeat under its Idempotency-Key goes on after the last chunk. */
export async function writeBatch(
  services: BatchServices,
  by: Seller,
  rows: unknown,
  isKeyed: boolean,
): Promise<BatchAnswer> {
  if (!Array.isArray(rows) || rows.length === 0) throw Invalid(NO_ROWS, { products: [NO_ROWS] });
  if (rows.length > MAX_BATCH_ROWS)
    throw Invalid(TOO_MANY_ROWS, { products: [TOO_MANY_ROWS] }, { code: 'batch_too_large' });
  if (!isKeyed && rows.some(hasDelta))
    throw Invalid(KEY_NEEDED, undefined, { code: 'idempotency_key_needed' });
  const results = resultsSoFar(services, rows.length);
  const { targets, results: found } = await findTargets(
    services.db,
    by.seller_id,
    await remainingRows(rows, results),
  );
  keep(results, found);
  for (const chunk of chunksOf(targets)) keep(results, await attempt(services, by, chunk, results));
  return answerOf(results.flatMap((result) => result ?? []));
}

function resultsSoFar({ requestScopes }: BatchServices, length: number): Results {
  const progress = progressOf(requestScopes) as BatchProgress | null;
  return progress ? (fromJson(progress.results) as Results) : Array.from({ length }, () => null);
}

function keep(results: Results, more: readonly BatchResult[]) {
  for (const result of more) results[result.index] = result;
}

/** Lets other requests have their turns meanwhile. */
async function remainingRows(rows: readonly unknown[], results: Results): Promise<BatchRow[]> {
  const read: BatchRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (results[index]) continue;
    read.push(readRow(row, index));
    if (read.length % CHUNK === 0) await aTurn();
  }
  return read;
}

/** Known products by id, then new ones. */
function chunksOf(targets: readonly Target[]): Target[][] {
  const known = targets
    .filter(({ productId }) => productId !== null)
    .toSorted((one, other) => Number(one.productId) - Number(other.productId));
  const unknown = targets.filter(({ productId }) => productId === null);
  return [known, unknown].flatMap((list) =>
    Array.from({ length: Math.ceil(list.length / CHUNK) }, (_, at) =>
      list.slice(at * CHUNK, (at + 1) * CHUNK),
    ),
  );
}

async function attempt(
  { transaction }: BatchServices,
  by: Seller,
  chunk: readonly Target[],
  results: Results,
) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(async (tx) => {
        const written = await writeChunk(tx, by, chunk);
        const all = [...results];
        keep(all, written);
        tx.keepProgress({ results: toJson(all) } satisfies BatchProgress);
        return written;
      });
    } catch (error) {
      // One of these products was added in the meantime; the next attempt finds it.
      if (attempt >= MAX_ATTEMPTS || !violates(error, 'products_upc_taken')) throw error;
    }
  }
}
