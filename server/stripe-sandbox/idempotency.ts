import { createHash } from 'node:crypto';
import type { Tx } from '../../db/transaction';
import { keyReused } from './errors';

export interface Reply {
  status: number;
  body: unknown;
  replayed?: boolean;
}

const digest = (request: string) => createHash('sha256').update(request).digest('hex');

/**
 * The same key with the same request gets the first answer; with another request it is refused. A second caller
 * waits at the row until the first is done. A refused request keeps nothing: its transaction is rolled back.
 */
export async function once(tx: Tx, key: string, request: string, act: () => Promise<Reply>): Promise<Reply> {
  const row = { key, request: digest(request) };
  const [first] = await tx('sandbox_keys').insert(row).onConflict('key').ignore().returning('key');
  if (!first) {
    const known = await tx('sandbox_keys').where({ key }).first();
    if (!known || known.request !== row.request) throw keyReused(key);
    return { status: known.status ?? 200, body: known.reply, replayed: true };
  }
  const reply = await act();
  await tx('sandbox_keys')
    .where({ key })
    .update({ status: reply.status, reply: JSON.stringify(reply.body) });
  return reply;
}
