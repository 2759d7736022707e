import { every, type Job, type Scheduled } from '../jobs/job';
import { deliverEvent, settleBankPayment, sweepSandboxKeys } from '../stripe-sandbox/jobs';
import { closeCanceledPayment } from './cancellation';
import { cancelUnpaidOrder, cancelUnpaidOrders } from './payment-deadline';
import { reconcilePayments } from './reconcile';
import { refundPayment } from './refunds';
import { processEvent } from './webhook';

export const paymentJobs: readonly Job[] = [
  processEvent,
  refundPayment,
  closeCanceledPayment,
  reconcilePayments,
  cancelUnpaidOrder,
  cancelUnpaidOrders,
  deliverEvent,
  settleBankPayment,
  sweepSandboxKeys,
] as Job[];

export const paymentSchedule: readonly Scheduled[] = [
  every('*/15 * * * *', reconcilePayments),
  every('*/10 * * * *', cancelUnpaidOrders),
  every('30 4 * * *', sweepSandboxKeys),
];
