import { counted, formatUnits } from '../../server/contract/money';
import type { ImportRecord, ProductCounts, RowCounts } from '../../server/imports/contract';

export type Outcome = 'running' | 'failed' | 'issues' | 'nothing' | 'success';

export function outcomeOf(record: ImportRecord): Outcome {
  if (record.imported_status === 'pending' || record.imported_status === 'importing') return 'running';
  if (record.imported_status === 'failed') return 'failed';
  if (record.issue_count > 0) return 'issues';
  return record.imported_count + record.updated_count + record.sold_out_count === 0 ? 'nothing' : 'success';
}

const have = (count: number) => (count === 1 ? 'has' : 'have');

export const successLines = ({ imported_count, updated_count, sold_out_count }: ImportRecord): string[] => [
  ...(imported_count > 0
    ? [`${counted(imported_count, 'product')} ${have(imported_count)} been successfully imported!`]
    : []),
  ...(updated_count > 0 ? [`${counted(updated_count, 'product')} ${have(updated_count)} been updated.`] : []),
  ...(sold_out_count > 0 ? [soldOutLine(sold_out_count)] : []),
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

const NONE = { products: 0, incomplete: 0 };

/** One sentence per outcome that has products, each of which is in one. `when` is "will be " before the import. */
export function productLines({ differs = NONE, ...counts }: ProductCounts, when = ''): string[] {
  const unchanged = {
    products: counts.unchanged.products - differs.products,
    incomplete: counts.unchanged.incomplete - differs.incomplete,
  };
  return [
    { count: counts.new, done: `${when}imported` },
    { count: counts.changed, done: `${when}updated` },
    { count: differs, done: differ(differs.products, when ? 'will keep' : 'kept') },
    { count: unchanged, done: when ? 'will stay unchanged' : 'unchanged' },
  ]
    .filter(({ count }) => count.products > 0)
    .map(({ count, done }) => productLine(done, count));
}

const differ = (count: number, keep: string) =>
  `${count === 1 ? 'differs' : 'differ'} from your file and ${keep} ${count === 1 ? 'its' : 'their'} values`;

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

/** "1 product differs from your file" */
export const differLine = (count: number) =>
  `${counted(count, 'product')} ${count === 1 ? 'differs' : 'differ'} from your file`;

type Kept = Pick<ImportRecord, 'differs_count' | 'product_counts'>;

const differing = ({ differs_count, product_counts }: Kept) =>
  product_counts?.differs?.products ?? differs_count;

/** "2 products differ from your file and kept their values."; '' where none does. */
export function differsLine(record: Kept): string {
  const count = differing(record);
  return count > 0 ? `${counted(count, 'product')} ${differ(count, 'kept')}.` : '';
}

/** "2 of the updated products kept other values."; '' where none did. */
export function partlyKeptLine(record: Kept): string {
  const count = record.differs_count - differing(record);
  return count > 0 ? `${formatUnits(count)} of the updated products kept other values.` : '';
}

/** The page has reasons only for values that the import was to take and left out. */
export const keptLine = (record: Kept & Pick<ImportRecord, 'warning_count'>): string =>
  [differsLine(record), partlyKeptLine(record), record.warning_count > 0 && 'See the reasons on the page.']
    .filter(Boolean)
    .join(' ');

export const soldOutLine = (count: number, be = count === 1 ? 'was' : 'were') =>
  `${counted(count, 'product')} ${be} marked as sold out.`;
