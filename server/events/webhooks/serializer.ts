import type { WebhookAttemptRow, WebhookDeliveryRow, WebhookRow } from '../../../db/tables';
import type { EventType } from '../rules';
import { eventId } from '../serializer';
import type { WebhookDelivery, WebhookDocument } from './contract';

export type WebhookWithCreator = WebhookRow & {
  readonly creator: string;
  readonly creator_is_member: boolean;
};

export const webhookDocument = (row: WebhookWithCreator): WebhookDocument => ({
  id: row.id,
  url: row.url,
  types: row.types,
  enabled: row.enabled,
  disabled_reason: row.disabled_reason,
  failing_since: row.failing_since?.toISOString() ?? null,
  paused_until: row.paused_until?.toISOString() ?? null,
  previous_secret_until: row.previous_until?.toISOString() ?? null,
  created_by: { id: row.created_by, name: row.creator, is_member: row.creator_is_member },
  created_at: row.created_at.toISOString(),
});

export const deliveryDocument = (
  row: WebhookDeliveryRow & { readonly type: string },
  attempts: readonly WebhookAttemptRow[],
): WebhookDelivery => ({
  id: row.id,
  event_id: eventId(row.event_id),
  type: row.type as EventType,
  status: row.status,
  attempts: attempts.map(({ at, status, ms, error, excerpt }) => ({
    at: at.toISOString(),
    status,
    ms,
    error,
    excerpt,
  })),
  next_at: row.status === 'pending' ? row.next_at.toISOString() : null,
});
