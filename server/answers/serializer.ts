import type { BulkAnswerRow } from '../../db/tables';
import type { BulkAnswer } from './contract';
import type { NamedRow } from './queries';

export const bulkAnswerDocument = ({ id, state }: BulkAnswerRow, rows: readonly NamedRow[]): BulkAnswer => ({
  id,
  state,
  rows: rows.map((row) => ({
    offer_id: row.offer_id,
    offer_number: row.offer_number,
    buyer_name: row.buyer_name,
    action: row.action,
    state: row.state,
    reason: row.reason,
    purchase_order_id: row.purchase_order_id,
  })),
});
