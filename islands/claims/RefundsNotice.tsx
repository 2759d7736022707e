import { listRefundsToSettle } from '../../server/payments/refunds/contract';
import { call } from '../browser/api';
import { useChannel } from '../live/cable';
import { Button } from '../ui/button';
import { Notice, usePreloaded } from '../ui/feedback';

/** Approved claims whose refund waits for staff, who settle it in Payouts. */
export function RefundsNotice() {
  const [loaded, refetch] = usePreloaded(undefined, () => call(listRefundsToSettle, {}));
  useChannel('PurchaseOrdersChannel', refetch);
  const count = loaded?.refunds.length ?? 0;
  if (count === 0) return null;
  return (
    <Notice
      tone="yellow"
      title={count === 1 ? '1 refund to settle' : `${count} refunds to settle`}
      action={
        <Button size="small" href="/admin/payouts#refunds">
          Settle Refunds
        </Button>
      }
    >
      Stripe refused it, or the order was paid outside Stripe.
    </Notice>
  );
}
