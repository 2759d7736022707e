import type { PurchaseOrderRow } from '../../db/tables';
import type { Buyer } from '../accounts/policy';
import { Conflict } from '../http/errors';
import { limit } from '../http/rate-limit';
import { rateLimits } from '../http/rate-limits';
import type { Services } from '../services';
import { raiseVersionWithActivity } from './activity';
import { isBeforeShipping } from './progress';
import { lockOrder } from './transitions';

interface Wanted {
  readonly buyer_po_number: string | null;
  readonly version?: number | undefined;
}

const TOO_OFTEN = `You can change the PO number of a paid order ${rateLimits['buyer-po-numbers'].points} times a day. Try again tomorrow.`;

/** Counts a change that issues and mails another invoice. Throws 429. */
function paidChangeQuota(services: Pick<Services, 'config' | 'limitsPool' | 'metrics'>) {
  const changes = limit(services, 'buyer-po-numbers');
  return async ({ id, paid_at }: PurchaseOrderRow) => {
    if (services.config.rateLimits && paid_at) await changes.consume(String(id), TOO_OFTEN);
  };
}

/** Until something has shipped; throws 409 `already_shipped` afterwards. The same number again changes nothing. */
export function createPoNumberChange(
  services: Pick<Services, 'config' | 'limitsPool' | 'metrics' | 'transaction'>,
) {
  const count = paidChangeQuota(services);
  return (orderId: number, viewer: Buyer, { buyer_po_number, version }: Wanted): Promise<PurchaseOrderRow> =>
    services.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId, version);
      if (order.status === 'canceled') throw Conflict('This order was canceled.');
      if (!isBeforeShipping(order)) throw Conflict('This order has already shipped.', 'already_shipped');
      if (order.buyer_po_number === buyer_po_number) return order;
      await count(order);
      await tx('purchase_orders').where({ id: orderId }).update({ buyer_po_number });
      return raiseVersionWithActivity(
        tx,
        order,
        { actor: viewer.kind, userId: viewer.id },
        { event: 'buyer_po_number_changed', detail: { buyer_po_number } },
      );
    });
}
