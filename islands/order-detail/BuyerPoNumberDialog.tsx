import { buyerPoNumberForm } from '../../server/orders/buyer-po-number-schema';
import { changeBuyerPoNumber } from '../../server/orders/contract';
import { call } from '../browser/api';
import { TextField } from '../forms/field';
import { FormDialog } from '../forms/form-dialog';
import type { Order } from './order-page';

interface Props {
  order: Order;
  onChange: () => Promise<unknown>;
  onClose: () => void;
}

export const BuyerPoNumberDialog = ({ order, onChange, onClose }: Props) => (
  <FormDialog
    title={`Your PO number for ${order.po_number}`}
    confirm="Save"
    schema={buyerPoNumberForm}
    initial={{ buyer_po_number: order.buyer_po_number ?? '' }}
    send={async ({ buyer_po_number }) => {
      await call(changeBuyerPoNumber, { id: order.id }, { buyer_po_number, version: order.version });
      return 'PO number saved.';
    }}
    onChange={onChange}
    onClose={onClose}
  >
    {(form) => (
      <TextField
        label="PO number"
        optional
        autoFocus
        note={`${order.seller_name} sees it, too. It's printed on the order's documents.`}
        {...form.field('buyer_po_number')}
      />
    )}
  </FormDialog>
);
