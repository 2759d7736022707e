import type { Claim } from '../../server/claims/contract';
import { formatUnits } from '../../server/contract/money';
import { isCollected } from '../../server/contract/shipping-terms';
import { isUndecided } from '../../server/contract/undecided-claims';
import type { PurchaseOrder, PurchaseOrderProduct } from '../../server/orders/contract';
import { isLate, shipDay } from '../shipping/ship-by';
import { leftLines, unitsOf } from '../shipping/shipment-values';
import { type Clock, untilText } from './time-left';
import { nextOf } from './wording';

type Order = PurchaseOrder['attributes'];

interface Facts {
  order: Order;
  lines: readonly PurchaseOrderProduct[];
  /** Of the order's own page; lists do without. */
  claims?: readonly Claim[] | undefined;
  clock: Clock;
}

export const CONFIRMING = 'Your payment is being confirmed.';

const claimText = (
  { claim_number, status, answer_by }: Claim,
  { order, clock }: Facts,
  isSeller: boolean,
) => {
  const claim = `Claim ${claim_number}`;
  if (status === 'in_review') return `${claim} is being reviewed by our team. We'll email you the decision.`;
  const by = untilText(answer_by, clock);
  return isSeller
    ? `${order.buyer_name} opened claim ${claim_number}. Answer by ${by}, or our team decides.`
    : `${claim} is open. ${order.seller_name} answers by ${by}, or our team decides.`;
};

function partText({ order, lines, clock }: Facts, isSeller: boolean) {
  const { shipped, ordered } = unitsOf(order, lines);
  const rest = formatUnits(ordered - shipped);
  const part = `${formatUnits(shipped)} of ${formatUnits(ordered)} units have shipped.`;
  if (order.ship_by === null)
    return `${part} ${isSeller ? `Ship the other ${rest}.` : `${order.seller_name} ships the other ${rest} next.`}`;
  const by = `by ${shipDay(order)}`;
  if (isSeller) return `${part} Ship the other ${rest} ${by}.`;
  return isLate(order, clock.now)
    ? `${part} ${order.seller_name} was due to ship the other ${rest} ${by}. We've reminded them.`
    : `${part} ${order.seller_name} ships the other ${rest} ${by}, and we'll email you then.`;
}

function lateText({ order }: Facts, isSeller: boolean) {
  const day = shipDay(order);
  return isSeller
    ? `This order was due to ship by ${day}. Ship it now, or cancel what you can't fulfill.`
    : `${order.seller_name} was due to ship by ${day}. We've reminded them, and we'll email you when it ships.`;
}

/** Where the other side comes to the seller. */
function collectedText({ order, lines }: Facts, isSeller: boolean) {
  const { terms, ship_from } = order.shipping;
  const isPickup = terms === 'pickup';
  const by = order.ship_by ? ` by ${shipDay(order)}` : '';
  const isPacked = leftLines(order, lines).length === 0;
  if (isSeller) {
    const collector = isPickup ? order.buyer_name : `${order.buyer_name}'s carrier`;
    return isPacked
      ? `Everything is packed. Mark it as ${isPickup ? 'picked up' : 'shipped'} once ${collector} has picked it up.`
      : `Pack the order for ${collector}${by}. They pick it up from you.`;
  }
  const where = ship_from ? ` in ${ship_from.city}, ${ship_from.region}` : '';
  if (isPacked) return `Your order is ready for ${isPickup ? 'pickup' : 'your carrier'}${where}.`;
  return `${order.seller_name} gets your order ready for ${isPickup ? 'pickup' : 'your carrier'}${where}${by}. We'll email you then.`;
}

function needsAddressText({ order }: Facts, isSeller: boolean) {
  return isSeller
    ? `${order.buyer_name} has paid, but hasn't chosen a ship-to address yet. We've asked them to.`
    : `Choose where ${order.seller_name} ships your order${order.ship_by ? `, so that it can leave by ${shipDay(order)}` : ''}.`;
}

function toShipText(facts: Facts, isSeller: boolean): string | null {
  const { order, lines, clock } = facts;
  if (order.shipping.needs_ship_to) return needsAddressText(facts, isSeller);
  if (unitsOf(order, lines).shipped > 0n) return partText(facts, isSeller);
  if (isCollected(order.shipping.terms)) return collectedText(facts, isSeller);
  if (isLate(order, clock.now)) return lateText(facts, isSeller);
  if (isSeller && leftLines(order, lines).length === 0)
    return 'Everything is packed. Mark it as shipped when it leaves.';
  if (isSeller || !order.ship_by) return null;
  return `${order.seller_name} ships your order by ${shipDay(order)}, and we'll email you then.`;
}

/** What happens next, of the claim and the shipments where they decide it. */
export function nextText(facts: Facts, side: 'buyer' | 'seller'): string {
  const { order, claims = [], clock } = facts;
  const isSeller = side === 'seller';
  const claim = claims.find(isUndecided);
  if (claim) return claimText(claim, facts, isSeller);
  const toShip = order.status === 'awaiting_shipment' ? toShipText(facts, isSeller) : null;
  const next = toShip ?? nextOf(order, side, clock);
  return order.can.claim && order.status !== 'shipped' && order.claim_until
    ? `${next} You can report a problem until ${clock.day(order.claim_until)}.`
    : next;
}
