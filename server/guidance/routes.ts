import { member } from '../accounts/policy';
import type { Routes } from '../http/route';
import { route } from '../http/route';
import { showPriceGuide } from './contract';
import { guidedProduct } from './policy';
import { guideOf, ownDeals } from './queries';
import { priceGuideQuery } from './schema';
import { marketDocument, ownDocument } from './serializer';

export default (): Routes => [
  route(showPriceGuide, {
    query: priceGuideQuery,
    may: member,
    needs: 'offers:read',
    reply: async ({ db, viewer, query }) => {
      const product = await guidedProduct(db, viewer, query.product_id);
      const [guide, own] = await Promise.all([
        guideOf(db, product.category, product.condition),
        ownDeals(db, viewer, product.id),
      ]);
      return { market: marketDocument(guide), own: ownDocument(own) };
    },
  }),
];
