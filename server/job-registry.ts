import { deleteExpired } from './accounts/jobs';
import { keyJobs } from './accounts/keys/jobs';
import { sendResetMail } from './accounts/passwords/reset-mail';
import { performReset } from './accounts/security/factor-reset';
import { analyticsJobs } from './analytics/jobs';
import { answerOffers } from './answers/jobs';
import { ruleJobs } from './answers/offer-rules/jobs';
import { approvalJobs } from './approvals/jobs';
import { backupJobs } from './backup/jobs';
import { claimJobs } from './claims/jobs';
import { consistencyJobs } from './consistency/jobs';
import { renderDocument } from './documents/jobs';
import { eventJobs } from './events/jobs';
import { guidanceJobs } from './guidance/jobs';
import { importJobs } from './imports/jobs';
import { insightsJobs } from './insights/jobs';
import type { Job } from './jobs/job';
import { ledgerJobs } from './ledger/jobs';
import { sendMail } from './mail/mailer';
import { messageJobs } from './messages/jobs';
import { notificationJobs } from './notifications/jobs';
import { offerJobs } from './offers/jobs';
import { paymentJobs } from './payments/jobs';
import { productJobs } from './products/jobs';
import { shippingJobs } from './shipping/jobs';
import { sourcingJobs } from './sourcing/jobs';
import { systemJobs } from './system/jobs';
import { storageJobs } from './uploads/jobs';
import { wantJobs } from './wants/jobs';

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
