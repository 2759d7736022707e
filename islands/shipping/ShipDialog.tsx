import '../page/shared';
import type { PurchaseOrderProduct } from '../../server/orders/contract';
import type { Shipment } from '../../server/orders/fulfilment-contract';
import { notify } from '../browser/alerts';
import { Button } from '../ui/button';
import { Modal } from '../ui/modal';
import { Notice } from '../ui/notice';
import { slipOf } from './packing-slip';
import { ShipmentFields } from './ShipmentFields';
import { leftLines, type Order } from './shipment-values';
import { useShipmentForm } from './use-shipment-form';

export interface ShipDialogProps {
  order: Order;
  lines: readonly PurchaseOrderProduct[];
  /** A packed shipment; null for a new one. */
  edited: Shipment | null;
  refetch: () => Promise<unknown>;
  onClose: () => void;
}

export function ShipDialog({ order, lines, edited, refetch, onClose }: ShipDialogProps) {
  const left = leftLines(order, lines, edited);
  const form = useShipmentForm({ order, lines: left, edited, onDone: (shipped) => void done(shipped) });
  const isPickup = form.values.mode === 'pickup';

  async function done(isShipped: boolean) {
    onClose();
    notify('success', isShipped ? 'Shipment marked as shipped.' : 'Shipment saved as packed.');
    await refetch();
  }

  const slip = edited && slipOf(order, edited);
  return (
    <Modal
      title={edited ? `Shipment ${edited.number} of ${order.po_number}` : `Ship ${order.po_number}`}
      open
      onClose={onClose}
      size="large"
      footer={
        <>
          {slip && (
            <Button icon="print" href={slip.url} target="_blank">
              Print Packing Slip
            </Button>
          )}
          <Button busy={form.busy === 'pack'} onClick={() => void form.submit(false)}>
            Save as Packed
          </Button>
          <Button tone="primary" busy={form.busy === 'ship'} onClick={() => void form.submit(true)}>
            {isPickup ? 'Mark as Picked Up' : 'Mark as Shipped'}
          </Button>
        </>
      }
    >
      <div className="stack">
        {form.failure && <Notice tone="red">{form.failure}</Notice>}
        <ShipmentFields form={form} lines={left} terms={order.shipping.terms} />
      </div>
    </Modal>
  );
}
