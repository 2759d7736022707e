import { clsx } from 'clsx';
import { useRef } from 'react';
import { formatUnits } from '../../server/contract/money';
import type { InsightsTotals } from '../../server/insights/contract';
import { Button } from '../ui/button';
import { BodyRow, type Column, Gap, Head, Totals } from './RowCells';
import { useExpandedRows } from './use-expanded-rows';
import type { useRows } from './use-rows';
import { BLOCK, EXTRA_ROW_PX, useRowsInView } from './use-rows-in-view';

interface Props<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: ReturnType<typeof useRows<Row>>;
  sort: { by: string; dir: 'asc' | 'desc' };
  onSort: (by: string) => void;
  /** Opens a row; for the keyboard, its first cell is a button. */
  onRow?: ((row: Row) => void) | undefined;
  /** null until they are loaded. */
  totals: InsightsTotals | null;
}

/** A numbered table that renders only the rows in view. */
export function RowsTable<Row extends { id: number }>(props: Props<Row>) {
  const { caption, columns, rows, sort, onSort, onRow, totals } = props;
  const frame = useRef<HTMLElement>(null);
  const expanded = useExpandedRows(rows.key);
  const extras = columns.filter((column, index) => index > 0 && !column.brief);
  const view = useRowsInView(rows, frame, { expanded: expanded.rows, extraPx: extras.length * EXTRA_ROW_PX });
  return (
    <>
      {rows.total > BLOCK && <BlockTurner caption={caption} total={rows.total} view={view} />}
      <section
        ref={frame}
        className={clsx('table-scroll', 'tall', 'insight-rows', rows.busy && 'dimmed')}
        aria-label={`Rows of ${caption}`}
        aria-busy={rows.busy}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
      >
        <table className="table dense sticky-head" aria-rowcount={rows.total + 1}>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col" className="table-rownum">
                #
              </th>
              {columns.map((column, index) => (
                <Head key={column.head} column={column} index={index} sort={sort} onSort={onSort} />
              ))}
              <th scope="col" className="row-more">
                <span className="visually-hidden">Details</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {view.heightAbove > 0 && <Gap height={view.heightAbove} />}
            {view.items.map(({ index, key }) => (
              <BodyRow
                key={key}
                place={view.first + index}
                row={rows.rowAt(view.first + index)}
                columns={columns}
                onRow={onRow}
                isExpanded={expanded.rows.has(index)}
                onExpand={() => expanded.toggle(index)}
              />
            ))}
            {view.heightBelow > 0 && <Gap height={view.heightBelow} />}
          </tbody>
          {columns.some(({ sum }) => sum) && <Totals columns={columns} totals={totals} />}
        </table>
      </section>
    </>
  );
}

interface BlockTurnerProps {
  caption: string;
  total: number;
  view: Pick<ReturnType<typeof useRowsInView>, 'block' | 'setBlock' | 'first' | 'count'>;
}

const BlockTurner = ({ caption, total, view: { block, setBlock, first, count } }: BlockTurnerProps) => (
  <nav className="row between" aria-label={`${caption}: row ranges`}>
    <span className="muted tabular">
      Rows {formatUnits(first + 1)} to {formatUnits(first + count)} of {formatUnits(total)}
    </span>
    <span className="button-row">
      <Button size="small" disabled={block === 0} onClick={() => setBlock(block - 1)}>
        Previous Rows
      </Button>
      <Button size="small" disabled={first + count >= total} onClick={() => setBlock(block + 1)}>
        Next Rows
      </Button>
    </span>
  </nav>
);
