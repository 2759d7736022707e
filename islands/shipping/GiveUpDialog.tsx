import '../page/shared';
import { dollars } from '../../server/contract/money';
import type { PurchaseOrderProduct } from '../../server/orders/contract';
import { cancelOrder, cancelRemaining } from '../../server/shipping/contract';
import { reasonBody } from '../../server/shipping/schema';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { useForm } from '../forms/form';
import { TextArea } from '../forms/text-area';
import { Button } from '../ui/button';
import { FormError } from '../ui/feedback';
import { Modal } from '../ui/modal';
import { refundOfRest } from './refund-of-rest';
import type { Order } from './shipment-values';

export interface GiveUpDialogProps {
  order: Order;
  lines: readonly PurchaseOrderProduct[];
  refetch: () => Promise<unknown>;
  onClose: () => void;
}

/** Cancels an order of which nothing left, or the rest of one that left in part. */
export function GiveUpDialog({ order, lines, refetch, onClose }: GiveUpDialogProps) {
  const { id, version, po_number, can } = order;
  const isRest = can.cancel_remaining;
  const amount = dollars(isRest ? refundOfRest(order, lines) : order.total_cents);
  const form = useForm({
    schema: reasonBody,
    initial: { reason: '', version },
    async submit({ reason }) {
      await call(isRest ? cancelRemaining : cancelOrder, { id }, { reason, version });
      onClose();
      notify('success', isRest ? `The rest of ${po_number} was canceled.` : `${po_number} was canceled.`);
      await refetch();
    },
  });
  return (
    <Modal
      title={isRest ? `Cancel the rest of ${po_number}?` : `Cancel order ${po_number}?`}
      open
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Keep Order</Button>
          <Button tone="primary" className="danger" busy={form.isSubmitting} onClick={form.onSubmit}>
            {`Cancel and Refund ${amount}`}
          </Button>
        </>
      }
    >
      <form className="stack" onSubmit={form.onSubmit}>
        <p>
          {isRest
            ? `The units that haven't shipped are canceled, and ${order.buyer_name} is refunded ${amount}. Freight isn't refunded.`
            : `The order is canceled, and ${order.buyer_name} is refunded ${amount}. This can't be undone.`}
        </p>
        <TextArea label="Reason" rows={3} most={500} hint="The buyer sees this." {...form.field('reason')} />
        <FormError>{form.error}</FormError>
      </form>
    </Modal>
  );
}
