import { clsx } from 'clsx';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react';
import { useFocusRestore } from '../browser/focus-restore';
import { Icon } from './icon';

export interface Column<Row> {
  key: string;
  head: string;
  cell: (row: Row, index: number) => ReactNode;
  num?: boolean | undefined;
  sort?: string | undefined;
  /** Shows the heading to screen readers only. */
  headHidden?: boolean | undefined;
  /** In place of the text of the heading. */
  headCell?: ReactNode;
  /** The cell's place in the rows of a `lines` table on narrow screens; a cell without one is hidden there. */
  line?: 'choice' | 'amount' | 'badge' | 'fact' | 'aside' | 'actions' | undefined;
  /** This cell is the row's header. */
  rowHead?: boolean | undefined;
}

export interface Sort {
  by: string;
  dir: 'asc' | 'desc';
}

interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  sort?: Sort | undefined;
  onSort?: ((by: string) => void) | undefined;
  /** Opens a row; a cell also needs a button or link for keyboard users. */
  onRow?: ((row: Row) => void) | undefined;
  rowClass?: ((row: Row) => string | undefined) | undefined;
  dense?: boolean | undefined;
  numbered?: boolean | undefined;
  /** The title above the rows that follow one another with the same one, such as a day. */
  groupOf?: ((row: Row) => string) | undefined;
  stickyHead?: boolean | undefined;
  stickyColumn?: boolean | undefined;
  /** Rows become cards on narrow screens; 'wide' tables already on medium ones. */
  cards?: boolean | 'wide' | undefined;
  /** Rows become two lines on narrow screens: the row's header and amount, a badge and a fact. */
  lines?: boolean | 'wide' | undefined;
  empty?: ReactNode;
  foot?: ReactNode;
  /** New rows are loading; the current rows are outdated. */
  busy?: boolean | undefined;
}

export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, sort, onSort, numbered, empty, foot } = props;
  const frame = useRef<HTMLElement>(null);
  useFocusRestore(frame);
  if (rows.length === 0 && empty) return <>{empty}</>;
  return (
    <section
      ref={frame}
      className={clsx(
        'table-scroll',
        props.stickyHead && 'tall',
        (props.cards === 'wide' || props.lines === 'wide') && 'wide',
        props.busy && 'dimmed',
      )}
      aria-label={caption}
      aria-busy={props.busy || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table
        className={clsx(
          'table',
          props.dense && 'dense',
          props.stickyHead && 'sticky-head',
          props.stickyColumn && 'sticky-col',
          props.cards && 'cards',
          props.lines && 'lines',
        )}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {numbered && (
              <th scope="col" className="table-rownum">
                #
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        {props.groupOf ? (
          <GroupedRows table={props} groupOf={props.groupOf} />
        ) : (
          <tbody>
            {rows.map((row, index) => (
              <TableRow key={rowKey(row)} table={props} row={row} index={index} />
            ))}
          </tbody>
        )}
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </section>
  );
}

interface GroupedRowsProps<Row> {
  table: TableProps<Row>;
  groupOf: (row: Row) => string;
}

function GroupedRows<Row>({ table, groupOf }: GroupedRowsProps<Row>) {
  const { rows, rowKey, columns } = table;
  const groups: { title: string; start: number; rows: Row[] }[] = [];
  rows.forEach((row, index) => {
    const title = groupOf(row);
    const last = groups.at(-1);
    if (last?.title === title) last.rows.push(row);
    else groups.push({ title, start: index, rows: [row] });
  });
  return groups.map((group) => (
    <tbody key={group.start}>
      <tr className="table-group">
        <th scope="rowgroup" colSpan={columns.length}>
          {group.title}
        </th>
      </tr>
      {group.rows.map((row, index) => (
        <TableRow key={rowKey(row)} table={table} row={row} index={group.start + index} />
      ))}
    </tbody>
  ));
}

function TableRow<Row>({ table, row, index }: { table: TableProps<Row>; row: Row; index: number }) {
  const { columns, rowKey, onRow, rowClass, numbered } = table;
  return (
    <tr
      data-row={rowKey(row)}
      className={clsx(onRow && 'clickable', rowClass?.(row)) || undefined}
      onClick={onRow && ((event) => isPlain(event) && onRow(row))}
    >
      {numbered && <td className="table-rownum">{index + 1}</td>}
      {columns.map((column) => (
        <Cell key={column.key} column={column}>
          {column.cell(row, index)}
        </Cell>
      ))}
    </tr>
  );
}

/** Clicks on controls inside the row are not clicks on the row. */
const isPlain = (event: MouseEvent | KeyboardEvent) =>
  event.target instanceof Element &&
  event.target.closest('a, button, input, select, label, textarea') === null;

interface HeadProps<Row> {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: ((by: string) => void) | undefined;
}

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const { head, num, headHidden, headCell, sort: key } = column;
  const text = headCell ?? (headHidden ? <span className="visually-hidden">{head}</span> : head);
  if (!key || !onSort)
    return (
      <th scope="col" className={num ? 'num' : undefined}>
        {text}
      </th>
    );
  const state = sort?.by === key ? (sort.dir === 'asc' ? 'ascending' : 'descending') : 'none';
  return (
    <th scope="col" className={num ? 'num' : undefined} aria-sort={state}>
      <button type="button" className="sort" onClick={() => onSort(key)}>
        {text}
        <Icon name="sort" />
      </button>
    </th>
  );
}

function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  const name = column.num ? 'num' : undefined;
  if (column.rowHead)
    return (
      <th scope="row" className={name} data-label={column.head}>
        {children}
      </th>
    );
  return (
    <td className={name} data-label={column.headHidden ? undefined : column.head} data-line={column.line}>
      {children}
    </td>
  );
}
