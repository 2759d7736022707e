import { createHash } from 'node:crypto';
import connectPgSimple from 'connect-pg-simple';
import cookieParser from 'cookie-parser';
import type { Request, RequestHandler, Response } from 'express';
import expressSession, { type SessionData } from 'express-session';
import type { Knex } from 'knex';
import passport from 'passport';
import type { Tx } from '../../db/transaction';
import { disconnect } from '../cable/broadcast';
import type { Config } from '../config';
import type { Identity } from '../http/viewer';
import type { Services } from '../services';
import { BEARER_DAYS, bearerIn, claimsOf, issueBearer } from './bearer';
import type { Person } from './policy';
import { ownedSession, personByBearer, personById } from './queries';

export const COOKIE = 'session';
/** The bearer token for clients that read it here and send it as a header: it says nothing by itself. */
const BEARER_COOKIE = 'auth_token';
const DAYS = 7;
const RENEW_AFTER_MS = 60 * 60_000;

/** What a session's sockets are found by; the id itself stays in the cookie and the row. */
export const sessionKeyOf = (sid: string) => createHash('sha256').update(sid).digest('base64url');

export const secretOf = ({ secretKeyBase }: Config) => `session:${secretKeyBase}`;

const PgStore = connectPgSimple(expressSession);

/** Reads a session and whose it is in one statement. Renewed by use, but not by a write for every request. */
class SessionStore extends PgStore {
  readonly #db: Knex;
  readonly #owners = new WeakMap<object, Person | null>();
  readonly #touched = new Map<string, number>();

  constructor({ db, limitsPool }: Services) {
    super({ pool: limitsPool, tableName: 'sessions', pruneSessionInterval: false });
    this.#db = db;
  }

  override get(sid: string, done: (error: unknown, session?: SessionData | null) => void) {
    ownedSession(this.#db, sid, sessionKeyOf(sid)).then((found) => {
      if (found) this.#owners.set(found.content, found.owner);
      done(null, found?.content ?? null);
    }, done);
  }

  override createSession(req: Request, content: SessionData) {
    owners.set(req, this.#owners.get(content) ?? null);
    return super.createSession(req, content);
  }

  override touch(sid: string, session: SessionData, done?: () => void) {
    const now = Date.now();
    if (now - (this.#touched.get(sid) ?? 0) < RENEW_AFTER_MS) return done?.();
    if (this.#touched.size > 10_000) this.#touched.clear();
    this.#touched.set(sid, now);
    super.touch(sid, session, done);
  }
}

/** Whose session a request came with. */
const owners = new WeakMap<Request, Person | null>();

type OpenSession = (req: Request, res: Response) => Promise<void>;
const opening = new WeakMap<Services, OpenSession>();

/** Sets `req.session` and `req.user`: express-session in PostgreSQL, lives 7 days, and passport. */
function opener(services: Services): OpenSession {
  const { config } = services;
  const steps: RequestHandler[] = [
    expressSession({
      name: COOKIE,
      secret: secretOf(config),
      store: new SessionStore(services),
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
  return async (req, res) => {
    for (const step of steps)
      await new Promise<void>((resolve, reject) =>
        step(req, res, (error?: unknown) => (error ? reject(error) : resolve())),
      );
  };
}

function openSession(req: Request, res: Response, services: Services) {
  const open = opening.get(services) ?? opener(services);
  opening.set(services, open);
  return open(req, res);
}

/** Whoever comes without a session's cookie is given none before signing in. */
export const sessions = (services: Services): RequestHandler[] => [
  cookieParser() as RequestHandler,
  async (req, res, next) => {
    if (COOKIE in (req.cookies as object)) await openSession(req, res, services);
    next();
  },
];

passport.serializeUser((user, done) => done(null, (user as { id: number }).id));
// The account itself came with the session, and a bearer token may decide instead.
passport.deserializeUser((id: number, done) => done(null, { id }));

/** The signed-in session's id, else '': what the CSRF token hangs on. */
export const signedInSessionId = (req: Request) => (req.user ? req.sessionID : '');

/** A good bearer decides; a bad one falls back to the cookie (contract 6.9). */
export const identify =
  ({ db, config }: Services) =>
  async (req: Request): Promise<Person | null> => {
    const token = bearerIn(req.headers.authorization);
    const person = token === null ? null : await personByBearer(db, config, token);
    return person ?? (req.user ? (owners.get(req) ?? null) : null);
  };

const bearerCookie = ({ appUrl }: Config) =>
  ({ sameSite: 'lax', secure: appUrl.startsWith('https:'), path: '/' }) as const;

/** Whether the request comes with a token that we signed, without a look at whether it still stands. */
export const bears =
  ({ config }: Services) =>
  async (req: Request): Promise<boolean> => {
    const token = bearerIn(req.headers.authorization);
    return token !== null && (await claimsOf(config, token)) !== null;
  };

/** A new session and a new bearer token, which the answer carries. Sets `req.viewer`. */
export async function signIn(
  req: Request,
  res: Response,
  services: Services,
  userId: number,
): Promise<Person> {
  const { db, config } = services;
  if (!req.session) await openSession(req, res, services);
  await new Promise<void>((resolve, reject) =>
    req.logIn({ id: userId } as Express.User, (error: unknown) => (error ? reject(error) : resolve())),
  );
  const bearer = await issueBearer(db, config, userId);
  res.set('Authorization', `Bearer ${bearer}`);
  // With the session's cookie or not at all: the two never name two people.
  res.cookie(BEARER_COOKIE, bearer, { ...bearerCookie(config), maxAge: BEARER_DAYS * 86_400_000 });
  const person = await personById(db, userId, { sessionKey: sessionKeyOf(req.sessionID), via: 'cookie' });
  if (!person) throw new Error(`User ${userId} is gone`);
  req.viewer = person;
  return person;
}

/** Ends this session and the bearer token that came along, by header or in its cookie, and closes their sockets. */
export async function signOut(req: Request, res: Response, { db, config }: Services): Promise<void> {
  res.clearCookie(BEARER_COOKIE, bearerCookie(config));
  const kept: unknown = (req.cookies as Record<string, unknown>)[BEARER_COOKIE];
  const token = bearerIn(req.headers.authorization) ?? (typeof kept === 'string' ? kept : null);
  const bearer = token === null ? null : await personByBearer(db, config, token);
  if (bearer) {
    await db('bearer_tokens').where({ id: bearer.sessionKey }).update({ revoked_at: db.fn.now() });
    await disconnect({ sessionKey: bearer.sessionKey }, { reconnect: false });
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
