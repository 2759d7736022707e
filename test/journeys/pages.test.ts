import type { Page } from 'playwright-core';
import { seedDemo } from '../../db/seeds/demo';
import { failOnFaults } from '../support/page-faults';
import { useTestEnvironment } from '../support/test-environment';

const environment = useTestEnvironment({ rateLimits: false });

beforeAll(async () => {
  await seedDemo(environment.server.services, new Date());
}, 120_000);

/** Every screen of the product by who opens it, with words that must be read there without JavaScript. */
const SCREENS: Record<string, readonly (readonly [path: string, words: string])[]> = {
  '': [
    ['/', 'Resale, simplified!'],
    ['/sign_in', 'Forgot Password?'],
    ['/sign_up', 'Next'],
    ['/sign_up/buy', 'Full name'],
    ['/sign_up/sell', 'Brand'],
    ['/sign_up/buy/confirmation', 'Thanks for signing up!'],
    ['/sign_up/sell/confirmation', 'create your password'],
    ['/forgot_password', 'Email'],
    ['/forgot_password/confirmation', 'Please check your email to continue'],
    ['/reset_password?reset_password_token=x', 'Confirm password'],
    ['/contact_us', 'Message'],
    ['/all_products', 'All results'],
    ['/api/docs', 'Standard Webhooks'],
    ['/api/docs/offers', 'Needs offers:write'],
    ['/404', 'Oops!'],
  ],
  'buyer@example.com': [
    ['/all_products', 'Shop Categories'],
    ['/all_products/search?query=mug', 'Showing'],
    ['/all_products?filter=Toys', 'Showing'],
    ['/all_products/1/1', 'Similar Products'],
    ['/seller/1', 'Harrow'],
    ['/cart', 'Saved For Later'],
    ['/my_offers', 'Needs your response'],
    ['/my_orders', 'Check out'],
  ],
  'seller@example.com': [
    ['/my_offers', 'After fees'],
    ['/my_orders', 'After fees'],
    ['/all_products/1/1', 'About Seller'],
    ['/seller/1', 'Harrow'],
  ],
  'pending@example.com': [['/seller_inquiry/submitted', 'under review']],
  'admin@example.com': [
    ['/admin/purchase_orders', 'Purchase Orders'],
    ['/admin/applications', 'Applications'],
    ['/admin/release_notes', 'Publish Note'],
  ],
};

const roles = Object.entries(SCREENS).map(([email, screens]) => ({
  email,
  who: email || 'anybody',
  screens,
}));
async function signIn(page: Page, email: string) {
  if (!email) return;
  await page.goto('/sign_in');
  const token = await page.locator('meta[name="csrf-token"]').getAttribute('content');
  const answer = await page.request.post('/login', {
    data: { user: { email, password: 'demo-password' } },
    headers: { 'X-CSRF-Token': token ?? '', Accept: 'application/json' },
  });
  expect(answer.status()).toBe(200);
}

test.each(roles)(
  'every screen of $who reads without JavaScript',
  async ({ email, screens }) => {
    const page = await environment.browser.newPage({
      baseURL: environment.server.origin,
      javaScriptEnabled: false,
    });
    await signIn(page, email);
    for (const [path, words] of screens) {
      await page.goto(path);
      expect([path, (await page.locator('body').innerText()).includes(words)]).toEqual([path, true]);
    }
  },
  120_000,
);

test('markup that the server and the browser disagree on is a fault: a planted one is seen', async () => {
  const page = await environment.browser.newPage({ baseURL: environment.server.origin });
  await page.route('**/sign_in', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace('Welcome back.', 'Welcome home.'),
    });
  });
  await page.goto('/sign_in');
  await page.getByText('Welcome back.').waitFor();
  expect(failOnFaults).toThrow(/hydrat/i);
});
