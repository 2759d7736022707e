import type { ShippingTerms } from '../../server/contract/shipping-terms';
import type { OrderAddress, OrderOrigin } from '../../server/orders/fulfilment-contract';
import { ChangeShipTo } from './ChangeShipTo';
import type { SectionProps } from './order-page';

const TERMS: Record<ShippingTerms, string> = {
  seller_pays: 'Shipping included',
  buyer_pays: 'Freight quoted by seller',
  buyer_carrier: "Buyer's carrier",
  pickup: 'Pickup',
};

export const ShipTo = ({ order, side, refetch }: SectionProps) => (
  <section className="card stack tight" aria-label="Shipping">
    <div className="row between">
      <h2>Ship to</h2>
      {side === 'buyer' && order.can.change_ship_to && !order.shipping.needs_ship_to && (
        <ChangeShipTo order={order} refetch={refetch} />
      )}
    </div>
    <Addresses order={order} side={side} />
  </section>
);

const Addresses = ({ order: { shipping }, side }: Pick<SectionProps, 'order' | 'side'>) => (
  <>
    {shipping.ship_to ? (
      <Place address={shipping.ship_to} />
    ) : (
      <p className="muted">{missing(shipping.needs_ship_to, side)}</p>
    )}
    <p className="muted small">{TERMS[shipping.terms]}</p>
    {shipping.carrier_instructions && <p className="pre-line small">{shipping.carrier_instructions}</p>}
    {shipping.ship_from && (
      <>
        <h3>Ships from</h3>
        <Place address={shipping.ship_from} />
      </>
    )}
  </>
);

function missing(isNeeded: boolean, side: SectionProps['side']) {
  if (!isNeeded) return 'No address';
  return side === 'buyer' ? 'No address chosen yet' : "Waiting for the buyer's ship-to address";
}

const DOCKS = { dock: 'Loading dock', no_dock: 'No loading dock', unknown: null } as const;

function Place({ address }: { address: OrderAddress | OrderOrigin }) {
  const notes = [
    address.dock && DOCKS[address.dock],
    address.appointment && 'Appointment required',
    address.hours,
  ].filter(Boolean);
  return (
    <>
      <p className="pre-line">{placeLines(address).join('\n')}</p>
      {notes.length > 0 && <p className="muted small">{notes.join(' · ')}</p>}
      {address.instructions && <p className="muted small pre-line">{address.instructions}</p>}
    </>
  );
}

const placeLines = (address: OrderAddress | OrderOrigin) =>
  [
    address.company,
    address.attention && `Attn: ${address.attention}`,
    address.line1,
    address.line2,
    `${address.city}, ${address.region} ${address.postal_code ?? ''}`.trim(),
    address.country === 'CA' && 'Canada',
    address.phone_display,
  ].filter(Boolean);
