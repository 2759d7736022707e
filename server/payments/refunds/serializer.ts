import type { AdjustmentRow } from '../../../db/tables';
import type { Adjustment, Refund } from './contract';
import type { RefundWithNames } from './queries';

export const adjustmentDocument = (row: AdjustmentRow): Adjustment => ({
  id: row.id,
  purchase_order_id: row.purchase_order_id,
  kind: row.kind,
  number: row.number,
  provider_id: row.provider_id,
  reason: row.reason,
  goods_cents: row.goods_cents,
  freight_cents: row.freight_cents,
  fee_cents: row.fee_cents,
  net_cents: row.net_cents,
  created_at: row.created_at.toISOString(),
});

export const refundDocument = (row: RefundWithNames): Refund => ({
  id: row.id,
  purchase_order_id: row.purchase_order_id,
  po_number: row.po_number,
  buyer_name: row.buyer_name,
  amount_cents: row.amount_cents,
  status: row.status,
  failure: row.failure,
  reference: row.reference,
  created_at: row.created_at.toISOString(),
});
