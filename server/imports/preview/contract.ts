import { endpoint } from '../../contract/endpoint';
import type { Units } from '../../contract/money';
import type {
  ImportIssue,
  ImportRecord,
  ProblemKind,
  ProductCounts,
  RowCounts,
  RowStatus,
} from '../contract';
import type { ImportField } from '../rules';

export interface PreviewColumn {
  heading: string;
  samples: string[];
  field: ImportField | null;
  by: 'heading' | 'remembered' | 'likeness' | 'chosen' | null;
}

export interface PreviewProblem extends ImportIssue {
  field: ImportField | null;
  kind: ProblemKind;
}

export interface PreviewRow {
  line: number;
  status: RowStatus;
  upc: string;
  name: string;
  changes: { column: string; value: string }[];
  /** Values that the product does not take, because it has others. */
  differs: { column: string; value: string; own: string }[];
  problems: PreviewProblem[];
}

/** The rows of a preview by what is to be done; `check`: imported, with a value to look at; `problems`: these three. */
export const rowLists = ['problems', 'refused', 'incomplete', 'check', 'changed', 'differs', 'all'] as const;
export type RowList = (typeof rowLists)[number];

export const ROWS_PER_PAGE = 100;

/** Longer cells are sent cut to this length. */
export const MAX_CELL_CHARACTERS = 500;

/** A row with its mapped cells. */
export interface GridRow extends PreviewRow {
  cells: Partial<Record<ImportField, string>>;
  /** The file's value of each corrected cell. */
  original: Partial<Record<ImportField, string>>;
}

export interface GridPage {
  /** Rows in the list. */
  total: number;
  rows: GridRow[];
}

export interface ProblemGroup {
  kind: ProblemKind;
  field: ImportField | null;
  column: string;
  message: string;
  count: number;
  /** Most frequent first, without long ones. */
  values: { value: string; count: number }[];
}

/** A product that has other values than its row. */
export interface ProductDifference {
  product_id: number;
  line: number;
  upc: string;
  name: string;
  fields: { field: ImportField; column: string; from: DifferingValue; to: DifferingValue }[];
}

/** As the product's form sends it. */
export type DifferingValue = string | number | Units;

export const MAX_DIFFERENCES = 200;

export interface Preview {
  id: number;
  key: string;
  file_name: string;
  import_id: number | null;
  /** Null if the file could not be read. */
  header_line: number | null;
  /** The rows among which the seller may choose the header. */
  first_rows: { line: number; cells: string[] }[];
  columns: PreviewColumn[];
  mapping: (ImportField | null)[];
  missing: string[];
  counts: RowCounts;
  product_counts?: ProductCounts;
  groups: ProblemGroup[];
  /** The first rows with problems, then changed ones, then those that differ. */
  rows: PreviewRow[];
  /** Rows in each list; less than counted where the file is too large to show as a whole. */
  lists?: Record<RowList, number>;
  /** Products that have other values than their rows; the first ones are listed. */
  differs_count: number;
  differing_fields: Partial<Record<ImportField, number>>;
  differences: ProductDifference[];
  /** Products for sale that are not in the file, of all for sale. Null while a row is refused. */
  absent: { count: number; of: number } | null;
  /** Of the absent ones, those in files that were imported within 24 hours; not in previews of earlier releases. */
  absent_in_other_files?: number;
  /** What an import with this `update` and `units_counted_at` would do is what counts, groups and rows say. */
  update: ImportField[];
  units_counted_at: string | null;
  /** The newest import of a file with the same bytes. */
  imported_before: { import_id: number; at: string; undone_at: string | null } | null;
  /** The units in the file can't be from a later time; null where nothing shows that they are older than the upload. */
  counted_by: { at: string; because: CountAge; products: number } | null;
  error: string | null;
}

/**
 * `imported`: the same file was uploaded then; `saved`: it was last saved then; `sales`: several `products` have the
 * units in it that were set then, before units of them were sold.
 */
export type CountAge = 'imported' | 'saved' | 'sales';

export type PreviewSummary = Omit<
  Preview,
  'id' | 'key' | 'file_name' | 'import_id' | 'imported_before' | 'counted_by'
>;

export interface BeforeSales {
  products: number;
  /** When their units were set; ISO. */
  set_at: string;
}

/** `before_sales` is absent in summaries of earlier releases. */
export type StoredSummary = PreviewSummary & { before_sales?: BeforeSales | null };

/** line → field → corrected text. */
export type Fixes = Record<string, Record<string, string>>;

/** One correction for every row of a group, which its message names, with the same value. */
export interface FixAll {
  field: ImportField;
  message: string;
  value: string;
  to: string;
}

export interface PreviewChanges {
  mapping?: (ImportField | null)[];
  /** Starts over with the columns. */
  header_line?: number;
  fixes?: Fixes;
  fix_all?: FixAll[];
  update?: ImportField[] | 'all';
  /** Null: the time of the upload. */
  units_counted_at?: string | null;
}

export const MAX_SHARED_CHARACTERS = 200;
export const createPreview = endpoint<Preview>()('POST /import_previews', 'D');
export const showPreview = endpoint<Preview>()('GET /import_previews/:id');
/** The query has a list and a page, from 1. Beyond the end: no rows. */
export const listPreviewRows = endpoint<GridPage>()('GET /import_previews/:id/rows');
export const discardPreview = endpoint<undefined>()('DELETE /import_previews/:id');
export const updatePreview = endpoint<Preview>()('PUT /import_previews/:id', 'D');
export const commitPreview = endpoint<ImportRecord>()('POST /import_previews/:id/commit');
export const rejectedCsv = endpoint<string>()('GET /import_previews/:id/rejected.csv');
