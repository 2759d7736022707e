import { seller, staff } from '../accounts/policy';
import { page, type RouteDependencies, type Routes } from '../http/route';
import { refundsToSettle } from '../payments/refunds/queries';
import { refundDocument } from '../payments/refunds/serializer';
import { dashboardFrame } from '../sellers/dashboard';
import { ENTRIES_SHOWN, earnings } from './contract';
import { balanceOf, ledgerEntries, payoutsOfSeller } from './queries';
import { balanceDocument, entryDocument, payoutDocument } from './serializer';
import { PAYOUTS_SHOWN, payouts } from './staff-contract';
import { staffPayouts } from './staff-routes';
import { statementMonths } from './statement';

export default ({ services }: RouteDependencies): Routes => [
  page('/dashboard/earnings', {
    may: seller,
    title: 'Earnings',
    heading: 'hidden',
    island: earnings,
    props: async ({ db, viewer }) => {
      const { seller_id: sellerId } = viewer;
      const [frame, balance, entries, months, paidOut] = await Promise.all([
        dashboardFrame(services, viewer),
        balanceOf(db, sellerId),
        ledgerEntries(db, { sellerId, kind: '', limit: ENTRIES_SHOWN, offset: 0 }),
        statementMonths(db, sellerId),
        payoutsOfSeller(db, sellerId, { limit: PAYOUTS_SHOWN, offset: 0 }),
      ]);
      return {
        frame,
        balance: balanceDocument(balance),
        entries: entries.map(entryDocument),
        months,
        payouts: paidOut.map(payoutDocument),
      };
    },
  }),
  page('/admin/payouts', {
    may: staff,
    title: 'Payouts',
    island: payouts,
    props: async ({ db }) => {
      const [{ more: _more, ...list }, refunds] = await Promise.all([
        staffPayouts(services, { page: 1, per: PAYOUTS_SHOWN }),
        refundsToSettle(db),
      ]);
      return { ...list, refunds: refunds.map(refundDocument) };
    },
  }),
];
