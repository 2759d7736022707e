import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { Buyer, Seller } from '../../server/accounts/policy';
import { apiDocs } from '../../server/api-docs';
import { keyNeeds } from '../../server/contract/capabilities';
import { pathOf } from '../../server/contract/endpoint';
import type { Route } from '../../server/http/route';
import { runImport } from '../../server/imports/jobs';
import { readImportFile } from '../../server/imports/reading/answer';
import type { Doc } from '../../server/openapi/answer';
import { examplePath } from '../../server/openapi/document';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';
import { type Prepared, preparations } from './preparations';
import { type ApiDocument, fetchDocument, type Operation, operationsOf } from './read-document';

/** Stands in for Shopify, which the app asks whether a store exists. */
const outside = globalThis.fetch;
beforeAll(() => {
  globalThis.fetch = async (input, init) =>
    /^https:..[\w-]+\.myshopify\.com\//.test(String(input)) ? new Response('') : outside(input, init);
});
afterAll(() => {
  globalThis.fetch = outside;
});

const app = useTestApp(
  { rateLimits: false, shopify: { apiKey: 'key', apiSecret: 'the secret of the tests' } },
  { jobs: [readImportFile, runImport] },
);
const factory = new Factory(app);

let operations: Map<string, Operation>;
let ajv: Ajv2020;

/** Keys that the document does not name are refused. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, closed(item)]));
  const isOpen = 'properties' in inner && inner.type !== undefined && !('additionalProperties' in inner);
  return isOpen ? { ...inner, additionalProperties: false } : inner;
}

beforeAll(async () => {
  const document = closed(await fetchDocument(app.origin)) as ApiDocument;
  operations = new Map(operationsOf(document).map(({ signature, operation }) => [signature, operation]));
  ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv as never);
  ajv.addSchema({ $id: 'document', components: document.components });
});

function checker(schema: object): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
  return ajv.compile(JSON.parse(text) as object);
}

function problemsOf(schema: object, value: unknown) {
  const check = checker(schema);
  return check(value)
    ? []
    : (check.errors ?? []).map(({ instancePath, message, params }) => ({ instancePath, message, params }));
}

const NAMES_NUMBER = /(^|_)(id|ids|version)$/;

type Rows = Pick<Prepared, 'ids' | 'texts'>;

/** The example with the ids, versions and file keys of the rows made for it. */
function withRows(value: unknown, rows: Rows, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withRows(item, rows, key));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, withRows(item, rows, name)]),
    );
  if (typeof value === 'string') return rows.texts?.[value] ?? value;
  return NAMES_NUMBER.test(key) ? (rows.ids?.[String(value)] ?? value) : value;
}

/** A key with the capability of the call alone; what is not for keys, by a fresh sign-in. */
async function senderFor({ endpoint }: Doc, as: Buyer | Seller) {
  const route = app.routes.find(({ method, path }) => method === endpoint.method && path === endpoint.path);
  const [capability] = keyNeeds(as.kind, (route as Route).needs ?? null);
  if (!capability) return factory.signedIn(as);
  return (await factory.aKey(as, { capabilities: [capability] })).client;
}

const cases = apiDocs.map((doc) => ({ doc, signature: `${doc.endpoint.method} ${doc.endpoint.path}` }));

test.each(cases)('$signature', async ({ doc, signature }) => {
  const operation = operations.get(signature);
  const prepare = preparations[signature];
  if (!operation || !prepare) throw new Error(`${signature} has no preparation in test/openapi`);
  const { as, params = {}, query, client, ...rows } = await prepare(factory);
  if (doc.example) {
    const schema = operation.requestBody?.content['application/json']?.schema ?? false;
    expect(problemsOf(schema as object, doc.example)).toEqual([]);
  }
  const path = Object.keys(params).length > 0 ? pathOf(doc.endpoint.path, params as never) : examplePath(doc);
  const sender = client ?? (await senderFor(doc, as));
  const answer = await sender.request(doc.endpoint.method, path, {
    body: withRows(doc.example ?? {}, rows),
    query: (query ?? withRows(doc.query ?? {}, rows)) as object,
  });
  const described = operation.responses[answer.status];
  expect([answer.status, described?.description ?? answer.text]).toEqual([
    answer.status,
    described && !described.$ref ? described.description : 'a described answer',
  ]);
  const [type, media] = Object.entries(described?.content ?? {})[0] ?? [];
  if (type === undefined) return expect(answer.text).toBe('');
  expect(answer.headers.get('Content-Type')).toMatch(type);
  if (media?.schema && type === 'application/json')
    expect(problemsOf(media.schema, JSON.parse(answer.text))).toEqual([]);
});
