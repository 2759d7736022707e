import type { MouseEvent } from 'react';
import { dollars, formatUnits } from '../../server/contract/money';
import { orderStatusLabels, orderTone } from '../../server/orders/rules';
import type { AdminPurchaseOrder } from '../../server/orders/staff/contract';
import { sentenceCase } from '../admin-insights/words';
import type { SteadyRow } from '../live/steady/rows';
import { Badge } from '../ui/badge';
import { type Dates, useDates } from '../ui/dates';
import type { Column } from '../ui/table';
import type { Order } from './event-details';

export type Row = SteadyRow<AdminPurchaseOrder>;

interface OpenOrder {
  /** The order whose panel is open; 0 for none. */
  opened: number;
  onOpen: (id: number) => void;
}

const attributesOf = ({ item: { attributes } }: Row) => attributes;

/** With an open panel, the buyer's column names both parties. */
export function useOrderColumns(open: OpenOrder): readonly Column<Row>[] {
  const dates = useDates();
  const isNarrow = open.opened !== 0;
  const order: Column<Row> = {
    key: 'id',
    head: 'Order',
    rowHead: true,
    cell: (row) => <OrderNumber order={attributesOf(row)} {...open} dates={dates} />,
  };
  return [order, isNarrow ? PARTIES : BUYER, ...(isNarrow ? [] : SELLER_AND_SKUS), TOTAL, STATUS];
}

const BUYER: Column<Row> = {
  key: 'buyer_name',
  head: 'Buyer',
  line: 'fact',
  cell: (row) => (
    <div className="truncate">
      {attributesOf(row).buyer_name}
      <span className="line-only"> from {attributesOf(row).seller_name}</span>
    </div>
  ),
};

const PARTIES: Column<Row> = {
  key: 'parties',
  head: 'Buyer and seller',
  line: 'fact',
  cell: (row) => (
    <div className="truncate order-parties">
      {attributesOf(row).buyer_name} <span>from {attributesOf(row).seller_name}</span>
    </div>
  ),
};

const SELLER_AND_SKUS: readonly Column<Row>[] = [
  {
    key: 'seller_name',
    head: 'Seller',
    cell: (row) => <div className="truncate">{attributesOf(row).seller_name}</div>,
  },
  { key: 'sku_count', head: 'SKUs', num: true, cell: (row) => formatUnits(attributesOf(row).sku_count) },
];

const TOTAL: Column<Row> = {
  key: 'total_cents',
  head: 'Total',
  num: true,
  line: 'amount',
  cell: (row) => dollars(attributesOf(row).total_cents),
};

const STATUS: Column<Row> = {
  key: 'status',
  head: 'Status',
  line: 'badge',
  cell: (row) => <Status order={attributesOf(row)} />,
};

interface OrderNumberProps extends OpenOrder {
  order: Order;
  dates: Dates;
}

const isPlainClick = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  !(metaKey || ctrlKey || shiftKey || altKey);

function OrderNumber({ order, opened, onOpen, dates }: OrderNumberProps) {
  return (
    <>
      <a
        className="nowrap"
        id={`order-${order.id}`}
        href={`/admin/purchase_orders?order=${order.id}`}
        aria-expanded={opened === order.id}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          onOpen(order.id);
        }}
      >
        {order.po_number}
      </a>
      <span className="faint tiny nowrap">{dates.rowDay(order.created_at, Date.now())}</span>
    </>
  );
}

function Status({ order }: { order: Order }) {
  const { status, payment_flag, carrier, tracking_number } = order;
  return (
    <div className="order-status">
      <Badge tone={orderTone(status, 'staff')}>{orderStatusLabels[status]}</Badge>
      {payment_flag && <Badge tone="red">{sentenceCase(payment_flag)}</Badge>}
      {(carrier || tracking_number) && (
        <span className="faint tiny truncate">
          {carrier} {tracking_number}
        </span>
      )}
    </div>
  );
}

const toggled = (chosen: ReadonlySet<number>, id: number) =>
  new Set(chosen.has(id) ? [...chosen].filter((other) => other !== id) : [...chosen, id]);

export const idsOf = (orders: readonly Order[]): ReadonlySet<number> => new Set(orders.map(({ id }) => id));

interface Choice {
  chosen: ReadonlySet<number>;
  /** Those that can be chosen. */
  orders: readonly Order[];
  onChosen: (chosen: ReadonlySet<number>) => void;
}

/** Checkboxes that choose orders for a bulk change. */
export function choiceColumn({ chosen, orders, onChosen }: Choice): Column<Row> {
  const isPage = orders.length > 0 && orders.every(({ id }) => chosen.has(id));
  return {
    key: 'choice',
    head: 'Selected',
    headHidden: true,
    headCell: (
      <input
        type="checkbox"
        aria-label="Select Page"
        checked={isPage}
        onChange={() => onChosen(isPage ? new Set() : idsOf(orders))}
      />
    ),
    line: 'choice',
    cell: ({ hasLeft, item: { attributes } }) => (
      <input
        type="checkbox"
        disabled={hasLeft}
        aria-label={`Select ${attributes.po_number}`}
        checked={chosen.has(attributes.id)}
        onChange={() => onChosen(toggled(chosen, attributes.id))}
      />
    ),
  };
}
