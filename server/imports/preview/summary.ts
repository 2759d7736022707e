import type { Db } from '../../../db/connection';
import type { ImportPreviewRow } from '../../../db/tables';
import { headingOf, type ImportField } from '../columns-contract';
import { NO_ROWS } from '../contract';
import { columnsOf } from '../import-file';
import type { CsvFile } from '../parsing/csv';
import { type Mapping, missingHeadings } from '../parsing/header-mapping';
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
  const result = new PreviewResult(mapping);
  for await (const classified of classifyRows(db, preview.seller_id, samples.file, mapping, preview.fixes))
    result.add(classified);
  const shownColumns = columns.map(({ field, by }, at) => ({
    heading: file.headings[at] ?? '',
    samples: samples.values[at] ?? [],
    field,
    by,
  }));
  const summary = {
    ...{ columns: shownColumns, mapping, missing: missingHeadings(mapping) },
    ...result.figures(),
    error: null,
  };
  return { summary, rejected_csv: await result.rejected.text() };
}

class PreviewResult {
  readonly #counts = { ...NO_ROWS };
  readonly #outcomes = new ProductOutcomes();
  readonly #groups = new ProblemGroups();
  readonly #withProblems: PreviewRow[] = [];
  readonly #changed: PreviewRow[] = [];
  readonly rejected: RejectedCsv;

  constructor(mapping: Mapping) {
    this.rejected = new RejectedCsv(mapping);
  }

  add(classified: ClassifiedRow) {
    const { status, problems } = classified;
    this.#counts[status]++;
    this.#outcomes.add(classified);
    this.#groups.add(classified);
    this.rejected.add(classified);
    const list = problems.length > 0 ? this.#withProblems : status === 'changed' ? this.#changed : null;
    if (list && list.length < MAX_ROWS) list.push(toPreviewRow(classified));
  }

  figures() {
    return {
      counts: this.#counts,
      product_counts: this.#outcomes.counts(),
      groups: this.#groups.list(),
      rows: [...this.#withProblems, ...this.#changed].slice(0, MAX_ROWS),
    };
  }
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
