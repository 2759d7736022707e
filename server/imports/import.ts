import type { Knex } from 'knex';
import type { Tx } from '../../db/transaction';
import type { Seller } from '../accounts/policy';
import { MAX_CSV_BYTES } from '../contract/limits';
import { Invalid, NotFound } from '../http/errors';
import { enqueue } from '../jobs/job';
import type { Services } from '../services';
import { attachFile } from '../uploads/upload';
import { jobKeyOf } from './abandoned';
import type { CommitBody } from './contract';
import { runImport } from './jobs';
import { namesColumns } from './named-columns';
import type { Mapping } from './parsing/header-mapping';
import { CSV_TOO_LARGE, type ImportField, importFields } from './rules';
import { NO_COLUMNS } from './schema';
import { type ImportState, importState } from './serializer';

type ImportServices = Pick<Services, 'db' | 'store' | 'transaction'>;

interface Start {
  key: string;
  /** A colleague's upload, whose preview the viewer imports; by default the viewer's. */
  uploadedBy?: number;
  mapping?: Mapping;
  header_line?: number | null;
  fixesOf?: number;
  file_name?: string;
  /** The columns to update; of the template by default. */
  update?: CommitBody['update'];
  units_counted_at?: string | undefined;
  /** The reading whose absent products are sold out. */
  absentOf?: number | undefined;
}

/** Starts the import of an upload. Idempotent: a repeated call returns the existing import. */
export const startImport = (services: ImportServices, viewer: Seller, start: Start) =>
  services.transaction(async (tx) => {
    const existing = await recordOf(tx, start.key);
    if (existing && existing.seller_id !== viewer.seller_id) throw NotFound();
    const started = existing
      ? { record: existing, isNew: false }
      : await beginImport(tx, services, viewer, start);
    tx.names(started.record.id);
    return started;
  });

async function beginImport(tx: Tx, services: ImportServices, viewer: Seller, start: Start) {
  const limits = { belowBytes: MAX_CSV_BYTES, tooLarge: CSV_TOO_LARGE };
  const stored_key = await attachFile(tx, services, start.uploadedBy ?? viewer.id, start.key, limits);
  // A concurrent request may have created the record while this one waited for the upload's lock.
  const concurrent = await recordOf(tx, start.key);
  if (concurrent) return { record: concurrent, isNew: false };
  if (start.fixesOf !== undefined) await lockPreview(tx, start.fixesOf);
  const updates = await updatesOf(services, start, stored_key);
  const record = await addRecord(tx, viewer, { ...start, stored_key, updates });
  await enqueue(tx, runImport, { import_id: record.id }, { key: jobKeyOf(record.id) });
  return { record, isNew: true };
}

const recordOf = (db: Knex, key: string): Promise<ImportState | undefined> =>
  db('imported_csvs')
    .where({ key })
    .first(...importState);

/** A preview that is discarded meanwhile would take the file away. Throws 404 if it was before. */
async function lockPreview(tx: Tx, id: number) {
  if (!(await tx('import_previews').where({ id }).forUpdate().first('id'))) throw NotFound();
}

/** Throws Invalid where the file lacks a column. */
async function updatesOf(
  { store }: Pick<Services, 'store'>,
  { mapping, update = [] }: Start,
  stored_key: string,
): Promise<ImportField[]> {
  const known: ImportField[] = (mapping ?? importFields).flatMap((field) =>
    field && field !== 'upc' ? [field] : [],
  );
  if (update === 'all') return known;
  const hasAll = update.every((field) => known.includes(field));
  const isNamed = mapping || update.length === 0 || (await namesColumns(store, stored_key, update));
  if (!hasAll || !isNamed) throw Invalid(NO_COLUMNS, { update: [NO_COLUMNS] });
  return [...new Set(update)];
}

async function addRecord(
  tx: Tx,
  viewer: Seller,
  {
    key,
    mapping,
    header_line = null,
    fixesOf,
    file_name = '',
    units_counted_at,
    absentOf,
    stored_key,
    updates,
  }: Start & { stored_key: string; updates: ImportField[] },
): Promise<ImportState> {
  const absent = (column: 'absent_ids' | 'created_at') =>
    absentOf === undefined ? null : (tx('import_readings').where({ id: absentOf }).select(column) as never);
  const columns = mapping ? JSON.stringify(mapping) : null;
  const fixes = fixesOf === undefined ? '{}' : tx('import_previews').where({ id: fixesOf }).select('fixes');
  const owner = { seller_id: viewer.seller_id, user_id: viewer.id };
  const [record] = await tx('imported_csvs')
    .insert({
      ...owner,
      key,
      stored_key,
      file_name,
      header_line,
      columns: columns as never,
      fixes: fixes as never,
      updates,
      units_counted_at: units_counted_at === undefined ? null : new Date(units_counted_at),
      absent_ids: absent('absent_ids'),
      absent_at: absent('created_at'),
    })
    .returning([...importState]);
  if (!record) throw new Error('The import was not written');
  return record;
}
