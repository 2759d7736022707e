import type { Db } from '../../../db/connection';
import { cumulate, PACKED, ROWS, rowOf } from './cumulative';
import { areCountsKept, COUNTED } from './fold-counts';
import { areTriggersThere } from './prepare';

interface CountDifference {
  readonly subject: string;
  readonly detail: string;
}

async function readPacked(tx: Db, sql: string): Promise<Int32Array> {
  const { rows } = await tx.raw<{ rows: [{ packed: Buffer | null }] }>(
    `select ${PACKED} as packed from (${sql}) counts`,
  );
  return cumulate(rows[0].packed);
}

const ROWS_AT_ONCE = 243;

interface KeptRow {
  steps: number;
  counts: string;
}

/** Some rows at a time, as texts: parsing all of them would hold the process up. */
async function* keptRows(tx: Db): AsyncGenerator<KeptRow> {
  for (let first = 0; first < ROWS; first += ROWS_AT_ONCE) {
    const { rows } = await tx.raw<{ rows: KeptRow[] }>(
      'select steps, counts::text from listing_counts where steps >= ? and steps < ?',
      [first, first + ROWS_AT_ONCE],
    );
    yield* rows;
  }
}

async function wrongRows(tx: Db, expected: Int32Array): Promise<CountDifference[]> {
  const found: CountDifference[] = [];
  let seen = 0;
  for await (const { steps, counts } of keptRows(tx)) {
    seen += 1;
    if (counts !== `{${rowOf(expected, steps).join()}}`)
      found.push({ subject: `filters ${steps}`, detail: 'have other counts than their listings' });
  }
  return seen === ROWS ? found : [...found, { subject: 'filters', detail: `${ROWS - seen} have no counts` }];
}

const CHANGED = 'select cell, kind, sum(n) as n from listing_count_deltas() group by 1, 2';

/** Sellers and locations that the counts take for others than they are, without a change that says so. */
const TAKEN_WRONGLY = `
  select 'seller ' || seller_id as subject, 'is counted by another state' as detail
    from current_count_sellers now left join listing_count_sellers kept using (seller_id)
   where (kept.is_listed, kept.region) is distinct from (now.is_listed, now.region)
     and seller_id not in (select seller_id from listing_count_changes where cell is null)
  union all
  select 'seller ' || coalesce(now.seller_id, kept.seller_id), 'location ' || address_id || ' is counted by another region'
    from current_count_places now full join listing_count_places kept using (address_id)
   where kept.region is distinct from now.region
     and coalesce(now.seller_id, kept.seller_id) not in (select seller_id from listing_count_changes where cell is null)`;

/** Differences between the kept counts and the listings, in the snapshot of the transaction. None where none are kept. */
export async function checkCounts(tx: Db): Promise<CountDifference[]> {
  if (!(await areCountsKept(tx))) return [];
  if (!(await areTriggersThere(tx)))
    return [{ subject: 'listings', detail: 'a trigger that keeps the counts is missing' }];
  const changed = await readPacked(tx, CHANGED);
  const expected = (await readPacked(tx, COUNTED)).map((n, at) => n - (changed[at] as number));
  const { rows } = await tx.raw<{ rows: CountDifference[] }>(TAKEN_WRONGLY);
  return [...rows, ...(await wrongRows(tx, expected))];
}
