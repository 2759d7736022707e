import { createHmac, timingSafeEqual } from 'node:crypto';
import { doubleCsrf } from 'csrf-csrf';
import type { Request, Response } from 'express';
import type { Config } from '../config/config';
import { cookieName, isHttps } from './cookies';
import { type HttpError, InvalidToken } from './errors';

export interface Csrf {
  /** Returns the request's token. Before sign-in, sets the signed cookie that the token depends on. */
  token(req: Request, res: Response): string;
  renew(req: Request, res: Response): void;
  /** Takes back cookies, and sends the current token to a page whose token was refused. */
  amendErrorResponse(error: HttpError, req: Request, res: Response): void;
  /** Throws 422 unless the header or a form field has the token. */
  check(req: Request): void;
}

const submittedToken = (req: Request) => {
  const body = req.body as { authenticity_token?: unknown } | undefined;
  const header = req.headers['x-csrf-token'];
  if (typeof header === 'string') return header;
  return typeof body?.authenticity_token === 'string' ? body.authenticity_token : undefined;
};

const CURRENT_TOKEN = 'X-CSRF-Token';

function isEqual(first: string, second: string) {
  const [left, right] = [Buffer.from(first), Buffer.from(second)];
  return left.length === right.length && timingSafeEqual(left, right);
}

// Browsers store cookies from responses to cross-site POSTs.
const maySetCookie = ({ method, headers }: Request) =>
  method === 'GET' || method === 'HEAD' || headers['sec-fetch-site'] === 'same-origin';

/** `sessionId` returns '' before sign-in, when the token depends on a cookie. A session has one token. */
export function csrf(config: Config, sessionId: (req: Request) => string): Csrf {
  const secret = `csrf:${config.secretKeyBase}`;
  const cookieKey = cookieName(config, 'csrf');
  const anonymous = doubleCsrf({
    getSecret: () => secret,
    getSessionIdentifier: () => '',
    cookieName: cookieKey,
    cookieOptions: { sameSite: 'lax', path: '/', httpOnly: true, secure: isHttps(config) },
    getCsrfTokenFromRequest: submittedToken,
  });
  const sessionToken = (id: string) => createHmac('sha256', secret).update(`session ${id}`).digest('hex');

  function currentToken(req: Request): string | null {
    const id = sessionId(req);
    if (id) return sessionToken(id);
    const cookie: unknown = (req.cookies as Record<string, unknown>)[cookieKey];
    if (typeof cookie !== 'string') return null;
    const replayed = {
      method: 'POST',
      headers: { 'x-csrf-token': cookie },
      cookies: req.cookies as unknown,
    };
    return anonymous.validateRequest(replayed as unknown as Request) ? cookie : null;
  }

  return {
    token: (req, res) =>
      currentToken(req) ?? (maySetCookie(req) ? anonymous.generateCsrfToken(req, res) : ''),
    renew: (req, res) => {
      const id = sessionId(req);
      const token = id ? sessionToken(id) : anonymous.generateCsrfToken(req, res, { overwrite: true });
      res.set(CURRENT_TOKEN, token);
    },
    amendErrorResponse: (error, req, res) => {
      // A refusal changes no cookie, whatever a handler had set before it failed.
      res.removeHeader('Set-Cookie');
      // Our own page retries with this token; other origins can't read it.
      const token = error.code === 'stale_token' && currentToken(req);
      if (token) res.set(CURRENT_TOKEN, token);
    },
    check: (req) => {
      const id = sessionId(req);
      const isValid = id
        ? isEqual(submittedToken(req) ?? '', sessionToken(id))
        : anonymous.validateRequest(req);
      if (!isValid) throw InvalidToken();
    },
  };
}
