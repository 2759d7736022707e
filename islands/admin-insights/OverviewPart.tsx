import { clsx } from 'clsx';
import { useEffect } from 'react';
import { categoryLabels } from '../../server/contract/categories';
import { dollars, formatUnits, shortDollars } from '../../server/contract/money';
import { formatPercent } from '../../server/contract/percent';
import {
  type Overview,
  type OverviewDays,
  type OverviewTotals,
  overviewDays,
  showOverview,
} from '../../server/insights/contract';
import { call } from '../browser/api';
import { Chart } from '../ui/chart/chart';
import { Failed, usePreloaded } from '../ui/feedback';
import { Meter } from '../ui/progress';
import { type Column, Table } from '../ui/table';

const nameOf = (category: string) => (categoryLabels as Record<string, string>)[category] ?? category;

export function useOverview(days: OverviewDays) {
  const [overview, refetch, { failed }] = usePreloaded<Overview>(undefined, () =>
    call(showOverview, {}, undefined, { days }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other days need other figures
  useEffect(() => {
    if (overview && overview.days !== days) void refetch();
  }, [days]);
  return { overview, refetch, failed };
}

interface TotalsProps {
  source: ReturnType<typeof useOverview>;
  days: OverviewDays;
  onDays: (days: OverviewDays) => void;
}

/** The figures of the period; their charts stand below. */
export const Totals = ({ source: { overview, refetch, failed }, days, onDays }: TotalsProps) => (
  <section className="overview" aria-label="Overview">
    <div className="overview-period">
      <fieldset className="pills" aria-label="Days">
        {overviewDays.map((choice) => (
          <button key={choice} type="button" aria-pressed={days === choice} onClick={() => onDays(choice)}>
            {choice} days
          </button>
        ))}
      </fieldset>
      <a className="small" href="#charts">
        View Charts
      </a>
    </div>
    {failed && <Failed onRetry={refetch}>The overview could not be loaded.</Failed>}
    {(overview || !failed) && <Figures overview={overview} />}
  </section>
);

export const Plots = ({ overview }: { overview: Overview }) => (
  <section className="section" aria-label="Charts" id="charts">
    <div className="section-head">
      <h2>Charts</h2>
      <span className="muted small">Last {overview.days} days</span>
    </div>
    <div className="stack loose">
      <Charts overview={overview} />
      <div className="cols two">
        <Ranking
          title="Top categories"
          rows={overview.categories.map((row) => ({ ...row, id: row.category, name: nameOf(row.category) }))}
        />
        <Ranking
          title="Top sellers by volume"
          rows={overview.sellers.map((row) => ({ ...row, href: `/seller/${row.id}` }))}
        />
      </div>
    </div>
  </section>
);

/** While they load, their places: what stands below does not move. */
function Figures({ overview }: { overview: Overview | undefined }) {
  // One change among five figures reads as if the others had not loaded.
  const isComparable = overview && FIGURES.every(({ changeOf }) => changeOf(overview).change !== null);
  return (
    <>
      <div className="figures" aria-busy={!overview}>
        {FIGURES.map(({ label, figureOf, changeOf }) => (
          <div key={label} className="figure">
            <b>{overview ? figureOf(overview.totals) : '\u00a0'}</b>
            <span>
              {label} {isComparable && <Change {...changeOf(overview)} days={overview.days} />}
            </span>
          </div>
        ))}
      </div>
      {!overview && (
        <span className="visually-hidden" role="status">
          Loading overview…
        </span>
      )}
    </>
  );
}

interface ChangeOf {
  /** Against the period before, in percent or points; null where there is nothing to compare. */
  change: number | null;
  unit: '%' | ' pts';
}

interface Figure {
  label: string;
  figureOf: (totals: OverviewTotals) => string;
  changeOf: (overview: Overview) => ChangeOf;
}

const percentOf =
  (of: (totals: OverviewTotals) => number) =>
  ({ totals, previous }: Overview): ChangeOf => ({
    change: of(previous) === 0 ? null : ((of(totals) - of(previous)) / of(previous)) * 100,
    unit: '%',
  });

const pointsOf = ({ totals, previous }: Overview): ChangeOf => ({
  change:
    totals.acceptance_permille === null || previous.acceptance_permille === null
      ? null
      : (totals.acceptance_permille - previous.acceptance_permille) / 10,
  unit: ' pts',
});

const FIGURES: readonly Figure[] = [
  {
    label: 'Traded',
    figureOf: ({ volume_cents }) => shortDollars(volume_cents),
    changeOf: percentOf(({ volume_cents }) => volume_cents),
  },
  {
    label: 'Orders',
    figureOf: ({ orders }) => formatUnits(orders),
    changeOf: percentOf(({ orders }) => orders),
  },
  {
    label: 'Offers sent',
    figureOf: ({ offers }) => formatUnits(offers),
    changeOf: percentOf(({ offers }) => offers),
  },
  {
    label: 'Answered offers accepted',
    figureOf: ({ acceptance_permille: rate }) => formatPercent(rate === null ? null : rate / 10),
    changeOf: pointsOf,
  },
  {
    label: 'New accounts',
    figureOf: ({ accounts }) => formatUnits(accounts),
    changeOf: percentOf(({ accounts }) => accounts),
  },
];

function Change({ change, unit, days }: ChangeOf & { days: OverviewDays }) {
  if (change === null) return null;
  const size = Math.abs(change).toLocaleString('en-US', { maximumFractionDigits: unit === '%' ? 0 : 1 });
  const tone = size === '0' ? undefined : change > 0 ? 'up' : 'down';
  return (
    <span className={clsx('figure-change', tone)}>
      {tone === undefined ? '' : tone === 'up' ? '+' : '−'}
      {size}
      {unit}
      <span className="visually-hidden"> against the {days} days before</span>
    </span>
  );
}

const Charts = ({ overview }: { overview: Overview }) => (
  <div className="cols two">
    <Chart
      title="Volume"
      x={overview.x}
      format="dollars"
      series={[{ label: 'Volume', values: overview.volume_cents }]}
    />
    <Chart
      title="Orders"
      x={overview.x}
      series={[{ label: 'Orders', values: overview.orders, tone: 'green' }]}
    />
    <Chart
      title="Offers"
      x={overview.x}
      series={[
        { label: 'Sent', values: overview.offers },
        { label: 'Accepted', values: overview.accepted, tone: 'green' },
      ]}
    />
    <Chart title="New accounts" x={overview.x} series={[{ label: 'Accounts', values: overview.accounts }]} />
  </div>
);

interface Ranked {
  id: number | string;
  name: string;
  href?: string;
  volume_cents: Overview['volume_cents'][number];
  orders: number;
}

/** `most` is the volume of the first row. */
const rankingColumns = (most: number): readonly Column<Ranked>[] => [
  {
    key: 'name',
    head: 'Name',
    rowHead: true,
    cell: ({ name, href }) => (href ? <a href={href}>{name}</a> : name),
  },
  {
    key: 'bar',
    head: 'Share of top',
    headHidden: true,
    cell: ({ name, volume_cents }) => <Meter label={name} value={volume_cents} max={most} />,
  },
  { key: 'orders', head: 'Orders', num: true, cell: ({ orders }) => formatUnits(orders) },
  { key: 'volume', head: 'Volume', num: true, cell: ({ volume_cents }) => dollars(volume_cents) },
];

const Ranking = ({ title, rows }: { title: string; rows: readonly Ranked[] }) => (
  <div className="stack tight">
    <h3>{title}</h3>
    {rows.length === 0 && <p className="muted">No orders in this period.</p>}
    {rows.length > 0 && (
      <Table
        caption={title}
        dense
        rows={rows}
        rowKey={({ id }) => id}
        columns={rankingColumns(rows[0]?.volume_cents ?? 0)}
      />
    )}
  </div>
);
