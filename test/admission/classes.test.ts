import { createClassifier } from '../../server/admission/classes';
import { defaultLoad } from '../../server/contract/load-class';

const classify = createClassifier([
  { method: 'PUT', path: '/offers/:id/accept', load: 'A' },
  { method: 'POST', path: '/offers/:id/messages', load: 'B' },
  { method: 'POST', path: '/login', load: 'A' },
  { method: 'GET', path: '/magic/sign_in/:token', load: 'A' },
  { method: 'GET', path: '/offers.csv', load: 'D' },
  { method: 'GET', path: '/admin/insights/offer', load: 'D' },
  { method: 'GET', path: '/admin/files/:file', load: 'D' },
  { method: 'GET', path: '/admin/files/counts', load: 'B' },
]);
const loadOf = (method: string, url: string) => classify({ method, url }).load;

test.each([
  ['PUT', '/offers/7/accept', 'A'],
  ['PATCH', '/offers/7/accept', 'A'],
  ['PUT', '/offers/7/accept.json?x=1', 'A'],
  ['GET', '/offers/7/accept', 'B'],
  ['POST', '/offers/7/messages', 'B'],
  ['GET', '/offers.csv?state=open', 'D'],
  ['HEAD', '/offers.csv', 'D'],
  ['GET', '/admin/insights/offer', 'D'],
  ['GET', '/admin/insights/offer?state=open&page=2', 'B'],
  ['GET', '/admin/files/counts', 'B'],
  ['GET', '/admin/files/a.csv', 'D'],
  ['GET', '/up', '0'],
  ['GET', '/metrics', '0'],
  ['POST', '/webhooks/stripe', '0'],
  ['GET', '/', 'B'],
])('%s %s is of class %s', (method, url, load) => {
  expect(loadOf(method, url)).toBe(load);
});

test('sign-ins are told from other acts', () => {
  expect(classify({ method: 'POST', url: '/login' }).isSignIn).toBe(true);
  expect(classify({ method: 'GET', url: '/magic/sign_in/secret' }).isSignIn).toBe(true);
  expect(classify({ method: 'PUT', url: '/offers/7/accept' }).isSignIn).toBe(false);
});

test.each([
  ['POST', '/offers', 'A'],
  ['PUT', '/marketplace/purchase_orders/:id', 'A'],
  ['POST', '/admin/purchase_orders/:id/state_transitions', 'A'],
  ['POST', '/purchase_orders/:id/payment', 'A'],
  ['GET', '/offers/:id', 'B'],
  ['POST', '/offers_of_the_week', 'B'],
  ['GET', '/seller/analytics.csv', 'D'],
  ['POST', '/webhooks/stripe', '0'],
])('%s %s has class %s without saying so', (method, path, load) => {
  expect(defaultLoad(method, path)).toBe(load);
});
