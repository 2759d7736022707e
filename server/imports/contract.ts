import { endpoint } from '../contract/endpoint';
import { array, mixed, object, string, text } from '../contract/fields';
import { island } from '../contract/island';
import type { DashboardFrame } from '../sellers/dashboard-contract';
import { type ImportField, isImportField } from './columns-contract';

/** CSV files are smaller than that (contract 6.20). */
export const MAX_CSV_BYTES = 4_000_000;
export const CSV_TOO_LARGE = 'File is too large. Maximum file size is 4 MB.';
export const NOT_A_CSV = 'Incorrect file type. Please choose a .csv file.';

export const importStatuses = ['pending', 'importing', 'imported', 'failed'] as const;
export type ImportStatus = (typeof importStatuses)[number];

export interface ImportIssue {
  line: number;
  column: string;
  value: string;
  message: string;
}

/** Lists hold the first of many; the counts are of all. */
export interface ImportRecord {
  id: number;
  key: string;
  imported_status: ImportStatus;
  /** Rows done, of 100. */
  imported_percentage: number;
  /** Products left provisional. */
  issue_count: number;
  imported_count: number;
  updated_count: number;
  /** Rows that name a product. */
  total_imported_count: number;
  imported_provisional_products: { id: number; name: string; provisional_errors: Record<string, string> }[];
  rejected_count: number;
  rejected_rows: { line: number; errors: Record<string, string> }[];
  warning_count: number;
  warnings: ImportIssue[];
  /** Why it failed. */
  error: string | null;
}

const keyed = object({ key: text(200).required('Required') });

export const importCsv = endpoint<ImportRecord>()('POST /imported_csvs/', keyed);

/** How a row would end. */
export const rowStatuses = ['new', 'changed', 'unchanged', 'incomplete', 'refused'] as const;
export type RowStatus = (typeof rowStatuses)[number];

export interface PreviewColumn {
  heading: string;
  /** The first values below it. */
  samples: string[];
  field: ImportField | null;
  /** How it was recognised; `chosen` by the seller. */
  by: 'heading' | 'remembered' | 'likeness' | 'chosen' | null;
}

export interface PreviewProblem extends ImportIssue {
  field: ImportField | null;
  /** Required values keep the product back; optional ones are only left out. */
  kind: 'refused' | 'incomplete' | 'warning';
}

export interface PreviewRow {
  line: number;
  status: RowStatus;
  upc: string;
  name: string;
  /** What a known product gets that it did not have. */
  changes: { column: string; value: string }[];
  problems: PreviewProblem[];
}

export interface Preview {
  id: number;
  key: string;
  columns: PreviewColumn[];
  mapping: (ImportField | null)[];
  /** Headings of required fields that no column was found for. */
  missing: string[];
  counts: Record<RowStatus, number>;
  /** One kind of problem and how many rows have it. */
  groups: { column: string; message: string; kind: PreviewProblem['kind']; count: number }[];
  /** Rows with problems first, then changes; the first of many. */
  rows: PreviewRow[];
  fixes: Fixes;
  /** The file as a whole cannot be read. */
  error: string | null;
}

/** line → field → what to take instead. */
export type Fixes = Record<string, Record<string, string>>;

const MOST_COLUMNS = 200;
const MOST_FIXES = 5_000;

const fixes = mixed<Fixes>((value): value is Fixes => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const lines = Object.entries(value);
  return (
    lines.length <= MOST_FIXES &&
    lines.every(
      ([line, cells]) =>
        /^\d{1,7}$/.test(line) &&
        typeof cells === 'object' &&
        cells !== null &&
        Object.entries(cells).every(
          ([field, cell]) => isImportField(field) && typeof cell === 'string' && cell.length <= 20_000,
        ),
    )
  );
});

const previewChanges = object({
  mapping: array(
    string()
      .nullable()
      .defined()
      .test('field', 'Unknown field', (name) => name === null || isImportField(name)),
  ).max(MOST_COLUMNS),
  fixes,
});

export const createPreview = endpoint<Preview>()('POST /import_previews', keyed);
export const updatePreview = endpoint<Preview>()('PUT /import_previews/:id', previewChanges);
export const commitPreview = endpoint<ImportRecord>()('POST /import_previews/:id/commit');
export const rejectedCsv = endpoint<string>()('GET /import_previews/:id/rejected.csv');
export const exportCsv = endpoint<string>()('GET /dashboard/export/:what');

export interface ImportProductsProps {
  frame: DashboardFrame;
  step: 'prepare' | 'upload';
}

export const importProducts = island<ImportProductsProps>('import-products');
