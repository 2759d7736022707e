import { useState } from 'react';
import { counted, formatUnits } from '../../server/contract/money';
import type { Shipment } from '../../server/orders/contract';
import { cancelShipment } from '../../server/shipping/contract';
import { carrierName, modeLabels } from '../../server/shipping/rules';
import { call } from '../browser/api';
import { useLateComponent } from '../browser/use-late-component';
import { AskedButton } from '../forms/asked-button';
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
      <h2 className="visually-hidden">Shipments</h2>
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
        {props.side !== 'buyer' && <ShipmentActions {...props} shipment={shipment} />}
        {slip && (
          <Button size="small" icon="print" href={slip.url} target="_blank">
            Print Packing Slip
          </Button>
        )}
      </div>
    </article>
  );
}

const factsOf = (shipment: Shipment) =>
  [
    carrierName(shipment) ?? modeLabels[shipment.mode],
    shipment.cartons !== null && counted(shipment.cartons, 'carton'),
    shipment.pallets !== null && counted(shipment.pallets, 'pallet'),
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

/** Carrier and tracking may be corrected until receipt, the rest while it is packed. */
function ShipmentActions(props: CardProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const ShipDialog = useLateComponent({
    wanted: isOpen,
    load: () => import('../shipping/ShipDialog').then((loaded) => loaded.ShipDialog),
    onFailure: close,
  });
  const { shipment, order, lines, refetch } = props;
  const isOnItsWay = order.status === 'awaiting_shipment' || order.status === 'shipped';
  const open = () => setOpen(true);
  return (
    <>
      {shipment.status === 'packed' && <PackedButtons {...props} onOpen={open} />}
      {shipment.status === 'shipped' && isOnItsWay && shipment.mode !== 'pickup' && (
        <Button size="small" aria-label={`Edit Tracking of shipment ${shipment.number}`} onClick={open}>
          Edit Tracking
        </Button>
      )}
      {isOpen && ShipDialog && (
        <ShipDialog order={order} lines={lines} edited={shipment} refetch={refetch} onClose={close} />
      )}
    </>
  );
}

const PackedButtons = ({
  shipment: { number },
  order,
  refetch,
  onOpen,
}: CardProps & { onOpen: () => void }) => (
  <>
    <Button size="small" tone="primary" onClick={onOpen} aria-label={`Ship Shipment ${number}`}>
      Ship
    </Button>
    <AskedButton
      label="Cancel Shipment"
      name={`Cancel Shipment ${number}`}
      size="small"
      tone="quiet"
      title={`Cancel shipment ${number} of ${order.po_number}?`}
      keep="Keep Shipment"
      act={() => call(cancelShipment, { id: order.id, number: String(number) })}
      done={`Shipment ${number} was canceled.`}
      onChange={refetch}
    >
      Its packing slip is withdrawn. The units stay in the order, to be packed again.
    </AskedButton>
  </>
);
