import { progressOf } from '../../db/request-scope';
import { idsOf } from '../../db/rows';
import type { ProductRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Seller } from '../accounts/policy';
import { fromJson } from '../contract/json';
import { formatUnits, MAX_UNITS } from '../contract/money';
import { Conflict } from '../http/errors';
import { type BulkResult, CHUNK, counted, lockedRows, NOT_THERE } from '../products/bulk/results';
import { CHANGED_SINCE, TAKEN_BACK_ALREADY } from '../products/bulk/undo';
import type { ProductInput } from '../products/contract';
import { sizeFields } from '../products/defaults';
import { type FilledProduct, fillMany } from '../products/import-writes';
import {
  ABOVE_MSRP,
  caseSizeIsMissing,
  NO_CASE_SIZE,
  packDiffers,
  priceIsAboveMsrp,
} from '../products/rules';
import { type CountTime, setCountTimes } from '../products/stock';
import type { Services } from '../services';
import type { ImportUndo } from './contract';
import { isEmptyValue } from './existing-product';
import { type ImportState, importState, undoUntil } from './serializer';

type UndoServices = Pick<Services, 'transaction' | 'requestScopes'>;

/** Skips products changed since. An interrupted undo resumes; a second one finds nothing. */
export async function undoImport(
  { transaction, requestScopes }: UndoServices,
  by: Seller,
  importId: number,
): Promise<ImportUndo> {
  const interrupted = progressOf(requestScopes) as ImportUndo | null;
  let answer: ImportUndo = interrupted ?? { changed: 0, unchanged: 0, refused_count: 0, refused: [] };
  for (let isDone = false; !isDone; )
    isDone = await transaction(async (tx) => {
      const record = await tx('imported_csvs')
        .where({ id: importId })
        .forUpdate()
        .first(...importState);
      if (!record || record.undone_at) return true;
      requireOpen(record, tx.databaseClock.now());
      const changes = await nextChanges(tx, record);
      const last = changes.at(-1);
      await tx('imported_csvs')
        .where({ id: importId })
        .update(last ? { undone_to: last.id } : { undone_at: tx.fn.now() });
      answer = await undoChunk(tx, by, record, { changes, answer });
      tx.keepProgress(answer);
      return !last;
    });
  if (!interrupted && answer.changed + answer.refused_count === 0)
    throw Conflict(TAKEN_BACK_ALREADY, 'already_undone');
  return answer;
}

function requireOpen(record: ImportState, now: Date) {
  if (record.status === 'pending' || record.status === 'importing')
    throw Conflict('This import is still running. Try again when it has ended.', 'undo_closed');
  const until = undoUntil(record);
  if (!until) throw Conflict('This import replaced no values, so there is nothing to undo.', 'undo_closed');
  if (now > until) throw Conflict('Imports can be undone for 24 hours.', 'undo_closed');
}

type Values = Readonly<Record<string, unknown>>;

interface Change {
  readonly id: bigint;
  readonly product_id: number;
  readonly before: Values;
  readonly after: Values;
}

/** As text, because units need 64 bits. */
async function nextChanges(tx: Tx, { id, undone_to }: ImportState): Promise<Change[]> {
  const { rows } = await tx.raw<{
    rows: { id: bigint; product_id: number; before: string; after: string }[];
  }>(
    `select id, product_id, before::text as before, after::text as after from product_changes
      where source = 'import' and source_id = ? and id > ? order by id limit ?`,
    [id, String(undone_to ?? 0n), CHUNK],
  );
  return rows.map((row) => ({
    ...row,
    before: fromJson(row.before) as Values,
    after: fromJson(row.after) as Values,
  }));
}

/** Values that took the place of others; what was filled stays. A unit belongs to its weight. */
function replacedIn({ before, after }: Change): string[] {
  const replaced = Object.keys(after).filter((field) => !isEmptyValue(field, before[field]));
  const isWeighed = replaced.includes('weight') && 'weight_unit' in after;
  return isWeighed && !replaced.includes('weight_unit') ? [...replaced, 'weight_unit'] : replaced;
}

