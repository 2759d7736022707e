import type { Request, RequestHandler } from 'express';

/** `/offers.json` is `/offers`, asked for as data. */
export const jsonSuffix: RequestHandler = (req, _res, next) => {
  const query = req.url.indexOf('?');
  const path = query < 0 ? req.url : req.url.slice(0, query);
  if (path.endsWith('.json') && !path.startsWith('/webhooks/')) {
    req.json = true;
    req.url = path.slice(0, -'.json'.length) + (query < 0 ? '' : req.url.slice(query));
  }
  next();
};

/** Data, not the page: by suffix, or by an Accept that names JSON and prefers it. Whoever takes anything gets the page. */
export const wantsJson = (req: Request) =>
  req.json === true ||
  (/\bjson\b/.test(req.headers.accept ?? '') && req.accepts(['html', 'json']) === 'json');
