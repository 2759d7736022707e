import type { ShipmentRow } from '../../db/tables';
import type { Person } from '../accounts/policy';
import { visibleOrder } from '../orders/policy';
import type { Services } from '../services';

export async function findShipment(
  viewer: Person,
  { id, number }: { id: number; number: string },
  services: Services,
): Promise<ShipmentRow | null> {
  const order = /^\d{1,6}$/.test(number) && (await visibleOrder(viewer, { id }, services));
  if (!order) return null;
  const shipment = await services
    .db('shipments')
    .where({ purchase_order_id: id, number: Number(number) })
    .first();
  return shipment ?? null;
}
