import { createHash } from 'node:crypto';
import type { Db } from '../../db/connection';
import type { Services } from '../services';
import { originalOf } from '../storage/keys';
import { bytesOf } from '../storage/store';
import { type CsvFile, withParsedCsv } from './parsing/csv-reader';
import { type MatchedHeading, matchHeadings } from './parsing/header-mapping';
import { UnreadableFile } from './parsing/records';
import type { ImportField } from './rules';

interface StoredCsv {
  stored_key: string;
  header_line: number | null;
}

/** Reads a stored CSV in a thread that ends with `use`, which gets its SHA-256, too. Throws UnreadableFile. */
export async function withStoredCsv<Result>(
  { config, store }: Pick<Services, 'config' | 'store'>,
  { stored_key, header_line }: StoredCsv,
  use: (file: CsvFile, digest: string) => Promise<Result>,
): Promise<Result> {
  const file = await store.read(originalOf(stored_key));
  if (!file) throw new UnreadableFile('The file was deleted. Upload it again.');
  const bytes = await bytesOf(file);
  const digest = createHash('sha256').update(bytes).digest('hex');
  return withParsedCsv(config.root, { bytes, headerLine: header_line }, (parsed) => use(parsed, digest));
}

export interface Column extends Omit<MatchedHeading, 'by'> {
  by: MatchedHeading['by'] | 'chosen';
}

export async function columnsOf(
  db: Db,
  { seller_id, mapping }: { seller_id: number; mapping: readonly (string | null)[] | null },
  file: CsvFile,
): Promise<Column[]> {
  // An earlier release may have taken another row for the header.
  if (mapping?.length === file.headings.length) return mapping.map(chosenColumn);
  const choices = await db('import_headings').where({ seller_id }).select('heading', 'field');
  return matchHeadings(file.headings, new Map(choices.map(({ heading, field }) => [heading, field])));
}

const chosenColumn = (field: string | null): Column => ({
  field: field as ImportField | null,
  by: field === null ? null : 'chosen',
});
