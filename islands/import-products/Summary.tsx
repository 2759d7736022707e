import { clsx } from 'clsx';
import { counted, formatUnits } from '../../server/contract/money';
import type { ProductCounts, RowCounts, RowStatus } from '../../server/imports/contract';
import { repeatsLine, rowTotal } from './outcome';

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
}

/** The rows of the file by outcome, which add up. */
export function Summary({ rows, products }: Props) {
  const total = rowTotal(rows);
  return (
    <section aria-label="Import summary">
      <h2 className="summary-title">{counted(total, 'row')} in your file</h2>
      <ul className="figures joined row-figures">
        {FIGURES.filter(([status]) => rows[status] !== undefined).map(([status, text, tone]) => (
          <li key={status} className={clsx('figure', (rows[status] ?? 0) > 0 && tone)}>
            <b>{formatUnits(rows[status] ?? 0)}</b>
            <span>{(rows[status] === 1 && ONE[status]) || text}</span>
          </li>
        ))}
      </ul>
      {products && <p className="figures-note">{repeatsLine(rows, products)}</p>}
    </section>
  );
}
