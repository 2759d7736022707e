import { endpoint } from '../../contract/endpoint';
import type { Cents } from '../../contract/money';

export interface Adjustment {
  id: number;
  purchase_order_id: number;
  kind: 'claim' | 'short_ship' | 'provider';
  number: number;
  provider_id: string | null;
  reason: string | null;
  goods_cents: Cents;
  freight_cents: Cents;
  fee_cents: Cents;
  net_cents: Cents;
  created_at: string;
}

export interface Refund {
  id: number;
  purchase_order_id: number;
  po_number: string;
  buyer_name: string;
  amount_cents: Cents;
  /** `manual`: staff confirmed the payment without Stripe and refund it by hand. */
  status: 'pending' | 'succeeded' | 'failed' | 'manual';
  failure: string | null;
  reference: string | null;
  created_at: string;
}

export const bookAdjustment = endpoint<{ adjustment: Adjustment }>()(
  'POST /admin/purchase_orders/:id/adjustments',
);
export const listRefundsToSettle = endpoint<{ refunds: Refund[] }>()('GET /admin/refunds');
export const retryRefund = endpoint<{ refund: Refund }>()('POST /admin/refunds/:id/retry');
export const settleRefund = endpoint<{ refund: Refund }>()('POST /admin/refunds/:id/settled');
