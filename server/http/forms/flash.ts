import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Config } from '../../config/config';
import { cookieName, isHttps } from '../cookies';

export interface Flash {
  readonly tone: 'green' | 'red';
  readonly text: string;
}

const MAX_AGE_MS = 60_000;
const MAX_TEXT = 500;

/** Such a page may never be shown. Scripts cannot set the browsers' `Sec-Purpose`. */
const isPrefetch = ({ headers }: Request) =>
  [headers['sec-purpose'], headers['x-sec-purpose']].some((purpose) => /^prefetch/.test(String(purpose)));

/** Messages for the next page, in a signed cookie, as signed-out visitors have no session. */
export function flashes(config: Config) {
  const name = cookieName(config, 'flash');
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(config) } as const;
  const sign = (content: string) =>
    createHmac('sha256', config.secretKeyBase).update(`flash ${content}`).digest('base64url');

  function read(cookie: string): Flash | null {
    const [content = '', signature = ''] = cookie.split('.');
    const [expected, given] = [Buffer.from(sign(content)), Buffer.from(signature)];
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
    return JSON.parse(Buffer.from(content, 'base64url').toString()) as Flash;
  }

  return {
    set(res: Response, { tone, text }: Flash) {
      const content = Buffer.from(JSON.stringify({ tone, text: text.slice(0, MAX_TEXT) })).toString(
        'base64url',
      );
      res.cookie(name, `${content}.${sign(content)}`, { ...attributes, maxAge: MAX_AGE_MS });
    },
    take(req: Request, res: Response): Flash | null {
      const cookie = (req.cookies as Record<string, unknown> | undefined)?.[name];
      if (typeof cookie !== 'string' || req.method === 'HEAD' || isPrefetch(req)) return null;
      res.clearCookie(name, attributes);
      return read(cookie);
    },
  };
}

export type Flashes = ReturnType<typeof flashes>;
