import { clsx } from 'clsx';
import { counted, formatUnits } from '../../server/contract/money';
import type { ProductCounts, RowCounts, RowStatus } from '../../server/imports/contract';
import { productLines, repeatsLine, rowTotal } from './outcome';

const FIGURES: readonly [status: RowStatus, text: string, tone?: 'yellow' | 'red'][] = [
  ['new', 'New'],
  ['changed', 'Updated'],
  ['unchanged', 'Unchanged'],
  ['differs', 'Differ', 'yellow'],
  ['incomplete', 'Need details', 'yellow'],
  ['refused', "Can't be imported", 'red'],
];

const ONE: Partial<Record<RowStatus, string>> = { differs: 'Differs', incomplete: 'Needs details' };

interface Props {
  rows: RowCounts;
  /** Absent for results of earlier releases. */
  products?: ProductCounts | undefined;
  /** Whether the import is still to come. */
  isPreview?: boolean | undefined;
}

/** The rows of the file by outcome, which add up, and the products that they become. */
export function Summary({ rows, products, isPreview }: Props) {
  const total = rowTotal(rows);
  return (
    <section aria-label="Import summary">
      <h2 className="summary-title">{counted(total, 'row')} in your file</h2>
      <ul className="figures row-figures" aria-live={isPreview ? 'polite' : undefined}>
        {FIGURES.filter(([status]) => rows[status] !== undefined).map(([status, text, tone]) => (
          <li key={status} className={clsx('figure', (rows[status] ?? 0) > 0 && tone)}>
            <b>{formatUnits(rows[status] ?? 0)}</b>
            <span>{(rows[status] === 1 && ONE[status]) || text}</span>
          </li>
        ))}
      </ul>
      <p className="figures-note">
        {isPreview && products && `${productLines(products, 'will be ').join(' ')} `}
        {products && `${repeatsLine(rows, products)} `}
        {isPreview && <span className="muted">Nothing is saved until you submit.</span>}
      </p>
    </section>
  );
}
