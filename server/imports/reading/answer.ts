import type { ImportPreviewRow, ImportReadingRow } from '../../../db/tables';
import { id, object } from '../../contract/fields';
import { InputError } from '../../contract/input-error';
import { toJson } from '../../contract/json';
import { job } from '../../jobs/job';
import type { Services } from '../../services';
import { withStoredCsv } from '../import-file';
import type { CsvFile } from '../parsing/csv-reader';
import { UnreadableFile } from '../parsing/records';
import { applyChanges } from '../preview/changes';
import type { PreviewChanges } from '../preview/contract';
import { problemCsvOfImport } from '../preview/problem-csv';
import { deleteEarlierRows } from '../preview/reading-rows';
import { describePreview } from '../preview/summary';
import { NO_ROWS } from '../row-outcome';

type ImportServices = Pick<Services, 'config' | 'db' | 'store' | 'transaction'>;

/** Requests may still poll for the outcome that long. */
const RETENTION_SECONDS = 60;

export const readImportFile = job(
  'read-import-file',
  object({ reading_id: id().required() }),
  (services, { reading_id }) => answerReadings(services, reading_id),
  { attempts: 5 },
);

const isPending = { done: false, refusal: null };

/** Answers all pending readings of the same preview or import at once. */
async function answerReadings(services: ImportServices, readingId: number): Promise<void> {
  const reading = await services.db('import_readings').where({ id: readingId }).first();
  if (!reading) return;
  if (reading.import_id) return answerImport(services, reading.import_id);
  if (reading.preview_id) return answerPreview(services, reading.preview_id);
}

async function answerImport(services: ImportServices, importId: number) {
  const { db } = services;
  const subject = { import_id: importId };
  const pending = await db('import_readings')
    .where({ ...subject, ...isPending })
    .pluck('id');
  const record = await db('imported_csvs').where({ id: importId }).first();
  if (pending.length === 0 || !record) return;
  try {
    const rejected_csv = await problemCsvOfImport(services, record);
    await db('import_readings').whereIn('id', pending).update({ done: true, rejected_csv });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    await refuse(services, pending, { status: 409, message: error.message });
  }
  await deleteOlder(services, subject, Math.max(...pending));
}

async function answerPreview(services: ImportServices, previewId: number) {
  const { db } = services;
  const subject = { preview_id: previewId };
  const pending = await db('import_readings')
    .where({ ...subject, ...isPending })
    .orderBy('id')
    .select('id', 'changes');
  const preview = await db('import_previews').where({ id: previewId }).first();
  if (pending.length === 0 || !preview) return;
  const answered = await answerFromFile(services, preview, pending).catch((error: unknown) => {
    if (!(error instanceof UnreadableFile)) throw error;
    return answerUnreadable(services, error, pending);
  });
  await deleteOlder(services, subject, Math.max(0, ...answered));
}

type Pending = Pick<ImportReadingRow, 'id' | 'changes'>;

const NO_PRODUCTS = 'This file has no rows below its headings. Add your products there and upload it again.';

/** Opens the file again after each change that makes another row the header. */
async function answerFromFile(
  services: ImportServices,
  preview: ImportPreviewRow,
  pending: readonly Pending[],
): Promise<number[]> {
  const applied: number[] = [];
  let current = preview;
  for (let remaining = pending; ; ) {
    const answer = async (file: CsvFile, digest: string) => {
      if (digest !== current.digest)
        await services.db('import_previews').where({ id: current.id }).update({ digest });
      return answerFrom(services, file, current, { remaining, applied });
    };
    const moved = await withStoredCsv(services, current, answer);
    if (!moved) return applied;
    remaining = moved.remaining;
    current = moved.preview;
  }
}

/** Returns what is to be answered with another header, or null if all is answered. */
async function answerFrom(
  services: ImportServices,
  file: CsvFile,
  preview: ImportPreviewRow,
  { remaining, applied }: { remaining: readonly Pending[]; applied: number[] },
) {
  const { latest, unanswered } = await applyPending(services, file, preview, { remaining, applied });
  if (latest.header_line !== preview.header_line) return { preview: latest, remaining: unanswered };
  const newest = applied.at(-1);
  if (newest === undefined) return null;
  // Where other rows could be the headings, the seller sees them and chooses.
  if (file.total === 0 && file.early.length <= 1) throw new UnreadableFile(NO_PRODUCTS);
  const { summary, rejected_csv, absent_ids } = await describePreview(services, latest, file, newest);
  await services
    .db('import_readings')
    .whereIn('id', applied)
    .update({ done: true, summary: toJson(summary) as never, rejected_csv, absent_ids });
  await deleteEarlierRows(services.db, preview.id, newest);
  return null;
}

async function applyPending(
  services: ImportServices,
  file: CsvFile,
  preview: ImportPreviewRow,
  { remaining, applied }: { remaining: readonly Pending[]; applied: number[] },
) {
  let latest = preview;
  for (const [at, { id, changes }] of remaining.entries()) {
    try {
      if (changes) latest = await applyChanges(services, latest, file, changes as PreviewChanges);
      applied.push(id);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      await refuse(services, [id], { status: 422, message: error.message });
    }
    if (latest.header_line !== preview.header_line) return { latest, unanswered: remaining.slice(at + 1) };
  }
  return { latest, unanswered: [] };
}

async function answerUnreadable(
  services: ImportServices,
  error: UnreadableFile,
  pending: readonly Pending[],
) {
  const needsFile = ({ mapping, header_line, fix_all }: PreviewChanges) =>
    mapping || header_line || fix_all?.length;
  const changed = pending.filter(({ changes }) => changes && needsFile(changes)).map(({ id }) => id);
  const unchanged = pending.map(({ id }) => id).filter((id) => !changed.includes(id));
  await refuse(services, changed, { status: 409, message: error.message });
  const summary = JSON.stringify({ ...NOTHING_READ, error: error.message }) as never;
  await services.db('import_readings').whereIn('id', unchanged).update({ done: true, summary });
  return unchanged;
}

const NOTHING_READ = {
  header_line: null,
  first_rows: [],
  columns: [],
  mapping: [],
  missing: [],
  counts: NO_ROWS,
  groups: [],
  rows: [],
  differs_count: 0,
  differing_fields: {},
  differences: [],
  absent: null,
  update: [],
  units_counted_at: null,
};

const refuse = (
  { db }: ImportServices,
  ids: readonly number[],
  refusal: NonNullable<ImportReadingRow['refusal']>,
) =>
  db('import_readings')
    .whereIn('id', [...ids])
    .update({ refusal: JSON.stringify(refusal) as never });

const deleteOlder = (
  { db }: ImportServices,
  subject: { preview_id: number } | { import_id: number },
  beforeId: number,
) =>
  db('import_readings')
    .where(subject)
    .where('id', '<', beforeId)
    .whereRaw('(done or refusal is not null) and created_at < now() - make_interval(secs => ?)', [
      RETENTION_SECONDS,
    ])
    .delete();
