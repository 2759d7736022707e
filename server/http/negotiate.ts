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

const JSON_API = 'application/vnd.api+json';
const accept = (req: Request) => req.headers.accept ?? '';

/** Data, not the page: by suffix, or by an Accept that names JSON and prefers it. Whoever takes anything gets the page. */
export const wantsJson = (req: Request) =>
  req.json === true || (/\bjson\b/.test(accept(req)) && req.accepts(['html', 'json', JSON_API]) !== 'html');

/** Whoever takes anything gets the failure of a call as data: a page is for those who name one. */
export const wantsPage = (req: Request, isCall: boolean) =>
  (req.method === 'GET' || req.method === 'HEAD') &&
  !wantsJson(req) &&
  (!isCall || /\btext\/html\b/.test(accept(req)));
