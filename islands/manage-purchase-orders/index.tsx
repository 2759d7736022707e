import { useState } from 'react';
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
import type { SteadyRow } from '../live/steady-list';
import { SteadyRegion } from '../live/steady-region';
import { useSteadyList } from '../live/use-steady-list';
import { classes } from '../ui/classes';
import { Empty, Failed } from '../ui/empty';
import { Pager } from '../ui/pager';
import { Skeleton } from '../ui/skeleton';
import { type Column, Table } from '../ui/table';
import { Bulk } from './Bulk';
import { columns } from './columns';
import { Transitions } from './Transitions';
import { useFire } from './use-fire';

const PER_PAGE = 50;
const USUAL = { page: 1, status: '', query: '' };
type OrderFilter = typeof USUAL;

type Row = SteadyRow<AdminPurchaseOrder>;

const versionOf = ({ attributes: { version, payment_flag } }: AdminPurchaseOrder) =>
  `${version} ${payment_flag}`;

const rowColumns = columns.map(
  ({ cell, ...column }): Column<Row> => ({ ...column, cell: ({ item }, index) => cell(item, index) }),
);

const toggled = (chosen: ReadonlySet<number>, id: number) =>
  new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]);

export default function ManagePurchaseOrders({
  data,
  meta,
  ...given
}: Partial<AdminPurchaseOrders & OrderFilter>) {
  const { asked, ask, list, refetch, failed, busy } = useList<OrderFilter, AdminPurchaseOrders>({
    path: '/admin/purchase_orders',
    usual: USUAL,
    given,
    list: data && meta && { data, meta },
    load: (wanted) => call(listAllPurchaseOrders, {}, undefined, { ...wanted, per: PER_PAGE }),
  });
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { busyWith, fireOne } = useFire(refetch);
  const steady = useSteadyList({
    source: list,
    scope: JSON.stringify(asked),
    entries: (list?.data ?? []).map((item) => ({ key: item.id, place: '', version: versionOf(item), item })),
  });
  useChannel('PurchaseOrdersChannel', refetch);

  if (!list)
    return failed ? (
      <Failed onRetry={refetch}>The orders could not be loaded.</Failed>
    ) : (
      <Skeleton shape="rows" />
    );
  const { counts, total } = list.meta;
  const everything = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const orders = steady.rows.filter(({ hasLeft }) => !hasLeft).map(({ item }) => item.attributes);
  const choice: Column<Row> = {
    key: 'choice',
    head: 'Chosen',
    headHidden: true,
    cell: ({
      hasLeft,
      item: {
        attributes: { id, po_number },
      },
    }) => (
      <input
        type="checkbox"
        disabled={hasLeft}
        aria-label={`Choose ${po_number}`}
        checked={chosen.has(id)}
        onChange={() => setChosen(toggled(chosen, id))}
      />
    ),
  };
  const next: Column<Row> = {
    key: 'actions',
    head: 'Next',
    cell: ({ key, item: { attributes }, hasLeft, before }) => (
      <Transitions
        order={before?.attributes ?? attributes}
        busy={busyWith(attributes.id)}
        pressed={() => steady.pressed(key)?.item.attributes ?? null}
        onFire={(order, event, facts) => void steady.act(key, () => fireOne(order, event, facts))}
        leftBecause={hasLeft ? 'No longer in this list' : null}
      />
    ),
  };
  return (
    <>
      <div className="table-tools">
        <SearchField
          label="Search orders"
          name="query"
          value={asked.query}
          onSearch={(query) => ask({ query })}
          placeholder="Number, buyer or seller"
        />
        <fieldset className="pills" aria-label="Status">
          <button type="button" aria-pressed={asked.status === ''} onClick={() => ask({ status: '' })}>
            All <span className="count">{everything}</span>
          </button>
          {orderStatuses.map((name) => (
            <button
              type="button"
              key={name}
              aria-pressed={asked.status === name}
              onClick={() => ask({ status: name })}
            >
              {orderStatusLabels[name]} <span className="count">{counts[name]}</span>
            </button>
          ))}
        </fieldset>
      </div>
      {failed && <Failed onRetry={refetch}>The orders could not be loaded.</Failed>}
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
          empty={
            <Empty icon="box" title="No orders match.">
              Try another status or search.
            </Empty>
          }
          columns={[choice, ...rowColumns, next]}
        />
      </SteadyRegion>
      <Bulk
        chosen={orders.filter(({ id }) => chosen.has(id))}
        onChooseAll={() => setChosen(new Set(orders.map(({ id }) => id)))}
        onChooseNone={() => setChosen(new Set())}
        onDone={() => void refetch()}
      />
      <Pager page={asked.page} per={PER_PAGE} total={total} onPage={(page) => ask({ page })} newest />
    </>
  );
}
