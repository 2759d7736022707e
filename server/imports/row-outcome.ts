import type { ProductRow } from '../../db/tables';
import type { Units } from '../contract/money';
import type { ProblemKind, RowCounts, RowStatus } from './contract';
import { type ExistingProduct, toExistingProduct } from './existing-product';
import { type FileRow, hasProduct } from './file-rows';
import { type Merged, merge } from './merge';
import { type ReadRow, shownValue } from './parsing/row';
import { UpcMap } from './parsing/upc-digits';
import { type Problem, problem } from './problem-texts';
import type { ImportField, ROW } from './rules';
import { NO_UPDATES, type UpdateOptions } from './updates';

export const NO_ROWS: RowCounts = { new: 0, changed: 0, unchanged: 0, incomplete: 0, refused: 0 };

const isRefused = ({ refused }: ReadRow) => Object.keys(refused).length > 0;

export interface RowProblem {
  kind: ProblemKind;
  field: ImportField | typeof ROW;
  value: string;
  problem: Problem;
}

export interface ClassifiedRow {
  row: FileRow;
  status: RowStatus;
  /** Null if the row is refused. */
  merged: Merged | null;
  /** The product as the row finds it. */
  before: ExistingProduct | null;
  problems: RowProblem[];
}

/** Products by UPC, as the rows so far leave them. */
export class Products {
  readonly #products = new UpcMap<ExistingProduct>();

  constructor(private readonly options: UpdateOptions) {}

  /** `moved`: units sold and returned since the file's were counted, by product. */
  addStored(products: Iterable<ProductRow>, moved: ReadonlyMap<number, Units> = new Map()) {
    for (const product of products)
      if (!this.#products.has(product.upc))
        this.#products.add(product.upc, toExistingProduct(product, moved.get(product.id)));
  }

  /** Classifies a row, and leaves its product as the row makes it. */
  classify(given: FileRow): ClassifiedRow {
    const before = hasProduct(given) ? (this.#products.get(given.upc) ?? null) : null;
    const row = before && isRefused(given) ? { ...given, refused: {} } : given;
    if (isRefused(row))
      return { row, status: 'refused', merged: null, before: null, problems: problemsOf(row, null) };
    const merged = this.#merge(before, row);
    this.#products.set(row.upc, merged.after);
    return { row, status: statusOf(merged), merged, before, problems: problemsOf(row, merged) };
  }

  /** Of several rows with the same UPC the first one counts, the others fill what it left empty. */
  #merge(before: ExistingProduct | null, row: FileRow): Merged {
    const isFirst = !row.earlierLine && !row.isImage;
    const merged = merge(before, row, isFirst ? this.options : { ...this.options, updates: NO_UPDATES });
    return row.earlierLine ? { ...merged, unequal: [], differs: [] } : merged;
  }
}

function statusOf({ outcome, provisional, differs }: Merged): RowStatus {
  if (provisional) return 'incomplete';
  return outcome === 'unchanged' && differs.length > 0 ? 'differs' : outcome;
}

function problemsOf(row: FileRow, merged: Merged | null): RowProblem[] {
  const each = (kind: ProblemKind, problems: Readonly<Record<string, Problem>>) =>
    Object.entries(problems).map(([field, one]) => problemIn(row, kind, field as ImportField, one));
  if (!merged)
    return [
      ...each('refused', row.refused),
      ...each('incomplete', invalidValues(row)),
      ...row.warnings.map((warning) => ({ kind: 'warning' as const, ...warning })),
      ...row.questions.map((question) => ({ kind: 'question' as const, ...question })),
    ];
  const repeated = row.earlierLine ? { upc: problem('repeated_upc', { line: row.earlierLine }) } : {};
  return [
    ...each('incomplete', merged.errors),
    ...each('warning', repeated),
    ...merged.warnings.map((warning) => ({ kind: 'warning' as const, ...warning })),
    ...merged.questions.map((question) => ({ kind: 'question' as const, ...question })),
  ];
}

/** Missing values are no problem yet: the product may have them once its UPC is readable. */
const invalidValues = ({ incomplete, cells }: FileRow) =>
  Object.fromEntries(Object.entries(incomplete).filter(([field]) => cells[field as ImportField]));

const problemIn = (row: FileRow, kind: ProblemKind, field: RowProblem['field'], problem: Problem) => ({
  kind,
  field,
  value: shownValue(row, field),
  problem,
});

/** The outcome for a product of which there are several rows. */
export const joinOutcomes = (earlier: Merged['outcome'], later: Merged['outcome']) =>
  earlier === 'unchanged' ? later : earlier;
