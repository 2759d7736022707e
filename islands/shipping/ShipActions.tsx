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

/** The seller's and staff's acts on a paid order. Their dialogs load on first use. */
export function ShipActions({ order, lines, side = 'seller', refetch, disabled = false }: Props) {
  const [opened, setOpened] = useState<'ship' | 'give-up' | null>(null);
  const close = () => setOpened(null);
  const ShipDialog = useLateComponent({
    wanted: opened === 'ship',
    load: () => import('./ShipDialog').then((loaded) => loaded.ShipDialog),
    onFailure: close,
  });
  const GiveUpDialog = useLateComponent({
    wanted: opened === 'give-up',
    load: () => import('./GiveUpDialog').then((loaded) => loaded.GiveUpDialog),
    onFailure: close,
  });
  if (order.status !== 'awaiting_shipment') return null;
  const reason = order.shipping.needs_ship_to ? "Waiting for the buyer's ship-to address" : undefined;
  const givesUp = order.can.cancel_remaining || (side === 'seller' && order.can.cancel);
  const dialog = { order, lines, refetch, onClose: close };
  return (
    <>
      <div className="button-row">
        <Button
          tone={side === 'seller' ? 'primary' : undefined}
          disabled={disabled || reason !== undefined}
          reason={reason}
          onClick={() => setOpened('ship')}
        >
          {shipText(order, lines, side)}
        </Button>
        {givesUp && (
          <Button tone="quiet" disabled={disabled} onClick={() => setOpened('give-up')}>
            Can't Fulfill This Order
          </Button>
        )}
      </div>
      {opened === 'ship' && ShipDialog && <ShipDialog {...dialog} edited={packedToShip(order, lines)} />}
      {opened === 'give-up' && GiveUpDialog && <GiveUpDialog {...dialog} />}
    </>
  );
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
