import type { Db } from '../../../db/connection';
import { progressOf } from '../../../db/request-scope';
import { idsOf } from '../../../db/rows';
import type { ProductRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import type { Seller } from '../../accounts/policy';
import { formatUnits, type Units } from '../../contract/money';
import { Conflict, Invalid } from '../../http/errors';
import type { Services } from '../../services';
import { DELETION, recordChanges } from '../changes';
import type { BulkAnswer, BulkBody, BulkChange } from '../manage/contract';
import { ownIds } from '../manage/queries';
import { checkLocation, errorsLeft, IN_USE, isComplete } from '../product';
import { deletable } from '../queries';
import {
  ABOVE_MSRP,
  belowMinimum,
  caseSizeIsMissing,
  minimumIsAboveUnits,
  NO_CASE_SIZE,
  priceIsAboveMsrp,
} from '../rules';
import { setUnitsOfMany } from '../stock';
import {
  type BulkResult,
  CHUNK,
  counted,
  lockedRows,
  NOT_THERE,
  NOTHING_DONE,
  publishChanges,
} from './results';
import { type AmountSet, remember } from './undo';

const MAX_AT_ONCE = 20_000;

interface ChangeProgress {
  readonly answer: BulkAnswer;
  readonly remaining: readonly number[];
}

/** Each product independently; those of other sellers count as missing. Idempotent. */
export async function changeMany(
  { db, transaction, requestScopes }: Pick<Services, 'db' | 'transaction' | 'requestScopes'>,
  by: Seller,
  { ids, all, change }: BulkBody,
): Promise<BulkAnswer> {
  const interrupted = progressOf(requestScopes) as ChangeProgress | null;
  const chosen =
    interrupted?.remaining ?? (ids ? [...new Set(ids)].sort((a, b) => a - b) : await found(db, by, all));
  let answer: BulkAnswer = interrupted?.answer ?? { ...NOTHING_DONE, refused: [] };
  for (let at = 0; at < chosen.length; at += CHUNK) {
    const part = chosen.slice(at, at + CHUNK);
    answer = await transaction(async (tx) => {
      const { verdict, undo } = await changeChunk(tx, by, part, change, answer.undo);
      const next = { ...counted(answer, verdict), undo };
      tx.keepProgress({ answer: next, remaining: chosen.slice(at + CHUNK) } satisfies ChangeProgress);
      return next;
    });
  }
  return answer;
}

/** Throws 409 if the count differs from what the seller saw. */
async function found(db: Db, by: Seller, all: BulkBody['all']): Promise<number[]> {
  if (!all) return [];
  const ids = await ownIds(db, { sellerId: by.seller_id, name: all.name, status: all.status });
  if (ids.length !== all.count)
    throw Conflict(
      `Your selection changed to ${formatUnits(BigInt(ids.length))} products. Review it and try again.`,
    );
  if (ids.length > MAX_AT_ONCE)
    throw Invalid(`Select at most ${formatUnits(BigInt(MAX_AT_ONCE))} products at once`);
  return ids;
}

async function changeChunk(
  tx: Tx,
  by: Seller,
  ids: readonly number[],
  change: BulkChange,
  changeId: number | null,
): Promise<{ verdict: BulkResult; undo: number | null }> {
  const rows = await lockedRows(tx, by, ids);
  const verdict = await applied(tx, by, rows, change);
  const set = amountSet(change);
  const undo = set && (await remember(tx, by, changeId, set, verdict.changed));
  await recordChanges(
    tx,
    verdict.changed.map((row) => ({
      product_id: row.id,
      before: row,
      after: change,
      ...(change.delete && DELETION),
    })),
    { source: 'bulk', sourceId: undo, userId: by.id },
  );
  await publishChanges(tx, by, verdict.changed, rows);
  return { verdict: { ...verdict, refused: [...verdict.refused, ...missingAmong(ids, rows)] }, undo };
}

function missingAmong(ids: readonly number[], rows: readonly ProductRow[]) {
  const found = new Set(idsOf(rows));
  return ids.filter((id) => !found.has(id)).map((id) => ({ id, name: '', message: NOT_THERE }));
}

function amountSet({ units, seller_price_cents }: BulkChange): AmountSet | null {
  if (units) return { field: 'units', amount: units };
  return seller_price_cents ? { field: 'seller_price_cents', amount: BigInt(seller_price_cents) } : null;
}

const applied = (
  tx: Tx,
  by: Seller,
  rows: readonly ProductRow[],
  change: BulkChange,
): Promise<BulkResult> => {
  if (change.delete) return remove(tx, rows);
  if (change.units) return restock(tx, by, rows, change.units);
  const { condition, location_id, sell_by, paused } = change;
  if (condition) return setColumns(tx, rows, { condition });
  if (location_id) return relocate(tx, by, rows, location_id);
  if (sell_by) return setColumns(tx, rows, { sell_by });
  if (typeof paused === 'boolean') return setColumns(tx, rows, { paused });
  return reprice(tx, rows, change.seller_price_cents);
};

const refusal =
  (message: string) =>
  ({ id, name }: ProductRow) => ({ id, name, message });

async function remove(tx: Tx, rows: readonly ProductRow[]): Promise<BulkResult> {
  const free = await deletable(tx, idsOf(rows));
  const changed = rows.filter(({ id }) => free.has(id));
  const now = tx.databaseClock.now();
  await tx('products').whereIn('id', idsOf(changed)).update({ deleted_at: now, updated_at: now });
  return { changed, unchanged: [], refused: rows.filter(({ id }) => !free.has(id)).map(refusal(IN_USE)) };
}

async function restock(tx: Tx, by: Seller, rows: readonly ProductRow[], units: Units): Promise<BulkResult> {
  const isSame = (row: ProductRow) => row.units === units;
  const isRefused = (row: ProductRow) => !isSame(row) && minimumIsAboveUnits(row.min_order_units, units);
  const changed = rows.filter((row) => !isRefused(row) && !isSame(row));
  await write(tx, changed, { units });
  for (const isNew of [true, false]) {
    const stock = changed
      .filter((row) => (row.units === null) === isNew)
      .map(({ id }) => ({ product_id: id, units }));
    if (stock.length > 0) await setUnitsOfMany(tx, stock, isNew ? 'initial' : 'edit', by.id);
  }
  return {
    changed,
    unchanged: rows.filter(isSame),
    refused: rows.filter(isRefused).map((row) => refusal(belowMinimum(row.min_order_units ?? 0n))(row)),
  };
}

async function reprice(
  tx: Tx,
  rows: readonly ProductRow[],
  seller_price_cents: BulkChange['seller_price_cents'],
): Promise<BulkResult> {
  if (!seller_price_cents) throw Invalid('Choose one change');
  const isRefused = ({ msrp_cents }: ProductRow) => priceIsAboveMsrp(seller_price_cents, msrp_cents);
  const isSame = (row: ProductRow) => row.seller_price_cents === seller_price_cents;
  const changed = rows.filter((row) => !isRefused(row) && !isSame(row));
  await write(tx, changed, { seller_price_cents });
  return {
    changed,
    unchanged: rows.filter((row) => !isRefused(row) && isSame(row)),
    refused: rows.filter(isRefused).map(refusal(ABOVE_MSRP)),
  };
}

type Detail = 'condition' | 'location_id' | 'sell_by' | 'paused';

/** Columns that neither publish a product nor depend on others. */
async function setColumns(tx: Tx, rows: readonly ProductRow[], columns: Partial<Pick<ProductRow, Detail>>) {
  const names = Object.keys(columns) as Detail[];
  const isSame = (row: ProductRow) => names.every((name) => row[name] === columns[name]);
  const isRefused = (row: ProductRow) =>
    !isSame(row) && 'sell_by' in columns && caseSizeIsMissing({ ...row, ...columns });
  const changed = rows.filter((row) => !isSame(row) && !isRefused(row));
  await tx('products')
    .whereIn('id', idsOf(changed))
    .update({ ...columns, version: tx.raw('version + 1'), updated_at: tx.fn.now() });
  return {
    changed,
    unchanged: rows.filter(isSame),
    refused: rows.filter(isRefused).map(refusal(NO_CASE_SIZE)),
  };
}

async function relocate(tx: Tx, by: Seller, rows: readonly ProductRow[], location_id: number) {
  await checkLocation(tx, by.seller_id, location_id);
  return setColumns(tx, rows, { location_id });
}

const WRITE_STATES = `update products
    set seller_price_cents = coalesce(cast(:price as bigint), products.seller_price_cents),
        provisional = given.provisional, provisional_errors = given.provisional_errors,
        version = products.version + 1, updated_at = now()
   from jsonb_to_recordset(cast(:states as jsonb))
     as given (id int, provisional boolean, provisional_errors jsonb)
  where products.id = given.id`;

type Amounts = Pick<Partial<ProductRow>, 'units' | 'seller_price_cents'>;

/** Units go through the ledger. */
async function write(tx: Tx, rows: readonly ProductRow[], columns: Amounts): Promise<void> {
  if (rows.length === 0) return;
  const states = rows.map((row) => stateWith(row, columns));
  await tx.raw(WRITE_STATES, { price: columns.seller_price_cents ?? null, states: JSON.stringify(states) });
}

function stateWith(row: ProductRow, columns: Amounts) {
  const merged = { ...row, ...columns };
  const provisional = row.provisional && !isComplete(merged);
  return { id: row.id, provisional, provisional_errors: errorsLeft(merged) };
}
