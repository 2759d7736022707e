import type { Job } from '../jobs/job';
import { deliverEvent, settleBankPayment, sweepSandboxKeys } from '../stripe-sandbox/jobs';
import { closeCanceledPayment } from './cancellation';
import { cancelUnpaidOrder, cancelUnpaidOrders } from './payment-deadline';
import {
  findDepositsReminders,
  remindOfPayment,
  sendDepositsReminder,
  sendPaymentReminder,
} from './payment-reminders';
import { reconcilePayments } from './reconcile';
import { refundPayment } from './refunds/refund';
import { processEvent } from './webhook';

export const paymentJobs: readonly Job[] = [
  processEvent,
  refundPayment,
  closeCanceledPayment,
  reconcilePayments,
  cancelUnpaidOrder,
  cancelUnpaidOrders,
  remindOfPayment,
  sendPaymentReminder,
  findDepositsReminders,
  sendDepositsReminder,
  deliverEvent,
  settleBankPayment,
  sweepSandboxKeys,
] as Job[];

/** Jobs that move money or follow a payment: staff may retry them, and never drop them. */
export const MONEY_JOBS: ReadonlySet<string> = new Set(
  [processEvent, refundPayment, closeCanceledPayment, reconcilePayments, deliverEvent, settleBankPayment].map(
    ({ name }) => name,
  ),
);
