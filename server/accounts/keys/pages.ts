import { page, type Routes } from '../../http/route';
import { companyOf } from '../company/company';
import { trader } from '../policy';
import { settingsApi } from './contract';
import { apiKeysOf } from './queries';

export default (): Routes => [
  page('/settings/api', {
    may: trader,
    needs: 'company:manage',
    title: 'API',
    view: 'pages/settings',
    island: settingsApi,
    props: async ({ db, viewer }) => ({ kind: viewer.kind, keys: await apiKeysOf(db, companyOf(viewer)) }),
  }),
];
