import { seller, staff } from '../accounts/policy';
import { idNumber, pageNumber } from '../http/pagination';
import { page, type RouteDependencies, type Routes } from '../http/route';
import { refundsToSettle } from '../payments/refunds/queries';
import { refundDocument } from '../payments/refunds/serializer';
import { dashboardFrame } from '../sellers/dashboard';
import { ENTRIES_SHOWN, earnings, type PayoutStatus, payoutStatuses } from './contract';
import { ledgerPage } from './earnings/ledger-page';
import { balanceOf, payoutsOfSeller } from './queries';
import { balanceDocument, payoutDocument } from './serializer';
import { PAYOUTS_PER_PAGE, PAYOUTS_SHOWN, payouts } from './staff/contract';
import { staffPayouts } from './staff/routes';

const statusOf = (value: unknown): PayoutStatus | '' =>
  payoutStatuses.find((status) => status === value) ?? '';

export default ({ services }: RouteDependencies): Routes => [
  page('/dashboard/earnings', {
    may: seller,
    needs: 'earnings:read',
    title: 'Earnings',
    heading: 'hidden',
    island: earnings,
    props: async ({ db, viewer }) => {
      const { seller_id: sellerId } = viewer;
      const { claimDays } = services.config;
      const first = { sellerId, kind: '', claimDays, limit: ENTRIES_SHOWN, offset: 0 } as const;
      const [frame, balance, { more: _more, ...ledger }, paidOut] = await Promise.all([
        dashboardFrame(services, viewer),
        balanceOf(db, sellerId),
        ledgerPage(db, first),
        payoutsOfSeller(db, sellerId, { limit: PAYOUTS_SHOWN, offset: 0 }),
      ]);
      return {
        frame,
        fee_bps: services.config.feeBps,
        contact_email: services.config.contactEmail,
        balance: balanceDocument(balance),
        ...ledger,
        payouts: paidOut.map(payoutDocument),
      };
    },
  }),
  page('/admin/payouts', {
    may: staff,
    title: 'Payouts',
    island: payouts,
    props: async ({ db, query }) => {
      const filter = { page: pageNumber(query.page), status: statusOf(query.status) };
      const [{ more: _more, ...list }, refunds] = await Promise.all([
        staffPayouts(services, { ...filter, per: PAYOUTS_PER_PAGE }),
        refundsToSettle(db),
      ]);
      const refund = idNumber(query.refund) ?? 0;
      return { ...list, ...filter, refund, refunds: refunds.map(refundDocument) };
    },
  }),
];
