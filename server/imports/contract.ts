import { endpoint } from '../contract/endpoint';
import type { Island } from '../contract/island';
import type { BulkAnswer } from '../products/manage/contract';
import type { DashboardFrame } from '../sellers/contract';
import type { ImportField } from './rules';

const importStatuses = ['pending', 'importing', 'imported', 'failed'] as const;
export type ImportStatus = (typeof importStatuses)[number];

const rowStatuses = ['new', 'changed', 'unchanged', 'differs', 'incomplete', 'refused'] as const;
/**
 * `differs`: its product keeps other values; `incomplete`: its product stays a draft; `refused`: the row becomes no
 * product.
 */
export type RowStatus = (typeof rowStatuses)[number];

/** Adds up to the rows that were read. `differs` is absent where no row does. */
export type RowCounts = Record<Exclude<RowStatus, 'differs'>, number> & { differs?: number };

/** `incomplete`: a required value is missing; `warning`: an optional value was left out; `question`: imported as it is. */
export type ProblemKind = 'refused' | 'incomplete' | 'warning' | 'question';

interface ProductCount {
  products: number;
  incomplete: number;
}

/** What an import does to a product. */
export type Outcome = 'new' | 'changed' | 'unchanged';

/** Several rows can be one product. `differs`: those of the unchanged ones that keep other values than their rows. */
export type ProductCounts = Record<Outcome, ProductCount> & { differs?: ProductCount };

export interface ImportIssue {
  line: number;
  column: string;
  value: string;
  message: string;
}

/** Lists are truncated; counts are complete. */
export interface ImportRecord {
  id: number;
  key: string;
  file_name: string;
  imported_status: ImportStatus;
  imported_percentage: number;
  done_rows: number;
  total_rows: number;
  row_counts?: RowCounts | null;
  product_counts?: ProductCounts;
  /** Products that kept other values than the file's. */
  differs_count: number;
  /** Their rows, where they changed nothing. */
  differing_rows: number;
  /** Products that the file lacked and that are sold out therefore. */
  sold_out_count: number;
  /** Null where it replaced nothing, or was undone. */
  undo_until: string | null;
  /** When what it replaced was given back. */
  undone_at: string | null;
  issue_count: number;
  imported_count: number;
  updated_count: number;
  total_imported_count: number;
  imported_provisional_products: { id: number; name: string; provisional_errors: Record<string, string> }[];
  rejected_count: number;
  rejected_rows: { line: number; errors: Record<string, string> }[];
  warning_count: number;
  warnings: ImportIssue[];
  error: string | null;
  resume_row: number | null;
}

export interface CommitBody {
  /** The columns whose values take the place of others: fields of the file, or all. */
  update?: ImportField[] | 'all' | undefined;
  units_counted_at?: string | undefined;
  /** The products that the preview calls absent become sold out. */
  sold_out?: { count: number; confirm?: number | undefined } | undefined;
}

export const importCsv = endpoint<ImportRecord>()('POST /imported_csvs/');
export const showImport = endpoint<ImportRecord>()('GET /imported_csvs/:id');
/** Continues after the last written row. Idempotent. */
export const retryImport = endpoint<ImportRecord>()('POST /imported_csvs/:id/retry');
/** What became of the products whose values were replaced, or that were sold out as the file lacked them. */
export type ImportUndo = Omit<BulkAnswer, 'undo'>;

/** Gives back what an import replaced; what it filled stays. */
export const undoImport = endpoint<ImportUndo>()('POST /imported_csvs/:id/undo');
export const importRejects = endpoint<string>()('GET /imported_csvs/:id/rejected.csv');

export const exportCsv = endpoint<string>()('GET /dashboard/export/:what', 'D');

export interface RecentImports {
  previews: { id: number; file_name: string; updated_at: string }[];
  imports: {
    id: number;
    file_name: string;
    status: ImportStatus;
    created_at: string;
    undone_at: string | null;
  }[];
}

export interface ImportProductsProps {
  frame: DashboardFrame;
  step: 'prepare' | 'upload';
  recent: RecentImports;
  resume: { preview: number } | { import: number } | null;
}

export const importProducts: Island<ImportProductsProps> = { id: 'import-products' };

export const UPLOAD_PAGE = '/dashboard/import_products/upload_csv';
