import { type ReactNode, useRef } from 'react';
import { formatUnits } from '../../server/contract/money';
import { Button } from '../ui/button';
import { classes } from '../ui/classes';
import { Icon } from '../ui/icon';
import type { useRows } from './use-rows';
import { BLOCK, useRowsInView } from './use-rows-in-view';

export interface Column<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  sort?: string | undefined;
  num?: boolean | undefined;
}

interface Props<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: ReturnType<typeof useRows<Row>>;
  sort: { by: string; dir: 'asc' | 'desc' };
  onSort: (by: string) => void;
  /** Opens a row; for the keyboard, its first cell is a button. */
  onRow?: ((row: Row) => void) | undefined;
}

/** A numbered table that renders only the rows in view. */
export function RowsTable<Row extends { id: number }>(props: Props<Row>) {
  const { caption, columns, rows, sort, onSort, onRow } = props;
  const frame = useRef<HTMLElement>(null);
  const view = useRowsInView(rows, frame);
  return (
    <>
      {rows.total > BLOCK && <BlockTurner caption={caption} total={rows.total} view={view} />}
      <section
        ref={frame}
        className={classes('table-scroll', 'tall', 'insight-rows', rows.busy && 'dimmed')}
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
              {columns.map((column) => (
                <Head key={column.head} column={column} sort={sort} onSort={onSort} />
              ))}
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
              />
            ))}
            {view.heightBelow > 0 && <Gap height={view.heightBelow} />}
          </tbody>
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

interface BodyRowProps<Row> extends Pick<Props<Row>, 'columns' | 'onRow'> {
  /** The index in the whole list. */
  place: number;
  /** Undefined until it is fetched. */
  row: Row | undefined;
}

const BodyRow = <Row,>({ place, row, columns, onRow }: BodyRowProps<Row>) => (
  <tr
    aria-rowindex={place + 2}
    className={classes(row && onRow && 'clickable') || undefined}
    onClick={row && onRow && ((event) => isPlain(event.target) && onRow(row))}
  >
    <td className="table-rownum">{formatUnits(place + 1)}</td>
    {columns.map((column, index) => (
      <td key={column.head} className={column.num ? 'num' : undefined}>
        {row && <Cell column={column} row={row} onRow={index === 0 ? onRow : undefined} />}
      </td>
    ))}
  </tr>
);

const isPlain = (target: EventTarget) => target instanceof Element && target.closest('a, button') === null;

/** Takes the height of the rows that are not rendered. */
const Gap = ({ height }: { height: number }) => (
  <tr className="row-gap">
    <td colSpan={99} style={{ height }} />
  </tr>
);

function Cell<Row>({
  column,
  row,
  onRow,
}: {
  column: Column<Row>;
  row: Row;
  onRow: ((row: Row) => void) | undefined;
}) {
  if (!onRow) return column.cell(row);
  return (
    <button type="button" className="button link row-link" onClick={() => onRow(row)}>
      {column.cell(row)}
    </button>
  );
}

function Head<Row>({
  column: { head, sort: key, num },
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: { by: string; dir: 'asc' | 'desc' };
  onSort: (by: string) => void;
}) {
  const name = num ? 'num' : undefined;
  if (!key)
    return (
      <th scope="col" className={name}>
        {head}
      </th>
    );
  const state = sort.by === key ? (sort.dir === 'asc' ? 'ascending' : 'descending') : 'none';
  return (
    <th scope="col" className={name} aria-sort={state}>
      <button type="button" className="sort" onClick={() => onSort(key)}>
        {head}
        <Icon name="sort" />
      </button>
    </th>
  );
}
