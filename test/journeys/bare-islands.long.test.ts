import type { Page } from 'playwright-core';
import { islands } from '../../islands/registry';
import { openAs } from '../support/open-as';
import { useTestEnvironment } from '../support/test-environment';

const environment = useTestEnvironment({
  shopify: { apiKey: 'key', apiSecret: 'secret' },
  rateLimits: false,
});

type Role = 'visitor' | 'buyer' | 'seller' | 'staff';

interface Case {
  readonly role: Role;
  readonly path: string;
  /** Text of the island if the page does not open it. */
  readonly shows?: string | RegExp;
  readonly open?: (page: Page) => Promise<unknown>;
  /** What the next page says, where the island leaves its own. */
  readonly leavesWith?: string;
}

let ids: Record<'seller' | 'product' | 'person' | 'order' | 'webhook' | 'list', number>;
const emails: Partial<Record<Role, string>> = {};

beforeAll(async () => {
  const { factory } = environment;
  const seller = await factory.aSeller({ name: 'Stridewell', features: ['shopify'] });
  const buyer = await factory.aBuyer({ name: 'Corner Shop' });
  const staff = await factory.staff({ name: 'Ada Example' });
  Object.assign(emails, { seller: seller.email, buyer: buyer.email, staff: staff.email });
  const product = await factory.aProduct({ seller, name: 'Blue Mug', category: 'apparel' });
  const order = await factory.anOrder({ seller, buyer, lines: [{ product }] });
  await factory.anOffer({ seller, buyer });
  await factory.anOffer({ seller, buyer, state: 'draft' });
  await factory.aProduct({ seller, name: 'Unfinished Mug', provisional: true });
  await factory
    .db('product_tags')
    .insert(['Top Sellers', 'Apparel'].map((tag) => ({ tag, product_id: product.id })));
  await factory.db('release_notes').insert({ body: 'Faster imports', buyer: true, seller: true });
  await factory
    .db('audit_log')
    .insert({ actor: 'x@example.com', action: 'approve', subject_type: 'user', subject_id: 1 });
  const applicant = await factory.aBuyer({ name: 'New Outlet', status: 'provisional' });
  const [webhook] = await factory
    .db('webhooks')
    .insert({
      buyer_id: buyer.buyer_id,
      url: 'https://erp.example.com/',
      secret_encrypted: Buffer.from('x'),
      created_by: buyer.id,
    })
    .returning('id');
  const [list] = await factory
    .db('want_lists')
    .insert({
      buyer_id: buyer.buyer_id,
      user_id: buyer.id,
      name: 'Kitchen restock',
      state: 'ready',
      stored_key: '00000000-0000-4000-8000-000000000000',
      ends_on: '2030-01-01',
    })
    .returning('id');
  await factory.db('wants').insert({
    want_list_id: list?.id ?? 0,
    buyer_id: buyer.buyer_id,
    line: 1,
    name: 'A copper lamp',
    quantity: 1n,
  });
  const named = {
    person: applicant.id,
    order: order.id,
    webhook: webhook?.id ?? 0,
    list: list?.id ?? 0,
  };
  ids = { seller: seller.seller_id, product: product.id, ...named };
});

const at = (of: (all: typeof ids) => string) => () => of(ids);

