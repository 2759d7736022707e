import type { ListSort } from '../../server/lists/contract';
import { type OrderStatus, orderStatuses, orderStatusLabels } from '../../server/orders/rules';
import type { AdminPurchaseOrders } from '../../server/orders/staff/contract';
import { SelectField } from '../forms/field';
import { ListChoice } from '../lists/list-choice';
import { appliedDays, ListDays } from '../lists/list-days';
import { ListToolbar } from '../lists/list-toolbar';
import { Tabs } from '../ui/tabs';

interface OrderFilter {
  status: string;
  query: string;
  from: string;
  to: string;
  sort: string;
}

interface Props {
  asked: OrderFilter;
  onAsk: (change: Partial<OrderFilter>) => void;
  meta: AdminPurchaseOrders['meta'];
}

const SORTS: readonly { value: ListSort | ''; label: string }[] = [
  { value: '', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'total_desc', label: 'Highest total first' },
  { value: 'expires', label: 'Payment due first' },
];

/** Statuses in which an order waits for staff. */
const WORK: readonly OrderStatus[] = ['payment_pending', 'awaiting_shipment', 'shipped', 'received'];

const isWork = (status: string) => WORK.some((one) => one === status);

const NO_FILTER = { status: '', query: '', from: '', to: '' };

export const isFiltered = ({ query, status, from, to }: OrderFilter) =>
  [query, status, from, to].some(Boolean);

export function Filters({ asked, onAsk, meta: { counts, total } }: Props) {
  const { status, query, sort } = asked;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const days = { ...asked, onChange: onAsk };
  return (
    <>
      <a className="skip-link" href="#order-list">
        Skip to orders
      </a>
      <ListToolbar
        tabs={
          <Tabs
            label="Orders by status"
            value={status || 'all'}
            onChange={(id) => onAsk({ status: id === 'all' ? '' : id })}
            tabs={[
              { id: 'all', label: 'All', count: all, href: '/admin/purchase_orders' },
              ...WORK.map((id) => ({
                id,
                label: orderStatusLabels[id],
                count: counts[id],
                href: `/admin/purchase_orders?status=${id}`,
              })),
            ]}
          />
        }
        search={{
          label: 'Search orders',
          value: query,
          onSearch: (text) => onAsk({ query: text }),
          placeholder: 'Search orders',
        }}
        choices={
          <ListChoice
            label="Status"
            name="status"
            value={status}
            onChange={(chosen) => onAsk({ status: chosen })}
            options={[
              { value: '', label: 'All statuses', count: all },
              ...orderStatuses.map((value) => ({
                value,
                label: orderStatusLabels[value],
                count: counts[value],
              })),
            ]}
          />
        }
        chosen={
          status && !isWork(status)
            ? [
                {
                  label: orderStatusLabels[status as OrderStatus] ?? status,
                  onRemove: () => onAsk({ status: '' }),
                },
              ]
            : []
        }
        fields={
          <>
            <ListDays {...days} />
            <SelectField
              label="Sort orders"
              name="sort"
              value={sort}
              onChange={(chosen) => onAsk({ sort: chosen })}
              options={SORTS}
            />
          </>
        }
        filled={appliedDays(days)}
        onReset={() => onAsk(NO_FILTER)}
        total={total}
      />
    </>
  );
}
