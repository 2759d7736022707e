import type { Knex } from 'knex';
import type { PurchaseOrderRow } from '../../db/tables';
import { type Person, staff } from '../accounts/policy';
import { isCapable } from '../contract/capabilities';
import { isPartlyShipped } from './progress';
import { type OrderWithNames, orderOfParties } from './queries';
import type { OrderEvent } from './rules';
import { allowedEvents, type OrderActor, PAYABLE_STATUS, statusAfter } from './state-machine';
import { readsStatus } from './visibility/amounts';

/** Of the calls that name an event. Sellers and buyers have calls of their own (shipping/routes.ts). */
export const mayApplyEvents = staff;

export async function visibleOrder(
  viewer: Person,
  { id }: { id: number },
  { db }: { db: Knex },
): Promise<OrderWithNames | undefined> {
  const { kind, buyer_id, seller_id } = viewer;
  const parties = [kind === 'buyer' ? buyer_id : null, kind === 'seller' ? seller_id : null];
  const [order] = await orderOfParties(db, [id, ...parties]);
  return order && readsStatus(viewer, order.status) ? order : undefined;
}

type Order = Pick<PurchaseOrderRow, 'status'>;

type Cancelable = Parameters<typeof isPartlyShipped>[0] & Pick<PurchaseOrderRow, 'status' | 'payment_flag'>;

/** A seller cancels a paid order, a buyer one whose payment has not begun. A partly shipped order stays. */
export function mayCancel(actor: OrderActor, order: Cancelable): boolean {
  if (statusAfter('cancel', order.status, actor) === null || isPartlyShipped(order)) return false;
  if (actor === 'seller') return order.status === 'awaiting_shipment';
  if (actor === 'buyer') return order.status === PAYABLE_STATUS && order.payment_flag === null;
  return true;
}

/** What staff may fire: the table's events without what shipments rule out. */
export const eventsOf = (order: Cancelable): OrderEvent[] =>
  allowedEvents(order.status).filter((event) => event !== 'cancel' || mayCancel('staff', order));

const pays = (viewer: Person) => viewer.kind === 'buyer' && isCapable(viewer, 'orders:write');

export const canPay = (viewer: Person, { status }: Order): boolean =>
  pays(viewer) && status === PAYABLE_STATUS;

export const canVerify = (viewer: Person, { status }: Order): boolean =>
  pays(viewer) && status === 'requires_payment_action';
