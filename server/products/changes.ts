import type { Db } from '../../db/connection';
import type { ProductChangeRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { toJson } from '../contract/json';
import { productColumns } from './columns';
import { sizeFields } from './defaults';

/** Products or parts of them, by column; `deleted` stands for the deletion. */
interface Change {
  readonly product_id: number;
  readonly before: object;
  /** Columns that it lacks stay. */
  readonly after: object;
}

interface Origin {
  readonly source: ProductChangeRow['source'];
  /** The import or the change of many products. */
  readonly sourceId: number | null;
  readonly userId: number | null;
}

export const DELETION = { before: { deleted: false }, after: { deleted: true } } as const;

/** In the order in which a change is told. */
export const changeFields: readonly string[] = [
  ...new Set(['units', 'seller_price_cents', ...productColumns, 'deleted']),
];

type Values = Readonly<Record<string, unknown>>;

/** Sizes are text in their columns, with as many decimals as these have. */
const comparable = (field: string, value: unknown) =>
  value === undefined || value === null ? null : sizeFields.includes(field) ? Number(value) : value;

/** Of the fields that `after` has. */
export function changedFields(before: object, after: object): readonly string[] {
  const [old, set] = [before as Values, after as Values];
  return changeFields.filter(
    (field) => set[field] !== undefined && comparable(field, old[field]) !== comparable(field, set[field]),
  );
}

function difference({ product_id, before, after }: Change) {
  const [old, set] = [before as Values, after as Values];
  const changed = changedFields(before, after);
  const part = (values: Values) =>
    Object.fromEntries(changed.map((field) => [field, comparable(field, values[field])]));
  return changed.length === 0 ? [] : [{ product_id, before: part(old), after: part(set) }];
}

const RECORD = `insert into product_changes (product_id, user_id, source, source_id, before, after)
  select product_id, cast(:user as int), :source, cast(:source_id as int), before, after
    from jsonb_to_recordset(cast(:changes as jsonb)) as given (product_id int, before jsonb, after jsonb)
   order by product_id`;

/** Keeps the fields that differ; of products where none does, nothing. Call it once in a transaction. */
export async function recordChanges(
  tx: Tx,
  changes: readonly Change[],
  { source, sourceId, userId }: Origin,
): Promise<void> {
  const differing = changes.flatMap(difference);
  if (differing.length === 0) return;
  await tx.raw(RECORD, { user: userId, source, source_id: sourceId, changes: toJson(differing) });
}

const KEPT_DAYS = 400;
const PRUNED_AT_ONCE = 5_000;

const PRUNE = `delete from product_changes where id in (
    select id from product_changes where at < now() - make_interval(days => ?) limit ?)`;

export async function pruneHistory(db: Db): Promise<void> {
  for (;;) {
    const { rowCount } = await db.raw<{ rowCount: number }>(PRUNE, [KEPT_DAYS, PRUNED_AT_ONCE]);
    if (rowCount < PRUNED_AT_ONCE) return;
  }
}
