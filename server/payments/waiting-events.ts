import type { Knex } from 'knex';
import type { PaymentEventRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { enqueue } from '../jobs/job';
import { lockJobsWith, rescheduleJobs } from '../jobs/queue';
import { processEvent } from './webhook';

type WaitingEvent = Pick<PaymentEventRow, 'id' | 'type' | 'received_at'>;

export async function waitingEvents(
  db: Knex,
  limit: number,
): Promise<{ events: WaitingEvent[]; total: number }> {
  const waiting = db('payment_events').whereNull('processed_at');
  const [events, counted] = await Promise.all([
    waiting.clone().orderBy('received_at').limit(limit).select('id', 'type', 'received_at'),
    waiting.clone().count<{ count: bigint }[]>('* as count'),
  ]);
  return { events, total: Number(counted[0]?.count ?? 0) };
}

/** Makes the event's job due, or adds one. Returns false if it is processed, null if it is unknown. */
export async function processEventAgain(tx: Tx, id: string): Promise<boolean | null> {
  const event = await tx('payment_events').where({ id }).forUpdate().first('processed_at');
  if (!event) return null;
  if (event.processed_at) return false;
  const jobs = await lockJobsWith(tx, processEvent.name, 'event_id', id);
  if (jobs.some(({ state }) => state === 'running')) return true;
  const [first] = jobs;
  if (first) await rescheduleJobs(tx, [first.id]);
  else await enqueue(tx, processEvent, { event_id: id });
  return true;
}
