import { endpoint } from '../contract/endpoint';
import type { PurchaseOrdersDocument } from '../orders/contract';

export const openPayment = endpoint<{ url: string }>()('POST /purchase_orders/:id/payment');

export const verifyPayment = endpoint<{ url: string }>()('GET /purchase_orders/:id/verify_payment', 'A');

export const settlePayment = endpoint<PurchaseOrdersDocument>()('PUT /marketplace/purchase_orders/:id');

export const stripeWebhook = endpoint<{ received: boolean }>()('POST /webhooks/stripe');
