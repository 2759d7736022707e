import { endpoint } from '../contract/endpoint';
import { number, object } from '../contract/fields';
import type { PurchaseOrdersDocument } from '../orders/contract';

/** Opens the checkout at the payment provider, or finds the one that is open. */
export const openPayment = endpoint<{ url: string }>()(
  'POST /purchase_orders/:id/payment',
  object({ version: number().integer() }),
);

/** Where the buyer shows the provider that the bank account is theirs. */
export const verifyPayment = endpoint<{ url: string }>()('GET /purchase_orders/:id/verify_payment');

/** On return from the provider: it is asked what really happened. */
export const settlePayment = endpoint<PurchaseOrdersDocument>()('PUT /marketplace/purchase_orders/:id');

export const stripeWebhook = endpoint<{ received: boolean }>()('POST /webhooks/stripe');
