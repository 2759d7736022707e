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

/** With an open panel, the parties stand under the number and leave room for it. */
export function useOrderColumns(open: OpenOrder): readonly Column<Row>[] {
  const dates = useDates();
  const isNarrow = open.opened !== 0;
  const order: Column<Row> = {
    key: 'id',
    head: 'Order',
    rowHead: true,
    cell: (row) => <OrderNumber order={attributesOf(row)} {...open} dates={dates} />,
  };
  return [order, ...(isNarrow ? [] : PARTIES), ...AMOUNT, STATUS];
}

const PARTIES: readonly Column<Row>[] = [
  { key: 'buyer_name', head: 'Buyer', cell: (row) => attributesOf(row).buyer_name },
  { key: 'seller_name', head: 'Seller', cell: (row) => attributesOf(row).seller_name },
  { key: 'sku_count', head: 'SKUs', num: true, cell: (row) => formatUnits(attributesOf(row).sku_count) },
];

const AMOUNT: readonly Column<Row>[] = [
  { key: 'total_cents', head: 'Total', num: true, cell: (row) => dollars(attributesOf(row).total_cents) },
];

const STATUS: Column<Row> = {
  key: 'status',
  head: 'Status',
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
      <div className="faint tiny">
        {opened ? `${order.buyer_name} from ${order.seller_name}` : dates.day(order.created_at)}
      </div>
    </>
  );
}

function Status({ order }: { order: Order }) {
  const { status, payment_flag, carrier, tracking_number } = order;
  return (
    <>
      <Badge tone={orderTone(status, 'seller')}>{orderStatusLabels[status]}</Badge>
      {payment_flag && (
        <div>
          <Badge tone="red">{sentenceCase(payment_flag)}</Badge>
        </div>
      )}
      {(carrier || tracking_number) && (
        <div className="faint tiny">
          {carrier} {tracking_number}
        </div>
      )}
    </>
  );
}

const toggled = (chosen: ReadonlySet<number>, id: number) =>
  new Set(chosen.has(id) ? [...chosen].filter((other) => other !== id) : [...chosen, id]);

/** Checkboxes that choose orders for a bulk change. */
export const choiceColumn = (
  chosen: ReadonlySet<number>,
  onChosen: (chosen: ReadonlySet<number>) => void,
): Column<Row> => ({
  key: 'choice',
  head: 'Selected',
  headHidden: true,
  cell: ({ hasLeft, item: { attributes } }) => (
    <input
      type="checkbox"
      disabled={hasLeft}
      aria-label={`Select ${attributes.po_number}`}
      checked={chosen.has(attributes.id)}
      onChange={() => onChosen(toggled(chosen, attributes.id))}
    />
  ),
});
