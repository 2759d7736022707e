import { formatUnits } from '../../server/contract/money';
import { type StuckCount, stuckBoard } from '../../server/insights/stuck/contract';
import { call } from '../browser/api';
import { Count } from '../ui/badge';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { type Column, Table } from '../ui/table';

/** Ends of the kinds of orders by the time in their status. */
const AGES = { '-1-to-3-days': '1–3 days', '-3-to-7-days': '3–7 days', '-over-7-days': 'Over 7 days' };

const ageOf = ({ kind }: StuckCount) =>
  kind.startsWith('orders-') ? Object.keys(AGES).find((age) => kind.endsWith(age)) : undefined;

export function StuckBoard() {
  const [counts, refetch, { failed }] = usePreloaded<StuckCount[]>(undefined, () => call(stuckBoard, {}));
  const waiting = counts?.filter(({ count }) => count > 0) ?? [];
  const total = waiting.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="attention" aria-label="Needs attention" id="waiting">
      <h2>
        Needs attention
        {counts && <Count value={formatUnits(total)} />}
      </h2>
      {failed && <Failed onRetry={refetch}>This list could not be loaded.</Failed>}
      {!counts && !failed && <Skeleton shape="lines" count={8} label="Loading items that need attention" />}
      {counts && total === 0 && <p className="muted">Nothing needs attention.</p>}
      {total > 0 && <Board waiting={waiting} />}
    </section>
  );
}

interface Group {
  name: string;
  counts: readonly StuckCount[];
}

const byGroup = (counts: readonly StuckCount[]): Group[] =>
  [...new Set(counts.map(({ group }) => group))].map((name) => ({
    name,
    counts: counts.filter(({ group }) => group === name),
  }));

function Board({ waiting }: { waiting: readonly StuckCount[] }) {
  const statuses = byGroup(waiting.filter(ageOf));
  const others = byGroup(waiting.filter((one) => !ageOf(one)));
  return (
    <div className="attention-tables">
      {statuses.length > 0 && (
        <Table
          caption="Orders by days in their status"
          dense
          rows={statuses}
          rowKey={({ name }) => name}
          columns={AGE_COLUMNS}
        />
      )}
      {others.length > 0 && (
        <Table
          caption="Everything else that needs attention"
          dense
          rows={others}
          rowKey={({ name }) => name}
          columns={OTHER_COLUMNS}
        />
      )}
    </div>
  );
}

const AGE_COLUMNS: readonly Column<Group>[] = [
  { key: 'name', head: 'Orders', rowHead: true, cell: ({ name }) => name },
  ...Object.entries(AGES).map(
    ([age, head]): Column<Group> => ({
      key: age,
      head,
      num: true,
      cell: ({ counts }) => {
        const found = counts.find((one) => ageOf(one) === age);
        return (
          found && (
            <a
              href={addressOf(found)}
              aria-label={`${found.group}, ${found.label}: ${formatUnits(found.count)}`}
            >
              {formatUnits(found.count)}
            </a>
          )
        );
      },
    }),
  ),
];

const OTHER_COLUMNS: readonly Column<Group>[] = [
  { key: 'name', head: 'Everything else', rowHead: true, cell: ({ name }) => name },
  {
    key: 'counts',
    head: 'Waiting',
    cell: ({ counts }) => (
      <ul className="attention-counts">
        {counts.map((one) => (
          <li key={one.kind}>
            <a href={addressOf(one)}>
              {one.label} <b className="tabular">{formatUnits(one.count)}</b>
            </a>
          </li>
        ))}
      </ul>
    ),
  },
];

const addressOf = ({ kind }: StuckCount) => `/admin/insights/stuck/${kind}`;
