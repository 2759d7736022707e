import { creator } from '../../accounts/doc';
import {
  count,
  flag,
  id,
  integer,
  list,
  nullable,
  object,
  oneOf,
  tagged,
  text,
  time,
} from '../../openapi/answer';
import { eventTypeNames } from '../rules';
import type { DeliveryList, NewWebhookSecret, WebhookDelivery, WebhookDocument } from './contract';
import * as calls from './contract';

const webhook = object<WebhookDocument>(
  {
    id,
    url: text,
    types: list(text),
    enabled: flag,
    disabled_reason: nullable(oneOf(['failing', 'gone'])),
    failing_since: nullable(time),
    paused_until: nullable(time),
    previous_secret_until: nullable(time),
    created_by: creator,
    created_at: time,
  },
  'Webhook',
);

const delivery = object<WebhookDelivery>(
  {
    id,
    event_id: text,
    type: oneOf(eventTypeNames),
    status: oneOf(['pending', 'delivered', 'failed', 'canceled']),
    attempts: list(
      object<WebhookDelivery['attempts'][number]>({
        at: time,
        status: nullable(integer),
        ms: count,
        error: nullable(text),
        excerpt: text,
      }),
    ),
    next_at: nullable(time),
  },
  'WebhookDelivery',
);

const secret = object<NewWebhookSecret>({ webhook, secret: text });
const changed = object<{ webhook: WebhookDocument }>({ webhook });
const replayed = object<{ delivery: WebhookDelivery }>({ delivery });

const doc = tagged('Webhooks');

export default [
  doc(calls.listWebhooks, {
    summary: 'List the endpoints of the company',
    answer: object<{ webhooks: WebhookDocument[] }>({ webhooks: list(webhook) }),
  }),
  doc(calls.createWebhook, {
    summary: 'Add an endpoint; its secret is shown once',
    answer: secret,
    example: { url: 'https://erp.example.com/webhooks/lotwise', types: ['order.*', 'offer.accepted'] },
  }),
  doc(calls.changeWebhook, {
    summary: 'Change an endpoint, or turn it on or off',
    answer: changed,
    example: { types: [], enabled: true },
  }),
  doc(calls.deleteWebhook, { summary: 'Delete an endpoint', answer: null }),
  doc(calls.rotateWebhookSecret, {
    summary: 'Rotate an endpoint’s secret; the old one also works for 24 hours',
    answer: secret,
  }),
  doc(calls.testWebhook, { summary: 'Send a test event to an endpoint', answer: replayed }),
  doc(calls.listDeliveries, {
    summary: 'List what an endpoint was sent, newest first',
    answer: object<DeliveryList>({ deliveries: list(delivery), has_more: flag }),
  }),
  doc(calls.replayEvents, {
    summary: 'Send the events of a time range again',
    answer: object<{ queued: number }>({ queued: count }),
    example: { since: '2026-11-24T15:00:00Z' },
  }),
  doc(calls.replayDelivery, { summary: 'Send one event again', answer: replayed }),
];
