import { HOUR_MS } from '../../server/contract/durations';
import type { PropsOf } from '../../server/contract/island';
import { STAFF_ROWS_PER_PAGE } from '../../server/contract/limits';
import { counted, dollars, formatUnits } from '../../server/contract/money';
import { type StuckPage, stuckAges, stuckRows, type stuckWork } from '../../server/insights/stuck/contract';
import { useNow } from '../applications/Age';
import { call, queryString } from '../browser/api';
import { given, pathQuery } from '../browser/navigation';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { useDates } from '../ui/dates';
import { Empty } from '../ui/empty';
import { LoadProps } from '../ui/feedback';
import { type Column, Table } from '../ui/table';
import { FiguresTime } from './FiguresTime';

/** The rows behind one number of the board, the longest wait first. */
export default function StuckWork(props: PropsOf<typeof stuckWork>) {
  return (
    <LoadProps
      given={props.rows && (props as StuckPage)}
      load={() => call(stuckRows, { kind: given('stuck-work', 'kind', -1) ?? '' }, undefined, pathQuery())}
      failure="The list could not be loaded."
    >
      {(all) => (
        <div className="stack">
          <FiguresTime at={props.figures_at} />
          <Rows {...all} />
        </div>
      )}
    </LoadProps>
  );
}

const waitOf = (hours: number) =>
  hours < 1 ? 'Under 1 hour' : hours < 24 ? counted(hours, 'hour') : counted(Math.floor(hours / 24), 'day');

const toneOf = (hours: number) => (hours >= 72 ? 'red' : hours >= 24 ? 'yellow' : 'gray');

/** How long a row waits, colored by age, with the exact time below. */
function Wait({ since }: { since: string }) {
  const now = useNow();
  const { moment } = useDates();
  const hours = now === null ? null : Math.floor((now - Date.parse(since)) / HOUR_MS);
  return (
    <span className="row">
      {hours !== null && (
        <Badge tone={toneOf(hours)} icon="clock">
          {waitOf(hours)}
        </Badge>
      )}
      <time className="faint tiny nowrap no-line" dateTime={since}>
        {moment(since)}
      </time>
    </span>
  );
}

type Row = StuckPage['rows'][number];

const amountColumn: Column<Row> = {
  key: 'amount',
  head: 'Amount',
  num: true,
  line: 'amount',
  cell: ({ amount_cents }) => amount_cents !== null && dollars(amount_cents),
};

const columnsOf = ({ rows, act }: StuckPage): readonly Column<Row>[] => [
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
  {
    key: 'detail',
    head: 'Details',
    line: 'fact',
    // What the page of an item says in full is cut here.
    cell: ({ detail, href }) => (
      <div className={href ? 'truncate' : undefined} title={href ? detail : undefined}>
        {detail}
      </div>
    ),
  },
  ...(rows.some(({ amount_cents }) => amount_cents !== null) ? [amountColumn] : []),
  { key: 'since', head: 'Waiting', line: 'badge', cell: ({ since }) => <Wait since={since} /> },
  ...(act === null
    ? []
    : [
        {
          key: 'act',
          head: 'Action',
          headHidden: true,
          num: true,
          cell: ({ title, href }: Row) =>
            href !== null && (
              <Button size="small" tone="quiet" href={href}>
                {act}
                <span className="visually-hidden"> {title}</span>
              </Button>
            ),
        },
      ]),
];

const Rows = (list: StuckPage) => (
  <div className="stack tight">
    <p className="muted small">
      {list.advice} {formatUnits(list.total)} {list.total === 1 ? 'item' : 'items'}
      {list.age && ` of ${stuckAges[list.age].label.toLowerCase()}`}, longest wait first
    </p>
    <Table
      caption="Items that need attention"
      rows={list.rows}
      rowKey={({ id }) => id}
      dense
      lines
      empty={
        <Empty
          icon="check"
          title="Nothing needs attention here"
          action={<Button href="/admin/insights#waiting">View Needs Attention</Button>}
        >
          Items appear here when they need your attention.
        </Empty>
      }
      columns={columnsOf(list)}
    />
    <Pages {...list} count={Math.max(1, Math.ceil(list.total / STAFF_ROWS_PER_PAGE))} />
  </div>
);

function Pages({ kind, age, page, count }: Pick<StuckPage, 'kind' | 'age' | 'page'> & { count: number }) {
  const href = (number: number) => {
    const query = queryString({ ...(age && { age }), ...(number > 1 && { page: number }) });
    return `/admin/insights/stuck/${kind}${query && `?${query}`}`;
  };
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
