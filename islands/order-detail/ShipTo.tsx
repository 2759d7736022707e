import type { ReactNode } from 'react';
import { isCollected, shippingTermsLabels } from '../../server/contract/shipping-terms';
import type { OrderAddress, OrderOrigin } from '../../server/orders/contract';
import { deliveryFacts } from '../addresses/delivery-facts';
import { ChangeShipTo } from './ChangeShipTo';
import type { SectionProps } from './order-page';

type Props = Pick<SectionProps, 'order' | 'side'>;

export const ShipTo = ({ order, side, refetch, children }: SectionProps & { children: ReactNode }) => {
  const collected = isCollected(order.shipping.terms);
  return (
    <section className="card stack tight" aria-label="Shipping">
      <div className="row between">
        <h2>{collected ? 'Pick up from' : 'Ship to'}</h2>
        {side === 'buyer' && order.can.change_ship_to && !collected && !order.shipping.needs_ship_to && (
          <ChangeShipTo order={order} refetch={refetch} />
        )}
        {children}
      </div>
      {collected ? <Origin order={order} side={side} /> : <Destination order={order} side={side} />}
      <Terms order={order} side={side} />
    </section>
  );
};

function Origin({ order: { shipping }, side }: Props) {
  if (!shipping.ship_from) return <p className="muted">No location</p>;
  return (
    <>
      <Place address={shipping.ship_from} />
      {side === 'buyer' && !shipping.ship_from.line1 && (
        <p className="muted small">You get the full address once you have paid.</p>
      )}
    </>
  );
}

function Destination({ order: { shipping }, side }: Props) {
  if (shipping.ship_to)
    return (
      <>
        <Place address={shipping.ship_to} />
        {side === 'seller' && !shipping.ship_to.line1 && (
          <p className="muted small">You get the full address once the order is paid.</p>
        )}
      </>
    );
  if (!shipping.needs_ship_to) return <p className="muted">No address</p>;
  return (
    <p className="muted">
      {side === 'buyer' ? 'No address chosen yet' : "Waiting for the buyer's ship-to address"}
    </p>
  );
}

function Terms({ order: { shipping } }: Props) {
  const { terms, ship_from, carrier_instructions } = shipping;
  const from = ship_from && !isCollected(terms) ? `${ship_from.city}, ${ship_from.region}` : null;
  return (
    <dl className="facts order-terms">
      <div>
        <dt>Shipping</dt>
        <dd>{shippingTermsLabels[terms]}</dd>
      </div>
      {from && (
        <div>
          <dt>Ships from</dt>
          <dd>{from}</dd>
        </div>
      )}
      {carrier_instructions && (
        <div>
          <dt>{terms === 'pickup' ? 'Pickup contact' : 'Carrier'}</dt>
          <dd className="pre-line">{carrier_instructions}</dd>
        </div>
      )}
    </dl>
  );
}

function Place({ address }: { address: OrderAddress | OrderOrigin }) {
  const facts = deliveryFacts({
    dock: address.dock ?? 'unknown',
    appointment: address.appointment ?? false,
    hours: address.hours ?? null,
  });
  return (
    <>
      {address.company && <p className="strong">{address.company}</p>}
      <p className="pre-line">{placeLines(address).join('\n')}</p>
      {facts && <p className="muted small">{facts}</p>}
      {address.instructions && <p className="muted small pre-line">{address.instructions}</p>}
    </>
  );
}

const placeLines = (address: OrderAddress | OrderOrigin) =>
  [
    address.attention && `Attn: ${address.attention}`,
    address.line1,
    address.line2,
    `${address.city}, ${address.region} ${address.postal_code ?? ''}`.trim(),
    address.country === 'CA' && 'Canada',
    address.phone_display,
  ].filter(Boolean);
