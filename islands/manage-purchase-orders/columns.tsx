import { dollars, formatUnits } from '../../server/contract/money';
import { orderStatusLabels, orderTone } from '../../server/orders/contract';
import type { AdminPurchaseOrder } from '../../server/orders/staff-contract';
import type { SteadyRow } from '../live/steady-list';
import { Badge } from '../ui/badge';
import { day } from '../ui/dates';
import type { Column } from '../ui/table';

export type Row = SteadyRow<AdminPurchaseOrder>;
type Order = AdminPurchaseOrder['attributes'];

const columns: readonly Column<AdminPurchaseOrder>[] = [
  {
    key: 'id',
    head: 'Order',
    rowHead: true,
    cell: ({ attributes }) => (
      <>
        <a className="nowrap" href={`/admin/insights?detail=purchase_order-${attributes.id}`}>
          {attributes.po_number}
        </a>
        <div className="faint tiny nowrap">{day(attributes.created_at)}</div>
      </>
    ),
  },
  { key: 'buyer_name', head: 'Buyer', cell: ({ attributes }) => attributes.buyer_name },
  { key: 'seller_name', head: 'Seller', cell: ({ attributes }) => attributes.seller_name },
  {
    key: 'sku_count',
    head: 'SKUs',
    num: true,
    cell: ({ attributes }) => formatUnits(attributes.sku_count),
  },
  {
    key: 'total_cents',
    head: 'Total',
    num: true,
    cell: ({ attributes }) => dollars(attributes.total_cents),
  },
  { key: 'status', head: 'Status', cell: ({ attributes }) => <Status order={attributes} /> },
];

function Status({ order }: { order: Order }) {
  const { status, payment_flag, carrier, tracking_number } = order;
  return (
    <>
      <Badge tone={orderTone(status, 'seller')}>{orderStatusLabels[status]}</Badge>
      {payment_flag && <div className="tiny strong">{payment_flag.replaceAll('_', ' ')}</div>}
      {(carrier || tracking_number) && (
        <div className="faint tiny">
          {carrier} {tracking_number}
        </div>
      )}
    </>
  );
}

export const rowColumns = columns.map(
  ({ cell, ...column }): Column<Row> => ({ ...column, cell: ({ item }, index) => cell(item, index) }),
);

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
