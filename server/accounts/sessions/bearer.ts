import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { statement } from '../../../db/sql';
import type { Config } from '../../config/config';
import { CLOCK_LEEWAY_SECONDS } from '../../contract/durations';
import type { Person } from '../policy';
import { personByBearer } from '../queries';
import type { NewSignIn } from '../security/sign-ins';

const AUDIENCE = 'lotwise';
const TYPE = 'bearer+jwt';
const ALGORITHM = 'HS256';
export const BEARER_DAYS = 7;

const MAX_CACHED_CLAIMS = 2_000;

interface Claims {
  readonly id: string;
  readonly userId: number;
}

export interface BearerTokens {
  /** Written with the sign-in that it belongs to. */
  issue(userId: number, signIn?: NewSignIn): Promise<string>;
  claimsOf(token: string): Promise<Claims | null>;
  /** The user, by the signature alone and at once; the token may be revoked. */
  signedBy(token: string): number | null;
  personOf(token: string): Promise<Person | null>;
}

const insertToken = statement<{ expires_at: Date }>(
  'issue bearer token',
  `with issued as (
     insert into bearer_tokens (id, user_id, expires_at)
     values ($1, $2, now() + make_interval(days => ${BEARER_DAYS})) returning id, user_id, expires_at
   ), written as (
     insert into sign_ins (user_id, bearer_id, session_key, method, device, ip, confirmed_at)
     select user_id, id, $3, $4, $5, $6, case when $7 then now() end from issued
   )
   select expires_at from issued`,
);

const WITHOUT_REQUEST: NewSignIn = {
  sessionKey: null,
  method: 'password',
  device: '',
  ip: null,
  isConfirmed: false,
};

export function createBearerTokens({ config, db }: { config: Config; db: Knex }): BearerTokens {
  const key = createHmac('sha256', config.secretKeyBase).update('bearer tokens').digest();
  const verified = new LRUCache<string, Claims>({ max: MAX_CACHED_CLAIMS });

  async function claimsOf(token: string): Promise<Claims | null> {
    const cached = verified.get(token);
    if (cached) return cached;
    const claims = await verify(key, token);
    if (claims) verified.set(token, claims);
    return claims;
  }

  return {
    claimsOf,
    signedBy: (token) => verified.get(token)?.userId ?? ownerBySignature(key, token),
    async issue(userId, { sessionKey, method, device, ip, isConfirmed } = WITHOUT_REQUEST) {
      const id = randomUUID();
      const values = [id, userId, sessionKey, method, device, ip, isConfirmed];
      const [issued] = await insertToken(db, values);
      if (!issued) throw new Error('The token was not written');
      return sign(key, { id, userId }, issued.expires_at);
    },
    async personOf(token) {
      const claims = await claimsOf(token);
      return claims && personByBearer(db, claims);
    },
  };
}

const sign = (key: Buffer, { id, userId }: Claims, expires: Date): Promise<string> =>
  new SignJWT({})
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(String(userId))
    .setAudience(AUDIENCE)
    .setJti(id)
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(key);

const REQUIRED = {
  algorithms: [ALGORITHM],
  audience: AUDIENCE,
  typ: TYPE,
  requiredClaims: ['sub', 'jti', 'exp'],
  clockTolerance: CLOCK_LEEWAY_SECONDS,
};

async function verify(key: Buffer, token: string): Promise<Claims | null> {
  try {
    const { payload } = await jwtVerify(token, key, REQUIRED);
    return { id: String(payload.jti), userId: Number(payload.sub) };
  } catch (error) {
    if (isJoseError(error)) return null;
    throw error;
  }
}

/** jose's error codes all start with ERR_J. */
export const isJoseError = (error: unknown) => String((error as { code?: unknown }).code).startsWith('ERR_J');

function isSignedText(key: Buffer, text: string, signature: string) {
  const expected = Buffer.from(createHmac('sha256', key).update(text).digest('base64url'));
  const offered = Buffer.from(signature);
  return offered.length === expected.length && timingSafeEqual(offered, expected);
}

/** The key signs nothing but these tokens. */
function ownerBySignature(key: Buffer, token: string): number | null {
  const [header = '', payload = '', signature = ''] = token.split('.');
  if (!isSignedText(key, `${header}.${payload}`, signature)) return null;
  const { sub, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
    sub: string;
    exp: number;
  };
  return (exp + CLOCK_LEEWAY_SECONDS) * 1_000 > Date.now() ? Number(sub) : null;
}

export const bearerIn = (header: string | undefined) => /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1] ?? null;
