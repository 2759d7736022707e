import { seller, sellerOrStaff } from '../accounts/policy';
import { sendCsv } from '../http/csv';
import { idNumber } from '../http/pagination';
import { page, type RouteDependencies, type Routes, route } from '../http/route';
import { dashboardFrame } from '../sellers/dashboard';
import {
  type AnalyticsDays,
  analyticsDays,
  DEFAULT_DAYS,
  exportAnalytics,
  sellerAnalytics,
  showAnalytics,
} from './contract';
import { analyticsOf, exportedFacts } from './period';
import { readableAnalytics } from './policy';
import { analyticsQuery } from './schema';
import { ANALYTICS_HEADINGS, analyticsCells } from './serializer';

/** Values that are not valid fall back to the default. */
const daysOf = (value: unknown): AnalyticsDays =>
  analyticsDays.find((days) => String(days) === value) ?? DEFAULT_DAYS;

export default ({ services }: RouteDependencies): Routes => [
  route(showAnalytics, {
    query: analyticsQuery,
    may: sellerOrStaff,
    needs: 'products:read',
    reply: async ({ db, viewer, query }) =>
      analyticsOf(services, await readableAnalytics(db, viewer, query), query.days),
  }),
  route(exportAnalytics, {
    query: analyticsQuery,
    may: sellerOrStaff,
    needs: 'products:read',
    reply: async ({ db, viewer, query, res }) => {
      const facts = await exportedFacts(services, await readableAnalytics(db, viewer, query), query.days);
      await sendCsv(res, `analytics-${query.days}-days`, {
        headings: ANALYTICS_HEADINGS,
        rows: facts.map(analyticsCells),
      });
      return undefined;
    },
  }),
  page('/dashboard/analytics', {
    may: seller,
    needs: 'products:read',
    title: 'Analytics',
    heading: 'hidden',
    island: sellerAnalytics,
    props: async ({ db, viewer, query }) => {
      const scope = await readableAnalytics(db, viewer, {
        product_id: idNumber(query.product_id) ?? undefined,
      });
      const [frame, analytics] = await Promise.all([
        dashboardFrame(services, viewer),
        analyticsOf(services, scope, daysOf(query.days)),
      ]);
      return { frame, analytics };
    },
  }),
];
