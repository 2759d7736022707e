import { createHash } from 'node:crypto';
import type { Tx } from '../../db/transaction';
import { keyReused } from './errors';

export interface Reply {
  status: number;
  body: unknown;
  replayed?: boolean;
}

const digest = (request: string) => createHash('sha256').update(request).digest('hex');

/** Replays the first reply, also to a concurrent caller; throws StripeError for another request. A failed one stores nothing. */
export async function once(tx: Tx, key: string, request: string, act: () => Promise<Reply>): Promise<Reply> {
  const row = { key, request: digest(request) };
  const [first] = await tx('sandbox_keys').insert(row).onConflict('key').ignore().returning('key');
  if (!first) return replay(tx, row);
  const reply = await act();
  await tx('sandbox_keys')
    .where({ key })
    .update({ status: reply.status, reply: JSON.stringify(reply.body) });
  return reply;
}

async function replay(tx: Tx, { key, request }: { key: string; request: string }): Promise<Reply> {
  const stored = await tx('sandbox_keys').where({ key }).first();
  if (!stored || stored.request !== request) throw keyReused(key);
  return { status: stored.status ?? 200, body: stored.reply, replayed: true };
}
