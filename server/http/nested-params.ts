import { BadRequest } from './errors';

// Nests like Rack::QueryParser#_normalize_params: `a[b]=1`, `a[]=1`, `a[][x]=1&a[][y]=2`.
// In a list of objects, a name that the last element already has starts a new element.
type Nested = { [name: string]: NestedValue };
type NestedValue = string | Nested | NestedValue[];

const MAX_PARAMETERS = 2_000;
const MAX_DEPTH = 32;

/** Refused as field names: they would shadow or reach properties of Object.prototype. */
export const isReserved = (name: string) => name in Object.prototype;

const isNested = (value: NestedValue | undefined): value is Nested =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const own = (target: Nested, name: string): NestedValue | undefined =>
  Object.hasOwn(target, name) ? target[name] : undefined;

const shapeConflict = (name: string) => BadRequest(`The parameter ${name.slice(0, 100)} is used in two ways`);

function split(name: string, depth: number): [part: string, remainder: string] {
  const start = depth === 0 ? name.indexOf('[', 1) : -1;
  if (start > 0) return [name.slice(0, start), name.slice(start)];
  if (depth === 0) return [name, ''];
  if (name.startsWith('[]')) return ['[]', name.slice(2)];
  const end = name.startsWith('[') ? name.indexOf(']', 1) : -1;
  return end > 0 ? [name.slice(1, end), name.slice(end + 1)] : [name, ''];
}

function has(element: Nested, name: string): boolean {
  if (name.includes('[]')) return false;
  let at: NestedValue | undefined = element;
  for (const part of name.split(/[[\]]+/).filter(Boolean)) {
    if (!isNested(at) || !Object.hasOwn(at, part)) return false;
    at = at[part];
  }
  return true;
}

/** Returns `x` for `[][x]`; for deeper names such as `[][][x]`, the remainder. */
function elementName(remainder: string): string {
  const [, child] = /^\[\]\[([^[\]]+)\]$/.exec(remainder) ?? [];
  return child ?? remainder.slice(2);
}

function put(target: Nested, name: string, value: string, depth = 0): Nested | NestedValue[] {
  if (depth >= MAX_DEPTH) throw BadRequest('The parameters are nested too deep');
  const [part, remainder] = split(name, depth);
  if (part === '' || isReserved(part)) return target;
  if (remainder === '') {
    if (part === '[]' && depth > 0) return [value];
    target[part] = value;
  } else if (remainder === '[') {
    target[name] = value;
  } else if (remainder.startsWith('[]')) {
    const list = own(target, part) ?? [];
    if (!Array.isArray(list)) throw shapeConflict(part);
    target[part] = list;
    append(list, remainder, value, depth);
  } else {
    const child = own(target, part) ?? {};
    if (!isNested(child)) throw shapeConflict(part);
    target[part] = put(child, remainder, value, depth + 1);
  }
  return target;
}

function append(list: NestedValue[], remainder: string, value: string, depth: number) {
  if (remainder === '[]') return void list.push(value);
  const name = elementName(remainder);
  const last = list.at(-1);
  if (isNested(last) && !has(last, name)) put(last, name, value, depth + 1);
  else list.push(put({}, name, value, depth + 1));
}

export function parseNestedParams(pairs: Iterable<readonly [string, string]>): Nested {
  const params: Nested = {};
  let count = 0;
  for (const [name, value] of pairs) {
    if (++count > MAX_PARAMETERS) throw BadRequest('There are too many parameters');
    put(params, name, value);
  }
  return params;
}

const LONE_PERCENT = /%(?![\dA-Fa-f]{2})/g;

/** Keeps a `%` without two hex digits; throws 400 on bytes that are not UTF-8. */
function decodeComponent(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ').replace(LONE_PERCENT, '%25'));
  } catch {
    throw BadRequest('The parameters are not valid UTF-8');
  }
}

function* pairsOf(query: string): Generator<[string, string]> {
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    yield equals < 0
      ? [decodeComponent(pair), '']
      : [decodeComponent(pair.slice(0, equals)), decodeComponent(pair.slice(equals + 1))];
  }
}

export const nestQuery = (query: string) => parseNestedParams(pairsOf(query));
