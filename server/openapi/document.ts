import type { Schema } from 'yup';
import { type Capability, keyCapabilities, type Needs, type RouteNeeds } from '../contract/capabilities';
import { pathOf } from '../contract/endpoint';
import type { Page, Route } from '../http/route';
import type { Answer, Doc, FileAnswer } from './answer';
import { errorResponse, errorResponses, errorSchema } from './errors';
import { type Components, type JsonSchema, jsonSchema } from './json-schema';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly style?: 'form' | 'deepObject';
  readonly explode?: boolean;
  readonly example?: unknown;
}

interface Media {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
}

interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, Media>>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly Capability[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Response>>;
}

export interface ApiDocument {
  readonly openapi: '3.1.1';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: object;
  readonly components: {
    readonly securitySchemes: object;
    readonly schemas: Components;
    readonly responses: object;
  };
}

const isForKeys = (capability: Capability) =>
  keyCapabilities.buyer.includes(capability) || keyCapabilities.seller.includes(capability);

const alternatives = (needs: Needs) => (typeof needs === 'string' ? [needs] : needs);

/** Any one suffices. */
function capabilitiesOf(needs: RouteNeeds | undefined): readonly Capability[] {
  if (!needs) return [];
  const all =
    typeof needs === 'object' && 'buyer' in needs
      ? [...alternatives(needs.buyer), ...alternatives(needs.seller)]
      : alternatives(needs);
  return [...new Set(all)];
}

/** What the document has: calls for which a member needs a capability. */
export const hasCapability = (entry: Route | Page): entry is Route =>
  entry.kind === 'call' && capabilitiesOf(entry.needs).length > 0;

const signatureOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;

const namesIn = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

const inBraces = (path: string) => path.replace(/:(\w+)/g, '{$1}');

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** `PUT /offers/:id/accept` → `putOffersIdAccept`. */
const operationIdOf = ({ method, path }: Route) =>
  method.toLowerCase() + path.split(/\W+|_/).map(capitalized).join('');

const EXAMPLE_ID = 1042;
const isNumeric = (name: string) => name === 'id' || name.endsWith('_id');

const exampleOf = ({ params = {} }: Doc, name: string) => params[name] ?? (isNumeric(name) ? EXAMPLE_ID : 1);

/** The path with the example's parameters. */
export const examplePath = (doc: Doc) =>
  pathOf(
    doc.endpoint.path,
    Object.fromEntries(namesIn(doc.endpoint.path).map((name) => [name, exampleOf(doc, name)])),
  );

const pathParameters = (doc: Doc): Parameter[] =>
  namesIn(doc.endpoint.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: isNumeric(name) ? { type: 'integer', minimum: 1 } : { type: 'string' },
    example: isNumeric(name) ? exampleOf(doc, name) : String(exampleOf(doc, name)),
  }));

/** Lists as `state[]=…`, objects as `search[name]=…`. */
function queryParameter(name: string, schema: JsonSchema, required: boolean, example: unknown): Parameter {
  const rest = {
    in: 'query',
    schema,
    ...(required && { required }),
    ...(example !== undefined && { example }),
  };
  if (schema.type === 'array')
    return { name: `${name}[]`, ...rest, style: 'form', explode: true } as Parameter;
  if (schema.type === 'object') return { name, ...rest, style: 'deepObject', explode: true } as Parameter;
  return { name, ...rest } as Parameter;
}

type Keywords = Readonly<Record<string, JsonSchema>>;

/** Of fields that mean the same in every body and query. */
const FIELDS: Keywords = {
  version: { description: 'The one that you read. 409 if there is a newer one' },
  page: { description: 'The page of the list' },
  per: { description: 'Items a page' },
  q: { description: 'Words and numbers to look for' },
  from: { description: 'The first day' },
  to: { description: 'The last day' },
};

function withKeywords(schema: JsonSchema, keywords: Keywords): JsonSchema {
  const { properties, items } = schema;
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [
    name,
    { ...keywords[name], ...withKeywords(field, keywords) },
  ]);
  return {
    ...schema,
    ...(items && { items: withKeywords(items, keywords) }),
    ...(properties && { properties: Object.fromEntries(fields) }),
  };
}

const requestSchema = (schema: unknown, components: Components, fields?: Keywords) =>
  withKeywords(jsonSchema(schema as Parameters<typeof jsonSchema>[0], components), { ...FIELDS, ...fields });

