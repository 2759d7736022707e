import type { Tx } from '../../../db/transaction';
import { Invalid } from '../../http/errors';
import type { Services } from '../../services';
import { requireEventPatterns } from '../patterns';
import { typesNamedBy } from '../rules';
import type { WebhookDelivery } from './contract';
import { deliveryById, webhookById } from './queries';
import { MAX_REPLAYED } from './rules';

type ActServices = Pick<Services, 'transaction'>;

/** Enqueues the endpoint's job. */
type Wake = (tx: Tx, webhookId: number) => Promise<void>;

const AGAIN = `status = 'pending', attempts = 0, next_at = now(), by_hand = true`;

interface Span {
  readonly since: string;
  readonly until?: string | undefined;
  readonly types: readonly string[];
}

const REPLAY = `
  insert into webhook_deliveries (webhook_id, event_id, by_hand)
  select webhooks.id, event.id, true
    from webhooks
    join company_events event on event.buyer_id = webhooks.buyer_id or event.seller_id = webhooks.seller_id
   where webhooks.id = :webhook and event.at >= :since and event.at < coalesce(cast(:until as timestamptz), 'infinity')
     and event.type = any(:types) and event.type <> 'webhook.test'
   order by event.id
   limit :limit
  on conflict (webhook_id, event_id) do update set ${AGAIN}
  returning event_id`;

/**
 * Sends what happened in the span again, whether it arrived or not, of the types that both the endpoint and the
 * caller name. Throws 422 for more than 10,000 events. Returns how many are sent.
 */
export async function replaySpan(
  { transaction }: ActServices,
  webhookId: number,
  { since, until, types }: Span,
  wake: Wake,
): Promise<number> {
  const named = typesNamedBy(requireEventPatterns(types));
  return transaction(async (tx) => {
    const webhook = await webhookById(tx, webhookId);
    const own = new Set(typesNamedBy(webhook.types));
    const { rowCount } = await tx.raw<{ rowCount: number }>(REPLAY, {
      webhook: webhookId,
      since,
      until: until ?? null,
      types: named.filter((type) => own.has(type)),
      limit: MAX_REPLAYED + 1,
    });
    if (rowCount > MAX_REPLAYED) {
      const text = 'Choose a shorter time range: up to 10,000 events can be sent at once';
      throw Invalid(text, { since: [text] });
    }
    if (rowCount > 0) await wake(tx, webhookId);
    return rowCount;
  });
}

/** Sends one again. Twice at once, it is sent once. */
export const replayOne = (
  { transaction }: ActServices,
  { id, webhook_id }: { readonly id: number; readonly webhook_id: number },
  wake: Wake,
): Promise<WebhookDelivery> =>
  transaction(async (tx) => {
    await tx.raw(`update webhook_deliveries set ${AGAIN} where id = ?`, [id]);
    await wake(tx, webhook_id);
    return deliveryById(tx, id);
  });

const SEND_TEST = `
  with written as (
    insert into company_events (buyer_id, seller_id, type, subject_type, subject_id, data)
    select buyer_id, seller_id, 'webhook.test', 'webhook', id, cast(:data as jsonb) from webhooks where id = :webhook
    returning id
  )
  insert into webhook_deliveries (webhook_id, event_id, by_hand) select cast(:webhook as int), id, true from written
  returning id`;

interface Tester {
  readonly id: number;
  readonly kind: 'buyer' | 'seller';
  readonly name: string;
}

/** To this endpoint alone, also where it is disabled. */
export const sendTest = (
  { transaction }: ActServices,
  webhookId: number,
  by: Tester,
  wake: Wake,
): Promise<WebhookDelivery> =>
  transaction(async (tx) => {
    const data = {
      subject: { type: 'webhook', id: webhookId, number: null, version: null, state: null },
      by: { side: by.kind, id: by.id, name: by.name, kind: 'person' },
      reason: null,
      total_cents: null,
      href: null,
    };
    const { rows } = await tx.raw<{ rows: { id: number }[] }>(SEND_TEST, {
      webhook: webhookId,
      data: JSON.stringify(data),
    });
    const [delivery] = rows;
    if (!delivery) throw new Error(`There is no webhook ${webhookId}`);
    await wake(tx, webhookId);
    return deliveryById(tx, delivery.id);
  });
