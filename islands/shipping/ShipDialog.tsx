import { useEffect, useRef } from 'react';
import type { PurchaseOrderProduct, Shipment } from '../../server/orders/contract';
import { notify } from '../browser/alerts';
import { useClose } from '../forms/form-modal';
import { Button } from '../ui/button';
import { Notice } from '../ui/feedback';
import { Modal } from '../ui/modal';
import { CarrierFields } from './CarrierFields';
import { slipOf } from './packing-slip';
import { ShipmentFields } from './ShipmentFields';
import { leftLines, type Order } from './shipment-values';
import { type ShipmentAct, type ShipmentForm, useShipmentForm } from './use-shipment-form';

export interface ShipDialogProps {
  order: Order;
  lines: readonly PurchaseOrderProduct[];
  /** A packed shipment, or a shipped one whose tracking is corrected; null for a new one. */
  edited: Shipment | null;
  refetch: () => Promise<unknown>;
  onClose: () => void;
}

const DONE: Record<ShipmentAct, string> = {
  pack: 'Shipment saved as packed. Its packing slip is ready to print.',
  ship: 'Shipment marked as shipped.',
  track: 'Tracking saved.',
};

const titleOf = ({ po_number }: Order, edited: Shipment | null) => {
  if (!edited) return `Ship ${po_number}`;
  return edited.status === 'shipped'
    ? `Tracking of shipment ${edited.number}`
    : `Shipment ${edited.number} of ${po_number}`;
};

const UNSAVED = { title: 'Close without saving this shipment?', yes: 'Close Without Saving' };

/** Not a FormModal: of its two acts Enter must not choose one. */
export function ShipDialog({ order, lines, edited, refetch, onClose }: ShipDialogProps) {
  const left = leftLines(order, lines, edited);
  const form = useShipmentForm({ order, lines: left, edited, onDone: (act) => void done(act) });
  const frame = useFirstProblem(form);
  const close = useClose({ unsaved: form.dirty && UNSAVED, busy: form.busy !== null, onClose });
  const isSent = edited?.status === 'shipped';

  async function done(act: ShipmentAct) {
    onClose();
    notify('success', DONE[act]);
    await refetch();
  }

  return (
    <Modal
      title={titleOf(order, edited)}
      open
      onClose={close}
      size={isSent ? 'medium' : 'large'}
      footer={
        isSent ? (
          <TrackingButtons form={form} onClose={close} />
        ) : (
          <ShipButtons form={form} order={order} edited={edited} />
        )
      }
    >
      <div className="stack" ref={frame}>
        {form.failure && <Notice tone="red">{form.failure}</Notice>}
        {isSent ? (
          <CarrierFields form={form} terms={order.shipping.terms} />
        ) : (
          <ShipmentFields form={form} lines={left} order={order} />
        )}
      </div>
    </Modal>
  );
}

interface ButtonsProps extends Pick<ShipDialogProps, 'order' | 'edited'> {
  form: ShipmentForm;
}

function ShipButtons({ form, order, edited }: ButtonsProps) {
  const slip = edited && slipOf(order, edited);
  return (
    <>
      {slip && (
        <Button icon="print" href={slip.url} target="_blank">
          Print Packing Slip
        </Button>
      )}
      <Button busy={form.busy === 'pack'} onClick={() => void form.submit('pack')}>
        Save as Packed
      </Button>
      <Button
        tone="primary"
        busy={form.busy === 'ship'}
        disabled={order.shipping.needs_ship_to}
        reason={order.shipping.needs_ship_to ? "Waiting for the buyer's ship-to address" : undefined}
        onClick={() => void form.submit('ship')}
      >
        {form.values.mode === 'pickup' ? 'Mark as Picked Up' : 'Mark as Shipped'}
      </Button>
    </>
  );
}

const TrackingButtons = ({ form, onClose }: Pick<ButtonsProps, 'form'> & { onClose: () => void }) => (
  <>
    <Button onClick={onClose}>Cancel</Button>
    <Button tone="primary" busy={form.busy === 'track'} onClick={() => void form.submit('track')}>
      Save Tracking
    </Button>
  </>
);

/** After each failed attempt, leads to what is wrong. */
function useFirstProblem({ attempts, busy, errors, failure }: ShipmentForm) {
  const frame = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per attempt, not per error
  useEffect(() => {
    if (attempts === 0 || busy) return;
    const invalid = frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (invalid) invalid.focus();
    else if (failure || Object.keys(errors).length > 0)
      frame.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' });
  }, [attempts, busy]);
  return frame;
}
