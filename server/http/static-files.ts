import { join } from 'node:path';
import express, { type RequestHandler, type Response, Router } from 'express';
import type { Config } from '../config/config';
import { DAY_MS } from '../contract/durations';
import { precompressed } from './precompressed';

const YEAR_MS = 365 * DAY_MS;
const HAS_EXTENSION = /\.[a-z0-9]+$/i;
const PAGE_PART = /\.(js|css|woff2)(\.br|\.gz)?$/;
/** Browsers read these from documents only. On small scripts they would be a quarter of the bytes. */
const DOCUMENT_HEADERS = [
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
];

/** Web mail shows the pictures of our mails on pages of its own. */
export const SHOWN_ANYWHERE = { 'Cross-Origin-Resource-Policy': 'cross-origin' };
const PICTURE = /\.(png|jpe?g|webp|svg)$/;

const setPictureHeaders = (res: Response, path: string) => {
  if (PICTURE.test(path)) res.set(SHOWN_ANYWHERE);
};

function setHeaders(res: Response, path: string) {
  if (PAGE_PART.test(path)) for (const name of DOCUMENT_HEADERS) res.removeHeader(name);
}

/** Paths without an extension skip the file lookups. */
export function publicFiles({ root, production }: Config): RequestHandler {
  const within = (...path: string[]) => join(root, 'public', ...path);
  const router = Router({ caseSensitive: true });
  router.use('/build', precompressed(within('build')));
  // Immutable: names contain hashes, and Chromium may render no text after a 304 for a font.
  for (const path of ['build', 'fonts'])
    router.use(
      `/${path}`,
      express.static(within(path), { immutable: true, maxAge: YEAR_MS, index: false, setHeaders }),
    );
  router.use(
    express.static(within(), {
      index: false,
      maxAge: production ? DAY_MS : 0,
      setHeaders: setPictureHeaders,
    }),
  );
  return (req, res, next) => (HAS_EXTENSION.test(req.path) ? router(req, res, next) : next());
}
