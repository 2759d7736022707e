import { invalid } from './errors';

export interface Params {
  [name: string]: string | Params;
}

const PARAM_NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;
const MAX_DEPTH = 8;

/** `line_items[0][price_data][currency]=usd` → nested objects; list indices become keys. */
export function readParams(form: string): Params {
  const params: Params = Object.create(null);
  for (const [name, value] of new URLSearchParams(form)) {
    const match = PARAM_NAME.exec(name);
    if (!match?.[1]) throw invalid(`Invalid parameter name: ${name}`, name);
    const path = [
      match[1],
      ...Array.from((match[2] ?? '').matchAll(/\[([^[\]]*)\]/g), ([, part]) => part ?? ''),
    ];
    if (path.length > MAX_DEPTH) throw invalid(`Parameter nested too deeply: ${name}`, name);
    let at = params;
    path.forEach((part, depth) => {
      if (depth === path.length - 1) {
        at[part] = value;
        return;
      }
      const next = at[part];
      if (typeof next === 'string') throw invalid(`Invalid ${name}`, name);
      at = at[part] = next ?? Object.create(null);
    });
  }
  return params;
}

export const textOf = (params: Params, name: string): string | undefined => {
  const value = params[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw invalid(`Invalid string: ${name}`, name);
  return value;
};

export const required = (params: Params, name: string): string => {
  const value = textOf(params, name);
  if (value === undefined) throw invalid(`Missing required param: ${name}.`, name, 'parameter_missing');
  return value;
};

export const integerOf = (params: Params, name: string): number | undefined => {
  const value = textOf(params, name);
  if (value === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(value))
    throw invalid(`Invalid integer: ${value}`, name, 'parameter_invalid_integer');
  return Number(value);
};

export const groupOf = (params: Params, name: string): Params => {
  const value = params[name] ?? {};
  if (typeof value === 'string') throw invalid(`Invalid object: ${name}`, name);
  return value;
};

export const listOf = (params: Params, name: string): (string | Params)[] =>
  Object.values(groupOf(params, name));

export function metadataOf(params: Params, name = 'metadata'): Record<string, string> {
  const entries = Object.entries(groupOf(params, name)).map(([key, value]) => {
    if (typeof value !== 'string') throw invalid(`Invalid string: ${name}[${key}]`, name);
    return [key, value] as const;
  });
  return Object.fromEntries(entries);
}

/** Like Stripe, throws for unknown parameters, which reveals misspelled ones. */
export function onlyKnown(params: Params, known: readonly string[]) {
  for (const name of Object.keys(params))
    if (!known.includes(name))
      throw invalid(`Received unknown parameter: ${name}`, name, 'parameter_unknown');
}
