import { companyOf } from '../../accounts/company/company';
import { apiKeysOf } from '../../accounts/keys/queries';
import { trader } from '../../accounts/policy';
import { page, type Routes } from '../../http/route';
import { settingsApi, settingsWebhook } from './contract';
import { findOwnWebhook } from './policy';
import { deliveriesOf, webhookById, webhooksOf } from './queries';

export default (): Routes => [
  page('/settings/api', {
    may: trader,
    needs: 'company:manage',
    title: 'API',
    view: 'pages/settings',
    island: settingsApi,
    props: async ({ db, viewer }) => ({
      kind: viewer.kind,
      keys: await apiKeysOf(db, companyOf(viewer)),
      webhooks: await webhooksOf(db, companyOf(viewer)),
    }),
  }),
  page('/settings/webhooks/:id', {
    may: trader,
    needs: 'company:manage',
    find: findOwnWebhook,
    title: 'Webhook',
    view: 'pages/settings',
    island: settingsWebhook,
    props: async ({ db, viewer, subject: { id } }) => ({
      kind: viewer.kind,
      webhook: await webhookById(db, id),
      list: await deliveriesOf(db, id),
    }),
  }),
];
