import { formatUnits, shortDollars } from '../../server/contract/money';
import type { OrderDetail } from '../../server/insights/contract';
import { orderStatusLabels, orderTone } from '../../server/orders/rules';
import { Badge } from '../ui/badge';
import { Hint } from '../ui/hint';
import { type Column, Table } from '../ui/table';
import { Timeline } from '../ui/timeline';
import { Fields } from './Fields';
import { type Open, PARTY_FIELDS, Parties } from './Party';
import { RawData } from './RawData';
import { orderEventTone, orderSentence } from './sentences';
import { PROFIT_MEANING, shortName, unitsOrTbd } from './words';

const SHOWN = [
  ...PARTY_FIELDS,
  'total_cents',
  'total_net_to_seller',
  'profit_cents',
  'total_units',
  'sku_count',
];

const productColumns: readonly Column<OrderDetail['purchase_order_products'][number]>[] = [
  { key: 'sku', head: 'SKU', cell: ({ sku }) => sku ?? '—' },
  {
    key: 'name',
    head: 'Name',
    rowHead: true,
    cell: ({ name }) => <span title={name}>{shortName(name)}</span>,
  },
  { key: 'available', head: 'Available', num: true, cell: ({ available }) => unitsOrTbd(available) },
  { key: 'quantity', head: 'Quantity', num: true, cell: ({ quantity }) => formatUnits(quantity) },
  { key: 'unit_cents', head: 'Unit Price', num: true, cell: ({ unit_cents }) => shortDollars(unit_cents) },
];

export const OrderPanel = ({ order, onOpen }: { order: OrderDetail; onOpen: Open }) => (
  <div className="stack loose">
    <Parties record={order} onOpen={onOpen} />
    <Fields record={order} except={SHOWN} />
    <div className="button-row">
      <button type="button" className="button small" onClick={() => onOpen('offer', order.offer_id)}>
        View Offer
      </button>
      <a className="button small" href={`/admin/purchase_orders?query=${order.po_number}`}>
        Manage Order
      </a>
    </div>
    <Table
      caption="Order products"
      rows={order.purchase_order_products}
      rowKey={({ id }) => id}
      dense
      cards
      columns={productColumns}
    />
    <dl className="totals">
      <Total label="Total Net to Seller" value={shortDollars(order.total_net_to_seller)} />
      <Total label="Total" value={shortDollars(order.total_cents)} />
      <Total label="Total Units" value={formatUnits(order.total_units)} />
      <Total label="SKU Count" value={formatUnits(order.sku_count)} />
      <Total label="Profit" value={shortDollars(order.profit_cents)} hint={PROFIT_MEANING} />
    </dl>
    <History order={order} />
  </div>
);

interface TotalProps {
  label: string;
  value: string;
  hint?: string;
}

const Total = ({ label, value, hint }: TotalProps) => (
  <div>
    <dt>
      {label}
      {hint && <Hint label={`About ${label.toLowerCase()}`}>{hint}</Hint>}
    </dt>
    <dd>{value}</dd>
  </div>
);

const History = ({ order }: { order: OrderDetail }) => (
  <section className="stack" aria-label="History">
    <h3>History</h3>
    <Timeline
      entries={order.history.map((entry, index) => ({
        id: index,
        at: entry.at,
        title: orderSentence(entry, order),
        tone: orderEventTone(entry),
        body: <EntryBody entry={entry} />,
      }))}
    />
  </section>
);

const EntryBody = ({ entry }: { entry: OrderDetail['history'][number] }) => (
  <>
    <p>
      <Badge tone={orderTone(entry.to_status, 'seller')}>{orderStatusLabels[entry.to_status]}</Badge>
    </p>
    {entry.reason && <blockquote>{entry.reason}</blockquote>}
    <RawData value={entry} />
  </>
);
