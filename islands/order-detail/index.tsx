import type { PropsOf } from '../../server/contract/island';
import { type orderDetail, showPurchaseOrder } from '../../server/orders/contract';
import { call } from '../browser/api';
import { givenId } from '../browser/navigation';
import { BuysAgain } from '../buy-again/buys-again';
import { useChannel } from '../live/cable';
import { ConnectionStatus } from '../live/connection-status';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { OrderPage } from './OrderPage';

export default function OrderDetail({ order, ...props }: PropsOf<typeof orderDetail>) {
  const id = order?.data.attributes.id ?? givenId('order-detail', 'orderId', -1);
  const [document, refetch, { failed }] = usePreloaded(order, () => call(showPurchaseOrder, { id }));
  useChannel('PurchaseOrdersChannel', refetch);
  if (!document)
    return failed ? (
      <Failed onRetry={refetch}>The order could not be loaded.</Failed>
    ) : (
      <Skeleton shape="lines" label="Loading the order" />
    );
  // Only sellers see a net.
  const side = props.side ?? (document.data.attributes.total_net_to_seller === null ? 'buyer' : 'seller');
  return (
    <>
      <ConnectionStatus />
      <BuysAgain value={props.buysAgain ?? true}>
        <OrderPage document={document} side={side} openable={props.openable} refetch={refetch} />
      </BuysAgain>
    </>
  );
}
