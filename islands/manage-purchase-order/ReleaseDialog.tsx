import { signedDollars } from '../../server/contract/money';
import { releaseForm } from '../../server/ledger/schema';
import { releaseOrder } from '../../server/ledger/staff/contract';
import type { PurchaseOrder } from '../../server/orders/contract';
import { staffReasonHint } from '../../server/orders/visibility/rules';
import { call } from '../browser/api';
import { TextField } from '../forms/field';
import { FormDialog } from '../forms/form-dialog';
import { useDates } from '../ui/dates';

interface Props {
  order: PurchaseOrder['attributes'];
  onChange: () => void;
  onClose: () => void;
}

export function ReleaseDialog({ order, ...handlers }: Props) {
  const { day } = useDates();
  const { earnings, claim_until, seller_name, id } = order;
  const amount = earnings ? signedDollars(earnings.net_cents) : '';
  return (
    <FormDialog
      {...handlers}
      title={`Release ${amount} to ${seller_name}?`}
      schema={releaseForm}
      initial={{ reason: '' }}
      confirm="Release Earnings"
      send={async (values) => {
        await call(releaseOrder, { id }, values);
        return `${amount} is available for the next payout`;
      }}
    >
      {(form) => (
        <>
          <p>
            {claim_until ? `Otherwise this happens on ${day(claim_until)}. ` : ''}
            Later refunds are deducted from the seller's next payouts.
          </p>
          <TextField
            {...form.field('reason')}
            label="Reason"
            hint={staffReasonHint('earnings_released')}
            required
            maxLength={500}
            autoFocus
          />
        </>
      )}
    </FormDialog>
  );
}
