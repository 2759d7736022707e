import type { PurchaseOrderRow } from '../../db/tables';
import { isCollected } from '../contract/shipping-terms';
import { isUnconfirmed } from './state-machine';

type Progress = Pick<PurchaseOrderRow, 'shipped_units' | 'canceled_units' | 'total_units'>;

export const unshippedUnits = ({ total_units, shipped_units, canceled_units }: Progress) =>
  total_units - shipped_units - canceled_units;

export const isPartlyShipped = (order: Progress): boolean =>
  order.shipped_units > 0n && unshippedUnits(order) > 0n;

/** An order of an older client may have no terms: its seller books and pays. */
export const termsOf = ({ shipping_terms }: Pick<PurchaseOrderRow, 'shipping_terms'>) =>
  shipping_terms ?? 'seller_pays';

/** The ship-to can be chosen and changed until something has shipped. */
export const isBeforeShipping = ({
  status,
  shipped_units,
}: Pick<PurchaseOrderRow, 'status' | 'shipped_units'>): boolean =>
  shipped_units === 0n && (status === 'awaiting_shipment' || isUnconfirmed(status));

export const needsShipTo = (
  order: Pick<PurchaseOrderRow, 'status' | 'shipped_units' | 'ship_to' | 'shipping_terms'>,
): boolean => order.ship_to === null && !isCollected(termsOf(order)) && isBeforeShipping(order);
