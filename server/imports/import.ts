import type { Knex } from 'knex';
import type { Tx } from '../../db/transaction';
import type { Seller } from '../accounts/policy';
import { MAX_CSV_BYTES } from '../contract/limits';
import { NotFound } from '../http/errors';
import { enqueue } from '../jobs/job';
import type { Services } from '../services';
import { attachFile } from '../uploads/upload';
import { jobKeyOf } from './abandoned';
import { runImport } from './jobs';
import type { Mapping } from './parsing/header-mapping';
import { CSV_TOO_LARGE } from './rules';
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
  const record = await addRecord(tx, viewer, start, stored_key);
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

async function addRecord(
  tx: Tx,
  viewer: Seller,
  { key, mapping, header_line = null, fixesOf, file_name = '' }: Start,
  stored_key: string,
): Promise<ImportState> {
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
    })
    .returning([...importState]);
  if (!record) throw new Error('The import was not written');
  return record;
}
