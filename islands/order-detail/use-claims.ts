import { type OrderClaims, orderClaims } from '../../server/claims/contract';
import { call } from '../browser/api';
import { useChannel } from '../live/cable';
import { showsAmounts } from '../my-orders/amounts';
import type { OrderItem } from '../my-orders/order-rows';
import { usePreloaded } from '../ui/feedback';

export interface LoadedClaims {
  /** undefined until they are loaded. */
  loaded: OrderClaims | undefined;
  failed: boolean;
  reload: () => Promise<boolean>;
}

const NONE: OrderClaims = { claims: [], claimable: [] };

/** The order's claims, which its document leaves out. Who reads no amounts reads no claims. */
export function useClaims(order: OrderItem['order']): LoadedClaims {
  const load = async () => (showsAmounts(order) ? call(orderClaims, { id: order.id }) : NONE);
  const [loaded, reload, { failed }] = usePreloaded(undefined, load);
  useChannel('PurchaseOrdersChannel', reload);
  return { loaded, failed, reload };
}
