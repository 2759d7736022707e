import { Validator } from '@seriousme/openapi-schema-validator';
import { apiDocs } from '../../server/api-docs';
import { hasCapability } from '../../server/openapi/document';
import { Client } from '../support/client';
import { useTestApp } from '../support/test-app';
import { type ApiDocument, fetchDocument, operationsOf } from './read-document';

const app = useTestApp({ rateLimits: false });

let document: ApiDocument;
beforeAll(async () => {
  document = await fetchDocument(app.origin);
});

const bySignature = (one: string, other: string) => one.localeCompare(other);

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(document as object as Record<string, unknown>);
  expect([result.valid, result.errors ?? []]).toEqual([true, []]);
});

test('it lists every call for which a member needs a capability, and nothing else', () => {
  const calls = app.routes.filter(hasCapability).map(({ method, path }) => `${method} ${path}`);
  expect(calls.length).toBeGreaterThan(100);
  const described = apiDocs.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  expect(described.toSorted(bySignature)).toEqual(calls.toSorted(bySignature));
  expect(
    operationsOf(document)
      .map(({ signature }) => signature)
      .toSorted(bySignature),
  ).toEqual(calls.toSorted(bySignature));
});

test('each call has its own name, its capability and an example of a body that it requires', () => {
  const operations = operationsOf(document);
  const names = operations.map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
  const incomplete = operations.filter(({ operation: { security, requestBody } }) => {
    const media = requestBody?.content['application/json'];
    return security.length === 0 || (requestBody?.required === true && media?.example === undefined);
  });
  expect(incomplete.map(({ signature }) => signature)).toEqual([]);
});

test('a body requires its root parameter, as the calls do', () => {
  const bodyOf = (signature: string) =>
    operationsOf(document).find((one) => one.signature === signature)?.operation.requestBody;
  const product = bodyOf('POST /products');
  expect([product?.required, product?.content['application/json']?.schema?.required]).toEqual([
    true,
    ['product'],
  ]);
  expect(bodyOf('PUT /offers/:id/accept')?.required).toBe(false);
});

test('anyone may read it, and caches may keep it', async () => {
  const client = new Client(app.origin);
  const first = await client.request('GET', '/api/openapi.json');
  const kept = ['Cache-Control', 'Set-Cookie'].map((name) => first.headers.get(name));
  expect([first.status, ...kept]).toEqual([200, 'public, max-age=300', null]);
  const again = await client.request('GET', '/api/openapi.json', {
    headers: { 'If-None-Match': first.headers.get('ETag') ?? '' },
  });
  expect([again.status, again.text]).toEqual([304, '']);
});
