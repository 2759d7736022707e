import { createHmac, timingSafeEqual } from 'node:crypto';
import { doubleCsrf } from 'csrf-csrf';
import type { Request, Response } from 'express';
import type { Config } from '../config/config';
import { cookieName, isHttps } from './cookies';
import { InvalidToken } from './errors';

export interface Csrf {
  /** The token for this page or answer. Before sign-in it sets the signed cookie that the token depends on. */
  token(req: Request, res: Response): string;
  /** Announces the token of a new session in the answer's header. */
  renew(req: Request, res: Response): void;
  /** Announces the current token to a page whose token was refused. Changes no cookie. */
  remind(req: Request, res: Response): void;
  /** Throws 422 unless header or form field carry the token. */
  check(req: Request): void;
}

const offered = (req: Request) => {
  const body = req.body as { authenticity_token?: unknown } | undefined;
  const header = req.headers['x-csrf-token'];
  if (typeof header === 'string') return header;
  return typeof body?.authenticity_token === 'string' ? body.authenticity_token : undefined;
};

const CURRENT_TOKEN = 'X-CSRF-Token';

function isSame(one: string, other: string) {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

// Browsers keep cookies that a cross-site POST sets, so only these may set one.
const maySetCookie = ({ method, headers }: Request) =>
  method === 'GET' || method === 'HEAD' || headers['sec-fetch-site'] === 'same-origin';

/** `sessionId`: the signed-in session's, else ''. A session has one token; before sign-in it depends on a cookie. */
export function csrf(config: Config, sessionId: (req: Request) => string): Csrf {
  const secret = `csrf:${config.secretKeyBase}`;
  const cookieKey = cookieName(config, 'csrf');
  const anonymous = doubleCsrf({
    getSecret: () => secret,
    getSessionIdentifier: () => '',
    cookieName: cookieKey,
    cookieOptions: { sameSite: 'lax', path: '/', httpOnly: true, secure: isHttps(config) },
    getCsrfTokenFromRequest: offered,
  });
  const sessionToken = (id: string) => createHmac('sha256', secret).update(`session ${id}`).digest('hex');

  /** Null where the visitor has no valid cookie. */
  function currentToken(req: Request): string | null {
    const id = sessionId(req);
    if (id) return sessionToken(id);
    const cookie: unknown = (req.cookies as Record<string, unknown>)[cookieKey];
    if (typeof cookie !== 'string') return null;
    const asOffered = {
      method: 'POST',
      headers: { 'x-csrf-token': cookie },
      cookies: req.cookies as unknown,
    };
    return anonymous.validateRequest(asOffered as unknown as Request) ? cookie : null;
  }

  return {
    token: (req, res) =>
      currentToken(req) ?? (maySetCookie(req) ? anonymous.generateCsrfToken(req, res) : ''),
    renew: (req, res) => {
      const id = sessionId(req);
      const token = id ? sessionToken(id) : anonymous.generateCsrfToken(req, res, { overwrite: true });
      res.set(CURRENT_TOKEN, token);
    },
    remind: (req, res) => {
      const token = currentToken(req);
      if (token) res.set(CURRENT_TOKEN, token);
    },
    check: (req) => {
      const id = sessionId(req);
      const isValid = id ? isSame(offered(req) ?? '', sessionToken(id)) : anonymous.validateRequest(req);
      if (!isValid) throw InvalidToken();
    },
  };
}
