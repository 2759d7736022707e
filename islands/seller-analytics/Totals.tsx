import type { Figures } from '../../server/analytics/contract';
import { counted, formatUnits, shortDollars } from '../../server/contract/money';

export const percentText = (percent: number | null) => (percent === null ? '–' : `${percent}%`);
export const daysText = (days: number | null) => (days === null ? '–' : counted(days, 'day'));

/** In the order in which a product sells. */
export const Totals = ({ totals }: { totals: Figures }) => (
  <section className="figures analytics-totals" aria-label="Totals">
    <Figure value={formatUnits(totals.views)} name="views" />
    <Figure value={formatUnits(totals.offers)} name="offers" />
    <Figure value={percentText(totals.acceptance_percent)} name="of answered offers accepted" />
    <Figure value={daysText(totals.median_days_to_first_offer)} name="to the first offer, median" />
    <Figure value={formatUnits(totals.units_sold)} name="units sold" />
    <Figure value={percentText(totals.sell_through_percent)} name="sell-through" />
    <Figure value={shortDollars(totals.gross_cents)} name="gross sales" />
    <Figure value={shortDollars(totals.net_cents)} name="net to you" />
  </section>
);

const Figure = ({ value, name }: { value: string; name: string }) => (
  <div className="figure">
    <b>{value}</b>
    <span>{name}</span>
  </div>
);
