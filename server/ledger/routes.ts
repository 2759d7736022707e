import { pageOf } from '../../db/page';
import { seller } from '../accounts/policy';
import { sendCsv } from '../http/csv';
import { linkNext } from '../http/pagination';
import { type RouteDependencies, type Routes, route } from '../http/route';
import * as calls from './contract';
import { ledgerPage } from './earnings/ledger-page';
import { readStatement, STATEMENT_HEADINGS, statementRows } from './earnings/statement';
import { ownPayout, pastMonth } from './policy';
import { balanceOf, itemsOf, payoutsOfSeller } from './queries';
import { listLedgerQuery, listPayoutsQuery } from './schema';
import { balanceDocument, itemDocument, payoutDocument } from './serializer';
import staffRoutes from './staff/routes';

export default (dependencies: RouteDependencies): Routes => {
  const { claimDays } = dependencies.services.config;
  return [
    route(calls.showBalance, {
      may: seller,
      needs: 'earnings:read',
      reply: async ({ db, viewer }) => balanceDocument(await balanceOf(db, viewer.seller_id)),
    }),
    route(calls.listLedger, {
      query: listLedgerQuery,
      may: seller,
      needs: 'earnings:read',
      reply: async ({ db, viewer, query, req, res }) => {
        const { kind, page } = query;
        const range = { sellerId: viewer.seller_id, kind, claimDays, ...pageOf(query) };
        const { more, ...list } = await ledgerPage(db, range);
        if (more) linkNext(req, res, page);
        return list;
      },
    }),
    route(calls.listPayouts, {
      query: listPayoutsQuery,
      may: seller,
      needs: 'earnings:read',
      reply: async ({ db, viewer, query, req, res }) => {
        const { limit, offset } = pageOf(query);
        const payouts = await payoutsOfSeller(db, viewer.seller_id, { limit: limit + 1, offset });
        if (payouts.length > limit) linkNext(req, res, query.page);
        return { payouts: payouts.slice(0, limit).map(payoutDocument) };
      },
    }),
    route(calls.showPayout, {
      may: seller,
      needs: 'earnings:read',
      find: ownPayout,
      reply: async ({ db, subject }) => ({
        payout: { ...payoutDocument(subject), items: (await itemsOf(db, subject.id)).map(itemDocument) },
      }),
    }),
    route(calls.downloadStatement, {
      may: seller,
      needs: 'earnings:read',
      find: pastMonth,
      reply: async ({ db, viewer, subject, res }) => {
        const statement = await readStatement(db, viewer.seller_id, subject);
        await sendCsv(res, `statement-${subject.name}`, {
          headings: STATEMENT_HEADINGS,
          rows: statementRows(statement),
        });
        return undefined;
      },
    }),
    ...staffRoutes(dependencies),
  ];
};
