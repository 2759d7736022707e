import { join } from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import type { Config } from '../config/config';
import { precompressed } from './precompressed';

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
const HAS_ENDING = /\.[a-z0-9]+$/i;

/** What lies in public/. A call or a page has no ending, and is spared the way through all of this. */
export function publicFiles({ root, production }: Config): RequestHandler {
  const within = (...path: string[]) => join(root, 'public', ...path);
  const router = Router({ caseSensitive: true });
  router.use('/build', precompressed(within('build')));
  // Their names change with what is in them. Chromium may draw no text at all from a typeface answered with 304.
  for (const path of ['build', 'fonts'])
    router.use(`/${path}`, express.static(within(path), { immutable: true, maxAge: YEAR_MS, index: false }));
  router.use(express.static(within(), { index: false, maxAge: production ? DAY_MS : 0 }));
  return (req, res, next) => (HAS_ENDING.test(req.path) ? router(req, res, next) : next());
}
