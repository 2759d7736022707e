import { BadRequest } from './errors';

/**
 * Names nested as Rack nests them: `a[b]=1`, `a[]=1`, and `a[][x]=1&a[][y]=2`, where a name that the last element
 * already has begins the next one (Rack::QueryParser#normalize_params).
 */
type Nested = { [name: string]: NestedValue };
type NestedValue = string | Nested | NestedValue[];

const MOST_PARAMETERS = 2_000;
const MOST_DEPTH = 32;
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

const isNested = (value: NestedValue | undefined): value is Nested =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const clash = (name: string) => BadRequest(`The parameter ${name.slice(0, 100)} has two shapes`);

const hasPath = (element: Nested, path: readonly string[]): boolean => {
  let at: NestedValue | undefined = element;
  for (const name of path) {
    if (name === '') return false;
    if (!isNested(at) || !(name in at)) return false;
    at = at[name];
  }
  return true;
};

function put(target: Nested, path: readonly string[], value: string, whole: string): void {
  const [name = '', ...rest] = path;
  if (FORBIDDEN.has(name)) return;
  if (rest.length === 0) {
    if (typeof target[name] === 'object') throw clash(whole);
    target[name] = value;
    return;
  }
  if (rest[0] !== '') {
    const child = target[name] ?? {};
    if (!isNested(child)) throw clash(whole);
    target[name] = child;
    put(child, rest, value, whole);
    return;
  }
  const list = target[name] ?? [];
  if (!Array.isArray(list)) throw clash(whole);
  target[name] = list;
  const inside = rest.slice(1);
  if (inside.length === 0) {
    list.push(value);
    return;
  }
  const last = list.at(-1);
  const continues = isNested(last) && !hasPath(last, inside);
  const element: Nested = continues ? last : {};
  if (!continues) list.push(element);
  put(element, inside, value, whole);
}

function pathOf(name: string): string[] {
  const open = name.indexOf('[');
  if (open <= 0) return [name];
  const path = [name.slice(0, open)];
  for (const [, part = ''] of name.slice(open).matchAll(/\[([^\]]*)\]/g)) path.push(part);
  if (path.length > MOST_DEPTH) throw BadRequest('The parameters are nested too deep');
  return path;
}

/** Pairs of flat names and values → nested parameters. Throws BadRequest on clashes, depth and number. */
export function nest(pairs: Iterable<readonly [string, string]>): Nested {
  const params: Nested = {};
  let count = 0;
  for (const [name, value] of pairs) {
    if (++count > MOST_PARAMETERS) throw BadRequest('There are too many parameters');
    if (name !== '') put(params, pathOf(name), value, name);
  }
  return params;
}

/** `a=1&b[c]=2` → nested parameters. */
export const nestQuery = (query: string) => (query === '' ? {} : nest(new URLSearchParams(query)));