/** Every island with a user, its page and the expected text. */
const CASES: Record<string, Omit<Case, 'path'> & { path: string | (() => string) }> = {
  alerts: {
    role: 'visitor',
    path: '/contact_us',
    open: (page) =>
      page.evaluate(() =>
        document.dispatchEvent(
          new CustomEvent('alert', { detail: { type: 'success', message: 'It works' } }),
        ),
      ),
  },
  'user-menu': {
    role: 'staff',
    path: '/admin/applications',
    shows: 'Ada Example',
    open: (page) => page.getByRole('button', { name: 'Account of' }).click(),
  },
  'top-nav': { role: 'staff', path: '/admin/applications', shows: 'Purchase Orders' },
  'top-nav-alternate': { role: 'staff', path: '/admin/applications', shows: 'Dashboard' },
  components: { role: 'visitor', path: '/dev/components', shows: 'Button' },
  'sign-in': { role: 'visitor', path: '/sign_in', shows: 'Password' },
  'sign-up': { role: 'visitor', path: '/sign_up', shows: /buy/i },
  'auth-modal': { role: 'visitor', path: '/contact_us' },
  'buyer-application': { role: 'visitor', path: '/sign_up/buy', shows: 'Company' },
  'seller-application': { role: 'visitor', path: '/sign_up/sell', shows: 'Brand' },
  'sign-in-code': { role: 'visitor', path: '/sign_in', shows: '6-digit code' },
  'forgot-password': { role: 'visitor', path: '/forgot_password', shows: 'Email' },
  'reset-password': {
    role: 'visitor',
    path: '/reset_password?reset_password_token=x',
    shows: 'New password',
  },
  'create-password': { role: 'visitor', path: '/sign_up/create_password', shows: 'Password' },
  'accept-invitation': {
    role: 'visitor',
    path: '/invitations/x',
    shows: 'This invitation has ended',
  },
  'magic-sign-in': {
    role: 'visitor',
    path: '/magic/sign_in/x',
    leavesWith: 'This sign-in link has expired or was already used.',
  },
  applications: { role: 'staff', path: '/admin/applications', shows: 'New Outlet' },
  person: { role: 'staff', path: at(({ person }) => `/admin/people/${person}`), shows: 'Email' },
  'contact-us': { role: 'visitor', path: '/contact_us', shows: 'Message' },
  'release-notes-modal': { role: 'seller', path: '/my_orders', shows: 'Faster imports' },
  'release-notes': { role: 'staff', path: '/admin/release_notes', shows: 'Faster imports' },
  'all-products': { role: 'buyer', path: '/all_products', shows: 'Blue Mug' },
  'product-detail': {
    role: 'buyer',
    path: at(({ seller, product }) => `/all_products/${seller}/${product}`),
    shows: 'Blue Mug',
  },
  'seller-storefront': { role: 'buyer', path: at(({ seller }) => `/seller/${seller}`), shows: 'Blue Mug' },
  cart: { role: 'buyer', path: '/cart', shows: 'Stridewell' },
  'cart-drawer': {
    role: 'buyer',
    path: '/my_orders',
    shows: 'Your items',
    open: (page) =>
      page.evaluate(() =>
        document.dispatchEvent(new CustomEvent('cart:changed', { detail: { open: true } })),
      ),
  },
  'my-offers': { role: 'seller', path: '/my_offers', shows: 'Corner Shop' },
  favorites: { role: 'buyer', path: '/favorites', shows: 'No favorites yet' },
  'want-lists': { role: 'buyer', path: '/want_lists', shows: 'Kitchen restock' },
  'want-list': { role: 'buyer', path: at(({ list }) => `/want_lists/${list}`), shows: 'A copper lamp' },
  'saved-searches': { role: 'buyer', path: '/saved_searches', shows: 'No saved searches yet' },
  'my-orders': { role: 'seller', path: '/my_orders', shows: 'Corner Shop' },
  'order-detail': { role: 'seller', path: at(({ order }) => `/my_orders/${order}`), shows: 'Corner Shop' },
  'top-sellers': { role: 'staff', path: '/admin/top_sellers', shows: 'Blue Mug' },
  'category-curation': { role: 'staff', path: '/admin/categories', shows: 'Blue Mug' },
  'seller-curation': { role: 'staff', path: '/admin/sellers', shows: 'Stridewell' },
  'curated-seller-products': {
    role: 'staff',
    path: at(({ seller }) => `/admin/sellers/${seller}/products`),
    shows: 'Blue Mug',
  },
  'admin-insights': { role: 'staff', path: '/admin/insights', shows: 'Orders' },
  'audit-log': { role: 'staff', path: '/admin/audit', shows: 'x@example.com' },
  'system-status': { role: 'staff', path: '/admin/system', shows: 'Payment events' },
  'stuck-work': { role: 'staff', path: '/admin/insights/stuck/products-incomplete', shows: 'Unfinished Mug' },
  'manage-purchase-orders': { role: 'staff', path: '/admin/purchase_orders', shows: 'Corner Shop' },
  claims: { role: 'staff', path: '/admin/claims', shows: 'No claims yet' },
  'manage-purchase-order': {
    role: 'staff',
    path: at(({ order }) => `/admin/purchase_orders/${order}`),
    shows: 'Corner Shop',
  },
  'manage-products': { role: 'seller', path: '/dashboard', shows: 'Blue Mug' },
  'product-wizard': {
    role: 'seller',
    path: at(({ product }) => `/dashboard/edit_product/${product}/pricing`),
    shows: 'After fees, per unit',
  },
  'manage-profile': { role: 'seller', path: '/dashboard/manage_profile', shows: 'Save Profile Settings' },
  'settings-addresses': { role: 'buyer', path: '/settings/addresses', shows: 'Add Address' },
  'settings-company': { role: 'buyer', path: '/settings/company', shows: 'Invite Member' },
  'settings-security': { role: 'buyer', path: '/settings/security', shows: 'Set Up Authenticator App' },
  'settings-api': { role: 'buyer', path: '/settings/api', shows: 'API keys' },
  'settings-webhook': {
    role: 'buyer',
    path: at(({ webhook }) => `/settings/webhooks/${webhook}`),
    shows: 'Nothing has been sent yet.',
  },
  'settings-notifications': { role: 'buyer', path: '/settings/notifications', shows: 'Offers and messages' },
  'offer-rules': {
    role: 'seller',
    path: '/dashboard/offer_rules',
    shows: 'You answer every offer yourself.',
  },
  'seller-analytics': {
    role: 'seller',
    path: '/dashboard/analytics',
    shows: 'Units sold',
  },
  earnings: { role: 'seller', path: '/dashboard/earnings', shows: 'Your earnings appear here' },
  payouts: { role: 'staff', path: '/admin/payouts', shows: 'Create Payout Batch' },
  'settings-shipping': { role: 'seller', path: '/settings/shipping', shows: 'Locations' },
  'import-products': { role: 'seller', path: '/dashboard/import_products', shows: 'template' },
  shopify: { role: 'seller', path: '/dashboard/shopify', shows: 'Connect Shopify' },
};

