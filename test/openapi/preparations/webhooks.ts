import type { NewWebhookSecret, WebhookDelivery } from '../../../server/events/webhooks/contract';
import type { Factory } from '../../support/factories';
import type { Prepare } from '../preparations';

const demoUrl = ({ app }: Factory) => `${app.origin}/dev/webhooks/erp`;

/** With a test event that waits to be sent. */
async function made(factory: Factory) {
  const as = await factory.aBuyer();
  const client = await factory.signedIn(as);
  const { body } = await client.request('POST', '/company/webhooks', {
    body: { url: demoUrl(factory), types: [] },
  });
  const { id } = (body as NewWebhookSecret).webhook;
  const test = await client.request('POST', `/company/webhooks/${id}/test`);
  return { as, id, delivery: (test.body as { delivery: WebhookDelivery }).delivery.id };
}

const aWebhook: Prepare = async (factory) => {
  const { as, id } = await made(factory);
  return { as, params: { id } };
};

export const webhooks: Readonly<Record<string, Prepare>> = {
  'GET /company/webhooks': async (factory) => ({ as: (await made(factory)).as }),
  'POST /company/webhooks': async (factory) => ({
    as: await factory.aBuyer(),
    texts: { 'https://erp.example.com/webhooks/lotwise': demoUrl(factory) },
  }),
  'PUT /company/webhooks/:id': aWebhook,
  'DELETE /company/webhooks/:id': aWebhook,
  'POST /company/webhooks/:id/rotate_secret': aWebhook,
  'POST /company/webhooks/:id/test': aWebhook,
  'GET /company/webhooks/:id/deliveries': aWebhook,
  'POST /company/webhooks/:id/replay': aWebhook,
  'POST /company/webhook_deliveries/:id/replay': async (factory) => {
    const { as, delivery } = await made(factory);
    return { as, params: { id: delivery } };
  },
};
