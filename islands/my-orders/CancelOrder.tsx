import { cancelOrder } from '../../server/shipping/contract';
import { call } from '../browser/api';
import { AskedButton, type ConfirmedAct } from '../forms/asked-button';
import type { OrderItem } from './order-rows';

interface Props {
  order: OrderItem['order'];
  refetch: () => Promise<unknown>;
}

/** Of a buyer, until the payment has begun. */
export const CancelOrder = ({ order, refetch }: Props) =>
  order.can.cancel && (
    <AskedButton {...cancelAct({ order, refetch })} name={`Cancel Order ${order.po_number}`} tone="quiet" />
  );

export function cancelAct({ order, refetch }: Props): ConfirmedAct {
  const { id, version, po_number, seller_name } = order;
  return {
    label: 'Cancel Order',
    title: `Cancel order ${po_number}?`,
    keep: 'Keep Order',
    act: () => call(cancelOrder, { id }, { version }),
    done: `${po_number} was canceled.`,
    onChange: refetch,
    children: `You aren't charged. The units go back on sale, and ${seller_name} is notified. This can't be undone.`,
  };
}
