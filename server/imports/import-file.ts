import type { Db } from '../../db/connection';
import type { Services } from '../services';
import { originalOf } from '../storage/keys';
import { bytesOf } from '../storage/store';
import type { ImportField } from './columns-contract';
import { type CsvFile, UnreadableFile } from './parsing/csv';
import { withParsedCsv } from './parsing/csv-reader';
import { type MatchedHeading, matchHeadings } from './parsing/header-mapping';

/** Parses a stored CSV in a thread that ends with `use`. Throws UnreadableFile. */
export async function withStoredCsv<Result>(
  { config, store }: Pick<Services, 'config' | 'store'>,
  storedKey: string,
  use: (file: CsvFile) => Promise<Result>,
): Promise<Result> {
  const file = await store.read(originalOf(storedKey));
  if (!file) throw new UnreadableFile('The file was deleted. Upload it again.');
  return withParsedCsv(config.root, await bytesOf(file), use);
}

export interface Column extends Omit<MatchedHeading, 'by'> {
  by: MatchedHeading['by'] | 'chosen';
}

export async function columnsOf(
  db: Db,
  { seller_id, mapping }: { seller_id: number; mapping: readonly (string | null)[] | null },
  file: CsvFile,
): Promise<Column[]> {
  if (mapping) return mapping.map(chosenColumn);
  const choices = await db('import_headings').where({ seller_id }).select('heading', 'field');
  return matchHeadings(file.headings, new Map(choices.map(({ heading, field }) => [heading, field])));
}

const chosenColumn = (field: string | null): Column => ({
  field: field as ImportField | null,
  by: field === null ? null : 'chosen',
});
