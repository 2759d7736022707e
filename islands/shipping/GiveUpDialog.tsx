import { dollars } from '../../server/contract/money';
import type { PurchaseOrderProduct } from '../../server/orders/contract';
import { cancelOrder, cancelRemaining } from '../../server/shipping/contract';
import { reasonBody } from '../../server/shipping/schema';
import { call } from '../browser/api';
import { FormDialog } from '../forms/form-dialog';
import { TextArea } from '../forms/text-area';
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
  return (
    <FormDialog
      title={isRest ? `Cancel the rest of ${po_number}?` : `Cancel order ${po_number}?`}
      schema={reasonBody}
      initial={{ reason: '', version }}
      confirm={`Cancel and Refund ${amount}`}
      keep="Keep Order"
      danger
      onChange={refetch}
      onClose={onClose}
      send={async ({ reason }) => {
        await call(isRest ? cancelRemaining : cancelOrder, { id }, { reason, version });
        return isRest ? `The rest of ${po_number} was canceled.` : `${po_number} was canceled.`;
      }}
    >
      {(form) => (
        <>
          <p>
            {isRest
              ? `The units that haven't shipped are canceled, and ${order.buyer_name} is refunded ${amount}. Freight isn't refunded.`
              : `The order is canceled, and ${order.buyer_name} is refunded ${amount}. This can't be undone.`}
          </p>
          <TextArea
            label="Reason"
            rows={3}
            most={500}
            hint="The buyer sees this."
            {...form.field('reason')}
          />
        </>
      )}
    </FormDialog>
  );
}
