import type { SteadyRow } from '../live/steady/rows';
import { GROUPS, YOUR_PAYMENT } from './groups';
import { OrderRow, type OrderRowProps } from './OrderRow';
import type { OrderItem } from './order-rows';

interface Props extends Omit<OrderRowProps, 'row' | 'mark' | 'isConfirming'> {
  rows: readonly SteadyRow<OrderItem>[];
  markOf: (key: string) => OrderRowProps['mark'];
  /** The payment that the buyer returns from may still be confirmed. */
  isWaiting: boolean;
}

const COLUMNS = [
  ['number', 'Order'],
  ['party', 'Seller'],
  ['products', 'Products'],
  ['status', 'Status'],
  ['total', 'Total'],
  ['act', 'Next step'],
  ['more', 'Actions'],
] as const;

export function OrderTable({ rows, markOf, isWaiting, ...props }: Props) {
  const groups = GROUPS[props.side]
    .map((title) => ({ title, rows: rows.filter(({ place }) => place === title) }))
    .filter((group) => group.rows.length > 0);
  return (
    <div className="orders">
      <table>
        <caption className="visually-hidden">Orders</caption>
        <thead>
          <tr>
            {COLUMNS.map(([name, title]) => (
              <th key={name} scope="col" className={`order-${name}`}>
                <span className="visually-hidden">
                  {name === 'party' && props.side === 'seller' ? 'Buyer' : title}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.title} aria-label={group.title}>
            {group.title !== YOUR_PAYMENT && (
              <tr className="order-group">
                <th scope="rowgroup" colSpan={COLUMNS.length}>
                  <h2>
                    {group.title}{' '}
                    <span className="count">{group.rows.filter(({ hasLeft }) => !hasLeft).length}</span>
                  </h2>
                </th>
              </tr>
            )}
            {group.rows.map((row) => (
              <OrderRow
                {...props}
                key={row.key}
                row={row}
                mark={markOf(row.key)}
                isConfirming={
                  isWaiting &&
                  row.place === YOUR_PAYMENT &&
                  row.item.order.status === 'awaiting_initial_payment'
                }
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
