import type { ImportPreviewRow } from '../../db/tables';
import type { Services } from '../services';
import { headingOf, type ImportField } from './columns-contract';
import { missingFrom } from './headings';
import { columnsOf, storedCsv } from './import-file';
import { type Judged, judge } from './judge';
import type { Preview, PreviewRow, RowStatus } from './preview-contract';
import { ProblemGroups } from './problem-groups';
import { type CsvFile, UnreadableFile } from './rows';

const MOST_ROWS = 200;
const SAMPLES = 3;
const LOOKED_AT = 50;

const NOBODY: Record<RowStatus, number> = { new: 0, changed: 0, unchanged: 0, incomplete: 0, refused: 0 };

/** What importing this file would do (contract section 7, Import). */
export async function describe(
  { db, store }: Pick<Services, 'db' | 'store'>,
  preview: ImportPreviewRow,
): Promise<Preview> {
  const { id, key, file_name, seller_id } = preview;
  const begun = await db('imported_csvs').where({ key }).first('id');
  const nothing: Preview = {
    id,
    key,
    file_name,
    import_id: begun?.id ?? null,
    columns: [],
    mapping: [],
    missing: [],
    counts: { ...NOBODY },
    groups: [],
    rows: [],
    error: null,
  };
  try {
    const file = await storedCsv(store, preview.stored_key);
    const columns = await columnsOf(db, preview, file);
    const mapping = columns.map(({ field }) => field);
    const samples = await samplesOf(file);
    const counts = { ...NOBODY };
    const groups = new ProblemGroups();
    const troubled: PreviewRow[] = [];
    const changed: PreviewRow[] = [];
    for await (const one of judge(db, seller_id, file, mapping, preview.fixes)) {
      counts[one.status]++;
      groups.add(one);
      const list = one.problems.length > 0 ? troubled : one.status === 'changed' ? changed : null;
      if (list && list.length < MOST_ROWS) list.push(shown(one));
    }
    return {
      ...nothing,
      columns: columns.map(({ field, by }, at) => ({
        heading: file.headings[at] ?? '',
        samples: samples[at] ?? [],
        field,
        by,
      })),
      mapping,
      missing: missingFrom(mapping),
      counts,
      groups: groups.list(),
      rows: [...troubled, ...changed].slice(0, MOST_ROWS),
    };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { ...nothing, error: error.message };
  }
}

/** The first values below each heading. */
async function samplesOf(file: CsvFile): Promise<string[][]> {
  const samples = file.headings.map((): string[] => []);
  let looked = 0;
  for await (const { cells } of file.rows()) {
    cells.forEach((cell, at) => {
      const known = samples[at];
      if (known && known.length < SAMPLES && cell.trim() !== '') known.push(cell.trim().slice(0, 80));
    });
    if (++looked >= LOOKED_AT) break;
  }
  return samples;
}

const shown = (one: Judged): PreviewRow => ({
  line: one.row.line,
  status: one.status,
  upc: one.row.upc,
  name: one.row.name,
  changes: changesOf(one),
  problems: one.problems,
});

const changesOf = ({ merged, row }: Judged) =>
  merged?.outcome === 'updated'
    ? Object.keys(merged.input).map((field) => ({
        column: headingOf(field),
        value: (row.cells[field as ImportField] ?? '').slice(0, 200),
      }))
    : [];
