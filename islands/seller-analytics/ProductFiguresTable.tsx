import { type AnalyticsDays, DEFAULT_DAYS, type ProductFigures } from '../../server/analytics/contract';
import { counted, dollars, formatUnits } from '../../server/contract/money';
import { formatPercent } from '../../server/contract/percent';
import { queryString } from '../browser/api';
import { Badge } from '../ui/badge';
import { type Column, Table } from '../ui/table';
import { Thumb } from '../ui/thumb';
import { daysText } from './Totals';

interface Props {
  products: readonly ProductFigures[];
  days: AnalyticsDays;
}

/** In the server's order: viewed but no offers first. */
export const ProductFiguresTable = ({ products, days }: Props) => (
  <div className="stack tight">
    <div>
      <h2>Products</h2>
      <p className="muted small">Viewed but no offers first. A lower price or more photos may help these.</p>
    </div>
    <Table
      caption="Products"
      dense
      lines="wide"
      rows={products}
      rowKey={({ product_id }) => product_id}
      columns={columnsOf(days, products)}
      empty={<p className="muted">No product was viewed, offered on or sold in this period.</p>}
    />
  </div>
);

function columnsOf(days: AnalyticsDays, rows: readonly ProductFigures[]): readonly Column<ProductFigures>[] {
  const acceptances = rows.map(({ acceptance_percent }) => acceptance_percent);
  const sellThroughs = rows.map(({ sell_through_percent }) => sell_through_percent);
  return [
    { key: 'product', head: 'Product', rowHead: true, cell: (row) => <Product row={row} days={days} /> },
    {
      key: 'views',
      head: 'Views',
      num: true,
      line: 'fact',
      cell: ({ views, offers, units_sold }) => (
        <>
          <span className="no-line">{formatUnits(views)}</span>
          <span className="line-only">
            {`${counted(views, 'view')} · ${counted(offers, 'offer')} · ${formatUnits(units_sold)} sold`}
          </span>
        </>
      ),
    },
    {
      key: 'offers',
      head: 'Offers',
      num: true,
      line: 'badge',
      cell: (row) => (
        <>
          <span className="no-line">{formatUnits(row.offers)}</span>
          <span className="line-only">
            <Notes row={row} />
          </span>
        </>
      ),
    },
    {
      key: 'acceptance',
      head: 'Accepted',
      num: true,
      cell: ({ acceptance_percent }) => formatPercent(acceptance_percent, acceptances),
    },
    {
      key: 'first',
      head: 'First offer',
      num: true,
      cell: ({ median_days_to_first_offer }) => daysText(median_days_to_first_offer),
    },
    { key: 'units', head: 'Units sold', num: true, cell: ({ units_sold }) => formatUnits(units_sold) },
    {
      key: 'sell-through',
      head: 'Sell-through',
      num: true,
      cell: ({ sell_through_percent }) => formatPercent(sell_through_percent, sellThroughs),
    },
    { key: 'net', head: 'Net', num: true, line: 'amount', cell: ({ net_cents }) => dollars(net_cents) },
  ];
}

const addressOf = (product_id: number, days: AnalyticsDays) =>
  `/dashboard/analytics?${queryString({ ...(days !== DEFAULT_DAYS && { days }), product_id })}`;

const Product = ({ row, days }: { row: ProductFigures; days: AnalyticsDays }) => (
  <div className="analytics-name">
    <Thumb src={row.image} size={40} />
    <div>
      {row.deleted ? row.name : <a href={addressOf(row.product_id, days)}>{row.name}</a>}
      <span className="no-line">
        <Notes row={row} />
      </span>
    </div>
  </div>
);

const Notes = ({ row }: { row: ProductFigures }) => (
  <>
    {row.deleted && <Badge>Deleted</Badge>}
    {row.views > 0 && row.offers === 0 && !row.deleted && <Badge tone="yellow">No offers</Badge>}
  </>
);
