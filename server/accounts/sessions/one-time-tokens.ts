import { createHash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { OneTimeTokenRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import { HOUR_MS } from '../../contract/durations';

type Purpose = OneTimeTokenRow['purpose'];

/** docs/rules.md#people */
const LIFE_MS: Record<Purpose, number> = { magic: 7 * 24 * HOUR_MS, reset: 6 * HOUR_MS };
const BYTES = 24;

const digestOf = (token: string) => createHash('sha256').update(token).digest();

/** Returns 192 random bits; only their digest is stored. Replaces the user's token of the same purpose. */
export async function issueToken(tx: Tx, userId: number, purpose: Purpose): Promise<string> {
  const token = randomBytes(BYTES).toString('base64url');
  const fields = { digest: digestOf(token), expires_at: new Date(Date.now() + LIFE_MS[purpose]) };
  await tx('one_time_tokens')
    .insert({ user_id: userId, purpose, ...fields })
    .onConflict(['user_id', 'purpose'])
    .merge({ ...fields, created_at: new Date(), used_at: null });
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
    .update({ used_at: new Date() })
    .returning('user_id');
  return used?.user_id ?? null;
}

export const endTokens = (tx: Tx, userId: number) =>
  tx('one_time_tokens').where({ user_id: userId }).whereNull('used_at').delete();
