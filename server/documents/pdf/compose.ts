import type { AnyContent } from './content';
import { creditMemo } from './credit-memo-page';
import { invoice, purchaseOrder } from './order-and-invoice-pages';
import { packingSlip } from './packing-slip-page';
import type { DocumentPage } from './page';
import type { Kind } from './parts';

const kinds: { [Name in AnyContent['kind']]: Kind<Extract<AnyContent, { kind: Name }>> } = {
  purchase_order: purchaseOrder,
  invoice,
  packing_slip: packingSlip,
  credit_memo: creditMemo,
};

export const composeDocument = (content: AnyContent): DocumentPage =>
  (kinds[content.kind] as Kind<AnyContent>)(content);
