import { createHash } from 'node:crypto';
import connectPgSimple from 'connect-pg-simple';
import cookieParser from 'cookie-parser';
import type { Request, RequestHandler, Response } from 'express';
import expressSession from 'express-session';
import passport from 'passport';
import type { Tx } from '../../db/transaction';
import { disconnect } from '../cable/broadcast';
import type { Config } from '../config';
import type { Identity } from '../http/viewer';
import type { Services } from '../services';
import { bearerIn, issueBearer, readBearer } from './bearer';
import type { Person } from './policy';
import { personById } from './queries';

export const COOKIE = 'session';
const DAYS = 7;
const RENEW_AFTER_MS = 60 * 60_000;

/** What a session's sockets are found by; the id itself stays in the cookie and the row. */
export const sessionKeyOf = (sid: string) => createHash('sha256').update(sid).digest('base64url');

export const secretOf = ({ secretKeyBase }: Config) => `session:${secretKeyBase}`;

/** express-session in PostgreSQL. Lives 7 days, renewed by use, but not by a write for every request. */
export function sessions({ config, limitsPool }: Services): RequestHandler[] {
  const PgStore = connectPgSimple(expressSession);
  const store = new PgStore({ pool: limitsPool, tableName: 'sessions', pruneSessionInterval: false });
  const touched = new Map<string, number>();
  const touch = store.touch.bind(store);
  store.touch = (sid, session, done) => {
    const now = Date.now();
    if (now - (touched.get(sid) ?? 0) < RENEW_AFTER_MS) return done?.();
    if (touched.size > 10_000) touched.clear();
    touched.set(sid, now);
    touch(sid, session, done);
  };
  return [
    cookieParser() as RequestHandler,
    expressSession({
      name: COOKIE,
      secret: secretOf(config),
      store,
      resave: false,
      rolling: true,
      saveUninitialized: false,
      proxy: config.trustProxy > 0,
      cookie: {
        httpOnly: true,
        sameSite: 'lax',
        secure: config.appUrl.startsWith('https:'),
        maxAge: DAYS * 86_400_000,
      },
    }),
    passport.initialize() as RequestHandler,
    passport.session() as RequestHandler,
  ];
}

passport.serializeUser((user, done) => done(null, (user as { id: number }).id));
// The account itself is read once, by identify: a bearer token may decide instead.
passport.deserializeUser((id: number, done) => done(null, { id }));

/** The signed-in session's id, else '': what the CSRF token hangs on. */
export const signedInSessionId = (req: Request) => (req.user ? req.sessionID : '');

/** A good bearer decides; a bad one falls back to the cookie (contract 6.9). */
export const identify =
  ({ db, config }: Services) =>
  async (req: Request): Promise<Person | null> => {
    const token = bearerIn(req.headers.authorization);
    const bearer = token === null ? null : await readBearer(db, config, token);
    if (bearer) return personById(db, bearer.userId, { sessionKey: bearer.id, via: 'bearer' });
    const user = req.user as { id: number } | undefined;
    return user ? personById(db, user.id, { sessionKey: sessionKeyOf(req.sessionID), via: 'cookie' }) : null;
  };

/** A new session and a new bearer token, which the answer carries. Sets `req.viewer`. */
export async function signIn(
  req: Request,
  res: Response,
  { db, config }: Services,
  userId: number,
): Promise<Person> {
  await new Promise<void>((resolve, reject) =>
    req.logIn({ id: userId } as Express.User, (error: unknown) => (error ? reject(error) : resolve())),
  );
  res.set('Authorization', `Bearer ${await issueBearer(db, config, userId)}`);
  const person = await personById(db, userId, { sessionKey: sessionKeyOf(req.sessionID), via: 'cookie' });
  if (!person) throw new Error(`User ${userId} is gone`);
  req.viewer = person;
  return person;
}

/** Ends this session and the bearer token that came along, and closes their sockets. */
export async function signOut(req: Request, { db, config }: Services): Promise<void> {
  const token = bearerIn(req.headers.authorization);
  const bearer = token === null ? null : await readBearer(db, config, token);
  if (bearer) {
    await db('bearer_tokens').where({ id: bearer.id }).update({ revoked_at: db.fn.now() });
    await disconnect({ sessionKey: bearer.id }, { reconnect: false });
  }
  if (req.user) {
    const key = sessionKeyOf(req.sessionID);
    await new Promise<void>((resolve, reject) =>
      req.logOut((error: unknown) => (error ? reject(error) : resolve())),
    );
    await disconnect({ sessionKey: key }, { reconnect: false });
  }
  req.viewer = null;
}

/** Ends every session, bearer token and socket of a person: denial, a new password. */
export async function endSessions(tx: Tx, userId: number): Promise<void> {
  await tx('sessions')
    .whereRaw(`(sess -> 'passport' ->> 'user') = ?`, [String(userId)])
    .delete();
  await tx('bearer_tokens')
    .where({ user_id: userId })
    .whereNull('revoked_at')
    .update({ revoked_at: tx.fn.now() });
  tx.afterCommit(() => disconnect({ userId }, { reconnect: false }));
}

export type { Identity };
