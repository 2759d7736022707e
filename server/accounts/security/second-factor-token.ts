import { createHash, createHmac, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { isJoseError } from '../sessions/bearer';
import type { SignInMethod } from './sign-ins';

const AUDIENCE = 'lotwise second factor';
const TYPE = 'second-factor+jwt';
const ALGORITHM = 'HS256';
export const TOKEN_MINUTES = 10;

/** Who has shown everything but a code. */
export interface PendingSignIn {
  readonly id: string;
  readonly userId: number;
  readonly method: SignInMethod;
  /** Of the password's digest: a new password ends the token. */
  readonly fingerprint: string;
}

export const fingerprintOf = (passwordDigest: string | null) =>
  createHash('sha256')
    .update(passwordDigest ?? '')
    .digest('base64url');

const keyOf = (secretKeyBase: string) =>
  createHmac('sha256', secretKeyBase).update('second factor tokens').digest();

export const signPending = (
  secretKeyBase: string,
  { userId, method, fingerprint }: Omit<PendingSignIn, 'id'>,
): Promise<string> =>
  new SignJWT({ method, fingerprint })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(String(userId))
    .setAudience(AUDIENCE)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(`${TOKEN_MINUTES}m`)
    .sign(keyOf(secretKeyBase));

const REQUIRED = {
  algorithms: [ALGORITHM],
  audience: AUDIENCE,
  typ: TYPE,
  requiredClaims: ['sub', 'jti', 'exp', 'method', 'fingerprint'],
};

/** Null for a token that is forged or expired. */
export async function readPending(secretKeyBase: string, token: string): Promise<PendingSignIn | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(secretKeyBase), REQUIRED);
    const { jti, sub, method, fingerprint } = payload;
    return {
      id: String(jti),
      userId: Number(sub),
      method: method as SignInMethod,
      fingerprint: String(fingerprint),
    };
  } catch (error) {
    if (isJoseError(error)) return null;
    throw error;
  }
}
