import type { Services } from '../../services';
import { originalOf } from '../../storage/keys';

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
  for (;;) {
    const deletedCount = await transaction(async (tx) => {
      const { rows } = await tx.raw<{ rows: { stored_key: string; is_imported: boolean }[] }>(
        `delete from import_previews where id in (
           select id from import_previews where updated_at < now() - make_interval(days => ?)
           order by id limit ? for update skip locked)
         returning stored_key, exists (select from imported_csvs where key = import_previews.key) as is_imported`,
        [RETENTION_DAYS, BATCH],
      );
      // Before the commit: if deleting a file fails, its row stays for the next run.
      for (const { stored_key, is_imported } of rows)
        if (!is_imported) await store.delete(originalOf(stored_key));
      return rows.length;
    });
    if (deletedCount < BATCH) return;
  }
}
