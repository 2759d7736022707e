import type { RequestHandler } from 'express';
import type { Config } from '../config/config';
import { toJson } from '../contract/json';
import { isHttps } from './cookies';

/** Signed by their senders, who don't follow redirects. */
const WEBHOOKS = '/webhooks/';

/** Leads what reached the proxy by http to https; refuses what a redirect would repeat or reveal. */
export function requireHttps(config: Config): RequestHandler {
  const { appUrl, legacy, production, trustProxy } = config;
  if (!production || !isHttps(config) || trustProxy === 0) return (_req, _res, next) => next();
  return (req, res, next) => {
    // Without the header the request came straight to this process, as health checks do.
    const isPlain = req.headers['x-forwarded-proto'] !== undefined && req.protocol === 'http';
    if (!isPlain || req.path.startsWith(WEBHOOKS)) return next();
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    // The former host may have no certificate any more; its one page holds no secret.
    if (isRead && legacy && req.hostname === legacy.host) return next();
    if (isRead) return res.redirect(308, appUrl + (req.originalUrl.startsWith('/') ? req.originalUrl : '/'));
    res
      .status(403)
      .type('json')
      .send(toJson({ error: 'Use https' }));
  };
}
