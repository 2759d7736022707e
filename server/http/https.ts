import type { RequestHandler } from 'express';
import type { Config } from '../config/config';
import { errorBody } from '../contract/error-codes';
import { toJson } from '../contract/json';
import { isHttps } from './cookies';

/** Webhooks are signed, and their senders follow no redirects. */
const WEBHOOKS = '/webhooks/';

/** Refuses writes (403), which already sent their data in the clear. */
export function requireHttps(config: Config): RequestHandler {
  const { appUrl, legacy, production, trustProxy } = config;
  if (!production || !isHttps(config) || trustProxy === 0) return (_req, _res, next) => next();
  return (req, res, next) => {
    // Health checks reach this process directly, without the header.
    const isPlain = req.headers['x-forwarded-proto'] !== undefined && req.protocol === 'http';
    if (!isPlain || req.path.startsWith(WEBHOOKS)) return next();
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    // The legacy host may have no certificate; its one page holds no secret.
    if (isRead && legacy && req.hostname === legacy.host) return next();
    if (isRead) return res.redirect(308, appUrl + (req.originalUrl.startsWith('/') ? req.originalUrl : '/'));
    res
      .status(403)
      .type('json')
      .send(toJson(errorBody(403, 'Use HTTPS')));
  };
}
