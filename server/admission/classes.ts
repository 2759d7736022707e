import type { IncomingMessage } from 'node:http';
import type { LoadClass } from '../contract/load-class';

export interface ClassifiedRoute {
  readonly method: string;
  readonly path: string;
  readonly load: LoadClass;
}

interface Pattern {
  readonly path: RegExp;
  readonly load: LoadClass;
}

const PROTECTED = /^\/(up|ready|metrics)\/?$|^\/webhooks\//;
/** Who signs in has no session yet. */
const SIGN_IN = /^\/(login|magic_sign_in|magic\/sign_in\/[^/]+)$/;
const PAGED = /(^|&)(page|per)=/;

const SAME_METHOD: Readonly<Record<string, string>> = { HEAD: 'GET', PATCH: 'PUT' };

const keyOf = (method: string, path: string) =>
  `${SAME_METHOD[method] ?? method} ${path.split('/', 2)[1] ?? ''}`;

const patternOf = ({ path, load }: ClassifiedRoute): Pattern => ({
  path: new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`),
  load,
});

/** Routes of class B are left out: it is the class of all others. */
function patternsOf(routes: readonly ClassifiedRoute[]) {
  const patterns = new Map<string, Pattern[]>();
  const isFixed = ({ path }: ClassifiedRoute) => !path.includes(':');
  const named = routes.filter(({ load }) => load === 'A' || load === 'D');
  const rivals = routes.filter(({ load }) => load === 'B');
  for (const route of [...named.filter(isFixed), ...rivals.filter(isFixed), ...named]) {
    const key = keyOf(route.method, route.path);
    patterns.set(key, [...(patterns.get(key) ?? []), patternOf(route)]);
  }
  return patterns;
}

interface RequestClass {
  readonly load: LoadClass;
  readonly isSignIn: boolean;
}

/** Finds a request's class by its address alone, before the router. */
export function createClassifier(routes: readonly ClassifiedRoute[]) {
  const patterns = patternsOf(routes);
  return ({ method = 'GET', url = '' }: Pick<IncomingMessage, 'method' | 'url'>): RequestClass => {
    const [whole = '', query = ''] = url.split('?', 2);
    if (PROTECTED.test(whole)) return { load: '0', isSignIn: false };
    const path = whole.endsWith('.json') ? whole.slice(0, -'.json'.length) : whole;
    const found = patterns.get(keyOf(method, path))?.find((pattern) => pattern.path.test(path));
    const isPaged = found?.load === 'D' && PAGED.test(query);
    return { load: isPaged ? 'B' : (found?.load ?? 'B'), isSignIn: SIGN_IN.test(path) };
  };
}
