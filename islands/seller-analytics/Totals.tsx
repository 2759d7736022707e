import { clsx } from 'clsx';
import type { Analytics } from '../../server/analytics/contract';
import { formatUnits, shortDollars } from '../../server/contract/money';
import { formatPercent } from '../../server/contract/percent';

export const daysText = (days: number | null) =>
  days === null ? '–' : `${days.toLocaleString('en-US')} ${days === 1 ? 'day' : 'days'}`;

type Sum = 'views' | 'offers' | 'units_sold' | 'gross_cents' | 'net_cents';

/** What was seen, offered, sold and earned, beside the period before; then the rates. */
export function Totals({ analytics: { totals, previous, days } }: { analytics: Analytics }) {
  const changeOf = (key: Sum) => previous && percentChange(Number(totals[key]), Number(previous[key]));
  const isCompared = (['views', 'offers', 'units_sold', 'net_cents'] as const).some(
    (key) => changeOf(key) !== null,
  );
  return (
    <section className="stack tight" aria-label="Totals">
      <div className="figures joined analytics-totals">
        <Figure value={formatUnits(totals.views)} name="Views" change={changeOf('views')} />
        <Figure value={formatUnits(totals.offers)} name="Offers" change={changeOf('offers')} />
        <Figure value={formatUnits(totals.units_sold)} name="Units sold" change={changeOf('units_sold')} />
        <Figure value={shortDollars(totals.net_cents)} name="Net to you" change={changeOf('net_cents')} />
        <Figure value={formatPercent(totals.acceptance_percent)} name="Answered offers accepted" />
        <Figure value={daysText(totals.median_days_to_first_offer)} name="Median time to first offer" />
        <Figure value={formatPercent(totals.sell_through_percent)} name="Sell-through" />
        <Figure
          value={shortDollars(totals.gross_cents)}
          name="Gross sales"
          change={changeOf('gross_cents')}
        />
      </div>
      {isCompared && <p className="muted small">{`Changes are from the ${days} days before.`}</p>}
    </section>
  );
}

/** null where there was nothing before. */
const percentChange = (now: number, before: number) =>
  before === 0 ? null : Math.round(((now - before) * 100) / before);

interface FigureProps {
  value: string;
  name: string;
  change?: number | null;
}

const Figure = ({ value, name, change = null }: FigureProps) => (
  <div className="figure">
    <div>
      <b>{value}</b>
      {change !== null && <Change percent={change} />}
    </div>
    <span>{name}</span>
  </div>
);

/** "+12%" */
const Change = ({ percent }: { percent: number }) => (
  <span className={clsx('analytics-change', percent < 0 && 'down', percent > 0 && 'up')}>
    {percent > 0 && '+'}
    {percent < 0 && '−'}
    {Math.abs(percent).toLocaleString('en-US')}%
  </span>
);