/** Replaces the element as a server without props would render it. */
function withBare(html: string, id: string): string {
  const start = html.indexOf(`<div id="${id}"`);
  const bare = `<div id="${id}"></div>`;
  if (start < 0) return html.replace('</main>', `${bare}</main>`);
  let depth = 0;
  for (const { 0: tag, index } of html.slice(start).matchAll(/<div\b|<\/div>/g)) {
    depth += tag === '</div>' ? -1 : 1;
    if (depth === 0) return html.slice(0, start) + bare + html.slice(start + index + tag.length);
  }
  throw new Error(`The element ${id} has no end`);
}

test('every island of the registry has a case', () => {
  expect(Object.keys(CASES).sort()).toEqual(islands.map(({ id }) => id).sort());
});

test.each(Object.entries(CASES))(
  '%s shows its content without props',
  async (id, { role, path, shows, open, leavesWith }) => {
    const address = typeof path === 'string' ? path : path();
    const email = emails[role];
    const page = email
      ? await openAs(environment.browser, environment.server.origin, '/404', { email, expected: [/404/] })
      : await environment.browser.newPage({ baseURL: environment.server.origin, expected: [/401|404|422/] });
    await page.route(
      (url) => url.pathname + url.search === address,
      async (route) => {
        if (route.request().resourceType() !== 'document') return route.continue();
        const response = await route.fetch();
        return route.fulfill({ response, body: withBare(await response.text(), id) });
      },
    );
    await page.goto(address);
    if (leavesWith) return page.locator('#alerts').getByText(leavesWith).waitFor();
    await page.locator(`#${id}[data-ready]:not([data-props])`).waitFor({ state: 'attached' });
    await open?.(page);
    // Dialogs and drawers are portals.
    const root = open || id.endsWith('-modal') ? page.locator('body') : page.locator(`#${id}`);
    if (shows) await root.getByText(shows).filter({ visible: true }).first().waitFor({ timeout: 8_000 });
    // The page of components shows every state, including failures.
    if (id !== 'components') expect(await root.getByText('could not be loaded').count()).toBe(0);
  },
);
