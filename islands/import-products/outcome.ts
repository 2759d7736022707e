import { MAX_CSV_BYTES } from '../../server/contract/limits';
import { counted, formatUnits } from '../../server/contract/money';
import type { ImportRecord, ProductCounts, RowCounts } from '../../server/imports/contract';
import { CSV_TOO_LARGE, SAVE_AS_CSV } from '../../server/imports/rules';

const NOT_A_CSV = 'Incorrect file type. Please choose a .csv file.';

const CSV_TYPES = new Set(['text/csv', '', 'application/vnd.ms-excel', 'application/csv']);

/** Validates a file before its upload. Some systems report no CSV type or a spreadsheet's: then the name decides. */
export function fileFault({ name, type, size }: { name: string; type: string; size: number }): string | null {
  if (type !== 'text/csv' && !(CSV_TYPES.has(type) && /\.csv$/i.test(name))) return NOT_A_CSV;
  return size < MAX_CSV_BYTES ? null : CSV_TOO_LARGE;
}

/** How to make a CSV of a workbook; '' for other files. */
export const workbookHint = (name: string): string =>
  /\.(xls[xmb]?|ods|numbers)$/i.test(name) ? SAVE_AS_CSV : '';

export type Outcome = 'running' | 'failed' | 'issues' | 'nothing' | 'success';

export function outcomeOf(record: ImportRecord): Outcome {
  if (record.imported_status === 'pending' || record.imported_status === 'importing') return 'running';
  if (record.imported_status === 'failed') return 'failed';
  if (record.issue_count > 0) return 'issues';
  return record.imported_count === 0 && record.updated_count === 0 ? 'nothing' : 'success';
}

const have = (count: number) => (count === 1 ? 'has' : 'have');

export const successLines = ({ imported_count, updated_count }: ImportRecord): string[] => [
  ...(imported_count > 0
    ? [`${counted(imported_count, 'product')} ${have(imported_count)} been successfully imported!`]
    : []),
  ...(updated_count > 0 ? [`${counted(updated_count, 'product')} ${have(updated_count)} been updated.`] : []),
];

/** What a failed import has done: "480 products were imported and 1 was updated before that." */
export function importedBefore({ imported_count, updated_count }: ImportRecord): string {
  const were = (count: number) => (count === 1 ? 'was' : 'were');
  const done = [
    imported_count > 0 && `${counted(imported_count, 'product')} ${were(imported_count)} imported`,
    updated_count > 0 &&
      `${imported_count > 0 ? formatUnits(updated_count) : counted(updated_count, 'product')} ${were(updated_count)} updated`,
  ].filter(Boolean);
  return done.length > 0 ? `${done.join(' and ')} before that.` : '';
}

export const issuesLine = ({ issue_count, total_imported_count }: ImportRecord): string =>
  `${formatUnits(issue_count)} of ${counted(total_imported_count, 'product')} ${issue_count === 1 ? 'requires' : 'require'} attention!`;

export const nothingLine = ({ total_imported_count }: ImportRecord): string =>
  total_imported_count > 0
    ? 'All products in this file were previously imported. No changes necessary.'
    : 'Please check the contents of your CSV file';

export const rowTotal = (rows: RowCounts): number =>
  Object.values(rows).reduce((total, count) => total + count, 0);

/** "12 products imported, of which 2 need details before they are published." */
function productLine(done: string, { products: count, incomplete }: ProductCounts['new']): string {
  const line = `${counted(count, 'product')} ${done}`;
  if (incomplete === 0) return `${line}.`;
  if (incomplete < count)
    return `${line}, of which ${formatUnits(incomplete)} ${incomplete === 1 ? 'needs details before it is' : 'need details before they are'} published.`;
  return `${line}. ${count === 1 ? 'It needs details before it is' : 'All of them need details before they are'} published.`;
}

/** One sentence per outcome that has products. `when` is "will be " before the import. */
export const productLines = (counts: ProductCounts, when = ''): string[] =>
  [
    { count: counts.new, done: `${when}imported` },
    { count: counts.changed, done: `${when}updated` },
    { count: counts.unchanged, done: when ? 'will stay unchanged' : 'unchanged' },
  ]
    .filter(({ count }) => count.products > 0)
    .map(({ count, done }) => productLine(done, count));

/** Why there are fewer products than rows: "2 rows repeat a UPC in this file and are merged into the same product." */
export function repeatsLine(rows: RowCounts, counts: ProductCounts): string {
  const made = counts.new.products + counts.changed.products + counts.unchanged.products;
  const repeats = rowTotal(rows) - rows.refused - made;
  if (repeats <= 0) return '';
  return repeats === 1
    ? '1 row repeats a UPC in this file and is merged into the same product.'
    : `${formatUnits(repeats)} rows repeat a UPC in this file and are merged into the same product.`;
}

/** "480 new, 12 updated, 3 can't be imported": the rows so far. */
export function rowsLine(rows: RowCounts): string {
  const parts: [count: number, text: string][] = [
    [rows.new, 'new'],
    [rows.changed, 'updated'],
    [rows.unchanged, 'unchanged'],
    [rows.differs ?? 0, rows.differs === 1 ? 'differs' : 'differ'],
    [rows.incomplete, rows.incomplete === 1 ? 'needs details' : 'need details'],
    [rows.refused, "can't be imported"],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, text]) => `${formatUnits(count)} ${text}`)
    .join(', ');
}

/** "2 rows differ from your products, which keep their values."; '' where none does. */
export function differsLine(rows: ImportRecord['row_counts']): string {
  const count = rows?.differs ?? 0;
  if (count === 0) return '';
  const differ = count === 1 ? 'differs' : 'differ';
  return `${counted(count, 'row')} ${differ} from your products, which keep their values. Edit the products to change them.`;
}
