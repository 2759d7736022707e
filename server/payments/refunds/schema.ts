import { object, price, requiredText } from '../../contract/fields';

export const bookAdjustmentBody = object({
  goods_cents: price().min(0, 'Enter an amount of $0.00 or more').default(0),
  freight_cents: price().min(0, 'Enter an amount of $0.00 or more').default(0),
  provider_id: requiredText(255),
  reason: requiredText(500),
});

export const settleRefundBody = object({ reference: requiredText(200) });
