import type { Db } from '../../../db/connection';
import type { ImportPreviewRow } from '../../../db/tables';
import { headingOf, type ImportField } from '../columns-contract';
import { NO_ROWS } from '../contract';
import { columnsOf } from '../import-file';
import type { CsvFile } from '../parsing/csv';
import { missingHeadings } from '../parsing/header-mapping';
import { RejectedCsv } from '../rejected-rows';
import { type ClassifiedRow, classifyRows } from './classify';
import type { PreviewRow, PreviewSummary } from './contract';
import { ProblemGroups } from './problem-groups';
import { ProductOutcomes } from './product-outcomes';
import { Samples } from './samples';

const MAX_ROWS = 200;

export async function describePreview(
  db: Db,
  preview: ImportPreviewRow,
  file: CsvFile,
): Promise<{ summary: PreviewSummary; rejected_csv: string }> {
  const columns = await columnsOf(db, preview, file);
  const mapping = columns.map(({ field }) => field);
  const samples = new Samples(file);
  const counts = { ...NO_ROWS };
  const outcomes = new ProductOutcomes();
  const groups = new ProblemGroups();
  const rejected = new RejectedCsv(mapping);
  const withProblems: PreviewRow[] = [];
  const changed: PreviewRow[] = [];
  for await (const classified of classifyRows(db, preview.seller_id, samples.file, mapping, preview.fixes)) {
    counts[classified.status]++;
    outcomes.add(classified);
    groups.add(classified);
    rejected.add(classified);
    const list =
      classified.problems.length > 0 ? withProblems : classified.status === 'changed' ? changed : null;
    if (list && list.length < MAX_ROWS) list.push(toPreviewRow(classified));
  }
  const summary = {
    columns: columns.map(({ field, by }, at) => ({
      heading: file.headings[at] ?? '',
      samples: samples.values[at] ?? [],
      field,
      by,
    })),
    mapping,
    missing: missingHeadings(mapping),
    counts,
    product_counts: outcomes.counts(),
    groups: groups.list(),
    rows: [...withProblems, ...changed].slice(0, MAX_ROWS),
    error: null,
  };
  return { summary, rejected_csv: await rejected.text() };
}

const toPreviewRow = (classified: ClassifiedRow): PreviewRow => ({
  line: classified.row.line,
  status: classified.status,
  upc: classified.row.upc,
  name: classified.row.name,
  changes: changesOf(classified),
  problems: classified.problems,
});

const changesOf = ({ merged, row }: ClassifiedRow) =>
  merged?.outcome === 'updated'
    ? Object.keys(merged.input).map((field) => ({
        column: headingOf(field),
        value: (row.cells[field as ImportField] ?? '').slice(0, 200),
      }))
    : [];
