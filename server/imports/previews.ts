import type { Db } from '../../db/connection';
import type { Tx } from '../../db/transaction';
import type { Seller } from '../accounts/policy';
import { MAX_CSV_BYTES } from '../contract/limits';
import { formatUnits } from '../contract/money';
import { Conflict, Invalid } from '../http/errors';
import type { Services } from '../services';
import { originalOf } from '../storage/keys';
import { attachFile } from '../uploads/upload';
import type { CommitBody } from './contract';
import { startImport } from './import';
import type { GridPage, Preview, PreviewChanges, RowList, StoredSummary } from './preview/contract';
import { ageOfCounts, earlierImport } from './preview/count-age';
import { pageOf } from './preview/reading-rows';
import { needsConfirmation, typeToConfirm } from './preview/rules';
import { awaitReading, finishedReading, rejectedCsvOf, requestReading, summaryOf } from './reading/ask';
import { CSV_TOO_LARGE, neededHeadings } from './rules';
import { type PreviewState, previewState } from './serializer';

type ImportServices = Pick<Services, 'config' | 'db' | 'store' | 'transaction'>;

/** Reads an upload; writes no products. Idempotent. */
export async function openPreview(
  services: ImportServices,
  viewer: Seller,
  { key, file_name, saved_at }: { key: string; file_name: string; saved_at?: string | undefined },
): Promise<Preview> {
  const preview = await services.transaction(async (tx) => {
    const limits = { belowBytes: MAX_CSV_BYTES, tooLarge: CSV_TOO_LARGE };
    const stored_key = await attachFile(tx, services, viewer.id, key, limits);
    const existing = await tx('import_previews')
      .where({ key })
      .first(...previewState);
    return (
      existing ??
      insertPreview(tx, {
        ...{ seller_id: viewer.seller_id, user_id: viewer.id, key, stored_key, file_name },
        saved_at: saved_at === undefined ? null : new Date(saved_at),
      })
    );
  });
  return showPreview(services, preview);
}

async function insertPreview(tx: Tx, values: Omit<PreviewState, 'id' | 'created_at'>): Promise<PreviewState> {
  const [preview] = await tx('import_previews')
    .insert(values)
    .returning([...previewState]);
  if (!preview) throw new Error('The preview was not written');
  await requestReading(tx, { preview_id: preview.id });
  return preview;
}

export async function showPreview(services: ImportServices, preview: PreviewState): Promise<Preview> {
  return withSummary(
    services.db,
    preview,
    await summaryOf(services.db, await finishedReading(services, preview.id)),
  );
}

/** While a correction is being checked, waits for it. */
export async function previewRows(
  services: ImportServices,
  { id }: PreviewState,
  query: { list: RowList; page: number },
): Promise<GridPage> {
  return pageOf(services.db, await finishedReading(services, id), query);
}

async function withSummary(
  db: Db,
  preview: PreviewState,
  { before_sales = null, ...summary }: StoredSummary,
): Promise<Preview> {
  const { id, key, file_name } = preview;
  const [started, earlier] = await Promise.all([
    db('imported_csvs').where({ key }).first('id'),
    earlierImport(db, id),
  ]);
  return {
    ...{ id, key, file_name, import_id: started?.id ?? null },
    ...summary,
    ...ageOfCounts(preview, earlier, before_sales),
  };
}

/** Deletes a preview, and its file unless it was imported. Idempotent. */
export async function discard({ store, transaction }: ImportServices, { id }: PreviewState): Promise<void> {
  await transaction(async (tx) => {
    const [deleted] = await tx('import_previews').where({ id }).delete().returning(['key', 'stored_key']);
    if (!deleted || (await tx('imported_csvs').where({ key: deleted.key }).first('id'))) return;
    await store.delete(originalOf(deleted.stored_key));
  });
}

/** Applies changes in the worker, which then reads the file again. */
export async function changePreview(
  services: ImportServices,
  preview: PreviewState,
  changes: PreviewChanges,
): Promise<Preview> {
  const named = changes.mapping?.filter((field) => field !== null) ?? [];
  if (new Set(named).size < named.length) throw Invalid('Map each field to one column only');
  const reading = await services.transaction((tx) => requestReading(tx, { preview_id: preview.id }, changes));
  await awaitReading(services.db, reading);
  return withSummary(services.db, preview, await summaryOf(services.db, reading));
}

/** Starts the import with the preview's file, mapping and corrections. Idempotent. */
export async function commit(
  services: ImportServices,
  viewer: Seller,
  preview: PreviewState,
  { update, units_counted_at, sold_out }: CommitBody = {},
) {
  const { readingId, summary } = await readableReading(services, preview);
  const { mapping, header_line } = summary;
  if (neededHeadings(summary).length > 0)
    throw Conflict('Choose the columns for the UPC and the product name first.');
  const { key, file_name, id, user_id: uploadedBy } = preview;
  const isStarted = await services.db('imported_csvs').where({ key }).first('id');
  if (sold_out && !isStarted) requireAgreed(summary, sold_out);
  const file = { key, uploadedBy, mapping, header_line, file_name, fixesOf: id };
  const absentOf = sold_out && readingId;
  return startImport(services, viewer, { ...file, update, units_counted_at, absentOf });
}

async function readableReading(services: ImportServices, { id }: PreviewState) {
  const readingId = await finishedReading(services, id);
  const summary = await summaryOf(services.db, readingId);
  if (summary.error) throw Conflict(summary.error);
  return { readingId, summary };
}

/** Throws where the seller saw something else, or has to repeat a number as great as this. */
function requireAgreed(
  { absent, counts: { refused } }: StoredSummary,
  { count, confirm }: NonNullable<CommitBody['sold_out']>,
) {
  if (!absent) throw Conflict(fixFirst(refused), 'rows_refused');
  if (absent.count !== count)
    throw Conflict(
      `The number of products missing from this file changed to ${formatUnits(absent.count)}. Review it and try again.`,
      'absent_changed',
    );
  if (!needsConfirmation(absent) || confirm === count) return;
  const message = typeToConfirm(count);
  throw Invalid(message, { confirm: [message] }, { code: 'confirm_count' });
}

const fixFirst = (refused: number) =>
  refused === 1
    ? "Fix or remove the row that can't be imported first."
    : `Fix or remove the ${formatUnits(refused)} rows that can't be imported first.`;

export async function rejectedCsvOfPreview(services: ImportServices, preview: PreviewState): Promise<string> {
  const { readingId } = await readableReading(services, preview);
  return rejectedCsvOf(services.db, readingId);
}
