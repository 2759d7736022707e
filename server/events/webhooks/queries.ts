import type { Knex } from 'knex';
import { groupRows, idsOf } from '../../../db/rows';
import type { WebhookAttemptRow, WebhookDeliveryRow } from '../../../db/tables';
import { type Company, isMemberOf, ofCompany } from '../../accounts/company/company';
import type { DeliveryList, WebhookDelivery, WebhookDocument } from './contract';
import { deliveryDocument, type WebhookWithCreator, webhookDocument } from './serializer';

const withCreator = (db: Knex) =>
  db('webhooks')
    .join('users', 'users.id', 'webhooks.created_by')
    .select(
      'webhooks.*',
      db.raw(`coalesce(nullif(users.full_name, ''), users.former_email, users.email)::text as creator`),
      db.raw(`${isMemberOf('users', 'webhooks')} as creator_is_member`),
    ) as unknown as Knex.QueryBuilder<object, WebhookWithCreator[]>;

export async function webhooksOf(
  db: Knex,
  company: Pick<Company, 'kind' | 'id'>,
): Promise<WebhookDocument[]> {
  const [[column, id]] = Object.entries(ofCompany(company)) as [[string, number]];
  const rows = await withCreator(db).where(`webhooks.${column}`, id).orderBy('webhooks.id');
  return rows.map(webhookDocument);
}

/** Throws where it is gone. */
export async function webhookById(db: Knex, id: number): Promise<WebhookDocument> {
  const [row] = await withCreator(db).where('webhooks.id', id);
  if (!row) throw new Error(`There is no webhook ${id}`);
  return webhookDocument(row);
}

type DeliveryWithType = WebhookDeliveryRow & { readonly type: string };

const withType = (db: Knex) =>
  db('webhook_deliveries')
    .join('company_events', 'company_events.id', 'webhook_deliveries.event_id')
    .select('webhook_deliveries.*', 'company_events.type') as unknown as Knex.QueryBuilder<
    object,
    DeliveryWithType[]
  >;

async function withAttempts(db: Knex, rows: readonly DeliveryWithType[]): Promise<WebhookDelivery[]> {
  const attempts = await db('webhook_attempts').whereIn('delivery_id', idsOf(rows)).orderBy('id');
  const attemptsOf = groupRows(attempts as WebhookAttemptRow[], ({ delivery_id }) => delivery_id);
  return rows.map((row) => deliveryDocument(row, attemptsOf(row.id)));
}

const LISTED = 50;

interface DeliveryFilter {
  readonly status?: WebhookDeliveryRow['status'] | undefined;
  /** The last one that was listed. */
  readonly before?: number | undefined;
}

export async function deliveriesOf(
  db: Knex,
  webhookId: number,
  { status, before }: DeliveryFilter = {},
): Promise<DeliveryList> {
  const query = withType(db).where('webhook_id', webhookId).orderBy('webhook_deliveries.id', 'desc');
  if (status) query.where('webhook_deliveries.status', status);
  if (before !== undefined) query.where('webhook_deliveries.id', '<', before);
  const rows = await query.limit(LISTED + 1);
  return { deliveries: await withAttempts(db, rows.slice(0, LISTED)), has_more: rows.length > LISTED };
}

/** Throws where it is gone. */
export async function deliveryById(db: Knex, id: number): Promise<WebhookDelivery> {
  const [delivery] = await withAttempts(db, await withType(db).where('webhook_deliveries.id', id));
  if (!delivery) throw new Error(`There is no delivery ${id}`);
  return delivery;
}
