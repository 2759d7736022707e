import { transaction } from '../../db/transaction';
import type { Seller } from '../accounts/policy';
import { MAX_CSV_BYTES } from '../contract/limits';
import { NotFound } from '../http/errors';
import { enqueue } from '../jobs/job';
import type { Services } from '../services';
import { attachFile } from '../uploads/upload';
import { jobKeyOf } from './abandoned';
import { CSV_TOO_LARGE } from './contract';
import { runImport } from './jobs';
import type { Mapping } from './parsing/header-mapping';
import { importState } from './serializer';

type Parts = Pick<Services, 'db' | 'store'>;

interface Start {
  key: string;
  mapping?: Mapping;
  /** Preview whose corrections apply. */
  fixesOf?: number;
  file_name?: string;
}

/** Starts the import of an upload. Idempotent: a repeated call returns the existing import. */
export async function startImport(
  parts: Parts,
  by: Seller,
  { key, mapping, fixesOf, file_name = '' }: Start,
) {
  const known = await parts
    .db('imported_csvs')
    .where({ key })
    .first(...importState);
  if (known) {
    if (known.seller_id !== by.seller_id) throw NotFound();
    return { record: known, isNew: false };
  }
  return transaction(parts.db, async (tx) => {
    const stored_key = await attachFile(tx, parts, by.id, key, {
      below: MAX_CSV_BYTES,
      tooLarge: CSV_TOO_LARGE,
    });
    // A concurrent request may have created the record while this one waited for the upload's lock.
    const already = await tx('imported_csvs')
      .where({ key })
      .first(...importState);
    if (already) return { record: already, isNew: false };
    const [record] = await tx('imported_csvs')
      .insert({
        seller_id: by.seller_id,
        user_id: by.id,
        key,
        stored_key,
        file_name,
        columns: (mapping ? JSON.stringify(mapping) : null) as never,
        fixes: (fixesOf === undefined
          ? '{}'
          : tx('import_previews').where({ id: fixesOf }).select('fixes')) as never,
      })
      .returning([...importState]);
    if (!record) throw new Error('The import was not written');
    await enqueue(tx, runImport, { import_id: record.id }, { key: jobKeyOf(record.id) });
    return { record, isNew: true };
  });
}
