import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface RowTableProps<Row> {
  caption: string;
  columns: readonly { head: string; num?: boolean; cell: (row: Row) => ReactNode }[];
  rows: readonly Row[];
  rowKey: (row: Row) => number;
  rowClass?: (row: Row) => string | undefined;
  className?: string;
}

/** A plain table; the shared one brings sorting, which would cost the seller's other pages a script. */
export function RowTable<Row>({ caption, columns, rows, rowKey, rowClass, className }: RowTableProps<Row>) {
  return (
    <section className="table-scroll" aria-label={caption}>
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
              {columns.map(({ head, num, cell }, index) =>
                index === 0 ? (
                  <th key={head} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={head} className={clsx(num && 'num')} data-label={head}>
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
}
