import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Params, readParams } from '../../server/stripe-sandbox/params';

/** Stripe's OpenAPI description, if its folder lies next to the checkout. */
interface Schema {
  $ref?: string;
  type?: string;
  nullable?: boolean;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  maxLength?: number;
}

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

interface Spec {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const file = [
  join(__dirname, '../../../shared/data/stripe'),
  join(__dirname, '../../../../shared/data/stripe'),
]
  .map((folder) => join(folder, 'spec3-2023-09.json'))
  .find(existsSync);

export const spec: Spec | null = file ? (JSON.parse(readFileSync(file, 'utf8')) as Spec) : null;

/** `test`, or a skipped test with the reason. */
export const withSpec = spec
  ? test
  : (name: string, _act: () => unknown) =>
      test.skip(`${name} (skipped: Stripe's OpenAPI description is not beside the checkout)`, () =>
        undefined);

const resolve = (known: Spec, schema: Schema): Schema =>
  schema.$ref ? (known.components.schemas[schema.$ref.split('/').pop() ?? ''] ?? {}) : schema;

/** Lists violations of the schema. `form`: values are the strings of a form. */
function faults(known: Spec, given: Schema, value: unknown, at: string, form: boolean): string[] {
  const schema = resolve(known, given);
  if (value === null) return schema.nullable || given.nullable ? [] : [`${at} is null`];
  if (schema.anyOf) {
    const tried = schema.anyOf.map((one) => faults(known, one, value, at, form));
    return tried.some((found) => found.length === 0)
      ? []
      : (tried.sort((a, b) => a.length - b.length)[0] ?? []);
  }
  if (schema.enum && !schema.enum.includes(value))
    return [`${at} is ${JSON.stringify(value)}, not one of ${schema.enum}`];
  switch (schema.type) {
    case 'string':
      if (typeof value !== 'string') return [`${at} is no text`];
      return value.length > (schema.maxLength ?? Number.POSITIVE_INFINITY) ? [`${at} is too long`] : [];
    case 'integer':
      return (form ? /^-?\d+$/.test(String(value)) : Number.isInteger(value)) ? [] : [`${at} is no integer`];
    case 'number':
      return Number.isFinite(Number(value)) ? [] : [`${at} is no number`];
    case 'boolean':
      return (form ? ['true', 'false'].includes(String(value)) : typeof value === 'boolean')
        ? []
        : [`${at} is no boolean`];
    case 'array':
      if (typeof value !== 'object') return [`${at} is no list`];
      return Object.entries(value).flatMap(([index, item]) =>
        faults(known, schema.items ?? {}, item, `${at}[${index}]`, form),
      );
    default:
      return objectFaults(known, schema, value, at, form);
  }
}

function objectFaults(known: Spec, schema: Schema, value: unknown, at: string, form: boolean): string[] {
  if (!schema.properties && !schema.additionalProperties) return [];
  if (typeof value !== 'object' || value === null) return [`${at} is no object`];
  const missing = (schema.required ?? [])
    .filter((name) => !(name in value))
    .map((name) => `${at}.${name} is missing`);
  const wrong = Object.entries(value).flatMap(([name, item]) => {
    const property = schema.properties?.[name];
    if (property) return faults(known, property, item, `${at}.${name}`, form);
    if (typeof schema.additionalProperties === 'object')
      return faults(known, schema.additionalProperties, item, `${at}.${name}`, form);
    // Responses may have new fields; requests may not.
    return form ? [`${at}.${name} is unknown`] : [];
  });
  return [...missing, ...wrong];
}

export interface SeenRequest {
  method: string;
  url: string;
  body: string;
}

function operationOf(known: Spec, method: string, path: string): Operation | undefined {
  const wanted = path.split('/');
  const found = Object.keys(known.paths).find((template) => {
    const parts = template.split('/');
    return (
      parts.length === wanted.length &&
      parts.every((part, index) => part.startsWith('{') || part === wanted[index])
    );
  });
  return found ? known.paths[found]?.[method.toLowerCase()] : undefined;
}

/** Lists violations in our request. */
export function requestFaults(known: Spec, { method, url, body }: SeenRequest): string[] {
  const [path = '', query = ''] = url.split('?');
  const operation = operationOf(known, method, path);
  if (!operation) return [`${method} ${path} is no call of Stripe's`];
  const schema: Schema =
    method === 'POST'
      ? (operation.requestBody?.content['application/x-www-form-urlencoded']?.schema ?? { properties: {} })
      : {
          type: 'object',
          properties: Object.fromEntries(
            (operation.parameters ?? [])
              .filter((one) => one.in === 'query')
              .map((one) => [one.name, one.schema]),
          ),
        };
  const params: Params = readParams(method === 'POST' ? body : query);
  return faults(
    known,
    { additionalProperties: false, ...schema, type: 'object' },
    params,
    `${method} ${path}`,
    true,
  );
}

/** Lists violations in a response. */
export const objectFaultsOf = (known: Spec, name: string, value: unknown): string[] =>
  faults(known, { $ref: `#/${name}` }, value, name, false);
