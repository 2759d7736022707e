import { type RequestHandler, Router } from 'express';
import { MAX_ID } from '../contract/limits';
import { MethodNotAllowed, NotFound } from './errors';
import { wantsJson } from './negotiate';
import { answerCall, answerPage, type Kit } from './respond';
import type { Page, Route, Routes } from './route';

const isIdName = (name: string) => name === 'id' || name.endsWith('_id');

/** `:id`s as numbers; null where one is none. */
function readParams(
  raw: Record<string, string | string[] | undefined>,
): Record<string, string | number> | null {
  const params: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(raw)) {
    const text = String(value);
    if (!isIdName(name)) {
      params[name] = text;
      continue;
    }
    if (!/^\d{1,10}$/.test(text) || Number(text) > MAX_ID || Number(text) < 1) return null;
    params[name] = Number(text);
  }
  return params;
}

interface Place {
  path: string;
  calls: Map<string, Route>;
  page: Page | null;
}

/** Puts what stands at one path together: a page, calls by method, 405 for the rest. */
function placesOf(routes: readonly (Route | Page)[]): Place[] {
  const places = new Map<string, Place>();
  for (const entry of routes) {
    const place = places.get(entry.path) ?? { path: entry.path, calls: new Map(), page: null };
    places.set(entry.path, place);
    if (entry.kind === 'page') {
      if (place.page) throw new Error(`Two pages at ${entry.path}`);
      place.page = entry;
    } else {
      if (place.calls.has(entry.method)) throw new Error(`Two routes for ${entry.method} ${entry.path}`);
      place.calls.set(entry.method, entry);
      // As in Rails, whose update routes take both.
      if (entry.method === 'PUT') place.calls.set('PATCH', entry);
    }
  }
  return [...places.values()];
}

const isStatic = (path: string) => !path.includes(':');

function handle(kit: Kit, place: Place): RequestHandler {
  const methods = new Set(place.calls.keys());
  if (place.page || methods.has('GET')) methods.add('GET').add('HEAD');
  const allow = [...methods].join(', ');
  return async (req, res, next) => {
    const params = readParams(req.params);
    // A failed form is shown by a page, never by a call at the same address.
    if (!params || (res.locals.failure && !place.page)) return next();
    const method = req.method === 'HEAD' ? 'GET' : req.method;
    const call = place.calls.get(method);
    if (place.page && call) res.vary('Accept');
    // `/cart.json`: there is no such data.
    if (method === 'GET' && place.page && !call && req.json) return next();
    if (method === 'GET' && place.page && !(call && wantsJson(req)))
      return answerPage(kit, place.page, params, req, res);
    if (!call) {
      // `/offers/current` may be another place's: only the last word on a path says 405.
      res.locals.allow = [res.locals.allow, allow].filter(Boolean).join(', ');
      return next();
    }
    res.locals.isCall = true;
    res.locals.call = call;
    await answerCall(kit, call, params, req, res);
  };
}

export const flatten = (routes: Routes): (Route | Page)[] =>
  routes.flatMap((entry) => entry as Route | Page | Page[]);

const firstPart = (path: string) => path.split('/', 2)[1] ?? '';

/**
 * The routes as an Express router for each first part of a path, so that a request is held against a few of them.
 * Fixed paths come before those with parameters.
 */
export function dispatch(kit: Kit, routes: readonly (Route | Page)[]): RequestHandler {
  const routers = new Map<string, Router>();
  const places = placesOf(routes);
  for (const place of [
    ...places.filter(({ path }) => isStatic(path)),
    ...places.filter(({ path }) => !isStatic(path)),
  ]) {
    const first = firstPart(place.path);
    if (!isStatic(first)) throw new Error(`${place.path} begins with a parameter`);
    const router = routers.get(first) ?? Router({ caseSensitive: true });
    routers.set(first, router.all(place.path, handle(kit, place)));
  }
  const nowhere: RequestHandler = (_req, res) => {
    throw res.locals.allow ? MethodNotAllowed(String(res.locals.allow)) : NotFound();
  };
  for (const router of routers.values()) router.use(nowhere);
  return (req, res, next) => (routers.get(firstPart(req.path)) ?? nowhere)(req, res, next);
}
