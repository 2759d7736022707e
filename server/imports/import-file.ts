import type { Db } from '../../db/connection';
import { Conflict } from '../http/errors';
import type { Services } from '../services';
import { originalOf } from '../storage/keys';
import { bytesOf } from '../storage/store';
import type { ImportField } from './columns-contract';
import { type Recognised, recognise } from './headings';
import { type CsvFile, openCsv, UnreadableFile } from './rows';

/** The CSV of a stored key: less than 4 MB. Throws UnreadableFile. */
export async function storedCsv(store: Services['store'], storedKey: string): Promise<CsvFile> {
  const file = await store.read(originalOf(storedKey));
  if (!file) throw new UnreadableFile('The file is gone. Please upload it again.');
  return openCsv(await bytesOf(file));
}

/** For those who cannot go on without the file: a 409 that says why. */
export async function readableCsv(store: Services['store'], storedKey: string): Promise<CsvFile> {
  try {
    return await storedCsv(store, storedKey);
  } catch (error) {
    throw error instanceof UnreadableFile ? Conflict(error.message) : error;
  }
}

export interface Column extends Omit<Recognised, 'by'> {
  by: Recognised['by'] | 'chosen';
}

/** What the seller said of the columns; else what their headings say, and said before. */
export async function columnsOf(
  db: Db,
  { seller_id, mapping }: { seller_id: number; mapping: readonly (string | null)[] | null },
  file: CsvFile,
): Promise<Column[]> {
  if (mapping)
    return mapping.map((field) => ({
      field: field as ImportField | null,
      by: field === null ? null : 'chosen',
    }));
  const said = await db('import_headings').where({ seller_id }).select('heading', 'field');
  return recognise(file.headings, new Map(said.map(({ heading, field }) => [heading, field])));
}
