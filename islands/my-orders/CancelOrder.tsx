import { cancelOrder } from '../../server/shipping/contract';
import { call } from '../browser/api';
import { AskedButton } from '../forms/asked-button';
import type { OrderItem } from './order-rows';

interface Props {
  order: OrderItem['order'];
  refetch: () => Promise<unknown>;
  size?: 'small';
  disabled?: boolean;
}

/** Of a buyer, until the payment has begun. */
export function CancelOrder({ order, refetch, ...button }: Props) {
  const { id, version, po_number, seller_name } = order;
  if (!order.can.cancel) return null;
  return (
    <AskedButton
      {...button}
      label="Cancel Order"
      name={`Cancel Order ${po_number}`}
      tone="quiet"
      title={`Cancel order ${po_number}?`}
      keep="Keep Order"
      act={() => call(cancelOrder, { id }, { version })}
      done={`${po_number} was canceled.`}
      onChange={refetch}
    >
      {`You aren't charged. The units go back on sale, and ${seller_name} is notified. This can't be undone.`}
    </AskedButton>
  );
}
