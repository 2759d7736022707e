import type { ReactNode } from 'react';
import type {
  PurchaseOrder,
  PurchaseOrderDocument,
  PurchaseOrderProduct,
} from '../../server/orders/contract';
import type { LoadedClaims } from './use-claims';

export type Side = 'buyer' | 'seller' | 'staff';
export type Order = PurchaseOrder['attributes'];

/** What each section of the page gets. */
export interface SectionProps {
  order: Order;
  lines: readonly PurchaseOrderProduct[];
  side: Side;
  /** Loads the order again, after an act. */
  refetch: () => Promise<unknown>;
}

export interface OrderPageProps {
  document: PurchaseOrderDocument;
  side: Side;
  /** Ids of the products whose page the viewer may open; undefined: of all. */
  openable?: readonly number[] | undefined;
  refetch: () => Promise<unknown>;
  /** Further buttons of staff. */
  acts?: (claims: LoadedClaims) => ReactNode;
  /** Staff's button beside the ship-to address. */
  shipToAct?: ReactNode;
  /** Staff's buttons below the earnings. */
  moneyActs?: (claims: LoadedClaims) => ReactNode;
  /** Further sections of staff. */
  aside?: ReactNode;
}
