import type { InferType } from 'yup';
import type { FrozenAddress, PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Buyer, Staff } from '../accounts/policy';
import { addressOfBuyer, freeze, placeOf, requireOwned, requireServed } from '../addresses/queries';
import { isCollected } from '../contract/shipping-terms';
import { Conflict } from '../http/errors';
import { raiseVersionWithActivity } from '../orders/activity';
import { isBeforeShipping, termsOf } from '../orders/progress';
import { lockOrder } from '../orders/transitions';
import type { shipToBody } from './ship-to-body';

type Wanted = InferType<typeof shipToBody>;

const FIELD = 'address_id';

async function wantedAddress(tx: Tx, order: PurchaseOrderRow, viewer: Buyer | Staff, wanted: Wanted) {
  if (viewer.kind === 'staff' && wanted.address) return wanted.address as unknown as FrozenAddress;
  const row =
    wanted.address_id === undefined ? undefined : await addressOfBuyer(tx, order.buyer_id, wanted.address_id);
  requireOwned(row, FIELD);
  return row;
}

/** Staff's own address too. */
async function requireServedBySeller(
  tx: Tx,
  { seller_id, ship_from }: PurchaseOrderRow,
  address: FrozenAddress,
  field: string,
) {
  const seller = await tx('sellers').where({ id: seller_id }).first('ships_to_canada');
  const home = await tx('addresses')
    .where({ seller_id, is_default: true, deleted_at: null })
    .first('country');
  const carrying = { ships_to_canada: seller?.ships_to_canada ?? false, location: ship_from ?? home ?? null };
  requireServed(address, carrying, field);
}

/** Freight that was quoted for one postal code holds for no other. Staff settle the difference themselves. */
function requireSameArea({ freight_cents, ship_to }: PurchaseOrderRow, { postal_code }: FrozenAddress) {
  if (freight_cents === 0 || ship_to === null || ship_to.postal_code === postal_code) return;
  throw Conflict(`The freight was quoted for ${placeOf(ship_to)}. Choose an address there, or contact us.`);
}

/** Until something has shipped. Throws 409 afterwards, and for another postal code once freight is paid for one. */
export async function changeShipTo(
  tx: Tx,
  orderId: number,
  viewer: Buyer | Staff,
  wanted: Wanted,
): Promise<PurchaseOrderRow> {
  const order = await lockOrder(tx, orderId, wanted.version);
  if (order.status === 'canceled') throw Conflict('This order was canceled.');
  if (!isBeforeShipping(order)) throw Conflict('This order has already shipped.');
  if (isCollected(termsOf(order)))
    throw Conflict("This order is picked up from the seller, so it doesn't need a ship-to address.");
  const address = await wantedAddress(tx, order, viewer, wanted);
  const isTyped = viewer.kind === 'staff' && wanted.address !== undefined;
  await requireServedBySeller(tx, order, address, isTyped ? 'address.country' : FIELD);
  if (viewer.kind === 'buyer') requireSameArea(order, address);
  const shipTo = freeze(address);
  await tx('purchase_orders')
    .where({ id: orderId })
    .update({ ship_to: JSON.stringify(shipTo) as never });
  const { city, region, postal_code } = shipTo;
  return raiseVersionWithActivity(
    tx,
    order,
    { actor: viewer.kind, userId: viewer.id },
    { event: 'ship_to_changed', detail: { city, region, postal_code } },
  );
}
