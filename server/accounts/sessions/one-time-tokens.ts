import { createHash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { OneTimeTokenRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';

type Purpose = OneTimeTokenRow['purpose'];

/** docs/rules.md#people */
const LIFE_HOURS: Record<Purpose, number> = { magic: 7 * 24, reset: 6 };
const BYTES = 24;

export const digestOf = (token: string) => createHash('sha256').update(token).digest();

/** 192 random bits for an address; only the digest may be stored. */
export function newToken() {
  const token = randomBytes(BYTES).toString('base64url');
  return { token, digest: digestOf(token) };
}

/** Replaces the user's token of the same purpose. */
export async function issueToken(tx: Tx, userId: number, purpose: Purpose): Promise<string> {
  const { token, digest } = newToken();
  const expires_at = tx.raw('now() + make_interval(hours => ?)', [LIFE_HOURS[purpose]]) as never;
  const fields = { digest, expires_at };
  await tx('one_time_tokens')
    .insert({ user_id: userId, purpose, ...fields })
    .onConflict(['user_id', 'purpose'])
    .merge({ ...fields, created_at: tx.fn.now() as never, used_at: null });
  return token;
}

export const tokenOwner = async (db: Knex, token: string, purpose: Purpose): Promise<number | null> => {
  const row = await db('one_time_tokens')
    .where({ digest: digestOf(token), purpose, used_at: null })
    .where('expires_at', '>', db.fn.now())
    .first('user_id');
  return row?.user_id ?? null;
};

/** Of concurrent calls, one gets the user. */
export async function consumeToken(tx: Tx, token: string, purpose: Purpose): Promise<number | null> {
  const [used] = await tx('one_time_tokens')
    .where({ digest: digestOf(token), purpose })
    .whereNull('used_at')
    .where('expires_at', '>', tx.fn.now())
    .update({ used_at: tx.fn.now() })
    .returning('user_id');
  return used?.user_id ?? null;
}

export const endTokens = (tx: Tx, userId: number) =>
  tx('one_time_tokens').where({ user_id: userId }).whereNull('used_at').delete();
