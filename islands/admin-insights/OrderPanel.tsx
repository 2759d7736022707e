import { formatUnits, shortDollars } from '../../server/contract/money';
import type { OrderDetail } from '../../server/insights/detail-contract';
import { orderStatusLabels } from '../../server/orders/contract';
import { type Column, Table } from '../ui/table';
import { Timeline } from '../ui/timeline';
import { Fields } from './Fields';
import { type Open, Party } from './Party';
import { plain, shortName, unitsOrTbd } from './words';

const SHOWN = [
  'seller_user_email',
  'buyer_user_email',
  'seller_user_id',
  'buyer_user_id',
  'total_cents',
  'total_net_to_seller',
  'profit_cents',
  'total_units',
  'sku_count',
];

const productColumns: readonly Column<OrderDetail['purchase_order_products'][number]>[] = [
  { key: 'sku', head: 'SKU', cell: ({ sku }) => sku ?? '—' },
  { key: 'name', head: 'Name', rowHead: true, cell: ({ name }) => shortName(name) },
  { key: 'available', head: 'Available', num: true, cell: ({ available }) => unitsOrTbd(available) },
  { key: 'quantity', head: 'Quantity', num: true, cell: ({ quantity }) => formatUnits(quantity) },
  { key: 'unit_cents', head: 'Unit Price', num: true, cell: ({ unit_cents }) => shortDollars(unit_cents) },
];

export const OrderPanel = ({ order, onOpen }: { order: OrderDetail; onOpen: Open }) => (
  <div className="stack loose">
    <dl className="facts columns">
      <Party label="Buyer" email={order.buyer_user_email} id={order.buyer_user_id} onOpen={onOpen} />
      <Party label="Seller" email={order.seller_user_email} id={order.seller_user_id} onOpen={onOpen} />
    </dl>
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
      <Total label="Profit" value={shortDollars(order.profit_cents)} />
    </dl>
    <History entries={order.history} />
  </div>
);

const Total = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);

const History = ({ entries }: { entries: OrderDetail['history'] }) => (
  <section className="stack" aria-label="History">
    <h3>History</h3>
    <Timeline
      entries={entries.map(({ at, actor, event, to_status, reason }, index) => ({
        id: index,
        at,
        title: `${plain(event)}: ${orderStatusLabels[to_status]}`,
        body: (
          <p className="muted small">
            {actor}
            {reason && `: ${reason}`}
          </p>
        ),
      }))}
    />
  </section>
);
