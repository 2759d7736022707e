import type { Knex } from 'knex';
import { statement } from '../../../db/sql';
import type { CompanyEventRow, WebhookDeliveryRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import { lacksApprovedOwner } from '../../accounts/company/approved-owner';

/**
 * SQL of what an endpoint is to be sent now. What a person asked for is sent whatever its state. What a company that is
 * cut off has pending waits for its approval.
 */
export const IS_DUE = `webhook_deliveries.status = 'pending' and webhook_deliveries.next_at <= now()
  and not ${lacksApprovedOwner('webhooks')}
  and (webhook_deliveries.by_hand
    or webhooks.enabled and (webhooks.paused_until is null or webhooks.paused_until <= now()))`;

export type DueDelivery = Pick<WebhookDeliveryRow, 'id' | 'by_hand'> & {
  readonly event_id: CompanyEventRow['id'];
} & Pick<CompanyEventRow, 'type' | 'data' | 'at'>;

const PAGE = 100;

const due = statement<DueDelivery>(
  'due deliveries',
  `select webhook_deliveries.id, by_hand, event_id, company_events.type, company_events.data, company_events.at
     from webhooks
     join webhook_deliveries on webhook_id = webhooks.id
     join company_events on company_events.id = event_id
    where webhooks.id = $1 and ${IS_DUE}
    order by webhook_deliveries.id limit ${PAGE}`,
);

/** Oldest first, a page at most. */
export const dueDeliveries = (db: Knex, webhookId: number) => due(db, [webhookId]);

/** What a person asked for stays. */
export const cancelPending = (tx: Tx, webhook_id: number) =>
  tx('webhook_deliveries')
    .where({ webhook_id, status: 'pending', by_hand: false })
    .update({ status: 'canceled' });
