import type { Db } from '../../../db/connection';
import { type Tx, transaction } from '../../../db/transaction';
import type { Seller } from '../../accounts/policy';
import { MAX_CSV_BYTES } from '../../contract/limits';
import { Conflict, Invalid } from '../../http/errors';
import type { Services } from '../../services';
import { originalOf } from '../../storage/keys';
import { attachFile } from '../../uploads/upload';
import { headingOf } from '../columns-contract';
import { CSV_TOO_LARGE } from '../contract';
import { startImport } from '../import';
import { awaitReading, finishedReading, rejectedCsvOf, requestReading, summaryOf } from '../readings';
import { type PreviewState, previewState } from '../serializer';
import type { Preview, PreviewChanges, PreviewSummary } from './contract';

type Parts = Pick<Services, 'config' | 'db' | 'store'>;

/** Reads an upload; writes no products. Idempotent. */
export async function openPreview(
  parts: Parts,
  by: Seller,
  { key, file_name }: { key: string; file_name: string },
): Promise<Preview> {
  const preview = await transaction(parts.db, async (tx) => {
    const stored_key = await attachFile(tx, parts, by.id, key, {
      below: MAX_CSV_BYTES,
      tooLarge: CSV_TOO_LARGE,
    });
    const known = await tx('import_previews')
      .where({ key })
      .first(...previewState);
    return (
      known ?? createPreview(tx, { seller_id: by.seller_id, user_id: by.id, key, stored_key, file_name })
    );
  });
  return showPreview(parts, preview);
}

async function createPreview(tx: Tx, values: Omit<PreviewState, 'id'>): Promise<PreviewState> {
  const [preview] = await tx('import_previews')
    .insert(values)
    .returning([...previewState]);
  if (!preview) throw new Error('The preview was not written');
  await requestReading(tx, { preview_id: preview.id });
  return preview;
}

export async function showPreview(parts: Parts, preview: PreviewState): Promise<Preview> {
  return withSummary(parts.db, preview, await summaryOf(parts.db, await finishedReading(parts, preview.id)));
}

async function withSummary(db: Db, preview: PreviewState, summary: PreviewSummary): Promise<Preview> {
  const { id, key, file_name } = preview;
  const begun = await db('imported_csvs').where({ key }).first('id');
  return { id, key, file_name, import_id: begun?.id ?? null, ...summary };
}

/** Deletes a preview, and its file unless it was imported. Idempotent. */
export async function discard({ db, store }: Parts, { id }: PreviewState): Promise<void> {
  await transaction(db, async (tx) => {
    const [gone] = await tx('import_previews').where({ id }).delete().returning(['key', 'stored_key']);
    if (!gone || (await tx('imported_csvs').where({ key: gone.key }).first('id'))) return;
    await store.delete(originalOf(gone.stored_key));
  });
}

/** Applies changes in the worker, which then reads the file again. */
export async function changePreview(
  parts: Parts,
  preview: PreviewState,
  changes: PreviewChanges,
): Promise<Preview> {
  const named = changes.mapping?.filter((field) => field !== null) ?? [];
  if (new Set(named).size < named.length) throw Invalid('Two columns cannot fill the same field');
  const reading = await transaction(parts.db, (tx) =>
    requestReading(tx, { preview_id: preview.id }, changes),
  );
  await awaitReading(parts.db, reading);
  return withSummary(parts.db, preview, await summaryOf(parts.db, reading));
}

/** Starts the import with the preview's file, mapping and corrections. Idempotent. */
export async function commit(parts: Parts, by: Seller, preview: PreviewState) {
  const { mapping, missing } = await readableSummary(parts, preview);
  if (missing.includes(headingOf('upc')) || missing.includes(headingOf('name')))
    throw Conflict('Please say which columns hold the UPC and the product’s name first');
  const { key, file_name, id } = preview;
  return startImport(parts, by, { key, mapping, file_name, fixesOf: id });
}

async function readableSummary(parts: Parts, { id }: PreviewState): Promise<PreviewSummary> {
  const summary = await summaryOf(parts.db, await finishedReading(parts, id));
  if (summary.error) throw Conflict(summary.error);
  return summary;
}

export async function rejectedCsvOfPreview(parts: Parts, preview: PreviewState): Promise<string> {
  await readableSummary(parts, preview);
  return rejectedCsvOf(parts.db, await finishedReading(parts, preview.id));
}
