import type { InferType } from 'yup';
import type { PurchaseOrderRow } from '../../db/tables';
import { audit } from '../accounts/audit';
import type { Staff } from '../accounts/policy';
import type { transitionOrderBody } from '../orders/staff/schema';
import { applyEvent } from '../orders/transitions';
import type { Services } from '../services';
import { closePayment } from './cancellation';
import { withDeadline } from './stripe';

/** What is open at Stripe is closed before staff confirm a payment, so that the buyer can't pay twice. */
export async function applyStaffEvent(
  services: Services,
  staff: Staff,
  { id, status }: Pick<PurchaseOrderRow, 'id' | 'status'>,
  { event, ...fields }: InferType<typeof transitionOrderBody>,
): Promise<void> {
  if (event === 'confirm_payment') await withDeadline(() => closePayment(services, id));
  await services.transaction(async (tx) => {
    const moved = await applyEvent(tx, id, event, { actor: 'staff', userId: staff.id, ...fields });
    const [before, after] = [{ status }, { status: moved.status, ...fields }];
    await audit(tx, staff, `order.${event}`, 'purchase_order', id, { before, after });
  });
}
