import type { ProductRow } from '../../db/tables';
import type { Units } from '../contract/money';
import type { ProblemKind, RowCounts, RowStatus } from './contract';
import { type ExistingProduct, toExistingProduct } from './existing-product';
import { type Merged, merge } from './merge';
import type { CsvFile } from './parsing/csv-reader';
import type { Fixes } from './parsing/csv-thread';
import type { Mapping } from './parsing/header-mapping';
import { type ReadRow, shownValue } from './parsing/row';
import { UpcMap, upcKey, upcWritings } from './parsing/upc-digits';
import { type Problem, problem } from './problem-texts';
import type { ImportField, ROW } from './rules';
import { NO_UPDATES, type UpdateOptions } from './updates';

export const NO_ROWS: RowCounts = { new: 0, changed: 0, unchanged: 0, incomplete: 0, refused: 0 };

export interface FileRow extends ReadRow {
  /** Line of the first row with the same UPC; 0 if there is none. */
  earlierLine: number;
}

const MAX_CHUNK_ROWS = 500;
/** Bounds the processor time of one turn of the event loop. */
const MAX_CHUNK_CHARACTERS = 131_072;

/** Chunks of the rows after the first `skipped`, which are read only for their UPCs. */
export async function* chunksOf(
  file: CsvFile,
  mapping: Mapping,
  fixes: Fixes,
  skipped = 0,
): AsyncGenerator<FileRow[]> {
  const lines = new Map<string, number>();
  let chunk: FileRow[] = [];
  let characters = 0;
  let index = 0;
  for await (const row of file.rows(mapping, fixes)) {
    const key = upcKey(row.upc);
    const firstLine = hasProduct(row) ? (lines.get(key) ?? 0) : 0;
    if (hasProduct(row) && !firstLine) lines.set(key, row.line);
    const earlierLine = row.isImage ? 0 : firstLine;
    if (index++ < skipped) continue;
    chunk.push({ ...row, earlierLine });
    characters += row.characters;
    if (chunk.length < MAX_CHUNK_ROWS && characters < MAX_CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = [];
    characters = 0;
  }
  if (chunk.length > 0) yield chunk;
}

const isRefused = ({ refused }: ReadRow) => Object.keys(refused).length > 0;

/** Also rows of a file without a column of names, whose products the seller may have. */
const hasProduct = ({ refused, cells }: ReadRow) =>
  Object.keys(refused).every((field) => field === 'name' && cells.name === undefined);

/** All writings of the rows' UPCs, to look up their products. */
export const writingsIn = (rows: readonly FileRow[]): string[] => [
  ...new Set(rows.filter(hasProduct).flatMap(({ upc }) => upcWritings(upc))),
];

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
