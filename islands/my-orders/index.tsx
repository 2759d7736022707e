import { useEffect, useRef } from 'react';
import { listPurchaseOrders, ORDERS_SHOWN, type PurchaseOrdersDocument } from '../../server/orders/contract';
import { settlePayment } from '../../server/payments/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { usePreloaded } from '../browser/preloaded';
import { useChannel } from '../live/cable';
import { ConnectionStatus } from '../live/connection-status';
import type { SteadyRow } from '../live/steady-list';
import { SteadyRegion } from '../live/steady-region';
import { useSteadyList } from '../live/use-steady-list';
import { Button } from '../ui/button';
import { Empty, Failed } from '../ui/empty';
import { Pagination } from '../ui/page-turner';
import { Skeleton } from '../ui/skeleton';
import { OrderCard } from './OrderCard';
import { entriesOf, type OrderItem } from './order-rows';
import { GROUPS } from './progress';

interface Props {
  orders: PurchaseOrdersDocument;
  side: 'buyer' | 'seller';
  page: number;
  more: boolean;
  returned: { success: boolean; purchase_order_id: number | null } | null;
}

export default function MyOrders(props: Partial<Props>) {
  const { side = 'buyer', returned = null, page = 1, more = false } = props;
  const [document, refetch, { failed }] = usePreloaded(props.orders, () =>
    call(listPurchaseOrders, {}, undefined, { page, per: ORDERS_SHOWN }),
  );
  const steady = useSteadyList({ source: document, entries: entriesOf(document, side) });
  useChannel('PurchaseOrdersChannel', refetch);
  usePaymentReturn(returned, refetch);

  if (!document)
    return failed ? (
      <Failed onRetry={refetch}>Your orders could not be loaded.</Failed>
    ) : (
      <Skeleton shape="rows" />
    );
  return (
    <>
      <ConnectionStatus />
      {document.data.length === 0 && steady.rows.length === 0 && <NoOrders page={page} />}
      <SteadyRegion list={steady} noun="order">
        {GROUPS.map((group) => {
          const rows = steady.rows.filter(({ place }) => place === group);
          return rows.length > 0 && <OrderGroup key={group} title={group} rows={rows} side={side} />;
        })}
      </SteadyRegion>
      <Pagination of="orders" page={page} more={more} />
      {side === 'seller' && document.data.length > 0 && <CsvLink />}
    </>
  );
}

function NoOrders({ page }: Pick<Props, 'page'>) {
  if (page > 1) return <p className="muted">There are no older orders.</p>;
  return (
    <Empty
      icon="box"
      title="You don't have any orders yet."
      action={
        <Button tone="primary" href="/my_offers">
          My Offers
        </Button>
      }
    >
      Orders appear here when an offer is accepted.
    </Empty>
  );
}

interface OrderGroupProps extends Pick<Props, 'side'> {
  title: string;
  rows: readonly SteadyRow<OrderItem>[];
}

const OrderGroup = ({ title, rows, side }: OrderGroupProps) => (
  <section className="section" aria-label={title}>
    <div className="section-head">
      <h2>
        {title} <span className="count">{rows.filter(({ hasLeft }) => !hasLeft).length}</span>
      </h2>
    </div>
    {rows.map((row) => (
      <OrderCard key={row.key} row={row} side={side} />
    ))}
  </section>
);

const CsvLink = () => (
  <p className="list-export">
    <Button tone="link" size="small" icon="download" href="/dashboard/export/orders.csv" target="_blank">
      Download CSV
    </Button>
  </p>
);

/** Shows the payment page's result once and makes the server ask the provider. */
function usePaymentReturn(returned: Props['returned'], refetch: () => Promise<unknown>) {
  const told = useRef(false);
  useEffect(() => {
    if (!returned || told.current) return;
    told.current = true;
    // Prevents a repetition after reload or Back.
    history.replaceState(history.state, '', '/my_orders');
    if (!returned.success) {
      notify('error', 'There was an issue with your payment.');
      return;
    }
    notify('success', 'Your payment is being processed.');
    if (returned.purchase_order_id === null) return;
    // If this call fails, the webhook or the reconciliation settles the payment.
    call(settlePayment, { id: returned.purchase_order_id }, {}).then(refetch, refetch);
  }, [returned, refetch]);
}
