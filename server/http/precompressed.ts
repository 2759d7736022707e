import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';

const FILE = /^\/[\w.-]+\.(js|css|svg|json)$/;
const SUFFIX = { br: '.br', gzip: '.gz' } as const;
const ENCODINGS = ['br', 'gzip'] as const;

export const precompressed =
  (folder: string): RequestHandler =>
  (req, res, next) => {
    const type = FILE.exec(req.path)?.[1];
    if (!type) return next();
    res.vary('Accept-Encoding');
    // Prefers the smaller encoding over the client's order.
    const encoding = ENCODINGS.find((name) => req.acceptsEncodings(name));
    if (!encoding || !existsSync(join(folder, req.path + SUFFIX[encoding]))) return next();
    res.type(type).set('Content-Encoding', encoding);
    req.url = req.path + SUFFIX[encoding];
    next();
  };
