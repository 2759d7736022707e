import { companyOf, nameOf } from '../../accounts/company/company';
import { trader } from '../../accounts/policy';
import { limitByPerson } from '../../http/rate-limit';
import { type RouteDependencies, type Routes, route } from '../../http/route';
import { enqueueDelivery } from '../jobs';
import * as calls from './contract';
import { findOwnDelivery, findOwnWebhook } from './policy';
import { deliveriesOf, webhooksOf } from './queries';
import { replayOne, replaySpan, sendTest } from './replay';
import { changeWebhookBody, createWebhookBody, deliveriesQuery, replayBody } from './schema';
import { changeWebhook, createWebhook, deleteWebhook, rotateSecret } from './webhook';

export default ({ services }: RouteDependencies): Routes => {
  const countSend = limitByPerson(services, 'webhook-sends');
  return [
    route(calls.listWebhooks, {
      may: trader,
      needs: 'company:manage',
      reply: async ({ db, viewer }) => ({ webhooks: await webhooksOf(db, companyOf(viewer)) }),
    }),
    route(calls.createWebhook, {
      body: createWebhookBody,
      may: trader,
      needs: 'company:manage',
      retry: calls.listWebhooks,
      confirm: true,
      status: 201,
      reply: ({ viewer, body }) => createWebhook(services, viewer, body),
    }),
    route(calls.changeWebhook, {
      body: changeWebhookBody,
      may: trader,
      needs: 'company:manage',
      retry: calls.listWebhooks,
      find: findOwnWebhook,
      reply: async ({ viewer, subject, body }) => ({
        webhook: await changeWebhook(services, viewer, subject.id, body),
      }),
    }),
    route(calls.deleteWebhook, {
      may: trader,
      needs: 'company:manage',
      retry: 'done',
      find: findOwnWebhook,
      reply: ({ viewer, subject }) => deleteWebhook(services, viewer, subject.id),
    }),
    route(calls.rotateWebhookSecret, {
      may: trader,
      needs: 'company:manage',
      retry: calls.listWebhooks,
      confirm: true,
      find: findOwnWebhook,
      reply: ({ viewer, subject }) => rotateSecret(services, viewer, subject.id),
    }),
    route(calls.testWebhook, {
      may: trader,
      needs: 'company:manage',
      retry: calls.listDeliveries,
      find: findOwnWebhook,
      status: 202,
      reply: async ({ viewer, subject }) => {
        await countSend(viewer.id);
        const by = { id: viewer.id, kind: viewer.kind, name: nameOf(viewer) };
        return { delivery: await sendTest(services, subject.id, by, enqueueDelivery) };
      },
    }),
    route(calls.listDeliveries, {
      query: deliveriesQuery,
      may: trader,
      needs: 'company:manage',
      find: findOwnWebhook,
      reply: ({ db, subject, query }) => deliveriesOf(db, subject.id, query),
    }),
    route(calls.replayEvents, {
      body: replayBody,
      may: trader,
      needs: 'company:manage',
      retry: calls.listDeliveries,
      find: findOwnWebhook,
      status: 202,
      reply: async ({ viewer, subject, body }) => {
        await countSend(viewer.id);
        return { queued: await replaySpan(services, subject.id, body, enqueueDelivery) };
      },
    }),
    route(calls.replayDelivery, {
      may: trader,
      needs: 'company:manage',
      retry: calls.listWebhooks,
      find: findOwnDelivery,
      status: 202,
      reply: async ({ viewer, subject }) => {
        await countSend(viewer.id);
        return { delivery: await replayOne(services, subject, enqueueDelivery) };
      },
    }),
  ];
};
