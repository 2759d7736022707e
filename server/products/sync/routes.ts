import { seller } from '../../accounts/policy';
import { type Routes, route } from '../../http/route';
import { syncProducts } from './contract';
import { syncQuery } from './schema';
import { productSync } from './sync';

export default (): Routes => [
  route(syncProducts, {
    query: syncQuery,
    may: seller,
    needs: 'products:read',
    reply: ({ db, viewer, query }) => productSync(db, viewer.seller_id, query),
  }),
];
