import { doubleCsrf } from 'csrf-csrf';
import type { Request, Response } from 'express';
import type { Config } from '../config';
import { InvalidToken } from './errors';

export interface Csrf {
  /** The token for this page or answer; sets the signed cookie that it hangs on. */
  token(req: Request, res: Response): string;
  /** A new token, after the session changed; the answer's header tells the page. */
  renew(req: Request, res: Response): string;
  /** Throws 422 unless header or form field carry the token. */
  check(req: Request): void;
}

const offered = (req: Request) => {
  const body = req.body as { authenticity_token?: unknown } | undefined;
  const header = req.headers['x-csrf-token'];
  if (typeof header === 'string') return header;
  return typeof body?.authenticity_token === 'string' ? body.authenticity_token : undefined;
};

/** `sessionId`: the signed-in session's, else '': before sign-in there is no session row. */
export function csrf(config: Config, sessionId: (req: Request) => string): Csrf {
  const { generateCsrfToken, validateRequest } = doubleCsrf({
    getSecret: () => `csrf:${config.secretKeyBase}`,
    getSessionIdentifier: sessionId,
    cookieName: 'csrf',
    cookieOptions: { sameSite: 'lax', path: '/', httpOnly: true, secure: config.appUrl.startsWith('https:') },
    getCsrfTokenFromRequest: offered,
  });
  return {
    token: (req, res) => generateCsrfToken(req, res, { validateOnReuse: false }),
    renew: (req, res) => {
      const token = generateCsrfToken(req, res, { overwrite: true });
      res.set('X-CSRF-Token', token);
      return token;
    },
    check: (req) => {
      if (!validateRequest(req)) throw InvalidToken();
    },
  };
}
