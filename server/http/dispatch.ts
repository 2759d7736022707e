import { type RequestHandler, Router } from 'express';
import type { Endpoint } from '../contract/endpoint';
import { MAX_ID } from '../contract/limits';
import { MethodNotAllowed, NotFound } from './errors';
import { wantsJson } from './negotiate';
import { answerCall, answerPage, type HandlerDependencies } from './respond';
import type { Page, Route, Routes } from './route';

const isIdName = (name: string) => name === 'id' || name.endsWith('_id');

function readId(text: string): number | null {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return id >= 1 && id <= MAX_ID ? id : null;
}

function readParams(raw: Record<string, string | string[] | undefined>) {
  const params: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(raw)) {
    const param = isIdName(name) ? readId(String(value)) : String(value);
    if (param === null) return null;
    params[name] = param;
  }
  return params;
}

interface PathHandlers {
  path: string;
  calls: Map<string, Route>;
  page: Page | null;
}

function groupByPath(routes: readonly (Route | Page)[]): PathHandlers[] {
  const handlersByPath = new Map<string, PathHandlers>();
  for (const entry of routes) {
    const handlers = handlersByPath.get(entry.path) ?? { path: entry.path, calls: new Map(), page: null };
    handlersByPath.set(entry.path, handlers);
    if (entry.kind === 'page') {
      if (handlers.page) throw new Error(`Two pages at ${entry.path}`);
      handlers.page = entry;
    } else {
      if (handlers.calls.has(entry.method)) throw new Error(`Two routes for ${entry.method} ${entry.path}`);
      handlers.calls.set(entry.method, entry);
      if (entry.method === 'PUT') handlers.calls.set('PATCH', entry);
    }
  }
  return [...handlersByPath.values()];
}

const isStatic = (path: string) => !path.includes(':');

function handle(dependencies: HandlerDependencies, handlers: PathHandlers): RequestHandler {
  const methods = new Set(handlers.calls.keys());
  if (handlers.page || methods.has('GET')) methods.add('GET').add('HEAD');
  const allow = [...methods].join(', ');
  return async (req, res, next) => {
    const params = readParams(req.params);
    // Only a page shows a failed form, never a call at the same address.
    if (!params || (res.locals.failure && !handlers.page)) return next();
    const method = req.method === 'HEAD' ? 'GET' : req.method;
    const call = handlers.calls.get(method);
    if (handlers.page && call) res.vary('Accept');
    if (method === 'GET' && handlers.page && !call && req.json) return next();
    res.locals.route = handlers.path;
    if (method === 'GET' && handlers.page && !(call && wantsJson(req)))
      return answerPage(dependencies, handlers.page, params, req, res);
    if (!call) {
      // Another path may match, too (`/offers/current`), so the router answers 405 at the end.
      res.locals.route = undefined;
      res.locals.allow = [res.locals.allow, allow].filter(Boolean).join(', ');
      return next();
    }
    res.locals.isCall = true;
    res.locals.call = call;
    await answerCall(dependencies, call, params, req, res);
  };
}

export const flatten = (routes: Routes): (Route | Page)[] =>
  routes.flatMap((entry) => entry as Route | Page | Page[]);

/** Throws where no route answers the endpoint. */
export const routeFinder =
  (routes: readonly (Route | Page)[]) =>
  ({ method, path }: Endpoint<unknown>): Route => {
    const found = routes.find(
      (entry): entry is Route => entry.kind === 'call' && entry.method === method && entry.path === path,
    );
    if (!found) throw new Error(`No route answers ${method} ${path}`);
    return found;
  };

const firstSegment = (path: string) => path.split('/', 2)[1] ?? '';

/** One router per first path segment, to match few routes. Fixed paths precede those with parameters. */
export function dispatch(
  dependencies: HandlerDependencies,
  routes: readonly (Route | Page)[],
): RequestHandler {
  const routers = new Map<string, Router>();
  const paths = groupByPath(routes);
  for (const handlers of [
    ...paths.filter(({ path }) => isStatic(path)),
    ...paths.filter(({ path }) => !isStatic(path)),
  ]) {
    const first = firstSegment(handlers.path);
    if (!isStatic(first)) throw new Error(`${handlers.path} begins with a parameter`);
    const router = routers.get(first) ?? Router({ caseSensitive: true });
    routers.set(first, router.all(handlers.path, handle(dependencies, handlers)));
  }
  const notFound: RequestHandler = (_req, res) => {
    throw res.locals.allow ? MethodNotAllowed(String(res.locals.allow)) : NotFound();
  };
  for (const router of routers.values()) router.use(notFound);
  return (req, res, next) => (routers.get(firstSegment(req.path)) ?? notFound)(req, res, next);
}