async function undoChunk(
  tx: Tx,
  by: Seller,
  { id: importId }: ImportState,
  { changes, answer }: { changes: readonly Change[]; answer: ImportUndo },
): Promise<ImportUndo> {
  const undoable = changes.filter((change) => replacedIn(change).length > 0);
  const rows = await lockedRows(
    tx,
    by,
    undoable.map(({ product_id }) => product_id),
  );
  const products = new Map(rows.map((row) => [row.id, row]));
  const unitsSet = await lastUnitsChanges(tx, idsOf(rows));
  const verdict: BulkResult = { changed: [], unchanged: [], refused: [] };
  const restored: FilledProduct[] = [];
  for (const change of undoable) {
    const product = products.get(change.product_id);
    const wasReset = (unitsSet.get(change.product_id) ?? 0n) > change.id;
    const undone = product ? undoneProduct(product, change, wasReset) : NOT_THERE;
    if (typeof undone === 'string')
      verdict.refused.push({ id: change.product_id, name: product?.name ?? '', message: undone });
    else {
      verdict.changed.push(undone.before);
      restored.push(undone);
    }
  }
  await fillMany(tx, by.seller_id, restored, {
    source: 'undo',
    importId,
    userId: by.id,
    countedAt: null,
  });
  const recounted = restored.filter(({ input }) => input.units !== undefined);
  await setCountTimes(
    tx,
    await earlierCountTimes(tx, idsOf(recounted.map(({ before }) => before)), importId),
  );
  return counted(answer, verdict);
}

/** For which moment the units of before were, or when they were set; null since the product was added. */
async function earlierCountTimes(tx: Tx, ids: readonly number[], importId: number): Promise<CountTime[]> {
  const { rows } = await tx.raw<{ rows: CountTime[] }>(
    `select product_id, max(coalesce(import.units_counted_at, change.at)) filter (
              where change.source <> 'undo' and import.undone_at is null and import.id is distinct from cast(:import as int)
            ) as counted_at
       from product_changes change
       left join imported_csvs import on change.source = 'import' and import.id = change.source_id
      where product_id = any(:ids) and jsonb_exists(after, 'units')
      group by product_id`,
    { ids: [...ids], import: importId },
  );
  return rows;
}

/** The last change of each product that set its units. */
async function lastUnitsChanges(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, bigint>> {
  const { rows } = await tx.raw<{ rows: { product_id: number; id: bigint }[] }>(
    `select product_id, max(id) as id from product_changes
      where product_id = any(?) and jsonb_exists(after, 'units') group by product_id`,
    [[...ids]],
  );
  return new Map(rows.map(({ product_id, id }) => [product_id, id]));
}

/** Or why the product stays. */
function undoneProduct(product: ProductRow, change: Change, unitsWereReset: boolean): FilledProduct | string {
  const own = product as unknown as Values;
  const fields = replacedIn(change);
  const isSame = (field: string) => comparable(field, own[field]) === comparable(field, change.after[field]);
  if (fields.some((field) => (field === 'units' ? unitsWereReset : !isSame(field)))) return CHANGED_SINCE;
  const earlier = Object.fromEntries(fields.map((field) => [field, change.before[field]]));
  // The difference, so that what was sold stays sold.
  if (fields.includes('units'))
    earlier.units = (product.units ?? 0n) + unitsIn(change.before) - unitsIn(change.after);
  const { provisional, provisional_errors } = product;
  return (
    refusalOf(product, earlier as Partial<ProductRow>) ?? {
      before: product,
      input: earlier as ProductInput,
      provisional,
      provisional_errors,
    }
  );
}

const unitsIn = ({ units }: Values) => (typeof units === 'bigint' ? units : 0n);

const comparable = (field: string, value: unknown) =>
  sizeFields.includes(field) && value !== null ? Number(value) : value;

function refusalOf(product: ProductRow, earlier: Partial<ProductRow>): string | null {
  const restored = { ...product, ...earlier };
  if (typeof earlier.units === 'bigint' && earlier.units < 0n)
    return `Only ${formatUnits(product.units ?? 0n)} in stock`;
  if (typeof earlier.units === 'bigint' && earlier.units > MAX_UNITS) return CHANGED_SINCE;
  if (priceIsAboveMsrp(restored.seller_price_cents, restored.msrp_cents)) return ABOVE_MSRP;
  if (caseSizeIsMissing(restored)) return NO_CASE_SIZE;
  return packDiffers(restored) ? CHANGED_SINCE : null;
}
