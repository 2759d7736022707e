import {
  anyOf,
  count,
  decimal,
  each,
  id,
  list,
  nullable,
  object,
  oneOf,
  optional,
  partly,
  record,
  tagged,
  text,
  time,
  units,
} from '../openapi/answer';
import {
  exportCsv,
  type ImportIssue,
  type ImportRecord,
  type ImportUndo,
  importCsv,
  importRejects,
  type ProductCounts,
  type RowCounts,
  retryImport,
  showImport,
  undoImport,
} from './contract';
import {
  commitPreview,
  createPreview,
  discardPreview,
  type GridPage,
  type GridRow,
  listPreviewRows,
  type Preview,
  type PreviewColumn,
  type PreviewProblem,
  type PreviewRow,
  type ProblemGroup,
  type ProductDifference,
  rejectedCsv,
  rowLists,
  showPreview,
  updatePreview,
} from './preview/contract';
import { importFields } from './rules';

const counts = object<RowCounts>(
  {
    new: count,
    changed: count,
    unchanged: count,
    incomplete: count,
    refused: count,
    differs: optional(count),
  },
  'RowCounts',
);

const products = object<ProductCounts['new']>({ products: count, incomplete: count });
const outcomes = object<ProductCounts>({
  new: products,
  changed: products,
  unchanged: products,
  differs: optional(products),
});

const issue = { line: count, column: text, value: text, message: text } as const;

const importRecord = object<ImportRecord>(
  {
    id,
    key: text,
    file_name: text,
    imported_status: oneOf(['pending', 'importing', 'imported', 'failed']),
    imported_percentage: count,
    done_rows: count,
    total_rows: count,
    row_counts: optional(nullable(counts)),
    product_counts: optional(outcomes),
    differs_count: count,
    differing_rows: count,
    sold_out_count: count,
    undo_until: nullable(time),
    undone_at: nullable(time),
    issue_count: count,
    imported_count: count,
    updated_count: count,
    total_imported_count: count,
    imported_provisional_products: list(
      object<ImportRecord['imported_provisional_products'][number]>({
        id,
        name: text,
        provisional_errors: record(text),
      }),
    ),
    rejected_count: count,
    rejected_rows: list(object<ImportRecord['rejected_rows'][number]>({ line: count, errors: record(text) })),
    warning_count: count,
    warnings: list(object<ImportIssue>(issue)),
    error: nullable(text),
    resume_row: nullable(count),
  },
  'Import',
);

const field = oneOf(importFields);
const kind = oneOf(['refused', 'incomplete', 'warning', 'question']);

const row = {
  line: count,
  status: oneOf(['new', 'changed', 'unchanged', 'differs', 'incomplete', 'refused']),
  upc: text,
  name: text,
  changes: list(object<PreviewRow['changes'][number]>({ column: text, value: text })),
  differs: list(object<PreviewRow['differs'][number]>({ column: text, value: text, own: text })),
  problems: list(object<PreviewProblem>({ ...issue, field: nullable(field), kind })),
} as const;

/** As the product's form sends it. */
const value = anyOf(anyOf(text, decimal), units);

const preview = object<Preview>(
  {
    id,
    key: text,
    file_name: text,
    import_id: nullable(id),
    header_line: nullable(count),
    first_rows: list(object<Preview['first_rows'][number]>({ line: count, cells: list(text) })),
    columns: list(
      object<PreviewColumn>({
        heading: text,
        samples: list(text),
        field: nullable(field),
        by: nullable(oneOf(['heading', 'remembered', 'likeness', 'chosen'])),
      }),
    ),
    mapping: list(nullable(field)),
    missing: list(text),
    counts,
    product_counts: optional(outcomes),
    groups: list(
      object<ProblemGroup>({
        kind,
        field: nullable(field),
        column: text,
        message: text,
        count,
        values: list(object<ProblemGroup['values'][number]>({ value: text, count })),
      }),
    ),
    rows: list(object<PreviewRow>(row)),
    lists: optional(each(rowLists, count)),
    differs_count: count,
    differing_fields: partly(importFields, count),
    differences: list(
      object<ProductDifference>({
        product_id: id,
        line: count,
        upc: text,
        name: text,
        fields: list(
          object<ProductDifference['fields'][number]>({ field, column: text, from: value, to: value }),
        ),
      }),
    ),
    absent: nullable(object<NonNullable<Preview['absent']>>({ count, of: count })),
    absent_in_other_files: optional(count),
    update: list(field),
    units_counted_at: nullable(time),
    imported_before: nullable(
      object<NonNullable<Preview['imported_before']>>({ import_id: id, at: time, undone_at: nullable(time) }),
    ),
    counted_by: nullable(
      object<NonNullable<Preview['counted_by']>>({
        at: time,
        because: oneOf(['imported', 'saved', 'sales']),
        products: count,
      }),
    ),
    error: nullable(text),
  },
  'ImportPreview',
);

const doc = tagged('Imports');
const begun = { 201: 'Begun. 200 where it was before.' };
const key = 'uploads/7c1e1f0a';

export default [
  doc(importCsv, {
    summary: 'Import an uploaded CSV file with the headings of the template',
    answer: importRecord,
    example: { key },
    statuses: begun,
  }),
  doc(showImport, { summary: 'Show how far an import is', answer: importRecord }),
  doc(retryImport, { summary: 'Continue an import that failed', answer: importRecord }),
  doc(undoImport, {
    summary: 'Undo what an import replaced, within 24 hours',
    answer: object<ImportUndo>({
      changed: count,
      unchanged: count,
      refused_count: count,
      refused: list(object<ImportUndo['refused'][number]>({ id, name: text, message: text })),
    }),
  }),
  doc(importRejects, { summary: 'Download the rows that were refused as CSV', answer: 'text/csv' }),
  doc(createPreview, {
    summary: 'Read an uploaded CSV file without importing it',
    answer: preview,
    example: { key, file_name: 'stock.csv' },
  }),
  doc(showPreview, { summary: 'Show a preview', answer: preview }),
  doc(listPreviewRows, {
    summary: 'List the rows of a preview',
    answer: object<GridPage>({
      total: count,
      rows: list(
        object<GridRow>({ ...row, cells: partly(importFields, text), original: partly(importFields, text) }),
      ),
    }),
    query: { list: 'all', page: 1 },
  }),
  doc(updatePreview, {
    summary: 'Match columns and correct cells',
    answer: preview,
    example: { header_line: 1, fixes: { '2': { units: '12' } } },
  }),
  doc(commitPreview, {
    summary: 'Import what a preview shows',
    answer: importRecord,
    example: { update: ['units', 'seller_price_cents'], units_counted_at: '2026-11-24T15:00:00Z' },
    statuses: begun,
  }),
  doc(discardPreview, { summary: 'Discard a preview', answer: null }),
  doc(rejectedCsv, { summary: 'Download the refused rows of a preview as CSV', answer: 'text/csv' }),
  doc(exportCsv, {
    summary: 'Download products, orders or offers as CSV',
    answer: 'text/csv',
    params: { what: 'products.csv' },
  }),
];
