import type { SpendingLimits } from '../../server/accounts/contract';
import { dollars } from '../../server/contract/money';

/** '$500.00 per order, $2,000.00 per 30 days', or '' without limits. */
export const limitsText = ({ order_cents, month_cents }: SpendingLimits) =>
  [
    order_cents !== null && `${dollars(order_cents)} per order`,
    month_cents !== null && `${dollars(month_cents)} per 30 days`,
  ]
    .filter(Boolean)
    .join(', ');
