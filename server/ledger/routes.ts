import { pageOf } from '../../db/page';
import { seller } from '../accounts/policy';
import { sendCells } from '../http/csv-response';
import { linkNext } from '../http/pagination';
import { type RouteDependencies, type Routes, route } from '../http/route';
import * as calls from './contract';
import { ownPayout, pastMonth } from './policy';
import { balanceOf, itemsOf, ledgerEntries, payoutsOfSeller } from './queries';
import { listLedgerQuery, listPayoutsQuery } from './schema';
import { balanceDocument, entryDocument, itemDocument, payoutDocument } from './serializer';
import staffRoutes from './staff-routes';
import { readStatement, STATEMENT_HEADINGS, statementMonths, statementRows } from './statement';

export default (dependencies: RouteDependencies): Routes => [
  route(calls.showBalance, {
    may: seller,
    reply: async ({ db, viewer }) => balanceDocument(await balanceOf(db, viewer.seller_id)),
  }),
  route(calls.listLedger, {
    query: listLedgerQuery,
    may: seller,
    reply: async ({ db, viewer, query, req, res }) => {
      const { limit, offset } = pageOf(query);
      const range = { sellerId: viewer.seller_id, kind: query.kind, limit: limit + 1, offset };
      const [entries, months] = await Promise.all([
        ledgerEntries(db, range),
        statementMonths(db, viewer.seller_id),
      ]);
      if (entries.length > limit) linkNext(req, res, query.page);
      return { entries: entries.slice(0, limit).map(entryDocument), months };
    },
  }),
  route(calls.listPayouts, {
    query: listPayoutsQuery,
    may: seller,
    reply: async ({ db, viewer, query, req, res }) => {
      const { limit, offset } = pageOf(query);
      const payouts = await payoutsOfSeller(db, viewer.seller_id, { limit: limit + 1, offset });
      if (payouts.length > limit) linkNext(req, res, query.page);
      return { payouts: payouts.slice(0, limit).map(payoutDocument) };
    },
  }),
  route(calls.showPayout, {
    may: seller,
    find: ownPayout,
    reply: async ({ db, subject }) => ({
      payout: { ...payoutDocument(subject), items: (await itemsOf(db, subject.id)).map(itemDocument) },
    }),
  }),
  route(calls.downloadStatement, {
    may: seller,
    find: pastMonth,
    reply: async ({ db, viewer, subject, res }) => {
      const statement = await readStatement(db, viewer.seller_id, subject);
      await sendCells(res, `statement-${subject.name}`, STATEMENT_HEADINGS, statementRows(statement));
      return undefined;
    },
  }),
  ...staffRoutes(dependencies),
];
