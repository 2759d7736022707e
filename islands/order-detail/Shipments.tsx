import { useState } from 'react';
import { formatUnits } from '../../server/contract/money';
import type { Shipment } from '../../server/orders/fulfilment-contract';
import { cancelShipment, carrierName, modeLabels } from '../../server/shipping/contract';
import { notify } from '../browser/alerts';
import { ApiError, call } from '../browser/api';
import { useLateComponent } from '../browser/use-late-component';
import { slipOf } from '../shipping/packing-slip';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { useDates } from '../ui/dates';
import type { SectionProps } from './order-page';
import { TrackingNumbers } from './TrackingNumbers';

export function Shipments(props: SectionProps) {
  const shown = props.order.shipments.filter(({ status }) => status !== 'canceled');
  if (shown.length === 0) return null;
  return (
    <section className="stack" aria-label="Shipments">
      <h2>Shipments</h2>
      {shown.map((shipment) => (
        <ShipmentCard key={shipment.number} {...props} shipment={shipment} />
      ))}
    </section>
  );
}

type CardProps = SectionProps & { shipment: Shipment };

function ShipmentCard({ shipment, ...props }: CardProps) {
  const { day } = useDates();
  const { number, status, shipped_at } = shipment;
  const slip = slipOf(props.order, shipment);
  return (
    <article className="card stack tight" aria-label={`Shipment ${number}`}>
      <div className="row between">
        <h3>{`Shipment ${number}`}</h3>
        <Badge tone={status === 'shipped' ? 'green' : 'yellow'}>
          {shipped_at ? `Shipped ${day(shipped_at)}` : 'Packed'}
        </Badge>
      </div>
      <p className="muted small">{factsOf(shipment)}</p>
      <TrackingNumbers tracking={shipment.tracking} />
      <ShipmentLines shipment={shipment} lines={props.lines} />
      <div className="button-row">
        {props.side !== 'buyer' && status === 'packed' && <PackedActions {...props} shipment={shipment} />}
        {slip && (
          <Button size="small" tone="quiet" icon="print" href={slip.url} target="_blank">
            Print Packing Slip
          </Button>
        )}
      </div>
    </article>
  );
}

const counted = (count: bigint | number | null, noun: string) =>
  count === null ? null : `${formatUnits(count)} ${noun}${BigInt(count) === 1n ? '' : 's'}`;

const factsOf = (shipment: Shipment) =>
  [
    carrierName(shipment) ?? modeLabels[shipment.mode],
    counted(shipment.cartons, 'carton'),
    counted(shipment.pallets, 'pallet'),
    shipment.weight_lb === null ? null : `${formatUnits(shipment.weight_lb)} lb`,
  ]
    .filter(Boolean)
    .join(' · ');

const ShipmentLines = ({ shipment, lines }: Pick<CardProps, 'shipment' | 'lines'>) => (
  <ul className="shipment-lines small">
    {shipment.lines.map(({ purchase_order_product_id: id, quantity }) => {
      const ordered = lines.find((line) => line.id === String(id))?.attributes;
      return (
        <li key={id}>
          <span>{ordered?.product.name}</span>
          <span className="tabular muted">
            {`${formatUnits(quantity)} of ${formatUnits(ordered?.quantity ?? quantity)}`}
          </span>
        </li>
      );
    })}
  </ul>
);

function PackedActions({ shipment, order, lines, refetch }: CardProps) {
  const [isOpen, setOpen] = useState(false);
  const ShipDialog = useLateComponent({
    wanted: isOpen,
    load: () => import('../shipping/ShipDialog').then((loaded) => loaded.ShipDialog),
    onFailure: () => setOpen(false),
  });

  async function cancel() {
    try {
      await call(cancelShipment, { id: order.id, number: String(shipment.number) });
      notify('success', `Shipment ${shipment.number} was canceled.`);
    } catch (error) {
      notify('error', error instanceof ApiError ? error.message : 'Check your connection and try again.');
    }
    await refetch();
  }

  return (
    <>
      <Button
        size="small"
        tone="primary"
        disabled={order.shipping.needs_ship_to}
        onClick={() => setOpen(true)}
        aria-label={`Ship Shipment ${shipment.number}`}
      >
        Ship
      </Button>
      <Button size="small" tone="quiet" onClick={() => void cancel()}>
        Cancel Shipment
      </Button>
      {isOpen && ShipDialog && (
        <ShipDialog
          order={order}
          lines={lines}
          edited={shipment}
          refetch={refetch}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
