import { useRef, useState } from 'react';
import { dollars, formatUnits } from '../../server/contract/money';
import {
  type AdminPurchaseOrder,
  type AdminPurchaseOrders,
  listAllPurchaseOrders,
  orderStatuses,
  orderStatusLabels,
  orderTone,
  transitionOrder,
} from '../../server/orders/contract';
import { notify } from '../kit/alerts';
import { ApiError, call, queryString } from '../kit/api';
import { Badge } from '../kit/badge';
import { Button } from '../kit/button';
import { useChannel } from '../kit/cable';
import { day } from '../kit/dates';
import { Empty, Failed } from '../kit/empty';
import { SearchField } from '../kit/inputs';
import { usePreloaded } from '../kit/preloaded';
import { Skeleton } from '../kit/skeleton';
import { Table } from '../kit/table';
import { Transitions } from './Transitions';

const PER_PAGE = 50;

interface Asked {
  page: number;
  status: string;
  query: string;
}

const addressOf = ({ page, status, query }: Asked) => {
  const search = queryString({
    ...(page > 1 && { page }),
    ...(status && { status }),
    ...(query && { query }),
  });
  return `/admin/purchase_orders${search && `?${search}`}`;
};

export default function ManagePurchaseOrders(props: Partial<AdminPurchaseOrders & Asked>) {
  const { data, meta, page = 1, status = '', query = '' } = props;
  const [asked, setAsked] = useState<Asked>({ page, status, query });
  // What was asked for last, also before the next render: the answer to anything else is not waited for.
  const wanted = useRef(asked);
  const [busy, setBusy] = useState<number | null>(null);
  const given = data && meta ? { data, meta } : undefined;
  const [list, refetch, { failed }] = usePreloaded(given, () =>
    call(listAllPurchaseOrders, {}, undefined, { ...wanted.current, per: PER_PAGE }),
  );
  useChannel('PurchaseOrdersChannel', refetch);

  /** The list's state lives in the address. */
  function ask(change: Partial<Asked>) {
    const next = { ...wanted.current, page: 1, ...change };
    wanted.current = next;
    setAsked(next);
    history.replaceState(history.state, '', addressOf(next));
    void refetch();
  }

  async function fire(order: AdminPurchaseOrder['attributes'], event: string, facts: object) {
    setBusy(order.id);
    try {
      const { data: moved } = await call(
        transitionOrder,
        { id: order.id },
        { event, ...facts, version: order.version },
      );
      notify('success', `${order.po_number}: ${orderStatusLabels[moved.attributes.status]}`);
    } catch (error) {
      notify('error', error instanceof ApiError ? error.message : 'Oops, something went wrong.');
    }
    await refetch();
    setBusy(null);
  }

  if (!list)
    return failed ? (
      <Failed onRetry={refetch}>The orders could not be loaded.</Failed>
    ) : (
      <Skeleton shape="rows" />
    );
  const { counts, total } = list.meta;
  const pages = Math.max(1, Math.ceil(total / PER_PAGE));
  const everything = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <div className="table-tools">
        <SearchField
          label="Search orders"
          name="query"
          value={asked.query}
          onSearch={(text) => ask({ query: text })}
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
      <Table
        caption="Purchase orders"
        rows={list.data}
        rowKey={({ id }) => id}
        dense
        cards="wide"
        empty={
          <Empty icon="box" title="No orders match.">
            Try another status or search.
          </Empty>
        }
        columns={[
          {
            key: 'id',
            head: 'Order',
            rowHead: true,
            cell: ({ attributes }) => (
              <>
                <strong className="nowrap">{attributes.po_number}</strong>
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
          {
            key: 'status',
            head: 'Status',
            cell: ({ attributes }) => (
              <>
                <Badge tone={orderTone(attributes.status, 'seller')}>
                  {orderStatusLabels[attributes.status]}
                </Badge>
                {attributes.payment_flag && (
                  <div className="tiny strong">{attributes.payment_flag.replaceAll('_', ' ')}</div>
                )}
                {attributes.tracking_number && (
                  <div className="faint tiny">
                    {attributes.carrier} {attributes.tracking_number}
                  </div>
                )}
              </>
            ),
          },
          {
            key: 'actions',
            head: 'Next',
            cell: ({ attributes }) => (
              <Transitions
                order={attributes}
                busy={busy === attributes.id}
                onFire={(event, facts) => void fire(attributes, event, facts)}
              />
            ),
          },
        ]}
      />
      {pages > 1 && (
        <nav className="button-row" aria-label="Pages">
          <Button disabled={asked.page <= 1} onClick={() => ask({ page: asked.page - 1 })}>
            Newer
          </Button>
          <span className="muted tabular">
            {asked.page} of {pages}
          </span>
          <Button disabled={asked.page >= pages} onClick={() => ask({ page: asked.page + 1 })}>
            Older
          </Button>
        </nav>
      )}
    </>
  );
}
