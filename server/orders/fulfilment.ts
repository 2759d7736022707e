import type { Person } from '../accounts/policy';
import type { Config } from '../config/config';
import { isCapable } from '../contract/capabilities';
import { cents } from '../contract/money';
import { zoneName } from '../contract/time/zones';
import type { OrderAbilities, OrderFulfilment, OrderShipping } from './contract';
import { claimUntil } from './deadlines';
import type { OrderExtras } from './extras';
import { mayCancel } from './policy';
import { isBeforeShipping, isPartlyShipped, needsShipTo, termsOf } from './progress';
import type { OrderWithNames } from './queries';
import { carrierFor, contactStage, shipFromFor, shipToFor } from './visibility/contacts';

const iso = (at: Date | null) => at?.toISOString() ?? null;

function shippingOf(order: OrderWithNames, { kind }: Person): OrderShipping {
  const [terms, stage] = [termsOf(order), contactStage(order)];
  const { carrier_instructions } = order;
  return {
    terms,
    ship_to: shipToFor(order.ship_to, kind, stage),
    ship_from: shipFromFor(order.ship_from, kind, stage),
    carrier_instructions: carrierFor({ carrier_instructions, terms }, kind, stage),
    needs_ship_to: needsShipTo(order),
  };
}

function abilitiesOf(order: OrderWithNames, viewer: Person, extras: OrderExtras): OrderAbilities {
  const { kind } = viewer;
  const writes = isCapable(viewer, 'orders:write');
  const isToShip = order.status === 'awaiting_shipment';
  const ships = kind !== 'buyer' && isToShip;
  const receives = kind !== 'seller' && order.status === 'shipped';
  return {
    change_ship_to: writes && kind !== 'seller' && isBeforeShipping(order),
    change_buyer_po_number: writes && kind === 'buyer' && isBeforeShipping(order),
    ship: ships && isCapable(viewer, 'orders:ship') && !needsShipTo(order),
    cancel: writes && mayCancel(kind, order),
    cancel_remaining: writes && ships && isPartlyShipped(order),
    receive: writes && receives && (kind === 'staff' || !extras.isReportedMissing),
    extend: writes && kind === 'buyer' && receives && !order.receipt_extended,
    claim: writes && extras.can.claim,
  };
}

export const fulfilmentOf = (
  order: OrderWithNames,
  extras: OrderExtras,
  { viewer, config }: { viewer: Person; config: Pick<Config, 'claimDays'> },
): OrderFulfilment => ({
  goods_cents: cents(order.total_cents - order.freight_cents),
  freight_cents: order.freight_cents,
  refunded_cents: extras.refunded_cents,
  ship_by: order.ship_by,
  ship_by_ends_at: iso(order.ship_by_ends_at),
  ship_by_zone:
    order.ship_by_zone && order.ship_by_ends_at && zoneName(order.ship_by_zone, order.ship_by_ends_at),
  receipt_due_at: iso(order.receipt_due_at),
  claim_until: iso(order.received_at && claimUntil(order.received_at, config)),
  shipping: shippingOf(order, viewer),
  shipments: extras.shipments,
  documents: extras.documents,
  earnings: extras.earnings,
  can: abilitiesOf(order, viewer, extras),
});
