import { endpoint } from '../../contract/endpoint';
import { array, mixed, object, string, text } from '../../contract/fields';
import { type ImportField, isImportField } from '../columns-contract';
import type { ImportIssue, ImportRecord } from '../contract';

/** A file as it would be imported, to look at and to mend before anything is written (docs/rules.md#import). */

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

/** One kind of problem of one column, with the values that have it. */
export interface ProblemGroup {
  kind: PreviewProblem['kind'];
  field: ImportField | null;
  column: string;
  /** What is wrong, in words that hold for all of them. */
  message: string;
  count: number;
  /** The commonest first; long ones are left out. */
  values: { value: string; count: number }[];
}

export interface Preview {
  id: number;
  key: string;
  file_name: string;
  /** The import that it has led to. */
  import_id: number | null;
  columns: PreviewColumn[];
  mapping: (ImportField | null)[];
  /** Headings of required fields that no column was found for. */
  missing: string[];
  counts: Record<RowStatus, number>;
  groups: ProblemGroup[];
  /** Rows with problems first, then changes; the first of many. */
  rows: PreviewRow[];
  /** The file as a whole cannot be read. */
  error: string | null;
}

/** What is found in the file itself. */
export type PreviewSummary = Omit<Preview, 'id' | 'key' | 'file_name' | 'import_id'>;

/** line → field → what to take instead. */
export type Fixes = Record<string, Record<string, string>>;

/** The same mending for every row that has this problem with this very value. */
export interface FixAll {
  field: ImportField;
  message: string;
  value: string;
  to: string;
}

/** What a seller changes of a preview. */
export interface PreviewChanges {
  mapping?: (ImportField | null)[];
  fixes?: Fixes;
  fix_all?: FixAll[];
}

const MAX_COLUMNS = 200;
const MAX_FIXES = 5_000;
/** Values that are longer are mended one by one. */
export const LONGEST_SHARED = 200;

const fixes = mixed<Fixes>((value): value is Fixes => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const lines = Object.entries(value);
  return (
    lines.length <= MAX_FIXES &&
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
  ).max(MAX_COLUMNS),
  fixes,
  fix_all: array(
    object({
      field: string()
        .required()
        .test('field', 'Unknown field', (name) => name !== 'upc' && isImportField(name)),
      message: string().required().max(500),
      value: string().defined().max(LONGEST_SHARED),
      to: string().defined().max(20_000),
    }),
  ).max(50),
});

const named = object({
  key: text(200).required('Required'),
  file_name: string().trim().max(255).default(''),
});

export const createPreview = endpoint<Preview>()('POST /import_previews', named);
export const showPreview = endpoint<Preview>()('GET /import_previews/:id');
export const discardPreview = endpoint<undefined>()('DELETE /import_previews/:id');
export const updatePreview = endpoint<Preview>()('PUT /import_previews/:id', previewChanges);
export const commitPreview = endpoint<ImportRecord>()('POST /import_previews/:id/commit');
export const rejectedCsv = endpoint<string>()('GET /import_previews/:id/rejected.csv');
