import { useState } from 'react';
import {
  type AdminPurchaseOrder,
  type AdminPurchaseOrders,
  listAllPurchaseOrders,
} from '../../server/orders/admin-contract';
import { orderStatuses, orderStatusLabels } from '../../server/orders/contract';
import { call } from '../kit/api';
import { useChannel } from '../kit/cable';
import { Empty, Failed } from '../kit/empty';
import { Pager } from '../kit/pager';
import { SearchField } from '../kit/search-field';
import { Skeleton } from '../kit/skeleton';
import { type Column, Table } from '../kit/table';
import { useList } from '../kit/use-list';
import { Bulk } from './Bulk';
import { columns } from './columns';
import { Transitions } from './Transitions';
import { useFire } from './use-fire';

const PER_PAGE = 50;
const USUAL = { page: 1, status: '', query: '' };
type Asked = typeof USUAL;

const toggled = (chosen: ReadonlySet<number>, id: number) =>
  new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]);

export default function ManagePurchaseOrders({ data, meta, ...given }: Partial<AdminPurchaseOrders & Asked>) {
  const { asked, ask, list, refetch, failed, busy } = useList<Asked, AdminPurchaseOrders>({
    path: '/admin/purchase_orders',
    usual: USUAL,
    given,
    list: data && meta && { data, meta },
    load: (wanted) => call(listAllPurchaseOrders, {}, undefined, { ...wanted, per: PER_PAGE }),
  });
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { busyWith, fireOne } = useFire(refetch);
  useChannel('PurchaseOrdersChannel', refetch);

  if (!list)
    return failed ? (
      <Failed onRetry={refetch}>The orders could not be loaded.</Failed>
    ) : (
      <Skeleton shape="rows" />
    );
  const { counts, total } = list.meta;
  const everything = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const orders = list.data.map(({ attributes }) => attributes);
  const choice: Column<AdminPurchaseOrder> = {
    key: 'choice',
    head: 'Chosen',
    headHidden: true,
    cell: ({ attributes: { id, po_number } }) => (
      <input
        type="checkbox"
        aria-label={`Choose ${po_number}`}
        checked={chosen.has(id)}
        onChange={() => setChosen(toggled(chosen, id))}
      />
    ),
  };
  const next: Column<AdminPurchaseOrder> = {
    key: 'actions',
    head: 'Next',
    cell: ({ attributes }) => (
      <Transitions
        order={attributes}
        busy={busyWith(attributes.id)}
        onFire={(event, facts) => void fireOne(attributes, event, facts)}
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
      <Table
        caption="Purchase orders"
        rows={list.data}
        rowKey={({ id }) => id}
        dense
        cards="wide"
        rowClass={({ attributes }) => (chosen.has(attributes.id) ? 'selected' : undefined)}
        busy={busy}
        empty={
          <Empty icon="box" title="No orders match.">
            Try another status or search.
          </Empty>
        }
        columns={[choice, ...columns, next]}
      />
      <Pager page={asked.page} per={PER_PAGE} total={total} onPage={(page) => ask({ page })} newest />
      <Bulk
        chosen={orders.filter(({ id }) => chosen.has(id))}
        onChooseAll={() => setChosen(new Set(orders.map(({ id }) => id)))}
        onChooseNone={() => setChosen(new Set())}
        onDone={() => void refetch()}
      />
    </>
  );
}
