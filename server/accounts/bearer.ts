import { createHmac, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Knex } from 'knex';
import type { Config } from '../config';

const AUDIENCE = 'lotwise';
const TYPE = 'bearer+jwt';
const ALGORITHM = 'HS256';
export const BEARER_DAYS = 7;

const keyOf = ({ secretKeyBase }: Config) =>
  createHmac('sha256', secretKeyBase).update('bearer tokens').digest();

/** A 7-day token with a row of its own, so that it can be revoked. */
export async function issueBearer(db: Knex, config: Config, userId: number): Promise<string> {
  const id = randomUUID();
  const expires = new Date(Date.now() + BEARER_DAYS * 86_400_000);
  await db('bearer_tokens').insert({ id, user_id: userId, expires_at: expires });
  return new SignJWT({})
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(String(userId))
    .setAudience(AUDIENCE)
    .setJti(id)
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(keyOf(config));
}

/** The token's user, where it is ours, alive and not revoked. */
export async function readBearer(
  db: Knex,
  config: Config,
  token: string,
): Promise<{ userId: number; id: string } | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(config), {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      typ: TYPE,
      requiredClaims: ['sub', 'jti', 'exp'],
    });
    const alive = await db('bearer_tokens')
      .where({ id: String(payload.jti), user_id: Number(payload.sub) })
      .whereNull('revoked_at')
      .where('expires_at', '>', db.fn.now())
      .first('id', 'user_id');
    return alive ? { userId: alive.user_id, id: alive.id } : null;
  } catch (error) {
    // jose throws for whatever is not a token of ours; a database that is away is something else.
    if (String((error as { code?: unknown }).code).startsWith('ERR_J')) return null;
    throw error;
  }
}

export const bearerIn = (header: string | undefined) => /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1] ?? null;
