import { hash } from 'node:crypto';
import { MAX_ID } from '../contract/limits';
import type { ApiDocument, Operation } from './document';
import { ERROR_CODES } from './errors';
import type { Components, JsonSchema } from './json-schema';

export interface FieldRow {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly note: string;
}

export interface CallPage {
  readonly id: string;
  readonly summary: string;
  readonly method: string;
  readonly path: string;
  readonly note: string | null;
  readonly capabilities: readonly string[];
  readonly forKeys: boolean;
  readonly parameters: readonly FieldRow[];
  readonly body: readonly FieldRow[];
  readonly curl: string;
  readonly answers: readonly { status: string; description: string; shape: string | null }[];
}

interface TagPage {
  readonly slug: string;
  readonly name: string;
  readonly calls: readonly CallPage[];
}

/** The document as it is served, and as its pages show it. */
export interface ApiReference {
  readonly json: string;
  readonly etag: string;
  readonly tags: readonly TagPage[];
  readonly errors: readonly { code: string; status: number; meaning: string }[];
}

const REF = '#/components/schemas/';

const resolve = (schema: JsonSchema, components: Components): JsonSchema =>
  schema.$ref ? (components[schema.$ref.slice(REF.length)] ?? {}) : schema;

const typesOf = ({ type }: JsonSchema) => (type === undefined ? [] : [type].flat());

const literal = (value: unknown) => (value === null ? 'null' : JSON.stringify(value));

const isObject = ({ properties, additionalProperties }: JsonSchema) =>
  properties !== undefined || additionalProperties !== undefined;

/** Names of amounts mostly tell their unit. */
const commentOf = (name: string, { description }: JsonSchema) =>
  description === undefined || (description === 'US cents' && name.endsWith('_cents'))
    ? ''
    : ` // ${description}`;

/** The whole shape, by the notation of TypeScript. */
function shapeOf(given: JsonSchema, components: Components, indent = ''): string {
  const schema = resolve(given, components);
  const inner = `${indent}  `;
  const orNull = typesOf(schema).includes('null') && !schema.enum ? ' | null' : '';
  if (schema.anyOf) return schema.anyOf.map((one) => shapeOf(one, components, indent)).join(' | ');
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if (schema.items) {
    const item = shapeOf(schema.items, components, indent);
    return `${/ \| /.test(item) && !item.startsWith('{') ? `(${item})` : item}[]${orNull}`;
  }
  if (schema.properties) {
    const lines = Object.entries(schema.properties).map(([name, field]) => {
      const mark = schema.required?.includes(name) ? '' : '?';
      return `${inner}${name}${mark}: ${shapeOf(field, components, inner)}${commentOf(name, field)}`;
    });
    return lines.length > 0 ? `{\n${lines.join('\n')}\n${indent}}${orNull}` : `{}${orNull}`;
  }
  if (typeof schema.additionalProperties === 'object')
    return `{ [name: string]: ${shapeOf(schema.additionalProperties, components, inner)} }${orNull}`;
  return plainType(schema);
}

function plainType(schema: JsonSchema): string {
  const [type = 'any', ...others] = typesOf(schema);
  return [schema.format ?? type, ...others].join(' | ');
}

function noteOf(schema: JsonSchema): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  const range = (least: number | undefined, most: number | undefined, what: string) => {
    if (least === undefined && most === undefined) return [];
    if (most === undefined) return [`at least ${least}${what}`];
    return [least === undefined ? `at most ${most}${what}` : `${least} to ${most}${what}`];
  };
  return [
    ...(schema.description ? [schema.description] : []),
    ...range(minLength, maxLength, ' characters'),
    // Leaves out the bound of our own integers: it says nothing about the field.
    ...range(minimum, (maximum ?? 0) < MAX_ID ? maximum : undefined, ''),
    ...range(minItems, maxItems, ' items'),
    ...(schema.default === undefined ? [] : [`default ${literal(schema.default)}`]),
  ].join('; ');
}

const rowType = (schema: JsonSchema) =>
  schema.enum ? schema.enum.map(literal).join(' | ') : plainType(schema);

/** A body's fields under one another: `offer.offer_products_attributes[].quantity`. */
function rowsOf(given: JsonSchema, components: Components, prefix = ''): FieldRow[] {
  const { properties = {}, required = [] } = resolve(given, components);
  return Object.entries(properties).flatMap(([field, schema]) => {
    const name = prefix + field;
    const item = schema.items && resolve(schema.items, components);
    const type = item ? `${item.properties ? 'object' : rowType(item)}[]` : rowType(schema);
    const row = { name, type, required: required.includes(field), note: noteOf(schema) };
    if (item?.properties) return [row, ...rowsOf(item, components, `${name}[].`)];
    return isObject(schema) ? [row, ...rowsOf(schema, components, `${name}.`)] : [row];
  });
}

/** curl reads brackets as a range. */
const queryString = (parameters: Operation['parameters']) =>
  parameters
    .filter(({ in: place, example }) => place === 'query' && example !== undefined)
    .flatMap(({ name, example }) =>
      [example].flat().map((value) => `${name.replace('[]', '%5B%5D')}=${value}`),
    )
    .join('&');

function curlOf(url: string, method: string, path: string, { parameters, requestBody }: Operation): string {
  const query = queryString(parameters);
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    String(parameters.find((one) => one.in === 'path' && one.name === name)?.example),
  );
  const body = requestBody?.content['application/json']?.example;
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${url}${filled}${query && `?${query}`}'`,
    `-H 'Authorization: Bearer lwk_…'`,
    ...(body
      ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]
      : []),
  ].join(' \\\n  ');
}

function answersOf({ responses }: Operation, components: Components): CallPage['answers'] {
  return Object.entries(responses).flatMap(([status, { description, content }]) => {
    if (!description) return [];
    const [type, media] = Object.entries(content ?? {})[0] ?? [];
    const schema = type === 'application/json' ? media?.schema : undefined;
    return [{ status, description, shape: schema ? shapeOf(schema, components) : (type ?? null) }];
  });
}

function callPage(document: ApiDocument, method: string, path: string, operation: Operation): CallPage {
  const { schemas } = document.components;
  const body = operation.requestBody?.content['application/json']?.schema;
  return {
    id: operation.operationId,
    summary: operation.summary,
    method,
    path,
    note: operation.description ?? null,
    capabilities: operation.security.flatMap((one) => Object.values(one).flat()),
    forKeys: operation.security.some((one) => 'apiKey' in one),
    parameters: operation.parameters.map(({ name, schema, required = false, description }) => ({
      name,
      type: schema.items ? `${rowType(schema.items)}[]` : rowType(schema),
      required,
      note: [description, noteOf(schema)].filter(Boolean).join('; '),
    })),
    body: body ? rowsOf(body, schemas) : [],
    curl: curlOf(document.servers[0]?.url ?? '', method, path, operation),
    answers: answersOf(operation, schemas),
  };
}

const slugOf = (name: string) => name.toLowerCase().replace(/\W+/g, '-');

export function referenceOf(document: ApiDocument): ApiReference {
  const json = JSON.stringify(document);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return {
    json,
    etag: `"${hash('sha256', json, 'base64url')}"`,
    tags: document.tags.map(({ name }) => ({
      slug: slugOf(name),
      name,
      calls: operations
        .filter(({ operation }) => operation.tags[0] === name)
        .map(({ path, method, operation }) => callPage(document, method, path, operation)),
    })),
    errors: Object.entries(ERROR_CODES).map(([code, [status, meaning]]) => ({ code, status, meaning })),
  };
}
