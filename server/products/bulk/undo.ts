import type { Db } from '../../../db/connection';
import { progressOf } from '../../../db/request-scope';
import type { BulkChangedProductRow, BulkChangeRow, ProductRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import type { Seller } from '../../accounts/policy';
import { Conflict } from '../../http/errors';
import type { Services } from '../../services';
import { recordChanges } from '../changes';
import type { BulkAnswer } from '../manage/contract';
import { deletable } from '../queries';
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

export const CHANGED_SINCE = "Changed again since, so it wasn't undone";
export const STAYS_PUBLISHED = 'In an open offer or order, so it stays published';
export const TAKEN_BACK_ALREADY = 'This change was already undone.';

export type AmountSet = Pick<BulkChangeRow, 'field' | 'amount'>;

const rememberedRow = (row: ProductRow, field: AmountSet['field']) => ({
  id: row.id,
  amount_before: row[field] === null ? null : String(row[field]),
  provisional: row.provisional,
  provisional_errors: row.provisional_errors,
  version: row.version + 1,
});

const REMEMBER = `insert into bulk_changed_products
    (bulk_change_id, product_id, amount_before, provisional, provisional_errors, version)
  select cast(:change as int), id, amount_before, provisional, provisional_errors, version
    from jsonb_to_recordset(cast(:rows as jsonb))
      as given (id int, amount_before bigint, provisional boolean, provisional_errors jsonb, version int)`;

export async function remember(
  tx: Tx,
  by: Seller,
  changeId: number | null,
  set: AmountSet,
  rows: readonly ProductRow[],
): Promise<number | null> {
  if (rows.length === 0) return changeId;
  const id = changeId ?? (await begin(tx, by, set));
  const remembered = rows.map((row) => rememberedRow(row, set.field));
  await tx.raw(REMEMBER, { change: id, rows: JSON.stringify(remembered) });
  return id;
}

async function begin(tx: Tx, by: Seller, { field, amount }: AmountSet): Promise<number> {
  const [begun] = await tx('bulk_changes')
    .insert({ seller_id: by.seller_id, user_id: by.id, field, amount })
    .returning('id');
  if (!begun) throw new Error('The change was not written');
  return begun.id;
}

/** Skips products changed since. An interrupted undo resumes; a second one finds nothing. */
export async function undoMany(
  { db, transaction, requestScopes }: Pick<Services, 'db' | 'transaction' | 'requestScopes'>,
  by: Seller,
  change: BulkChangeRow,
): Promise<BulkAnswer> {
  const interrupted = progressOf(requestScopes) as BulkAnswer | null;
  let answer: BulkAnswer = interrupted ?? { ...NOTHING_DONE, refused: [] };
  for (let part = await remainingIds(db, change); part.length > 0; part = await remainingIds(db, change))
    answer = await transaction(async (tx) => {
      const next = counted(answer, await undoChunk(tx, by, change, part));
      tx.keepProgress(next);
      return next;
    });
  if (answer.changed + answer.refused_count === 0) throw Conflict(TAKEN_BACK_ALREADY);
  return answer;
}

const remainingIds = (db: Db, { id }: BulkChangeRow): Promise<number[]> =>
  db('bulk_changed_products')
    .where({ bulk_change_id: id })
    .orderBy('product_id')
    .limit(CHUNK)
    .pluck('product_id');

async function undoChunk(tx: Tx, by: Seller, change: BulkChangeRow, ids: readonly number[]) {
  const products = new Map((await lockedRows(tx, by, ids)).map((row) => [row.id, row]));
  // Deleted with the undo, so a concurrent undo that waited for the locks finds none.
  const before = await tx('bulk_changed_products')
    .where({ bulk_change_id: change.id })
    .whereIn('product_id', [...ids])
    .delete()
    .returning('*');
  const inUse = await publishedInUse(tx, before, products);
  const { verdict, restorable } = checkEach(before, products, change, inUse);
  await restore(tx, by, change, restorable);
  await recordUndo(tx, by, change, restorable, products);
  await publishChanges(tx, by, verdict.changed, [...products.values()]);
  return verdict;
}

function checkEach(
  before: readonly BulkChangedProductRow[],
  products: ReadonlyMap<number, ProductRow>,
  change: BulkChangeRow,
  inUse: ReadonlySet<number>,
) {
  const verdict: BulkResult = { changed: [], unchanged: [], refused: [] };
  const restorable: BulkChangedProductRow[] = [];
  for (const one of before) {
    const product = products.get(one.product_id);
    const message = product ? refusalReason(product, one, change, inUse) : NOT_THERE;
    if (message !== null) verdict.refused.push({ id: one.product_id, name: product?.name ?? '', message });
    else if (product) {
      verdict.changed.push(product);
      restorable.push(one);
    }
  }
  return { verdict, restorable };
}

/** Products that the change published and that a buyer has in an offer or order. */
async function publishedInUse(
  tx: Tx,
  before: readonly BulkChangedProductRow[],
  products: ReadonlyMap<number, ProductRow>,
): Promise<ReadonlySet<number>> {
  const published = before
    .filter((one) => one.provisional && products.get(one.product_id)?.provisional === false)
    .map(({ product_id }) => product_id);
  const free = await deletable(tx, published);
  return new Set(published.filter((id) => !free.has(id)));
}

function refusalReason(
  product: ProductRow,
  before: BulkChangedProductRow,
  { field, amount }: BulkChangeRow,
  inUse: ReadonlySet<number>,
): string | null {
  // A sale changes units but not the version, so it does not count as an edit.
  const now = product[field];
  if (product.version !== before.version || now === null || BigInt(now) !== amount) return CHANGED_SINCE;
  return inUse.has(product.id) ? STAYS_PUBLISHED : null;
}

const RESTORE = `update products
    set seller_price_cents = case when :price then given.amount_before else products.seller_price_cents end,
        provisional = given.provisional, provisional_errors = given.provisional_errors,
        version = products.version + 1, updated_at = now()
   from jsonb_to_recordset(cast(:states as jsonb))
     as given (id int, amount_before bigint, provisional boolean, provisional_errors jsonb)
  where products.id = given.id`;

const stateBefore = (row: BulkChangedProductRow) => ({
  id: row.product_id,
  amount_before: row.amount_before === null ? null : String(row.amount_before),
  provisional: row.provisional,
  provisional_errors: row.provisional_errors,
});

async function restore(tx: Tx, by: Seller, { field }: BulkChangeRow, rows: readonly BulkChangedProductRow[]) {
  if (rows.length === 0) return;
  const states = JSON.stringify(rows.map(stateBefore));
  await tx.raw(RESTORE, { price: field === 'seller_price_cents', states });
  if (field !== 'units') return;
  const stock = rows.map(({ product_id, amount_before }) => ({ product_id, units: amount_before }));
  await setUnitsOfMany(tx, stock, 'edit', by.id);
}

const recordUndo = (
  tx: Tx,
  by: Seller,
  { id, field }: BulkChangeRow,
  rows: readonly BulkChangedProductRow[],
  products: ReadonlyMap<number, ProductRow>,
) =>
  recordChanges(
    tx,
    rows.map(({ product_id, amount_before: amount }) => ({
      product_id,
      before: products.get(product_id) ?? {},
      after: { [field]: field === 'units' || amount === null ? amount : Number(amount) },
    })),
    { source: 'undo', sourceId: id, userId: by.id },
  );

export const pruneChanges = (db: Db) =>
  db('bulk_changes').where('at', '<', db.raw(`now() - interval '1 day'`)).delete();