function queryParameters({ query }: Route, doc: Doc, components: Components): Parameter[] {
  if (!query) return [];
  const { properties = {}, required = [] } = requestSchema(query, components);
  const examples = (doc.query ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(properties).map(([name, schema]) =>
    queryParameter(name, schema, required.includes(name), examples[name]),
  );
}

/** A body without its root parameter is refused before its schema is asked. */
function withRoot(body: NonNullable<Route['body']>, schema: JsonSchema): JsonSchema {
  const { root } = ((body as Partial<Schema>).meta?.() ?? {}) as { root?: string };
  return root ? { ...schema, required: [...new Set([root, ...(schema.required ?? [])])] } : schema;
}

function requestBody({ body }: Route, { example, fields }: Doc, components: Components) {
  if (!body) return {};
  const schema = withRoot(body, requestSchema(body, components, fields));
  const media = { schema, ...(example && { example }) };
  return {
    requestBody: { required: schema.required !== undefined, content: { 'application/json': media } },
  };
}

function contentOf(answer: FileAnswer | Answer<unknown>, components: Components): Response['content'] {
  if (typeof answer !== 'string') return { 'application/json': { schema: jsonSchema(answer, components) } };
  return { [answer]: answer === 'text/csv' ? { schema: { type: 'string' } } : {} };
}

const USUAL: Readonly<Record<number, string>> = {
  201: 'Created.',
  204: 'Done, without a body.',
  302: 'Leads to a page.',
};

function responses(call: Route, { answer, statuses = {} }: Doc, components: Components) {
  const isEmpty = answer === null || answer === 'redirect';
  const content = isEmpty ? {} : { content: contentOf(answer, components) };
  const usual = answer === 'redirect' ? 302 : (call.status ?? (answer === null ? 204 : 200));
  const described: Record<string, string> = { [usual]: USUAL[usual] ?? 'Done.', ...statuses };
  const writes = call.method !== 'GET';
  const errors = [
    ...(writes || call.query ? [400] : []),
    401,
    403,
    ...(call.path.includes(':') ? [404] : []),
    ...(writes ? [409] : []),
    ...(writes || call.query ? [422] : []),
    429,
    'default' as const,
  ];
  return Object.fromEntries([
    ...Object.entries(described).map(([status, description]) => [status, { description, ...content }]),
    ...errors.map((status) => [String(status), errorResponse(status)]),
  ]) as Operation['responses'];
}

const securityOf = (call: Route) =>
  capabilitiesOf(call.needs).map((capability) => ({
    [isForKeys(capability) ? 'apiKey' : 'signIn']: [capability],
  }));

const ONESELF = 'Every member may make this call about themselves.';
const CONFIRMED = 'A dangerous call: members prove who they are first, by `POST /me/confirm`.';

function descriptionOf(notes: readonly (string | false | null)[]) {
  const said = notes.filter(Boolean);
  return said.length > 0 ? { description: said.join(' ') } : {};
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A repeat with the same key gets the first answer.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function operation(call: Route, doc: Doc, components: Components): Operation {
  return {
    operationId: operationIdOf(call),
    tags: [doc.tag],
    summary: doc.summary,
    ...descriptionOf([call.confirm && CONFIRMED, call.orOneself && ONESELF]),
    security: securityOf(call),
    parameters: [
      ...pathParameters(doc),
      ...queryParameters(call, doc, components),
      ...(call.retry ? [IDEMPOTENCY_KEY] : []),
    ],
    ...requestBody(call, doc, components),
    responses: responses(call, doc, components),
  };
}

const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key of the company: `Authorization: Bearer lwk_…`. The roles are its capabilities.',
  },
  signIn: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a member’s sign-in (`POST /login`): no key holds these capabilities.',
  },
};

const signature = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const webhooks = (event: DocumentOptions['event'], components: Components) => ({
  event: {
    post: {
      operationId: 'event',
      summary: 'What happened, sent to the endpoints of the company',
      parameters: [
        signature('webhook-id', 'Of the event: the same through all attempts.'),
        signature('webhook-timestamp', 'Seconds since 1970.'),
        signature('webhook-signature', 'Of Standard Webhooks.'),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(event, components) } },
      },
      responses: { '2XX': { description: 'Delivered. Anything else is tried again.' } },
    },
  },
});

interface DocumentOptions {
  readonly routes: readonly (Route | Page)[];
  readonly docs: readonly Doc[];
  /** What webhooks send. */
  readonly event: Pick<Answer<unknown>, 'describe'>;
  readonly brandName: string;
  readonly appUrl: string;
}

/** Every call with a capability, described by its route and its doc. */
export function openApiDocument({ routes, docs, event, brandName, appUrl }: DocumentOptions): ApiDocument {
  const calls = new Map(routes.filter(hasCapability).map((call) => [signatureOf(call), call]));
  const schemas: Components = { Error: errorSchema };
  const paths: Record<string, Record<string, Operation>> = {};
  for (const doc of docs) {
    const call = calls.get(signatureOf(doc.endpoint));
    if (!call) continue;
    const path = inBraces(call.path);
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, doc, schemas) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `${brandName} API`,
      version: '1',
      description: `The guide is at ${appUrl}/api/docs. Answers may gain keys: ignore those that you don’t know.`,
    },
    servers: [{ url: appUrl }],
    tags: [...new Set(docs.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    webhooks: webhooks(event, schemas),
    components: { securitySchemes, schemas, responses: errorResponses },
  };
}
