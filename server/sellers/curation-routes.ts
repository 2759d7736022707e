import { inviteToSeller } from '../accounts/invitation';
import { staff } from '../accounts/policy';
import { STAFF_ROWS_PER_PAGE } from '../contract/limits';
import { NotFound } from '../http/errors';
import { idNumber, pagedReply, pageNumber } from '../http/pagination';
import { page, type RouteDependencies, type Routes, route } from '../http/route';
import type { Services } from '../services';
import { pictureFields } from '../uploads/form-files';
import { createSeller, inviteSeller, listSellers, sellerCuration, updateCuratedSeller } from './contract';
import { curatedSellerById, curatedSellers, editSeller, makeSeller } from './curation';
import { curatedSellerBody, invitationForm, listSellersQuery } from './curation-schema';
import { anySeller } from './policy';

const sellerPictures = pictureFields('seller', ['logo', 'banner']);

const text = (value: unknown) => (typeof value === 'string' ? value : '');

async function reread(db: Services['db'], id: number) {
  const seller = await curatedSellerById(db, id);
  if (!seller) throw NotFound();
  return seller;
}

export default ({ services }: RouteDependencies): Routes => [
  route(listSellers, {
    query: listSellersQuery,
    may: staff,
    reply: pagedReply(curatedSellers),
  }),
  route(createSeller, {
    body: curatedSellerBody,
    may: staff,
    status: 201,
    files: sellerPictures,
    reply: async ({ db, body, viewer }) => reread(db, await makeSeller(services, body.seller, viewer)),
  }),
  route(updateCuratedSeller, {
    body: curatedSellerBody,
    may: staff,
    find: anySeller,
    files: sellerPictures,
    reply: async ({ db, body, subject, viewer }) => {
      await editSeller(services, subject.id, body.seller, viewer);
      return reread(db, subject.id);
    },
  }),
  route(inviteSeller, {
    body: invitationForm,
    may: staff,
    find: anySeller,
    reply: async ({ db, body, subject, viewer }) => {
      await inviteToSeller(services, subject.id, body.email, viewer);
      return reread(db, subject.id);
    },
  }),
  page('/admin/sellers', {
    may: staff,
    title: 'Sellers',
    island: sellerCuration,
    props: async ({ db, query }) => {
      const filter = { page: pageNumber(query.page), query: text(query.query) };
      const chosen = idNumber(query.seller);
      return {
        list: await curatedSellers(db, { ...filter, per: STAFF_ROWS_PER_PAGE }),
        ...filter,
        chosen: chosen === null ? null : await curatedSellerById(db, chosen),
      };
    },
  }),
];
