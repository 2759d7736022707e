import { useTestApp } from '../support/test-app';

const app = useTestApp();

const SECURITY = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-content-type-options',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-request-id',
  'x-xss-protection',
];
const OF_HTTP = ['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'];

/** Names of headers without those of every answer. */
const ownHeaders = ({ headers }: Response) =>
  [...headers.keys()].filter((name) => !SECURITY.includes(name) && !OF_HTTP.includes(name)).sort();

const ask = (path: string, accept: string) =>
  fetch(`${app.origin}${path}`, { redirect: 'manual', headers: { Accept: accept } });

const PAGE = ['cache-control', 'content-encoding', 'link', 'set-cookie', 'vary'];

test.each([
  ['/all_products', 'text/html', 200, PAGE],
  ['/sign_in', 'text/html', 200, PAGE],
  ['/nowhere', 'text/html', 404, PAGE],
  ['/nowhere', 'application/json', 404, ['cache-control', 'vary']],
  ['/offers', 'application/json', 401, ['cache-control', 'vary']],
  ['/current_user.json', 'application/json', 200, ['cache-control', 'set-cookie', 'vary', 'x-csrf-token']],
  ['/my_offers', 'text/html', 302, ['location', 'vary']],
] as const)('%s for %s is %i with the headers that clients know', async (path, accept, status, headers) => {
  const answer = await ask(path, accept);
  expect(answer.status).toBe(status);
  expect(ownHeaders(answer)).toEqual(headers);
  expect(SECURITY.filter((name) => !answer.headers.has(name))).toEqual([]);
});

test.each(['/up', '/ready'])('%s has no headers of its own', async (path) => {
  expect(ownHeaders(await ask(path, '*/*'))).toEqual([]);
});

test('pictures of mails may be shown by web mail, other answers by our own pages alone', async () => {
  const policyOf = async (path: string) =>
    (await ask(path, '*/*')).headers.get('cross-origin-resource-policy');
  expect(await policyOf('/brand/icon-192.png')).toBe('cross-origin');
  expect(await policyOf('/demo/mug-cream-400.webp')).toBe('cross-origin');
  expect(await policyOf('/all_products')).toBe('same-origin');
  expect(await policyOf('/current_user.json')).toBe('same-origin');
});
