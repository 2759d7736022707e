import { type Routes, route } from '../../http/route';
import { companyOf } from '../company/company';
import { trader } from '../policy';
import { listApiKeys } from './contract';
import { apiKeysOf } from './queries';

export default (): Routes => [
  route(listApiKeys, {
    may: trader,
    needs: 'company:manage',
    reply: async ({ db, viewer }) => ({ api_keys: await apiKeysOf(db, companyOf(viewer)) }),
  }),
];
