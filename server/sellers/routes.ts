import { anyone, seller } from '../accounts/policy';
import { NotFound } from '../http/errors';
import { type Routes, route, type Setup } from '../http/route';
import { currentSeller, showSeller, updateSeller } from './contract';
import { maySeeSeller } from './policy';
import { saveProfile } from './profile';
import { sellerById } from './queries';
import { sellerProfile } from './serializer';

export default ({ services }: Setup): Routes => [
  route(currentSeller, {
    may: seller,
    reply: async ({ db, viewer }) => {
      const own = await sellerById(db, viewer.seller_id);
      if (!own) throw NotFound();
      return sellerProfile(own);
    },
  }),
  route(updateSeller, {
    may: seller,
    reply: async ({ viewer, body }) =>
      sellerProfile(await saveProfile(services, viewer.seller_id, body.seller, viewer)),
  }),
  route(showSeller, {
    may: anyone,
    find: async (viewer, { id }, { db }) => {
      const found = await sellerById(db, id);
      return found && maySeeSeller(viewer, found) ? found : null;
    },
    reply: ({ subject }) => sellerProfile(subject),
  }),
];
