import { orderStatusLabels } from '../../server/orders/contract';
import { Disclosure } from '../ui/disclosure';
import { Timeline } from '../ui/timeline';
import type { OrderItem } from './order-rows';
import { byOf } from './progress';

export const OrderHistory = ({ order: { history, po_number } }: Pick<OrderItem, 'order'>) => (
  <Disclosure title="History" count={history.length}>
    <Timeline
      label={`History of ${po_number}`}
      entries={history.map((entry, index) => ({
        id: index,
        at: entry.at,
        title: orderStatusLabels[entry.status],
        body: (
          <p className="muted small">
            {byOf(entry)}
            {entry.reason && `: ${entry.reason}`}
          </p>
        ),
      }))}
    />
  </Disclosure>
);
