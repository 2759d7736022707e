import type { ListSort } from '../../server/lists/contract';
import { WRONG_ORDER } from '../../server/lists/rules';
import { type OrderStatus, orderStatuses, orderStatusLabels } from '../../server/orders/rules';
import type { AdminPurchaseOrders } from '../../server/orders/staff/contract';
import { SelectField, TextField } from '../forms/field';
import { SearchField } from '../forms/search-field';
import { Chip, Chips } from '../ui/badge';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
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
  counts: AdminPurchaseOrders['meta']['counts'];
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

/** Every filter applies by itself; the days are in UTC, like all sums. */
export function Filters({ asked, onAsk, counts }: Props) {
  const { status, query, from, to, sort } = asked;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const days = [from, to].filter(Boolean).length;
  return (
    <>
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
      <SearchField
        label="Search orders"
        name="query"
        value={query}
        onSearch={(text) => onAsk({ query: text })}
        placeholder="Number, buyer or seller"
      />
      <select
        className="select"
        name="status"
        aria-label="Status"
        value={status}
        onChange={({ target }) => onAsk({ status: target.value })}
      >
        <option value="">{`All statuses (${all})`}</option>
        {orderStatuses.map((one) => (
          <option key={one} value={one}>{`${orderStatusLabels[one]} (${counts[one]})`}</option>
        ))}
      </select>
      <button className="button own-search-open" type="button" popoverTarget="own-filters">
        <Icon name="filter" />
        Filters
        {days > 0 && <span className="count">{days}</span>}
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: as the filters of the parties' own lists */}
      <div id="own-filters" popover="auto" className="own-filters" role="group" aria-label="Filters">
        <TextField
          label="From"
          name="from"
          type="date"
          value={from}
          onChange={(day) => onAsk({ from: day })}
        />
        <TextField
          label="To"
          name="to"
          type="date"
          value={to}
          error={from !== '' && to !== '' && from > to && WRONG_ORDER}
          onChange={(day) => onAsk({ to: day })}
        />
        <SelectField
          label="Sort orders"
          name="sort"
          value={sort}
          onChange={(chosen) => onAsk({ sort: chosen })}
          options={SORTS}
        />
        <button className="button" type="button" popoverTarget="own-filters" popoverTargetAction="hide">
          Close
        </button>
      </div>
      <Applied asked={asked} onAsk={onAsk} />
    </>
  );
}

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** A status among the tabs is shown by its tab. */
function Applied({ asked: { status, query, from, to }, onAsk }: Omit<Props, 'counts'>) {
  const chips: [keyof typeof NO_FILTER, string][] = [];
  if (query) chips.push(['query', `“${query}”`]);
  if (status && !isWork(status)) chips.push(['status', orderStatusLabels[status as OrderStatus] ?? status]);
  if (from) chips.push(['from', `From ${date.format(new Date(from))}`]);
  if (to) chips.push(['to', `To ${date.format(new Date(to))}`]);
  if (chips.length === 0) return null;
  return (
    <Chips label="Applied filters">
      {chips.map(([name, label]) => (
        <Chip key={name} onRemove={() => onAsk({ [name]: '' })}>
          {label}
        </Chip>
      ))}
      <Button tone="link" size="small" onClick={() => onAsk(NO_FILTER)}>
        Clear
      </Button>
    </Chips>
  );
}
