import { useState } from 'react';
import { cents, dollars, formatUnits } from '../../server/contract/money';
import { Badge } from '../ui/badge';
import { Chart } from '../ui/chart/chart';
import { Grid } from '../ui/grid';
import { Hint } from '../ui/hint';
import { Price } from '../ui/price';
import { Stepper } from '../ui/stepper';
import { type Column, type Sort, Table } from '../ui/table';
import { Thumb } from '../ui/thumb';
import { Timeline } from '../ui/timeline';
import { Section } from './Section';

const rows = [
  { id: 1, name: 'Harbor Goods Co.', total: cents(615000), units: 1500n, status: 'Awaiting shipment' },
  {
    id: 2,
    name: 'The Extraordinarily Long Company Name of Somewhere, Incorporated',
    total: cents(9_999_999),
    units: 9_000_000_000_000_000_000n,
    status: 'Paid in full',
  },
  { id: 3, name: 'Ox', total: cents(50), units: 1n, status: 'Canceled' },
];
const products = ['mugs', 'coffee', 'sneaker', null];
const DAY = 86_400;
const days = Array.from({ length: 30 }, (_, index) => 1_761_955_200 + index * DAY);
const perDay = days.map((_, index) => Math.round(40 + 30 * Math.sin(index / 4) + (index % 5) * 6));
const series = [
  { label: 'Offers', values: perDay.map((value) => value * 2), tone: 'accent' as const },
  { label: 'Accepted', values: perDay, tone: 'green' as const },
];

export const Data = () => (
  <>
    <Tables />
    <Steps />
    <Charts />
    <Products />
  </>
);

const columns: readonly Column<(typeof rows)[number]>[] = [
  { key: 'name', head: 'Buyer', cell: ({ name }) => name, rowHead: true, sort: 'name' },
  { key: 'status', head: 'Status', cell: ({ status }) => <Badge>{status}</Badge> },
  {
    key: 'units',
    head: 'Units',
    num: true,
    cell: ({ units }) => formatUnits(units),
    sort: 'units',
  },
  { key: 'total', head: 'Total', num: true, cell: ({ total }) => dollars(total), sort: 'total' },
];

function Tables() {
  const [sort, setSort] = useState<Sort>({ by: 'total', dir: 'desc' });
  return (
    <Section title="Tables">
      <Table
        caption="Purchase orders"
        rows={rows}
        rowKey={({ id }) => id}
        sort={sort}
        onSort={(by) => setSort({ by, dir: sort.by === by && sort.dir === 'desc' ? 'asc' : 'desc' })}
        numbered
        cards
        columns={columns}
      />
    </Section>
  );
}

const Steps = () => (
  <Section title="Steppers and timelines">
    <Stepper
      label="Order progress"
      steps={[
        { label: 'Ordered', state: 'done', note: 'Nov 1' },
        { label: 'Paid', state: 'done', note: 'Nov 2' },
        { label: 'Awaiting shipment', state: 'current' },
        { label: 'Shipped', state: 'todo' },
        { label: 'Received', state: 'todo' },
      ]}
    />
    <Stepper
      label="A canceled order"
      steps={[
        { label: 'Ordered', state: 'done', note: 'Nov 1' },
        { label: 'Canceled', state: 'failed', note: 'Not paid in 48 hours' },
      ]}
    />
    <SelectableTimeline />
    <Timeline
      entries={[
        { id: 1, at: '2025-11-01T09:12:00Z', title: 'Buyer sent the offer', body: '$3.80 a unit' },
        {
          id: 2,
          at: '2025-11-02T14:40:00Z',
          title: 'Seller countered',
          tone: 'yellow',
          body: '$4.10 a unit',
        },
        { id: 3, at: '2025-11-03T08:05:00Z', title: 'Buyer accepted', tone: 'green' },
      ]}
    />
  </Section>
);

/** A title shows its entry elsewhere, as in the replay of an offer. */
function SelectableTimeline() {
  const [current, setCurrent] = useState<string | number>(2);
  return (
    <Timeline
      label="Steps of an offer"
      current={current}
      onSelect={setCurrent}
      entries={[
        { id: 1, at: '2025-11-01T09:12:00Z', title: 'Prairie Dollar Depot sent the offer' },
        { id: 2, at: '2025-11-02T14:40:00Z', title: 'Marblefox Play Co. countered', tone: 'yellow' },
      ]}
    />
  );
}

const Charts = () => (
  <Section title="Charts">
    <Chart title="Offers and those accepted" x={days} series={series} />
    <p>
      Profit <Hint label="About profit">Total minus what the seller receives.</Hint>
    </p>
  </Section>
);

const Products = () => (
  <Section title="Products">
    <Grid label="Example products">
      {products.map((picture, index) => (
        <li key={picture ?? 'none'}>
          <ProductCard picture={picture} isSoldOut={index === 2} />
        </li>
      ))}
    </Grid>
    <Price cents={cents(450)} msrp={cents(1800)} percentOff={75} size="large" />
  </Section>
);

const ProductCard = ({ picture, isSoldOut }: { picture: string | null; isSoldOut: boolean }) => (
  <article className={`product-card${isSoldOut ? ' sold-out' : ''}`}>
    <a className="product-card-link" href="#products">
      <div className="product-photo">
        {picture ? (
          <img src={`/brand/landing/${picture}.webp`} alt="" width={400} height={400} />
        ) : (
          <Thumb src={null} />
        )}
        {isSoldOut && (
          <span className="product-badge">
            <Badge>Sold out</Badge>
          </span>
        )}
      </div>
      <span className="product-name">Stoneware mug, 12 oz, hand-glazed, four colors in a case of 24</span>
    </a>
    <p className="product-seller">Brass &amp; Kettle</p>
    <Price cents={cents(450)} msrp={cents(1800)} percentOff={75} />
    <p className="product-meta">
      <span>1,500 units</span>
      <span>24 min</span>
    </p>
  </article>
);
