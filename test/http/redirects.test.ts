import { ownPath } from '../../server/accounts/contract';
import { Client } from '../support/client';
import { Factory, PASSWORD } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp();
const factory = new Factory(app);

const HTML = { Accept: 'text/html' };

const elsewhere = [
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  ' //evil.example',
  'evil.example',
  '/a\\..\\..\\/evil',
  '',
];

test.each(elsewhere)('%o is no path of ours', (path) => {
  expect(ownPath(path)).toBe('/');
});

test.each([null, undefined, 7, ['/cart'], { a: 1 }])('%o is no path', (path) => {
  expect(ownPath(path)).toBe('/');
});

test('whatever passes for a path of ours leads to our own host', () => {
  for (const path of [...elsewhere, '/', '/cart', '/my_orders?a=//b', '/all_products/1/2#x'])
    expect(new URL(ownPath(path), app.origin).origin).toBe(app.origin);
  expect(ownPath('/my_orders?stripe_success=true&purchase_order_id=1')).toBe(
    '/my_orders?stripe_success=true&purchase_order_id=1',
  );
});

/** Of our own, but calls, files and pages with a token, or written so that they become one. */
const noPages = [
  '/magic_sign_in?magic_sauce=x',
  '/./magic_sign_in?magic_sauce=x',
  '/cart/../magic_sign_in',
  '/%6dagic_sign_in',
  '/%256dagic_sign_in',
  '/MAGIC_SIGN_IN',
  '/magic_sign_in.json',
  '/magic/sign_in/abc',
  '/cart/%2e%2e/magic/sign_in/abc',
  '/offers.csv',
  '/offers.json',
  '/cart.json',
  '/shopify/callback?shop=a.myshopify.com',
  '/files/uploads/1',
  '/no_such_page',
  '/cart%',
  `/cart?${'x'.repeat(3_000)}`,
];

test('the sign-in page leads only to pages', async () => {
  const returnTo = async (path: string) => {
    const { text } = await new Client(app.origin).request('GET', '/sign_in', {
      query: { return_to: path },
      headers: HTML,
    });
    return /returnTo&quot;:&quot;(.*?)&quot;/.exec(text)?.[1];
  };
  for (const path of noPages) expect([path, await returnTo(path)]).toEqual([path, '/']);
  for (const path of ['/cart', '/all_products/1/2?x=1', '/my_offers?tab=other#x', '/'])
    expect(await returnTo(path)).toBe(path);
  expect(await returnTo('/cart/../my_orders')).toBe('/my_orders');
});

test('a sign-in without scripts leads only to pages', async () => {
  const buyer = await factory.aBuyer();
  const signIn = async (return_to: string) => {
    const client = new Client(app.origin);
    const fields = { form_root: 'user', email: buyer.email, password: PASSWORD, return_to };
    const answer = await client.send('POST', '/login', {
      body: new URLSearchParams({ ...fields, authenticity_token: await client.csrf() }),
      headers: HTML,
    });
    return [answer.status, answer.headers.get('Location')];
  };
  expect(await signIn('/magic_sign_in?magic_sauce=x')).toEqual([303, '/']);
  expect(await signIn('/my_orders')).toEqual([303, '/my_orders']);
});

test('the sign-in page takes only paths of ours to go back to', async () => {
  const pageFor = async (path: string) =>
    (await new Client(app.origin).request('GET', '/sign_in', { query: { return_to: path }, headers: HTML }))
      .text;
  expect(await pageFor('/cart')).toContain('data-props="{&quot;returnTo&quot;:&quot;/cart&quot;}"');
  for (const path of elsewhere)
    expect(await pageFor(path)).toContain('data-props="{&quot;returnTo&quot;:&quot;/&quot;}"');
});

test('a page for signed-in people leads to sign-in and back to the full address', async () => {
  const answer = await new Client(app.origin).request('GET', '/my_orders?purchase_order_id=1&x=%26', {
    headers: HTML,
  });
  expect(answer.status).toBe(302);
  expect(answer.headers.get('Location')).toBe(
    `/sign_in?return_to=${encodeURIComponent('/my_orders?purchase_order_id=1&x=%26')}`,
  );
});

test('no page of ours redirects to another host, whatever the address and the Host header say', async () => {
  const people = [
    null,
    await factory.aBuyer(),
    await factory.aSeller({ description: '' }),
    await factory.staff(),
  ];
  const pages = app.routes
    .filter(({ kind }) => kind === 'page')
    .map(({ path }) => path.replace(/:\w+/g, '1'));
  const odd = [
    '//evil.example/cart',
    '/\\evil.example/cart',
    '/%2F/evil.example/',
    '/cart//evil.example',
    '/..//evil.example',
  ];
  for (const person of people) {
    const client = await factory.as(person);
    for (const path of [...pages, ...odd]) {
      const answer = await client.request('GET', path, {
        headers: { ...HTML, Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' },
      });
      expect(answer.status).toBeLessThan(500);
      const location = answer.headers.get('Location');
      if (location !== null) expect([path, ownPath(location)]).toEqual([path, location]);
      expect(answer.text).not.toContain('http://evil.example');
    }
  }
}, 120_000);
