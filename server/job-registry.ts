import { deleteExpired } from './accounts/jobs';
import { keyJobs, keySchedule } from './accounts/keys/jobs';
import { sendResetMail } from './accounts/passwords/reset-mail';
import { performReset } from './accounts/security/factor-reset';
import { analyticsJobs, analyticsSchedule } from './analytics/jobs';
import { answerOffers } from './answers/jobs';
import { ruleJobs } from './answers/offer-rules/jobs';
import { approvalJobs, approvalSchedule } from './approvals/jobs';
import { backupJobs, backupSchedule } from './backup/jobs';
import { claimJobs, claimSchedule } from './claims/jobs';
import { consistencyJobs, consistencySchedule } from './consistency/jobs';
import { renderDocument } from './documents/jobs';
import { eventJobs, eventSchedule } from './events/jobs';
import { guidanceJobs, guidanceSchedule } from './guidance/jobs';
import { importJobs, importSchedule } from './imports/jobs';
import { insightsJobs, insightsSchedule } from './insights/jobs';
import { every, type Job, type Scheduled } from './jobs/job';
import { ledgerJobs, ledgerSchedule } from './ledger/jobs';
import { sendMail } from './mail/mailer';
import { messageJobs, messageSchedule } from './messages/jobs';
import { notificationJobs, notificationSchedule } from './notifications/jobs';
import { offerJobs, offerSchedule } from './offers/jobs';
import { paymentJobs, paymentSchedule } from './payments/jobs';
import { productJobs, productSchedule } from './products/jobs';
import { shippingJobs, shippingSchedule } from './shipping/jobs';
import { sourcingJobs, sourcingSchedule } from './sourcing/jobs';
import { systemJobs, systemSchedule } from './system/jobs';
import { storageJobs, storageSchedule } from './uploads/jobs';
import { wantJobs, wantSchedule } from './wants/jobs';

export const jobs: readonly Job[] = [
  sendMail,
  sendResetMail,
  performReset,
  deleteExpired,
  ...keyJobs,
  ...notificationJobs,
  ...storageJobs,
  ...offerJobs,
  ...approvalJobs,
  answerOffers,
  ...ruleJobs,
  ...messageJobs,
  ...paymentJobs,
  ...shippingJobs,
  ...claimJobs,
  ...ledgerJobs,
  ...productJobs,
  renderDocument,
  ...eventJobs,
  ...guidanceJobs,
  ...sourcingJobs,
  ...analyticsJobs,
  ...importJobs,
  ...wantJobs,
  ...insightsJobs,
  ...consistencyJobs,
  ...backupJobs,
  ...systemJobs,
];

export const schedule: readonly Scheduled[] = [
  ...storageSchedule,
  every('23 * * * *', deleteExpired),
  ...keySchedule,
  ...notificationSchedule,
  ...offerSchedule,
  ...approvalSchedule,
  ...paymentSchedule,
  ...shippingSchedule,
  ...claimSchedule,
  ...messageSchedule,
  ...ledgerSchedule,
  ...productSchedule,
  ...eventSchedule,
  ...sourcingSchedule,
  ...analyticsSchedule,
  ...guidanceSchedule,
  ...importSchedule,
  ...wantSchedule,
  ...insightsSchedule,
  ...consistencySchedule,
  ...backupSchedule,
  ...systemSchedule,
];
