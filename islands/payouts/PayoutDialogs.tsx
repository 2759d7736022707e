import { counted, dollars } from '../../server/contract/money';
import { markPaidForm, voidForm } from '../../server/ledger/schema';
import { markPayoutPaid, type StaffPayout, voidPayout } from '../../server/ledger/staff/contract';
import { call } from '../browser/api';
import { TextField } from '../forms/field';
import { FormDialog } from '../forms/form-dialog';

interface Props {
  payout: StaffPayout;
  onChange: () => void;
  onClose: () => void;
}

const ordersOf = ({ orders }: StaffPayout) => counted(orders, 'order');

export const PaidDialog = ({ payout, ...handlers }: Props) => (
  <FormDialog
    {...handlers}
    title={`Mark ${payout.payout_number} as paid?`}
    schema={markPaidForm}
    initial={{ reference: '', paid_on: new Date().toISOString().slice(0, 10) }}
    confirm="Mark as Paid"
    send={async (values) => {
      await call(markPayoutPaid, { id: payout.id }, values);
      return `${payout.payout_number} marked as paid`;
    }}
  >
    {(form) => (
      <>
        <p>
          {dollars(payout.amount_cents)} to {payout.seller_name}. We email the seller, and {ordersOf(payout)}{' '}
          {payout.orders === 1 ? 'becomes' : 'become'} paid in full.
        </p>
        <TextField
          {...form.field('reference')}
          label="Reference"
          hint="The transfer's number. The seller sees it."
          required
          maxLength={100}
          autoFocus
        />
        <TextField {...form.field('paid_on')} label="Paid on" type="date" required />
      </>
    )}
  </FormDialog>
);

export const VoidDialog = ({ payout, ...handlers }: Props) => (
  <FormDialog
    {...handlers}
    title={`Void payout ${payout.payout_number}?`}
    schema={voidForm}
    initial={{ reason: '' }}
    confirm="Void Payout"
    danger
    send={async (values) => {
      await call(voidPayout, { id: payout.id }, values);
      return `${payout.payout_number} voided`;
    }}
  >
    {(form) => (
      <>
        <p>
          {dollars(payout.amount_cents)} for {ordersOf(payout)} of {payout.seller_name} become available
          again.
        </p>
        <TextField
          {...form.field('reason')}
          label="Reason"
          hint="Only our team reads this."
          required
          maxLength={500}
          autoFocus
        />
      </>
    )}
  </FormDialog>
);
