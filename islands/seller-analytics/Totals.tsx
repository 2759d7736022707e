import type { Figures } from '../../server/analytics/contract';
import { formatUnits, shortDollars } from '../../server/contract/money';
import { formatPercent } from '../../server/contract/percent';

export const daysText = (days: number | null) =>
  days === null ? '–' : `${days.toLocaleString('en-US')} ${days === 1 ? 'day' : 'days'}`;

/** In the order in which a product sells. */
export const Totals = ({ totals }: { totals: Figures }) => (
  <section className="figures analytics-totals" aria-label="Totals">
    <Figure value={formatUnits(totals.views)} name="Views" />
    <Figure value={formatUnits(totals.offers)} name="Offers" />
    <Figure value={formatPercent(totals.acceptance_percent)} name="Answered offers accepted" />
    <Figure value={daysText(totals.median_days_to_first_offer)} name="Median time to first offer" />
    <Figure value={formatUnits(totals.units_sold)} name="Units sold" />
    <Figure value={formatPercent(totals.sell_through_percent)} name="Sell-through" />
    <Figure value={shortDollars(totals.gross_cents)} name="Gross sales" />
    <Figure value={shortDollars(totals.net_cents)} name="Net to you" />
  </section>
);

const Figure = ({ value, name }: { value: string; name: string }) => (
  <div className="figure">
    <b>{value}</b>
    <span>{name}</span>
  </div>
);
