import { useState } from 'react';
import { STAFF_ROWS_PER_PAGE } from '../../server/contract/limits';
import { orderStatusLabels } from '../../server/orders/contract';
import {
  type AdminPurchaseOrder,
  type AdminPurchaseOrders,
  listAllPurchaseOrders,
} from '../../server/orders/staff-contract';
import { orderStatuses } from '../../server/orders/state-contract';
import { call } from '../browser/api';
import { useList } from '../browser/use-list';
import { SearchField } from '../forms/search-field';
import { useChannel } from '../live/cable';
import { SteadyRegion } from '../live/steady-region';
import { useSteadyList } from '../live/use-steady-list';
import { classes } from '../ui/classes';
import { EmptyList } from '../ui/lists/empty-list';
import { ListPage } from '../ui/lists/list-page';
import { StatusPills } from '../ui/lists/status-pills';
import { type Column, Table } from '../ui/table';
import { Bulk } from './Bulk';
import { choiceColumn, type Row, rowColumns } from './columns';
import { Transitions } from './Transitions';
import { useOrderEvents } from './use-order-events';

const DEFAULTS = { page: 1, status: '', query: '' };
type OrderFilter = typeof DEFAULTS;

const versionOf = ({ attributes: { version, payment_flag } }: AdminPurchaseOrder) =>
  `${version} ${payment_flag}`;

const choicesOf = (counts: AdminPurchaseOrders['meta']['counts']) => [
  { value: '', label: 'All', count: Object.values(counts).reduce((sum, count) => sum + count, 0) },
  ...orderStatuses.map((status) => ({
    value: status,
    label: orderStatusLabels[status],
    count: counts[status],
  })),
];

export default function ManagePurchaseOrders({
  data,
  meta,
  ...given
}: Partial<AdminPurchaseOrders & OrderFilter>) {
  const source = useList<OrderFilter, AdminPurchaseOrders>({
    path: '/admin/purchase_orders',
    usual: DEFAULTS,
    given,
    list: data && meta && { data, meta },
    load: (filter) => call(listAllPurchaseOrders, {}, undefined, { ...filter, per: STAFF_ROWS_PER_PAGE }),
  });
  const { asked, ask, refetch } = source;
  useChannel('PurchaseOrdersChannel', refetch);
  return (
    <ListPage
      source={source}
      failure="The orders could not be loaded."
      totalOf={(list) => list.meta.total}
      newest
      tools={(list) => (
        <>
          <SearchField
            label="Search orders"
            name="query"
            value={asked.query}
            onSearch={(query) => ask({ query })}
            placeholder="Number, buyer or seller"
          />
          <StatusPills
            choices={choicesOf(list.meta.counts)}
            value={asked.status}
            onChange={(status) => ask({ status })}
          />
        </>
      )}
    >
      {(list) => (
        <Orders
          list={list}
          scope={JSON.stringify(asked)}
          isFiltered={asked.query !== '' || asked.status !== ''}
          busy={source.busy}
          onChange={refetch}
        />
      )}
    </ListPage>
  );
}

interface OrdersProps {
  list: AdminPurchaseOrders;
  /** Identifies the filter: another scope replaces all rows at once. */
  scope: string;
  isFiltered: boolean;
  busy: boolean;
  onChange: () => Promise<unknown>;
}

/** The rows with their actions. Live changes do not move a row that is in use. */
function Orders({ list, scope, isFiltered, busy, onChange }: OrdersProps) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { busyWith, applyEvent } = useOrderEvents(onChange);
  const steady = useSteadyList({
    source: list,
    scope,
    entries: list.data.map((item) => ({ key: item.id, place: '', version: versionOf(item), item })),
  });
  const orders = steady.rows.filter(({ hasLeft }) => !hasLeft).map(({ item }) => item.attributes);
  const actions: Column<Row> = {
    key: 'actions',
    head: 'Action',
    cell: ({ key, item: { attributes }, hasLeft, before }) => (
      <Transitions
        order={before?.attributes ?? attributes}
        busy={busyWith(attributes.id)}
        pressed={() => steady.pressed(key)?.item.attributes ?? null}
        onEvent={(order, event, details) => void steady.act(key, () => applyEvent(order, event, details))}
        leftBecause={hasLeft ? 'No longer in this list' : null}
      />
    ),
  };
  return (
    <>
      <SteadyRegion list={steady} noun="order">
        <Table
          caption="Purchase orders"
          rows={steady.rows}
          rowKey={({ key }) => key}
          dense
          stickyHead
          cards="wide"
          rowClass={({ hasLeft, changedAt, item }) =>
            classes(hasLeft && 'left', changedAt > 0 && 'flash', chosen.has(item.attributes.id) && 'selected')
          }
          busy={busy}
          empty={<EmptyList icon="box" noun="orders" isFiltered={isFiltered} />}
          columns={[choiceColumn(chosen, setChosen), ...rowColumns, actions]}
        />
      </SteadyRegion>
      <Bulk
        chosen={orders.filter(({ id }) => chosen.has(id))}
        onChooseAll={() => setChosen(new Set(orders.map(({ id }) => id)))}
        onChooseNone={() => setChosen(new Set())}
        onDone={() => void onChange()}
      />
    </>
  );
}
