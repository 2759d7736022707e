import { useState } from 'react';
import type { PurchaseOrderProduct } from '../../server/orders/contract';
import { useLateComponent } from '../browser/use-late-component';
import { Button } from '../ui/button';
import type { Order } from './shipment-values';
import { leftLines } from './shipment-values';

interface Props {
  order: Order;
  lines: readonly PurchaseOrderProduct[];
  /** Staff have buttons of their own for the whole order. */
  side?: 'seller' | 'staff';
  refetch: () => Promise<unknown>;
  disabled?: boolean;
}

/** The seller's and staff's acts on a paid order. */
export function ShipActions(props: Props) {
  const [isGivingUp, setGivingUp] = useState(false);
  const { order, side = 'seller' } = props;
  if (order.status !== 'awaiting_shipment') return null;
  return (
    <div className="button-row">
      <ShipButton {...props} />
      {(order.can.cancel_remaining || (side === 'seller' && order.can.cancel)) && (
        <Button tone="quiet" onClick={() => setGivingUp(true)}>
          {GIVE_UP}
        </Button>
      )}
      <GiveUp {...props} open={isGivingUp} onClose={() => setGivingUp(false)} />
    </div>
  );
}

export const NO_SHIP_TO = "Waiting for the buyer's ship-to address";

/** Its dialog loads on first use. */
export function ShipButton({ order, lines, side = 'seller', refetch, disabled = false }: Props) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const ShipDialog = useLateComponent({
    wanted: isOpen,
    load: () => import('./ShipDialog').then((loaded) => loaded.ShipDialog),
    onFailure: close,
  });
  const reason = order.shipping.needs_ship_to ? NO_SHIP_TO : undefined;
  return (
    <>
      <Button
        tone={side === 'seller' ? 'primary' : undefined}
        size={side === 'seller' ? undefined : 'small'}
        disabled={disabled || reason !== undefined}
        reason={reason}
        onClick={() => setOpen(true)}
      >
        {shipText(order, lines, side)}
      </Button>
      {isOpen && ShipDialog && (
        <ShipDialog
          order={order}
          lines={lines}
          edited={packedToShip(order, lines)}
          refetch={refetch}
          onClose={close}
        />
      )}
    </>
  );
}

export const GIVE_UP = "Can't Fulfill This Order";

interface GiveUpProps extends Pick<Props, 'order' | 'lines' | 'refetch'> {
  open: boolean;
  onClose: () => void;
}

/** The dialog, which loads on first use. */
export function GiveUp({ open, ...dialog }: GiveUpProps) {
  const GiveUpDialog = useLateComponent({
    wanted: open,
    load: () => import('./GiveUpDialog').then((loaded) => loaded.GiveUpDialog),
    onFailure: dialog.onClose,
  });
  return open && GiveUpDialog && <GiveUpDialog {...dialog} />;
}

function shipText(order: Order, lines: Props['lines'], side: Props['side']) {
  if (side === 'staff') return 'Add Shipment';
  const isReady = order.shipping.terms === 'pickup' && leftLines(order, lines).length === 0;
  return isReady ? 'Mark as Picked Up' : 'Ship Order';
}

/** Where nothing is left to pack, the first packed shipment. */
const packedToShip = (order: Order, lines: readonly PurchaseOrderProduct[]) =>
  leftLines(order, lines).length > 0
    ? null
    : (order.shipments.find(({ status }) => status === 'packed') ?? null);
