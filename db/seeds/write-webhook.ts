import type { Config } from '../../server/config/config';
import { toJson } from '../../server/contract/json';
import { newSecret, sealSecret } from '../../server/events/webhooks/secret';
import type { Tx } from '../transaction';
import { daysBefore } from './days';

const OWNER = 'buyer@example.com';
const AGE_DAYS = 30;

/** Of the order's history in the last weeks, as events of its buyer. */
const WRITE_EVENTS = `
  insert into company_events (buyer_id, type, subject_type, subject_id, data, at)
  select orders.buyer_id,
         case history.event when 'create' then 'order.created' when 'confirm_payment' then 'order.paid'
           when 'ship' then 'order.shipped' when 'receive' then 'order.received'
           when 'cancel' then 'order.closed' when 'complete' then 'order.closed' else 'order.updated' end,
         'order', orders.id,
         jsonb_build_object(
           'subject', jsonb_build_object('type', 'order', 'id', orders.id, 'number', orders.po_number,
                                         'version', orders.version, 'state', history.to_status),
           'by', jsonb_build_object('side', case history.actor when 'provider' then 'system' else history.actor end,
                                    'id', null, 'name', null, 'kind', null),
           'reason', history.event, 'total_cents', orders.total_cents,
           'href', '/marketplace/purchase_orders/' || orders.id),
         history.at
    from order_history history join purchase_orders orders on orders.id = purchase_order_id
   where orders.buyer_id = ? and history.event <> 'pay_in_full' and history.at >= ? and history.at < ?
   order by history.at
  returning id, at`;

/** Hours after the event at which a delivery is tried, until it has failed for good. */
const TRIED_AFTER_HOURS = [0, 0.002, 0.085, 0.6, 2.6, 7.6, 17.6, 31.6, 51.6, 75.6];

const EXCERPT = '<h1>503 Service Unavailable</h1>';

/** An endpoint of buyer@'s company at the demo's own receiver. It was down for some days, which one event did not outlast. */
export async function writeWebhook(tx: Tx, now: Date, config: Pick<Config, 'appUrl' | 'secretKeyBase'>) {
  const owner = await tx('users').where({ email: OWNER }).first('id', 'buyer_id');
  if (!owner) throw new Error(`The demo has no ${OWNER}`);
  const { buyer_id } = owner;
  const since = daysBefore(now, AGE_DAYS - 1);
  const [webhook] = await tx('webhooks')
    .insert({
      buyer_id,
      url: `${config.appUrl}/dev/webhooks/erp`,
      types: ['offer.*', 'order.*'],
      secret_encrypted: sealSecret(config, { buyer_id }, newSecret()),
      created_by: owner.id,
      created_at: daysBefore(now, AGE_DAYS),
    })
    .returning('id');
  const { rows: events } = await tx.raw<{ rows: { id: bigint; at: Date }[] }>(WRITE_EVENTS, [
    buyer_id,
    since,
    now,
  ]);
  const lost = events.findLast(({ at }) => at < daysBefore(now, 4)) ?? events[0];
  const deliveries = events.map(({ id, at }) => ({
    webhook_id: webhook?.id ?? 0,
    event_id: id,
    status: id === lost?.id ? ('failed' as const) : ('delivered' as const),
    attempts: id === lost?.id ? TRIED_AFTER_HOURS.length : 1,
    next_at: at,
  }));
  if (deliveries.length === 0) return;
  const written = await tx('webhook_deliveries')
    .insert(deliveries)
    .returning(['id', 'event_id', 'status', 'next_at']);
  const attempts = written.flatMap(({ id: delivery_id, status, next_at }) =>
    status === 'failed'
      ? TRIED_AFTER_HOURS.map((hours) => ({
          delivery_id,
          at: daysBefore(next_at, -hours / 24),
          status: 503,
          ms: 1_240,
          excerpt: EXCERPT,
        }))
      : [{ delivery_id, at: next_at, status: 200, ms: 86, excerpt: toJson({ received: true }) }],
  );
  await tx('webhook_attempts').insert(attempts);
}
