import { STAFF_ROWS_PER_PAGE } from '../../server/contract/limits';
import { formatUnits } from '../../server/contract/money';
import { type StuckPage, stuckRows } from '../../server/insights/stuck-contract';
import { call } from '../browser/api';
import { LoadProps, pathParts, pathQuery } from '../live/LoadProps';
import { Button } from '../ui/button';
import { moment } from '../ui/dates';
import { Empty } from '../ui/empty';
import { type Column, Table } from '../ui/table';

/** The rows behind one number of the board, the longest wait first. */
export default function StuckWork(props: Partial<StuckPage>) {
  return (
    <LoadProps
      given={props.rows && (props as StuckPage)}
      load={() => call(stuckRows, { kind: pathParts().at(-1) ?? '' }, undefined, pathQuery())}
      failure="The list could not be loaded."
    >
      {(all) => <Rows {...all} />}
    </LoadProps>
  );
}

const columns: readonly Column<StuckPage['rows'][number]>[] = [
  {
    key: 'title',
    head: 'Item',
    rowHead: true,
    cell: ({ title, href }) => (
      <span className={/^[A-Z]+-\d+$/.test(title) ? 'nowrap' : undefined}>
        {href ? <a href={href}>{title}</a> : title}
      </span>
    ),
  },
  { key: 'detail', head: 'Parties', cell: ({ detail }) => detail },
  { key: 'since', head: 'Since', cell: ({ since }) => <span className="nowrap">{moment(since)}</span> },
];

const Rows = ({ kind, rows, total, page }: StuckPage) => (
  <div className="stack">
    <p className="muted">
      <a href="/admin/insights">Insights</a> · {formatUnits(total)} {total === 1 ? 'item' : 'items'}
    </p>
    <Table
      caption="Items that need attention"
      rows={rows}
      rowKey={({ id }) => id}
      cards
      empty={
        <Empty icon="check" title="No items here">
          Everything is done.
        </Empty>
      }
      columns={columns}
    />
    <Pages kind={kind} page={page} count={Math.max(1, Math.ceil(total / STAFF_ROWS_PER_PAGE))} />
  </div>
);

function Pages({ kind, page, count }: Pick<StuckPage, 'kind' | 'page'> & { count: number }) {
  const href = (number: number) => `/admin/insights/stuck/${kind}${number > 1 ? `?page=${number}` : ''}`;
  if (count === 1) return null;
  return (
    <nav className="button-row" aria-label="Pages">
      {page > 1 && <Button href={href(page - 1)}>Previous</Button>}
      <span className="muted tabular">
        {page} of {count}
      </span>
      {page < count && <Button href={href(page + 1)}>Next</Button>}
    </nav>
  );
}
