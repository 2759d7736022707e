import type { Person } from '../accounts/policy';
import { fullAddress, roughAddress } from '../addresses/serializer';
import type { Config } from '../config/config';
import { cents } from '../contract/money';
import { isCollected } from '../contract/shipping-terms';
import type { OrderExtras } from './extras';
import type {
  OrderAbilities,
  OrderAddress,
  OrderFulfilment,
  OrderOrigin,
  OrderShipping,
} from './fulfilment-contract';
import { claimUntil } from './policy';
import { eventsOf, isBeforeShipping, isPartlyShipped, needsShipTo, termsOf } from './progress';
import type { OrderWithNames } from './queries';
import { isUnconfirmed } from './state-contract';

const iso = (at: Date | null) => at?.toISOString() ?? null;

const isPaid = ({ status, paid_at }: OrderWithNames) => paid_at !== null && !isUnconfirmed(status);

function shipToFor(order: OrderWithNames, viewer: Person): OrderAddress | null {
  if (order.ship_to === null) return null;
  return viewer.kind === 'seller' && !isPaid(order)
    ? roughAddress(order.ship_to)
    : fullAddress(order.ship_to);
}

function shipFromFor(order: OrderWithNames, viewer: Person): OrderOrigin | null {
  if (order.ship_from === null) return null;
  const { city, region, country } = order.ship_from;
  const isWhole = viewer.kind !== 'buyer' || (isPaid(order) && isCollected(termsOf(order)));
  return isWhole ? fullAddress(order.ship_from) : { city, region, country };
}

const shippingOf = (order: OrderWithNames, viewer: Person): OrderShipping => ({
  terms: termsOf(order),
  ship_to: shipToFor(order, viewer),
  ship_from: shipFromFor(order, viewer),
  carrier_instructions: order.carrier_instructions,
  needs_ship_to: needsShipTo(order),
});

function abilitiesOf(order: OrderWithNames, { kind }: Person, extras: OrderExtras): OrderAbilities {
  const isToShip = order.status === 'awaiting_shipment';
  const ships = kind !== 'buyer' && isToShip;
  const receives = kind !== 'seller' && order.status === 'shipped';
  return {
    change_ship_to: kind !== 'seller' && isBeforeShipping(order),
    ship: ships && !needsShipTo(order),
    cancel: kind === 'staff' ? eventsOf(order).includes('cancel') : ships && !isPartlyShipped(order),
    cancel_remaining: ships && isPartlyShipped(order),
    receive: receives && (kind === 'staff' || !extras.isReportedMissing),
    extend: kind === 'buyer' && receives && !order.receipt_extended,
    claim: extras.can.claim,
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
  receipt_due_at: iso(order.receipt_due_at),
  claim_until: iso(order.received_at && claimUntil(order.received_at, config)),
  shipping: shippingOf(order, viewer),
  shipments: extras.shipments,
  documents: extras.documents,
  earnings: extras.earnings,
  can: abilitiesOf(order, viewer, extras),
});
