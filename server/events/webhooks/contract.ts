import type { Creator } from '../../accounts/company/contract';
import type { ApiKeyDocument } from '../../accounts/keys/contract';
import { endpoint } from '../../contract/endpoint';
import type { Island } from '../../contract/island';
import type { CompanyEvent } from '../contract';
import type { EventType } from '../rules';

export interface WebhookDocument {
  id: number;
  url: string;
  /** With wildcards; empty: all. */
  types: string[];
  enabled: boolean;
  /** Why it was disabled; null: by an owner, or it is not. */
  disabled_reason: 'failing' | 'gone' | null;
  failing_since: string | null;
  paused_until: string | null;
  /** Until when the secret before the last rotation signs, too. */
  previous_secret_until: string | null;
  created_by: Creator;
  created_at: string;
}

/** The secret is shown once. */
export interface NewWebhookSecret {
  webhook: WebhookDocument;
  secret: string;
}

interface DeliveryAttempt {
  at: string;
  /** Of the answer; null without one. */
  status: number | null;
  ms: number;
  error: string | null;
  /** The beginning of the answer's body. */
  excerpt: string;
}

export interface WebhookDelivery {
  id: number;
  event_id: CompanyEvent['id'];
  type: EventType;
  status: 'pending' | 'delivered' | 'failed' | 'canceled';
  /** Oldest first. */
  attempts: DeliveryAttempt[];
  /** null: it is not tried again. */
  next_at: string | null;
}

export interface DeliveryList {
  /** Newest first. */
  deliveries: WebhookDelivery[];
  /** There are older ones, behind `before`. */
  has_more: boolean;
}

export const listWebhooks = endpoint<{ webhooks: WebhookDocument[] }>()('GET /company/webhooks');
export const createWebhook = endpoint<NewWebhookSecret>()('POST /company/webhooks');
export const changeWebhook = endpoint<{ webhook: WebhookDocument }>()('PUT /company/webhooks/:id');
export const deleteWebhook = endpoint<undefined>()('DELETE /company/webhooks/:id');
export const rotateWebhookSecret = endpoint<NewWebhookSecret>()('POST /company/webhooks/:id/rotate_secret');
export const testWebhook = endpoint<{ delivery: WebhookDelivery }>()('POST /company/webhooks/:id/test');
export const listDeliveries = endpoint<DeliveryList>()('GET /company/webhooks/:id/deliveries');
export const replayEvents = endpoint<{ queued: number }>()('POST /company/webhooks/:id/replay');
export const replayDelivery = endpoint<{ delivery: WebhookDelivery }>()(
  'POST /company/webhook_deliveries/:id/replay',
);

export interface SettingsApiProps {
  kind: 'buyer' | 'seller';
  keys: ApiKeyDocument[];
  webhooks: WebhookDocument[];
}

export const settingsApi: Island<SettingsApiProps> = { id: 'settings-api' };

export interface SettingsWebhookProps {
  kind: 'buyer' | 'seller';
  webhook: WebhookDocument;
  list: DeliveryList;
}

export const settingsWebhook: Island<SettingsWebhookProps> = { id: 'settings-webhook' };
