import { type Cents, cents, dollars } from '../../server/contract/money';
import type { PurchaseOrder } from '../../server/orders/contract';
import { staffReasonHint } from '../../server/orders/visibility/rules';
import { bookAdjustment } from '../../server/payments/refunds/contract';
import { bookAdjustmentBody } from '../../server/payments/refunds/schema';
import { call } from '../browser/api';
import { TextField } from '../forms/field';
import { FormDialog } from '../forms/form-dialog';
import { MoneyField } from '../forms/number-fields';

interface Props {
  order: PurchaseOrder['attributes'];
  onChange: () => void;
  onClose: () => void;
}

/** The money has left at Stripe already: this writes it into the order and the ledger. */
export const BookDialog = ({ order, ...handlers }: Props) => (
  <FormDialog
    {...handlers}
    title={`Record a refund of ${order.po_number}`}
    schema={bookAdjustmentBody}
    initial={{ goods_cents: cents(0), freight_cents: cents(0), provider_id: '', reason: '' }}
    confirm="Record Refund"
    send={async (values) => {
      const { adjustment } = await call(bookAdjustment, { id: order.id }, values);
      return `${dollars(cents(adjustment.goods_cents + adjustment.freight_cents))} recorded for ${order.po_number}`;
    }}
  >
    {(form) => {
      const amount = (name: 'goods_cents' | 'freight_cents', label: string) => (
        <MoneyField
          {...form.field(name)}
          label={label}
          cents={form.values[name] as Cents}
          onCents={(value) => void form.setFieldValue(name, value ?? 0)}
        />
      );
      return (
        <>
          <p>For a refund made in Stripe or a lost dispute. No money is sent.</p>
          {amount('goods_cents', 'Subtotal')}
          {order.freight_cents > 0 && amount('freight_cents', 'Freight')}
          <TextField
            {...form.field('provider_id')}
            label="Stripe ID"
            hint="Of the refund or dispute, like re_… or dp_…"
            required
            maxLength={255}
          />
          <TextField
            {...form.field('reason')}
            label="Reason"
            hint={staffReasonHint('money_returned')}
            required
            maxLength={500}
          />
        </>
      );
    }}
  </FormDialog>
);
