import type { Request, Response } from 'express';
import type { Knex } from 'knex';
import type { Tx } from '../../../db/transaction';
import type { Config } from '../../config/config';
import { DAY_MS } from '../../contract/durations';
import { apiKeyIn } from '../../http/api-key';
import { Unauthorized } from '../../http/errors';
import type { Services } from '../../services';
import { keyAuthentication } from '../keys/authentication';
import type { Person } from '../policy';
import { personById } from '../queries';
import { endAllSignIns, endSignInOf, newSignIn, type SignInMethod } from '../security/sign-ins';
import { BEARER_DAYS, bearerIn } from './bearer';
import { endTokens } from './one-time-tokens';
import { sessionKeyOf } from './session-store';

/** For clients that read the bearer token from a cookie. The server does not authenticate by it. */
const BEARER_COOKIE = 'auth_token';

/**
 * A valid bearer token decides; an invalid one falls back to the cookie (docs/rules.md#people). Throws 401 for an
 * invalid API key.
 */
export function identify(services: Services) {
  const { bearerTokens } = services;
  const personOfKey = keyAuthentication(services);
  return async (req: Request, isWrite: boolean): Promise<Person | null> => {
    const key = apiKeyIn(req);
    if (key !== null) return personOfKey(key, req, isWrite);
    const token = bearerIn(req.headers.authorization);
    const person = token === null ? null : await bearerTokens.personOf(token);
    return person ?? (req.user ? (req.sessionOwner ?? null) : null);
  };
}

const bearerCookie = ({ appUrl }: Config) =>
  ({ sameSite: 'lax', secure: appUrl.startsWith('https:'), path: '/' }) as const;

export const bears =
  ({ bearerTokens }: Services) =>
  async (req: Request): Promise<boolean> => {
    const token = bearerIn(req.headers.authorization);
    return token !== null && (await bearerTokens.claimsOf(token)) !== null;
  };

/** What a person signs in by. */
export interface SignInProof {
  readonly method: SignInMethod;
  /** The password's that was checked. */
  readonly expectedDigest?: string | null;
  /** Whether it also confirms dangerous calls for a while. */
  readonly isConfirmed: boolean;
  /** No code is asked for: it was right, or one is signed in already. */
  readonly isSecondStep?: true;
}

/** Throws 401 when the digest changed: a concurrent change of password ended all earlier sessions. */
export async function signIn(
  req: Request,
  res: Response,
  services: Services,
  userId: number,
  { method, expectedDigest, isConfirmed }: SignInProof,
): Promise<Person> {
  const { config, db, sessions, bearerTokens } = services;
  if (!req.session) await sessions.open(req, res);
  await logIn(req, userId);
  const sessionKey = sessionKeyOf(req.sessionID);
  const bearer = await bearerTokens.issue(userId, newSignIn(req, { sessionKey, method, isConfirmed }));
  if (expectedDigest !== undefined && !(await hasPassword(db, userId, expectedDigest))) {
    await refuseSignIn(req, services, bearer);
  }
  res.set('Authorization', `Bearer ${bearer}`);
  // Set together with the session cookie, so that the two never name two people.
  res.cookie(BEARER_COOKIE, bearer, { ...bearerCookie(config), maxAge: BEARER_DAYS * DAY_MS });
  const person = await personById(db, userId, { sessionKey, via: 'cookie' });
  if (!person) throw new Error(`User ${userId} is gone`);
  req.viewer = person;
  return person;
}

const logIn = (req: Request, userId: number) =>
  new Promise<void>((resolve, reject) =>
    req.logIn({ id: userId } as Express.User, (error: unknown) => (error ? reject(error) : resolve())),
  );

async function refuseSignIn(req: Request, services: Services, bearer: string): Promise<never> {
  const claims = await services.bearerTokens.claimsOf(bearer);
  await logOut(req);
  await endSignInOf(services, { sessionKey: null, bearerId: claims?.id ?? null });
  throw Unauthorized();
}

const hasPassword = async (db: Knex, id: number, password_digest: string | null) =>
  (await db('users').where({ id, password_digest }).first('id')) !== undefined;

const logOut = (req: Request) =>
  new Promise<void>((resolve, reject) => req.logOut((error: unknown) => (error ? reject(error) : resolve())));

/** Ends the session and the bearer token of the request, with all else that their sign-ins opened. */
export async function signOut(req: Request, res: Response, services: Services): Promise<void> {
  res.clearCookie(BEARER_COOKIE, bearerCookie(services.config));
  const token = bearerOf(req);
  const bearer = token === null ? null : await services.bearerTokens.personOf(token);
  const sessionKey = req.user ? sessionKeyOf(req.sessionID) : null;
  if (req.user) await logOut(req);
  await endSignInOf(services, { sessionKey, bearerId: bearer?.sessionKey ?? null });
  req.viewer = null;
}

function bearerOf(req: Request): string | null {
  const fromCookie: unknown = (req.cookies as Record<string, unknown>)[BEARER_COOKIE];
  return bearerIn(req.headers.authorization) ?? (typeof fromCookie === 'string' ? fromCookie : null);
}

/** Ends sessions, bearer tokens and unused links: the person has to sign in again. */
export async function signOutEverywhere(tx: Tx, userId: number): Promise<void> {
  await endTokens(tx, userId);
  await endSessions(tx, userId);
}

export async function endSessions(tx: Tx, userId: number): Promise<void> {
  await tx('sessions')
    .whereRaw(`(sess -> 'passport' ->> 'user') = ?`, [String(userId)])
    .delete();
  await endAllSignIns(tx, userId);
  await tx('bearer_tokens')
    .where({ user_id: userId })
    .whereNull('revoked_at')
    .update({ revoked_at: tx.fn.now() });
  tx.afterCommit(() => tx.cable.disconnect({ userId }));
}
