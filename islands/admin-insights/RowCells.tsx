import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { formatUnits } from '../../server/contract/money';
import type { InsightsTotals } from '../../server/insights/contract';
import { Hint } from '../ui/hint';
import { Icon } from '../ui/icon';
import { EXTRA_ROW_PX } from './use-rows-in-view';

export interface Column<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  sort?: string | undefined;
  num?: boolean | undefined;
  /** Also shown on phones, next to the first column; the others appear when the row is expanded. */
  brief?: boolean | undefined;
  /** Explains the heading. */
  hint?: string | undefined;
  /** The sum over all rows of the list. */
  sum?: ((totals: InsightsTotals) => ReactNode) | undefined;
}

interface BodyRowProps<Row> {
  columns: readonly Column<Row>[];
  onRow?: ((row: Row) => void) | undefined;
  /** The index in the whole list. */
  place: number;
  /** Undefined until it is fetched. */
  row: Row | undefined;
  isExpanded: boolean;
  onExpand: () => void;
}

export const BodyRow = <Row,>({ place, row, columns, onRow, isExpanded, onExpand }: BodyRowProps<Row>) => (
  <>
    <tr
      aria-rowindex={place + 2}
      className={clsx(row && onRow && 'clickable') || undefined}
      onClick={row && onRow && ((event) => isPlain(event.target) && onRow(row))}
    >
      <td className="table-rownum">{formatUnits(place + 1)}</td>
      {columns.map((column, index) => (
        <td key={column.head} className={cellClass(column, index)}>
          {row && <Cell column={column} row={row} onRow={index === 0 ? onRow : undefined} />}
        </td>
      ))}
      <td className="row-more">
        <button
          type="button"
          aria-expanded={isExpanded}
          aria-label={`Details of row ${formatUnits(place + 1)}`}
          onClick={onExpand}
        >
          <Icon name="chevron-down" />
        </button>
      </td>
    </tr>
    {isExpanded && row && <ExtraCells row={row} columns={columns} />}
  </>
);

/** The columns that a phone has no room for. */
const ExtraCells = <Row,>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) => (
  <tr className="row-extra">
    <td colSpan={99}>
      <dl>
        {columns
          .filter((column, index) => index > 0 && !column.brief)
          .map(({ head, cell }) => (
            <div key={head} style={{ height: EXTRA_ROW_PX }}>
              <dt>{head}</dt>
              <dd>{cell(row)}</dd>
            </div>
          ))}
      </dl>
    </td>
  </tr>
);

export const Totals = <Row,>({
  columns,
  totals,
}: {
  columns: readonly Column<Row>[];
  totals: InsightsTotals | null;
}) => (
  <tfoot>
    <tr>
      <td className="table-rownum" />
      {columns.map((column, index) => (
        <td key={column.head} className={cellClass(column, index)}>
          {index === 0 ? 'All rows' : totals && column.sum?.(totals)}
        </td>
      ))}
      <td className="row-more" />
    </tr>
  </tfoot>
);

const cellClass = (
  { num, brief }: { num?: boolean | undefined; brief?: boolean | undefined },
  index: number,
) => clsx(num && 'num', index > 0 && !brief && 'wide-only') || undefined;

const isPlain = (target: EventTarget) => target instanceof Element && target.closest('a, button') === null;

/** Takes the height of the rows that are not rendered. */
export const Gap = ({ height }: { height: number }) => (
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

interface HeadProps<Row> {
  sort: { by: string; dir: 'asc' | 'desc' };
  onSort: (by: string) => void;
  column: Column<Row>;
  index: number;
}

export function Head<Row>({ column, index, sort, onSort }: HeadProps<Row>) {
  const { head, sort: key, hint } = column;
  const state = sort.by === key ? (sort.dir === 'asc' ? 'ascending' : 'descending') : 'none';
  return (
    <th scope="col" className={cellClass(column, index)} aria-sort={key ? state : undefined}>
      {key ? (
        <button type="button" className="sort" onClick={() => onSort(key)}>
          {head}
          <Icon name="sort" />
        </button>
      ) : (
        head
      )}
      {hint && <Hint label={`About ${head.toLowerCase()}`}>{hint}</Hint>}
    </th>
  );
}
