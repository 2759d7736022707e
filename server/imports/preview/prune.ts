import type { Tx } from '../../../db/transaction';
import type { Services } from '../../services';
import { originalOf } from '../../storage/keys';
import type { Store } from '../../storage/store';

const RETENTION_DAYS = 7;
const BATCH = 100;

/** Deletes unused previews with their files, and downloaded CSVs of rejected rows. */
export async function prunePreviews({
  db,
  store,
  transaction,
}: Pick<Services, 'db' | 'store' | 'transaction'>): Promise<void> {
  await db('import_readings')
    .whereNotNull('import_id')
    .whereRaw("created_at < now() - interval '1 day'")
    .delete();
  while ((await transaction((tx) => deleteBatch(tx, store))) === BATCH);
}

const DELETE_BATCH = `delete from import_previews where id in (
    select id from import_previews where updated_at < now() - make_interval(days => ?)
    order by id limit ? for update skip locked)
  returning stored_key, exists (select from imported_csvs where key = import_previews.key) as is_imported`;

/** Deletes the files before the commit: if that fails, their rows stay for the next run. */
async function deleteBatch(tx: Tx, store: Store): Promise<number> {
  const { rows } = await tx.raw<{ rows: { stored_key: string; is_imported: boolean }[] }>(DELETE_BATCH, [
    RETENTION_DAYS,
    BATCH,
  ]);
  for (const { stored_key, is_imported } of rows)
    if (!is_imported) await store.delete(originalOf(stored_key));
  return rows.length;
}
