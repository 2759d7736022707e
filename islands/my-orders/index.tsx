import type { PropsOf } from '../../server/contract/island';
import {
  DUE_FIRST,
  listPurchaseOrders,
  type myOrders,
  ORDERS_SHOWN,
  type PurchaseOrdersDocument,
} from '../../server/orders/contract';
import { call } from '../browser/api';
import { BuysAgain } from '../buy-again/buys-again';
import { NoMatches } from '../lists/NoMatches';
import { useStatusMenu } from '../lists/use-status-menu';
import { useChannel } from '../live/cable';
import { ConnectionStatus } from '../live/connection-status';
import { SteadyRegion, useSteadyList } from '../live/steady/list';
import { Button } from '../ui/button';
import { useDates } from '../ui/dates';
import { Empty } from '../ui/empty';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { Pagination } from '../ui/page-turner';
import { type Side, YOUR_PAYMENT } from './groups';
import { OrderTable } from './OrderTable';
import { entriesOf } from './order-rows';
import { PaymentPanel } from './PaymentPanel';
import { usePaymentReturn, useReturned } from './payment-return';
import { useNow } from './time-left';
import { usePaymentWait } from './use-payment-wait';
import { useNewOrder, useReturnFocus, useShownRow } from './use-shown-row';

export default function MyOrders(props: PropsOf<typeof myOrders>) {
  useStatusMenu();
  const { opened = null, page = 1, more = false, search = null } = props;
  const returned = useReturned(props);
  const [document, refetch, { failed }] = usePreloaded(props.orders, () =>
    call(listPurchaseOrders, {}, undefined, { page, per: ORDERS_SHOWN, ...(search?.given ?? DUE_FIRST) }),
  );
  const side = props.side ?? sideOf(document);
  const paid = returned?.purchase_order_id ?? null;
  const steady = useSteadyList({
    source: document,
    entries: entriesOf(document, side, { paid, isSorted: Boolean(search?.given.sort) }),
  });
  const { rows } = steady;
  const linked = paid === null && opened !== null ? String(opened) : null;
  const newOrder = useNewOrder();
  useShownRow(steady, newOrder ?? linked);
  useReturnFocus(steady.region);
  const paidOrder = rows.find(({ place }) => place === YOUR_PAYMENT)?.item.order;
  const success = returned?.success === true;
  const isWaiting = usePaymentWait(paidOrder !== undefined && success);
  const clock = { ...useDates(), now: useNow() };
  useChannel('PurchaseOrdersChannel', refetch);
  usePaymentReturn(props, refetch, document);

  if (!document)
    return failed ? (
      <Failed onRetry={refetch}>Your orders could not be loaded.</Failed>
    ) : (
      <Skeleton shape="rows" />
    );
  return (
    <>
      <ConnectionStatus />
      {document.data.length === 0 &&
        rows.length === 0 &&
        (search ? <NoMatches of="orders" search={search} /> : <NoOrders page={page} side={side} />)}
      <SteadyRegion list={steady} noun="order">
        {paidOrder && <PaymentPanel order={paidOrder} success={success} isWaiting={isWaiting} />}
        {rows.length > 0 && (
          <BuysAgain value={props.buysAgain ?? true}>
            <OrderTable
              rows={rows}
              side={side}
              clock={clock}
              markOf={(key) => (key === newOrder ? 'new' : key === linked ? 'linked' : null)}
              isWaiting={isWaiting}
              refetch={refetch}
            />
          </BuysAgain>
        )}
      </SteadyRegion>
      <Pagination of="orders" page={page} more={more} search={search?.address} />
    </>
  );
}

/** Only sellers see a net. */
const sideOf = (document: PurchaseOrdersDocument | undefined): Side =>
  document?.data.some(({ attributes }) => attributes.total_net_to_seller !== null) ? 'seller' : 'buyer';

function NoOrders({ page, side }: { page: number; side: Side }) {
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
      {side === 'buyer'
        ? 'Orders appear here when you buy now or an offer is accepted.'
        : 'Orders appear here when you accept an offer or a buyer buys now.'}
    </Empty>
  );
}
