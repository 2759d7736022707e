import { type OrderClaims, orderClaims } from '../../server/claims/contract';
import { call } from '../browser/api';
import { useChannel } from '../live/cable';
import { usePreloaded } from '../ui/feedback';

export interface LoadedClaims {
  /** undefined until they are loaded. */
  loaded: OrderClaims | undefined;
  failed: boolean;
  reload: () => Promise<boolean>;
}

/** The order's claims, which its document leaves out. */
export function useClaims(id: number): LoadedClaims {
  const [loaded, reload, { failed }] = usePreloaded(undefined, () => call(orderClaims, { id }));
  useChannel('PurchaseOrdersChannel', reload);
  return { loaded, failed, reload };
}
