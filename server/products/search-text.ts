import type { Tx } from '../../db/transaction';
import { object } from '../contract/fields';
import { job } from '../jobs/job';

const ROWS_PER_TRANSACTION = 1_000;

/** The words of a row that has a name, a UPC and an SKU, in SQL, also before they are filled in. */
export const searchTextOf = (row: string) =>
  `coalesce(${row}.search_text, goods_words(${row}.name, ${row}.upc, ${row}.sku))`;

const FILL = `
  with part as (
    select id from :of: where id > :after_id and id <= :last_id order by id limit :most for no key update
  ), filled as (
    update :of: set search_text = goods_words(name, upc, sku)
     where search_text is null and id in (select id from part)
  )
  select count(*)::int as n, max(id) as last from part`;

async function fillNext(tx: Tx): Promise<boolean> {
  const progress = await tx('search_text_backfill')
    .whereNull('finished_at')
    .orderBy('of')
    .forUpdate()
    .first();
  if (!progress) return false;
  const { of, after_id, last_id } = progress;
  const { rows } = await tx.raw<{ rows: { n: number; last: number | null }[] }>(FILL, {
    of,
    after_id,
    last_id,
    most: ROWS_PER_TRANSACTION,
  });
  const [{ n = 0, last = null } = {}] = rows;
  await tx('search_text_backfill')
    .where({ of })
    .update({ after_id: last ?? after_id, finished_at: n < ROWS_PER_TRANSACTION ? tx.fn.now() : null });
  return true;
}

/** Products and lines of orders from before the column. Goes on where it was cut off. */
export const backfillSearchText = job('backfill-search-text', object({}), async ({ transaction }) => {
  while (await transaction(fillNext));
});
