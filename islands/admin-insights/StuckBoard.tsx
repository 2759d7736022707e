import { formatUnits } from '../../server/contract/money';
import { type StuckAge, type StuckCount, stuckAges, stuckBoard } from '../../server/insights/stuck/contract';
import { call } from '../browser/api';
import { Count } from '../ui/badge';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { type Column, Table } from '../ui/table';

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

interface Row {
  name: string;
  /** null for a status of orders, whose ages are kinds of their own. */
  href: string | null;
  cells: Partial<Record<StuckAge, { count: number; href: string }>>;
}

const AGES = Object.keys(stuckAges) as StuckAge[];

const addressOf = (kind: string) => `/admin/insights/stuck/${kind}`;

/** The age that a kind of orders by the time in their status is for. */
const ageOf = ({ kind }: StuckCount) =>
  kind.startsWith('orders-') ? AGES.find((age) => kind.endsWith(`-${age}`)) : undefined;

function orderRows(waiting: readonly StuckCount[]): Row[] {
  const ofStatuses = waiting.filter(ageOf);
  return [...new Set(ofStatuses.map(({ group }) => group))].map((name) => ({
    name,
    href: null,
    cells: Object.fromEntries(
      ofStatuses
        .filter(({ group }) => group === name)
        .map((one) => [ageOf(one), { count: one.count, href: addressOf(one.kind) }]),
    ),
  }));
}

const otherRow = ({ kind, label, ages }: StuckCount): Row => ({
  name: label,
  href: addressOf(kind),
  cells: Object.fromEntries(
    AGES.map((age) => [age, { count: ages[age], href: `${addressOf(kind)}?age=${age}` }]),
  ),
});

const Board = ({ waiting }: { waiting: readonly StuckCount[] }) => (
  <div className="attention-tables">
    <Ages title="Orders by days in their status" rows={orderRows(waiting)} />
    <Ages title="Everything else" rows={waiting.filter((one) => !ageOf(one)).map(otherRow)} />
  </div>
);

const Ages = ({ title, rows }: { title: string; rows: readonly Row[] }) =>
  rows.length > 0 && (
    <Table caption={title} dense rows={rows} rowKey={({ name }) => name} columns={columnsOf(title)} />
  );

const columnsOf = (title: string): readonly Column<Row>[] => [
  {
    key: 'name',
    head: title,
    rowHead: true,
    cell: ({ name, href }) => (href ? <a href={href}>{name}</a> : name),
  },
  ...AGES.map(
    (age): Column<Row> => ({
      key: age,
      head: stuckAges[age].label,
      num: true,
      cell: ({ name, cells }) => {
        const { count, href } = cells[age] ?? { count: 0, href: '' };
        return (
          count > 0 && (
            <a href={href} aria-label={`${name}, ${stuckAges[age].label}: ${formatUnits(count)}`}>
              {formatUnits(count)}
            </a>
          )
        );
      },
    }),
  ),
];
