import type { InferType } from 'yup';
import type { AdminPurchaseOrder } from '../../server/orders/staff-contract';
import type { transitionForm } from '../../server/orders/staff-schema';
import type { OrderEvent } from '../../server/orders/state-contract';

export type Order = AdminPurchaseOrder['attributes'];
export type EventDetails = InferType<typeof transitionForm>;

/** Events that need a dialog for details or confirmation. */
export const EVENTS_WITH_DIALOG: ReadonlySet<OrderEvent> = new Set(['ship', 'cancel', 'confirm_payment']);
