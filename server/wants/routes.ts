import type { Knex } from 'knex';
import { idsOf } from '../../db/rows';
import { type Buyer, buyer, seller } from '../accounts/policy';
import { isCapable } from '../contract/capabilities';
import { pageNumber } from '../http/pagination';
import { page, type RouteDependencies, type Routes, route } from '../http/route';
import type { Services } from '../services';
import * as calls from './contract';
import { correctWants } from './corrections';
import { draftWants, previewDrafts } from './drafts/draft';
import { listWanted, MAX_WANTED_PER_PAGE } from './guides/contract';
import { ownWant, ownWantList } from './policy';
import { countAddable, wantedOf, wantedProducts, wantListOf, wantListsOf, wantsOf } from './queries';
import { LINES_PER_PAGE, type WantPart, wantParts } from './rules';
import {
  correctionsBody,
  draftBody,
  linesQuery,
  newWantListBody,
  wantBody,
  wantedQuery,
  wantListBody,
} from './schema';
import { wantedFigure, wantLines, wantListDocument } from './serializer';
import { deleteWant, updateWant } from './want';
import { createWantList, deleteWantList, textOfList, updateWantList } from './want-list';

const listOf = async (db: Knex, { buyer_id }: Buyer): Promise<calls.WantLists> => ({
  want_lists: (await wantListsOf(db, buyer_id)).map(wantListDocument),
});

async function pageOfLines(
  { db, store }: Pick<Services, 'db' | 'store'>,
  id: number,
  { status, page }: { status?: WantPart | undefined; page: number },
): Promise<calls.WantListPage> {
  const range = { limit: LINES_PER_PAGE, offset: (page - 1) * LINES_PER_PAGE };
  const [list, wants, addable] = await Promise.all([
    wantListOf(db, id),
    wantsOf(db, id, status ?? 'all', range),
    countAddable(db, id),
  ]);
  const [products, text] = await Promise.all([
    wantedProducts(db, idsOf(wants)),
    list.state === 'failed' ? textOfList({ db, store }, id) : null,
  ]);
  return { want_list: wantListDocument(list), lines: wantLines(wants, products), addable, text };
}

const isReadOnly = (viewer: Buyer) => !isCapable(viewer, 'offers:write');

/** Of an address, where anything may stand. */
const askedBy = ({ status, page: number }: Record<string, unknown>): calls.WantListAsked => ({
  status: wantParts.find((part) => part === status) ?? '',
  page: pageNumber(number),
});

export default ({ services }: RouteDependencies): Routes => [
  route(calls.listWantLists, {
    may: buyer,
    needs: 'offers:read',
    reply: ({ db, viewer }) => listOf(db, viewer),
  }),
  route(calls.createWantList, {
    body: newWantListBody,
    may: buyer,
    needs: 'offers:write',
    retry: calls.showWantList,
    maxBytes: 2_000_000,
    status: 201,
    reply: async ({ viewer, body }) => ({
      want_list: await createWantList(services, viewer, body.want_list),
    }),
  }),
  route(calls.showWantList, {
    query: linesQuery,
    may: buyer,
    needs: 'offers:read',
    find: ownWantList,
    reply: ({ params, query }) => pageOfLines(services, params.id, query),
  }),
  route(calls.updateWantList, {
    body: wantListBody,
    may: buyer,
    needs: 'offers:write',
    retry: calls.showWantList,
    find: ownWantList,
    reply: async ({ viewer, params, body }) => ({
      want_list: await services.transaction((tx) =>
        updateWantList(tx, viewer.buyer_id, params.id, body.want_list),
      ),
    }),
  }),
  route(calls.deleteWantList, {
    may: buyer,
    needs: 'offers:write',
    retry: 'done',
    find: ownWantList,
    reply: ({ viewer, params }) => deleteWantList(services, viewer.buyer_id, params.id),
  }),
  route(calls.draftWants, {
    body: draftBody,
    may: buyer,
    needs: 'offers:write',
    retry: 'again',
    find: ownWantList,
    reply: ({ viewer, params, body }) => {
      const request = { listId: params.id, wantIds: body.want_ids };
      return body.preview ? previewDrafts(services, viewer, request) : draftWants(services, viewer, request);
    },
  }),
  route(calls.correctWants, {
    body: correctionsBody,
    may: buyer,
    needs: 'offers:write',
    retry: 'again',
    find: ownWantList,
    reply: async ({ viewer, params, body }) => ({
      lines: await services.transaction((tx) =>
        correctWants(tx, { id: params.id, buyer_id: viewer.buyer_id }, body.lines),
      ),
    }),
  }),
  route(calls.updateWant, {
    body: wantBody,
    may: buyer,
    needs: 'offers:write',
    retry: 'again',
    find: ownWant,
    reply: async ({ viewer, params, body }) => ({
      want: await services.transaction((tx) => updateWant(tx, viewer.buyer_id, params.id, body)),
    }),
  }),
  route(calls.deleteWant, {
    may: buyer,
    needs: 'offers:write',
    retry: 'done',
    find: ownWant,
    reply: ({ viewer, params }) => services.transaction((tx) => deleteWant(tx, viewer.buyer_id, params.id)),
  }),
  route(listWanted, {
    query: wantedQuery,
    may: seller,
    needs: 'products:read',
    reply: async ({ db, viewer, query: { product_ids: productIds, page: number } }) => {
      const range = { limit: MAX_WANTED_PER_PAGE, offset: (number - 1) * MAX_WANTED_PER_PAGE };
      const rows = await wantedOf(db, viewer.seller_id, { productIds, ...range });
      return { products: rows.map(wantedFigure) };
    },
  }),
  page('/want_lists', {
    may: buyer,
    needs: 'offers:read',
    title: 'Want Lists',
    island: calls.wantLists,
    props: async ({ db, viewer }) => ({ ...(await listOf(db, viewer)), readOnly: isReadOnly(viewer) }),
  }),
  page('/want_lists/:id', {
    may: buyer,
    needs: 'offers:read',
    find: ownWantList,
    title: ({ subject }) => subject.name,
    locals: () => ({ back: { href: '/want_lists', text: 'Want Lists' } }),
    island: calls.wantList,
    props: async ({ viewer, params: { id }, query }) => {
      const asked = askedBy(query);
      const { status, page: number } = asked;
      const list = await pageOfLines(services, id, { status: status || undefined, page: number });
      return { id, list, asked, readOnly: isReadOnly(viewer) };
    },
  }),
];
