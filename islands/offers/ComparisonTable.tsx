import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface ComparisonColumn<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  num?: boolean;
}

interface Props<Row> {
  caption: string;
  /** The first is the rows' head. */
  columns: readonly ComparisonColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  rowClass?: (row: Row) => string | undefined;
  className?: string;
}

/** A short table in a dialog. The lists' table would bring sorting and scrolling to every page of offers. */
export const ComparisonTable = <Row,>({
  caption,
  columns,
  rows,
  rowKey,
  rowClass,
  className,
}: Props<Row>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <section className="table-scroll" aria-label={caption} tabIndex={0}>
    <table className={clsx('table dense cards', className)}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ head, num }) => (
            <th key={head} scope="col" className={num ? 'num' : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} className={rowClass?.(row)}>
            {columns.map(({ head, cell, num }, index) =>
              index === 0 ? (
                <th key={head} scope="row">
                  {cell(row)}
                </th>
              ) : (
                <td key={head} className={num ? 'num' : undefined} data-label={head}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
