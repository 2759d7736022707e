import { BadRequest } from './errors';

/**
 * Names nested as Rack nests them: `a[b]=1`, `a[]=1`, and `a[][x]=1&a[][y]=2`, where a name that the last element
 * already has begins the next one. Also where names are odd, step by step as Rack::QueryParser#_normalize_params does.
 */
type Nested = { [name: string]: NestedValue };
type NestedValue = string | Nested | NestedValue[];

const MAX_PARAMETERS = 2_000;
const MAX_DEPTH = 32;

/** Names that every object has already are nobody's fields, and looking them up finds something else. */
export const isReserved = (name: string) => name in Object.prototype;

const isNested = (value: NestedValue | undefined): value is Nested =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const own = (target: Nested, name: string): NestedValue | undefined =>
  Object.hasOwn(target, name) ? target[name] : undefined;

const clash = (name: string) => BadRequest(`The parameter ${name.slice(0, 100)} has two shapes`);

/** The name's first part, and what comes after it with its brackets. */
function split(name: string, depth: number): [part: string, after: string] {
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

/** `[][x]` asks for the x of an element, `[][][x]` and the like for what is left of the name. */
function nameInside(after: string): string {
  const [, child] = /^\[\]\[([^[\]]+)\]$/.exec(after) ?? [];
  return child ?? after.slice(2);
}

function put(target: Nested, name: string, value: string, depth = 0): Nested | NestedValue[] {
  if (depth >= MAX_DEPTH) throw BadRequest('The parameters are nested too deep');
  const [part, after] = split(name, depth);
  if (part === '' || isReserved(part)) return target;
  if (after === '') {
    if (part === '[]' && depth > 0) return [value];
    target[part] = value;
  } else if (after === '[') {
    target[name] = value;
  } else if (after.startsWith('[]')) {
    const list = own(target, part) ?? [];
    if (!Array.isArray(list)) throw clash(part);
    target[part] = list;
    append(list, after, value, depth);
  } else {
    const child = own(target, part) ?? {};
    if (!isNested(child)) throw clash(part);
    target[part] = put(child, after, value, depth + 1);
  }
  return target;
}

function append(list: NestedValue[], after: string, value: string, depth: number) {
  if (after === '[]') return void list.push(value);
  const inside = nameInside(after);
  const last = list.at(-1);
  if (isNested(last) && !has(last, inside)) put(last, inside, value, depth + 1);
  else list.push(put({}, inside, value, depth + 1));
}

/** Pairs of flat names and values → nested parameters. Throws BadRequest on clashes, depth and number. */
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

/** A `%` that begins no byte stands for itself; bytes that are no UTF-8 are refused. */
function decoded(text: string): string {
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
      ? [decoded(pair), '']
      : [decoded(pair.slice(0, equals)), decoded(pair.slice(equals + 1))];
  }
}

/** `a=1&b[c]=2` → nested parameters. */
export const nestQuery = (query: string) => parseNestedParams(pairsOf(query));
