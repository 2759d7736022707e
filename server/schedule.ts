import { deleteExpired } from './accounts/jobs';
import { warnOfExpiry } from './accounts/keys/jobs';
import { deleteOldViews } from './analytics/jobs';
import { lapseApprovals, remindApprovers } from './approvals/jobs';
import { backUpNightly } from './backup/jobs';
import { escalateClaims } from './claims/jobs';
import { checkConsistency } from './consistency/jobs';
import { deliverWebhooks, pruneEvents, watchWebhooks } from './events/jobs';
import { refreshGuides, writeGuides } from './guidance/jobs';
import { endImports, pruneImportPreviews } from './imports/jobs';
import { foldTallies } from './insights/jobs';
import { every, type Scheduled } from './jobs/job';
import { backfillLedger } from './ledger/backfill';
import { checkLedger } from './ledger/check';
import { finishPayouts, releaseDue } from './ledger/jobs';
import { backfillNotes } from './messages/backfill';
import { dailyDigest, pruneEmailNotices } from './notifications/jobs';
import { expireOffers, remindOfExpiry } from './offers/jobs';
import { backfillOrderLines } from './orders/lines/backfill';
import { cancelUnpaidOrders } from './payments/payment-deadline';
import { findDepositsReminders, remindOfPayment } from './payments/payment-reminders';
import { reconcilePayments } from './payments/reconcile';
import {
  backfillListedAt,
  backfillListings,
  pruneBulkChanges,
  pruneListingChanges,
  pruneProductChanges,
} from './products/jobs';
import { backfillSearchText } from './products/search-text';
import { askForShipTo, autoReceive, lateToShip, receiptReminder } from './shipping/jobs';
import { forgetNewListings, openAlertWindows, openFavoriteWindows, sendDailyAlerts } from './sourcing/jobs';
import { sweepSandboxKeys } from './stripe-sandbox/jobs';
import { reportProblems } from './system/jobs';
import { deleteStaleUploads } from './uploads/jobs';
import { computeGuides, endWantsDaily, refreshWantGuides } from './wants/jobs';

/** When each job runs that runs by itself: minute, hour, day, month, weekday, in UTC. */
export const schedule: readonly Scheduled[] = [
  every('23 * * * *', deleteExpired),
  every('7 * * * *', deleteStaleUploads),
  every('10 8 * * *', warnOfExpiry),
  every('0 12 * * *', dailyDigest),
  every('37 4 * * *', pruneEmailNotices),
  every('*/5 * * * *', expireOffers),
  every('0 * * * *', remindOfExpiry),
  every('*/5 * * * *', lapseApprovals),
  every('20 * * * *', remindApprovers),
  every('*/15 * * * *', reconcilePayments),
  every('*/10 * * * *', cancelUnpaidOrders),
  every('*/5 * * * *', remindOfPayment),
  every('*/5 * * * *', findDepositsReminders),
  every('30 4 * * *', sweepSandboxKeys),
  every('* * * * *', lateToShip),
  every('* * * * *', receiptReminder),
  every('* * * * *', askForShipTo),
  every('* * * * *', autoReceive),
  every('* * * * *', escalateClaims),
  every('* * * * *', backfillNotes),
  every('* * * * *', releaseDue),
  every('* * * * *', finishPayouts),
  every('* * * * *', backfillLedger),
  every('50 3 * * *', checkLedger),
  every('*/10 * * * *', pruneListingChanges),
  every('41 4 * * *', pruneBulkChanges),
  every('47 4 * * *', pruneProductChanges),
  every('* * * * *', backfillListedAt),
  every('* * * * *', backfillListings),
  every('* * * * *', backfillSearchText),
  every('* * * * *', deliverWebhooks),
  every('17 * * * *', watchWebhooks),
  every('43 3 * * *', pruneEvents),
  every('* * * * *', openFavoriteWindows),
  every('* * * * *', openAlertWindows),
  // 8:00 in New York, in summer and in winter.
  every('0 12,13 * * *', sendDailyAlerts),
  every('11 4 * * *', forgetNewListings),
  every('40 3 * * *', deleteOldViews),
  every('10 2 1 * *', writeGuides),
  every('* * * * *', refreshGuides),
  every('* * * * *', backfillOrderLines),
  every('* * * * *', endImports),
  every('23 4 * * *', pruneImportPreviews),
  // Soon after the UTC day on which they end.
  every('20 0 * * *', endWantsDaily),
  every('40 0 * * *', computeGuides),
  every('* * * * *', refreshWantGuides),
  every('* * * * *', foldTallies),
  every('40 3 * * *', checkConsistency),
  every('10 2 * * *', backUpNightly),
  every('* * * * *', reportProblems),
];
