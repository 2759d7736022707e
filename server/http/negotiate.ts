import type { Request, RequestHandler } from 'express';
import { apiKeyIn } from './api-key';

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

/** API keys have no pages. */
export const wantsJson = (req: Request) =>
  req.json === true ||
  apiKeyIn(req) !== null ||
  (/\bjson\b/.test(accept(req)) && req.accepts(['html', 'json', JSON_API]) !== 'html');

/** A failed call answers with a page only if Accept names HTML; a wildcard gets JSON. */
export const wantsPage = (req: Request, isCall: boolean) =>
  (req.method === 'GET' || req.method === 'HEAD') &&
  !wantsJson(req) &&
  (!isCall || /\btext\/html\b/.test(accept(req)));
