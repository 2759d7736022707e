import type { ImportPreviewRow } from '../../../db/tables';
import { type Cents, dollars, formatUnits } from '../../contract/money';
import type { Services } from '../../services';
import { columnsOf } from '../import-file';
import type { CsvFile } from '../parsing/csv-reader';
import { type Mapping, missingHeadings } from '../parsing/header-mapping';
import { textOf } from '../problem-texts';
import { type ClassifiedRow, NO_ROWS } from '../row-outcome';
import { headingOf, type ImportField, isImportField } from '../rules';
import { updateOptionsOf } from '../update-options';
import { AbsentProducts } from './absent';
import { classifyFile } from './classify-file';
import {
  type GridRow,
  MAX_CELL_CHARACTERS,
  type PreviewProblem,
  type PreviewRow,
  type RowList,
  type StoredSummary,
} from './contract';
import { UnitsBeforeSales } from './count-age';
import { ProblemCsv } from './problem-csv';
import { ProblemGroups } from './problem-groups';
import { ProductDifferences } from './product-differences';
import { ProductOutcomes } from './product-outcomes';
import { ReadingRows } from './reading-rows';

const MAX_ROWS = 200;

/** Also writes the rows of the reading. */
export async function describePreview(
  services: Pick<Services, 'config' | 'db'>,
  preview: ImportPreviewRow,
  file: CsvFile,
  readingId: number,
): Promise<{ summary: StoredSummary; rejected_csv: string; absent_ids: number[] | null }> {
  const { db } = services;
  const columns = await columnsOf(db, preview, file);
  const mapping = columns.map(({ field }) => field);
  const result = new PreviewResult(mapping);
  const stored = new ReadingRows(db, readingId);
  await stored.start();
  const absentees = new AbsentProducts();
  const beforeSales = new UnitsBeforeSales();
  const update = await updateOptionsOf(services, preview);
  const options = { sellerId: preview.seller_id, mapping, fixes: preview.fixes, update, isPreview: true };
  for await (const classified of classifyFile(services, file, options)) {
    absentees.add(classified);
    beforeSales.add(classified);
    const row = toPreviewRow(classified);
    result.add(classified, row);
    await stored.add(listsOf(classified), { ...row, ...cellsOf(classified.row) });
  }
  await stored.end();
  const absent = await absentees.result(db, preview);
  const shownColumns = columns.map(({ field, by }, at) => ({
    heading: file.headings[at] ?? '',
    samples: [...(file.samples[at] ?? [])],
    field,
    by,
  }));
  const summary = {
    ...{ columns: shownColumns, mapping, missing: missingHeadings(mapping) },
    header_line: file.headerLine,
    first_rows: file.early.map(({ line, cells }) => ({ line, cells: [...cells] })),
    ...result.figures(),
    before_sales: await beforeSales.result(db),
    lists: stored.totals,
    absent: absent.figures,
    absent_in_other_files: absent.inOtherFiles,
    update: update.updates.filter((field) => mapping.includes(field)),
    units_counted_at: preview.units_counted_at?.toISOString() ?? null,
    error: null,
  };
  return { summary, rejected_csv: await result.problemCsv.text(), absent_ids: absent.ids };
}

class PreviewResult {
  readonly #counts = { ...NO_ROWS };
  readonly #outcomes = new ProductOutcomes();
  readonly #differences = new ProductDifferences();
  readonly #groups = new ProblemGroups();
  readonly #withProblems: PreviewRow[] = [];
  readonly #changed: PreviewRow[] = [];
  readonly #differing: PreviewRow[] = [];
  readonly problemCsv: ProblemCsv;

  constructor(mapping: Mapping) {
    this.problemCsv = new ProblemCsv(mapping);
  }

  add(classified: ClassifiedRow, row: PreviewRow) {
    const { status, problems } = classified;
    this.#counts[status] = (this.#counts[status] ?? 0) + 1;
    this.#outcomes.add(classified);
    this.#differences.add(classified);
    this.#groups.add(classified);
    this.problemCsv.add(classified);
    const list =
      problems.length > 0
        ? this.#withProblems
        : status === 'changed'
          ? this.#changed
          : status === 'differs'
            ? this.#differing
            : null;
    if (list && list.length < MAX_ROWS) list.push(row);
  }

  figures() {
    return {
      counts: this.#counts,
      product_counts: this.#outcomes.counts(),
      groups: this.#groups.list(),
      ...this.#differences.figures(),
      rows: [...this.#withProblems, ...this.#changed, ...this.#differing].slice(0, MAX_ROWS),
    };
  }
}

const listsOf = ({ status, problems }: ClassifiedRow): RowList[] => [
  ...(problems.length > 0 ? ['problems' as const] : []),
  ...(status === 'new' || status === 'unchanged' ? [] : [status]),
  ...(status !== 'refused' && status !== 'incomplete' && problems.length > 0 ? ['check' as const] : []),
  'all',
];

const cellsOf = ({ cells, original = {} }: ClassifiedRow['row']): Pick<GridRow, 'cells' | 'original'> => ({
  cells: shortened(cells),
  original: shortened(original),
});

const shortened = (cells: GridRow['cells']): GridRow['cells'] =>
  Object.fromEntries(
    Object.entries(cells).map(([field, text]) => [field, text.slice(0, MAX_CELL_CHARACTERS)]),
  );

const toPreviewRow = (classified: ClassifiedRow): PreviewRow => ({
  line: classified.row.line,
  status: classified.status,
  upc: classified.row.upc,
  name: classified.row.name || (classified.before?.name ?? ''),
  changes: changesOf(classified),
  differs: differencesIn(classified),
  problems: classified.problems.map(
    ({ kind, field, value, problem }): PreviewProblem => ({
      kind,
      field: isImportField(field) ? field : null,
      line: classified.row.line,
      column: headingOf(field),
      value,
      message: textOf(problem),
    }),
  ),
});

const changesOf = ({ merged, row }: ClassifiedRow) =>
  merged?.outcome === 'changed'
    ? Object.keys(merged.input).map((field) => ({
        column: headingOf(field),
        value: (row.cells[field as ImportField] ?? '').slice(0, 200),
      }))
    : [];

const differencesIn = ({ before, merged, row }: ClassifiedRow) =>
  before === null
    ? []
    : (merged?.differs ?? []).map((field) => ({
        column: headingOf(field),
        value: (row.cells[field] ?? '').slice(0, 200),
        own: shownOwn(field, before[field]).slice(0, 200),
      }));

const shownOwn = (field: ImportField, value: unknown): string => {
  if (field.endsWith('_cents')) return dollars(value as Cents);
  return typeof value === 'bigint' ? formatUnits(value) : String(value);
};
