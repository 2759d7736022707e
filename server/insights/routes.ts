import type { Request, Response } from 'express';
import { staff } from '../accounts/policy';
import { STAFF_ROWS_PER_PAGE } from '../contract/limits';
import { NotFound } from '../http/errors';
import { pageNumber, setListHeaders } from '../http/pagination';
import { page, type RouteDependencies, type Routes, route } from '../http/route';
import { isDay } from '../lists/rules';
import type { Services } from '../services';
import { auditPage } from './audit/audit-log';
import { auditLog, auditSubjects, listAudit } from './audit/contract';
import {
  adminInsights,
  downloadCsv,
  insightsCounts,
  insightsRows,
  insightsTotals,
  listOffers,
  listOrders,
  listOrdersCamelCase,
  listProducts,
  listUsers,
  type Resource,
  resources,
  showOffer,
  showOrder,
  showOrderCamelCase,
  showOverview,
  showUser,
} from './contract';
import { countsOf } from './counts';
import { pageOfList, totalOfList, totalsOfList } from './list-page';
import type { ListFilter } from './list-query';
import { overviewOf } from './overview';
import { anyOffer, anyOrder, anyStuckKind, anyUser } from './policy';
import type { ListAnswers } from './rows';
import { auditQuery, listQuery, overviewQuery, stuckRowsQuery } from './schema';
import { sendJson, sendListCsv } from './stream';
import { stuckCounts, stuckPage } from './stuck';
import { type StuckAge, stuckAges, stuckBoard, stuckRows, stuckWork } from './stuck/contract';

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const dayOf = (value: unknown) => (isDay(text(value)) ? text(value) : '');
const ageOf = (value: unknown) => (Object.hasOwn(stuckAges, text(value)) ? (value as StuckAge) : null);
const plainParameters = (query: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(query).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );

const isPaged = ({ page: number, per }: ListFilter) => number !== undefined || per !== undefined;

interface ListContext {
  services: Services;
  query: unknown;
  req: Request;
  res: Response;
}

/** Answers a page on request, otherwise streams the whole list. */
const listOf =
  <Name extends Resource>(resource: Name) =>
  async ({ services, query, req, res }: ListContext): Promise<ListAnswers[Name][]> => {
    const filter = query as ListFilter;
    if (isPaged(filter)) {
      const { rows, total } = await pageOfList(services, resource, filter);
      setListHeaders(req, res, { page: filter.page ?? 1, per: filter.per ?? STAFF_ROWS_PER_PAGE }, total);
      return rows;
    }
    if (req.method === 'HEAD') return [];
    res.set('X-Total-Count', String(await totalOfList(services, resource, filter)));
    await sendJson(res, services.replica.db(), resource, filter);
    // `sendJson` has sent the response.
    return [];
  };

const resourceNamed = (name: string): Resource => {
  const found = resources.find(
    (resource) => resource === (name === 'purchaseOrder' ? 'purchase_order' : name),
  );
  if (!found) throw NotFound();
  return found;
};

export default ({ services }: RouteDependencies): Routes => [
  route(listOrders, { query: listQuery, may: staff, reply: listOf('purchase_order') }),
  route(listOrdersCamelCase, { query: listQuery, may: staff, reply: listOf('purchase_order') }),
  route(listProducts, { query: listQuery, may: staff, reply: listOf('product') }),
  route(listUsers, { query: listQuery, may: staff, reply: listOf('user') }),
  route(listOffers, { query: listQuery, may: staff, reply: listOf('offer') }),
  route(insightsRows, {
    query: listQuery,
    may: staff,
    reply: ({ params: { resource }, query }) => pageOfList(services, resourceNamed(resource), query),
  }),
  route(insightsTotals, {
    query: listQuery,
    may: staff,
    reply: ({ params: { resource }, query }) => totalsOfList(services, resourceNamed(resource), query),
  }),
  route(showOrder, { may: staff, find: anyOrder, reply: ({ subject }) => subject }),
  route(showOrderCamelCase, { may: staff, find: anyOrder, reply: ({ subject }) => subject }),
  route(showUser, { may: staff, find: anyUser, reply: ({ subject }) => subject }),
  route(showOffer, { may: staff, find: anyOffer, reply: ({ subject }) => subject }),
  route(downloadCsv, {
    query: listQuery,
    may: staff,
    reply: async ({ params: { file }, query, req, res }) => {
      const name = /^([a-z_]+)\.csv$/i.exec(file)?.[1] ?? '';
      const resource = resourceNamed(name);
      if (req.method === 'HEAD') return undefined;
      await sendListCsv(res, services.replica.db(), resource, query);
      return undefined;
    },
  }),
  route(insightsCounts, { may: staff, reply: () => countsOf(services.replica.db()) }),
  route(showOverview, {
    query: overviewQuery,
    may: staff,
    reply: ({ query }) => overviewOf(services.replica.db(), query.days, services.databaseClock.now()),
  }),
  route(stuckBoard, { may: staff, reply: () => stuckCounts(services.replica.db()) }),
  route(stuckRows, {
    query: stuckRowsQuery,
    may: staff,
    reply: async ({ params: { kind }, query }) => {
      const found = await stuckPage(services.replica.db(), kind, query);
      if (!found) throw NotFound();
      return found;
    },
  }),
  page('/admin/insights/stuck/:kind', {
    may: staff,
    find: anyStuckKind,
    title: ({ subject }) => subject.label,
    island: stuckWork,
    locals: () => ({ back: { href: '/admin/insights#waiting', text: 'Insights' } }),
    props: async ({ params: { kind }, query, subject }) => ({
      figures_at: services.replica.figuresAt(),
      ...((await stuckPage(services.replica.db(), kind, {
        page: pageNumber(query.page),
        age: ageOf(query.age),
      })) ?? subject),
    }),
  }),
  page('/admin/insights', {
    may: staff,
    title: 'Insights',
    island: adminInsights,
    props: async ({ query }) => ({
      figures_at: services.replica.figuresAt(),
      counts: await countsOf(services.replica.db()),
      view: plainParameters(query),
    }),
  }),
  route(listAudit, {
    query: auditQuery,
    may: staff,
    reply: async ({ query, req, res }) => {
      const list = await auditPage(services.db, query);
      setListHeaders(req, res, query, list.total);
      return list;
    },
  }),
  page('/admin/audit', {
    may: staff,
    title: 'Audit Log',
    island: auditLog,
    props: async ({ query }) => {
      const about = text(query.about);
      const filter = {
        page: pageNumber(query.page),
        query: text(query.query),
        about: Object.hasOwn(auditSubjects, about) ? about : '',
        from: dayOf(query.from),
        to: dayOf(query.to),
      };
      return { list: await auditPage(services.db, { ...filter, per: STAFF_ROWS_PER_PAGE }), ...filter };
    },
  }),
];
