import { Conflict } from '../http/errors';
import { enqueue } from '../jobs/job';
import type { Services } from '../services';
import { jobKeyOf } from './abandoned';
import { runImport } from './jobs';

/** Continues after the last committed chunk. Throws 409 if the file itself is invalid. */
export async function resumeImport({ transaction }: Pick<Services, 'transaction'>, importId: number) {
  return transaction(async (tx) => {
    const record = await tx('imported_csvs').where({ id: importId }).forUpdate().first();
    if (!record) throw new Error(`Import ${importId} is gone`);
    if (record.status !== 'failed') return record;
    if (record.undone_to !== null || record.undone_at)
      throw Conflict('This import was undone. Upload the file again.');
    if (!record.resumable) throw Conflict("This file can't be imported. Fix it and upload it again.");
    // With `pending`, the warnings about columns would be stored twice.
    const status = record.total_rows > 0 ? 'importing' : 'pending';
    const [resumed] = await tx('imported_csvs')
      .where({ id: importId })
      .update({ status, error: null, resumable: false, updated_at: tx.fn.now() })
      .returning('*');
    await enqueue(tx, runImport, { import_id: importId }, { key: jobKeyOf(importId) });
    return resumed ?? record;
  });
}
