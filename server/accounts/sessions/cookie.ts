import cookieParser from 'cookie-parser';
import type { Request, RequestHandler, Response } from 'express';
import expressSession from 'express-session';
import passport from 'passport';
import type { Cable } from '../../cable/cable';
import type { Config } from '../../config/config';
import { DAY_MS } from '../../contract/durations';
import { apiKeyIn } from '../../http/api-key';
import { cookieName, isHttps } from '../../http/cookies';
import type { Person } from '../policy';
import { SessionCache } from './session-cache';
import { SESSION_DAYS, SessionStore, type SessionStoreOptions, sessionKeyOf } from './session-store';

const COOKIE = 'session';

const plainSecret = ({ secretKeyBase }: Config) => `session:${secretKeyBase}`;

/** The first secret signs. `__Host-` names have their own, so that a value cannot move to a plain name. */
const secretsOf = (config: Config) =>
  cookieName(config, COOKIE) === COOKIE
    ? [plainSecret(config)]
    : [`host ${plainSecret(config)}`, plainSecret(config)];

type Cookies = Readonly<Record<string, string | undefined>>;

/** Sessions that predate the `__Host-` names still use the plain one. */
function sessionCookie(config: Config, cookies: Cookies): string | undefined {
  const current = cookies[cookieName(config, COOKIE)];
  const former = cookies[COOKIE];
  if (current !== undefined || former === undefined) return current;
  return cookieParser.signedCookie(former, plainSecret(config)) ? former : undefined;
}

function cookieIn(header: string, name: string): string | undefined {
  const raw = new RegExp(`(?:^|;\\s*)${name}=([^;]+)`).exec(header)?.[1];
  try {
    return raw && decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}

export function sessionIdIn(config: Config, header = ''): string | null {
  const names = [COOKIE, cookieName(config, COOKIE)];
  const cookies = Object.fromEntries(names.map((name) => [name, cookieIn(header, name)]));
  const signed = sessionCookie(config, cookies);
  return (signed !== undefined && cookieParser.signedCookie(signed, secretsOf(config))) || null;
}

interface SessionDependencies extends SessionStoreOptions {
  readonly config: Config;
  readonly cable: Pick<Cable, 'addListener' | 'isListening'>;
}

declare module 'express-serve-static-core' {
  interface Request {
    sessionOwner?: Person | null;
  }
}

export interface CookieSessions {
  /** Sets `req.session`, `req.sessionOwner` and `req.user`. */
  open(req: Request, res: Response): Promise<void>;
}

const runStep = (step: RequestHandler, req: Request, res: Response) =>
  new Promise<void>((resolve, reject) =>
    step(req, res, (error?: unknown) => (error ? reject(error) : resolve())),
  );

/** Leads the reads that follow a person's own write past the caches of all processes. */
const WRITTEN_COOKIE = 'w';
const WRITTEN_MS = 5_000;

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD';

function dropOwnWrites(config: Config, cache: SessionCache, req: Request, res: Response) {
  const name = cookieName(config, WRITTEN_COOKIE);
  if (isRead(req) && !(name in (req.cookies as Cookies))) return;
  const sid = sessionIdIn(config, req.headers.cookie);
  if (!sid) return;
  const key = sessionKeyOf(sid);
  cache.drop(key);
  if (isRead(req)) return;
  res.cookie(name, '1', { httpOnly: true, sameSite: 'lax', secure: isHttps(config), maxAge: WRITTEN_MS });
  res.once('close', () => cache.drop(key));
}

export function createCookieSessions(dependencies: SessionDependencies): CookieSessions {
  const { config, cable } = dependencies;
  // Development and tests change accounts by SQL, of which no message tells.
  const cache = config.production ? new SessionCache(cable) : null;
  const steps = [
    sessionMiddleware(dependencies, cache),
    passport.initialize() as RequestHandler,
    passport.session() as RequestHandler,
  ];
  return {
    async open(req, res) {
      if (cache) dropOwnWrites(config, cache, req, res);
      for (const step of steps) await runStep(step, req, res);
    },
  };
}

const sessionMiddleware = (
  { config, ...stores }: SessionDependencies,
  cache: SessionCache | null,
): RequestHandler =>
  expressSession({
    name: cookieName(config, COOKIE),
    secret: secretsOf(config),
    store: new SessionStore(stores, cache),
    resave: false,
    rolling: true,
    saveUninitialized: false,
    proxy: config.trustProxy > 0,
    cookie: { httpOnly: true, sameSite: 'lax', secure: isHttps(config), maxAge: SESSION_DAYS * DAY_MS },
  });

export const isSessionUnread = (config: Config, req: Request) => {
  const cookies: Cookies | undefined = req.cookies;
  if (cookies === undefined) return true;
  return req.session === undefined && sessionCookie(config, cookies) !== undefined;
};

/** Visitors without a session cookie get none before they sign in. */
export const sessions = ({
  config,
  sessions: { open },
}: {
  config: Config;
  sessions: CookieSessions;
}): RequestHandler[] => [
  cookieParser() as RequestHandler,
  async (req, res, next) => {
    const cookies = req.cookies as Cookies;
    const name = cookieName(config, COOKIE);
    const signed = sessionCookie(config, cookies);
    // express-session reads only the cookie's current name from the header.
    if (signed !== undefined && !(name in cookies))
      req.headers.cookie += `; ${name}=${encodeURIComponent(signed)}`;
    if (signed !== undefined && apiKeyIn(req) === null) await open(req, res);
    next();
  },
];

passport.serializeUser((user, done) => done(null, (user as { id: number }).id));
// The session's query loads the account; a bearer token may still override it.
passport.deserializeUser((id: number, done) => done(null, { id }));

export const signedInSessionId = (req: Request) => (req.user ? req.sessionID : '');
