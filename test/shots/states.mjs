import { fileURLToPath } from 'node:url';
import ejs from 'ejs';
import { cartStates } from './cart-states.mjs';
import { mails } from './mails.mjs';
import { closeNotes } from './notes.mjs';

// States that an address alone does not reach: role → name → [address, act].
// Responses are replaced where a state would change the demo or cannot be provoked.

const button = (page, name) => page.getByRole('button', { name, exact: typeof name === 'string' }).first();
const press = (name) => (page) => button(page, name).click({ timeout: 5_000 });
const json = (status, body) => (route) =>
  route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
const isPhone = (page) => (page.viewportSize()?.width ?? 0) < 960;

/** Replaces names, amounts and counts by the longest ones. */
const long = (page) =>
  page.evaluate(() => {
    const name = 'Handcrafted Extraordinarily-Long-Unbroken-Donaudampfschifffahrtsgesellschaft Mug, 12 oz';
    const places =
      '.product-name, .product-seller a, .product-cell a, .order-lines a, .cart-line-name, .drawer-lines a, h2 a';
    for (const element of document.querySelectorAll(places)) element.textContent = name;
    for (const element of document.querySelectorAll('main *')) {
      if (element.childElementCount > 0 || element.closest('label, legend, .pills, .filters')) continue;
      const text = element.textContent.trim();
      if (/^−?\$[\d,.]+$/.test(text)) element.textContent = '$90,071,992,547,409.91';
      else if (/^[\d,]+( units?)?$/.test(text) && element.closest('dd, td, .product-meta, .facts'))
        element.textContent = '9,000,000,000,000,000,000';
    }
  });

const CSV = `UPC,Product Name,Photo URL 1,Unit MSRP,Unit Wholesale,Unit Asking Price,Units,Category
812345678901,Blue mug,https://example.com/a.jpg,20,10,9,100,Home
812345678902,,https://ibb.co/a.jpg,20,10,90,100,Home
1.23E+11,Green mug,https://example.com/a.jpg,twenty,10,9,-4,Garden
812345678904,Red mug,,20,10,9,100,Home
812345678904,Red mug again,https://example.com/a.jpg,20,10,9,100,Home
`;

const OTHER_HEADINGS = CSV.replace(/^.*\n/, 'Barcode,Title,Image,Retail,Cost,Price,Qty,Warehouse\n');

async function previewed(page, content = CSV) {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'products.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(content),
    });
  await page.locator('.import-match, .import-fix').first().waitFor({ timeout: 15_000 });
}

const record = {
  id: 1,
  key: 'k',
  file_name: 'lots.csv',
  imported_status: 'imported',
  imported_percentage: 100,
  issue_count: 0,
  imported_count: 480,
  updated_count: 12,
  total_imported_count: 492,
  imported_provisional_products: [],
  rejected_count: 0,
  rejected_rows: [],
  warning_count: 0,
  warnings: [],
  error: null,
  resume_row: null,
  done_rows: 500,
  total_rows: 500,
  row_counts: { new: 478, changed: 12, unchanged: 8, incomplete: 2, refused: 0 },
  product_counts: {
    new: { products: 480, incomplete: 2 },
    changed: { products: 12, incomplete: 0 },
    unchanged: { products: 8, incomplete: 0 },
  },
};

/** An import with the given result, whatever the file contains. */
const importEnding = (ending) => async (page) => {
  await previewed(page);
  const submit = button(page, 'Submit CSV Products');
  await page.route('**/import_previews/*/commit', json(200, { ...record, ...ending }));
  await page.route('**/imported_csvs/', json(200, { ...record, ...ending }));
  await submit.click({ timeout: 5_000 });
  await page.getByRole('dialog').waitFor({ timeout: 10_000 });
  if (ending.imported_status !== 'importing')
    await page.getByRole('progressbar').waitFor({ state: 'detached', timeout: 10_000 });
};

const provisional = (id, name) => ({
  id,
  name,
  provisional_errors: {
    photo_1: 'At least one image required',
    seller_price_cents: 'Must be less than or equal to Unit MSRP',
  },
});

/** With and without a query; not a single offer's address. */
const OFFER_LIST = /\/offers(\?.*)?$/;

const firstPrice = (page) => page.locator('.offer-card.open input[name=unit_price]').first();

async function acceptFails(page) {
  const lost = [
    { id: 1, name: 'Stoneware mug, 12 oz', old_units: 480, new_units: 120 },
    {
      id: 2,
      name: 'A name that goes on for so long that it needs a second line in every window',
      old_units: 24,
      new_units: 0,
    },
  ];
  await page.route('**/offers/*/accept', json(422, { cancelled: false, cancelled_products: lost }));
  await press('Accept Offer')(page);
  await page.getByRole('dialog').waitFor({ timeout: 5_000 });
}

/** The offer changed while a price was being typed. */
async function conflict(page) {
  await page.route('**/offers/*/counter_offer', json(500, { error: 'Oops, something went wrong.' }));
  await page.route(OFFER_LIST, async (route) => {
    const answer = await route.fetch();
    const document = await answer.json();
    for (const { attributes } of document.data) attributes.version += 1;
    await route.fulfill({ response: answer, json: document });
  });
  await typePrice(page);
  await button(page, 'Submit Counter').click({ timeout: 5_000 });
  await page.getByText('Review before you send.').waitFor({ timeout: 5_000 });
}

/** Opens the offer with the most products. */
async function openLongOffer(page) {
  const { data } = await (
    await page.request.get('/offers', { headers: { Accept: 'application/json' } })
  ).json();
  const linesOf = ({ relationships }) => relationships.offer_products.data.length;
  const [longest] = data
    .filter(({ attributes }) => attributes.state.endsWith('_review'))
    .sort((a, b) => linesOf(b) - linesOf(a));
  await page.goto(`/my_offers?offer=${longest.id}`);
  await page.locator('.offer-card.open').waitFor({ timeout: 5_000 });
}

/** Types a price one percent towards the other side into the first field. */
async function typePrice(page) {
  const field = firstPrice(page);
  const cents = Number((await field.inputValue()).replace(/\D/g, ''));
  const isSeller = (await page.locator('.offer-total dt', { hasText: 'After fees' }).count()) > 0;
  await field.fill(String(isSeller ? Math.ceil(cents * 1.01) : Math.floor(cents * 0.99)));
}

async function editedOffer(page) {
  await typePrice(page);
  await page.getByLabel(/^Message to/).fill('Can we meet in the middle?');
}

async function asks(page, name) {
  await page
    .locator('.offer-card.open')
    .getByRole('button', { name, exact: true })
    .first()
    .click({ timeout: 5_000 });
  await page.getByRole('dialog').waitFor({ timeout: 5_000 });
}

async function quickAccept(page) {
  const card = page.locator('.offer-card:not(.open)').first();
  await card.getByRole('button', { name: 'Accept Offer' }).click({ timeout: 5_000 });
  await page.getByRole('dialog').waitFor({ timeout: 5_000 });
}

async function failing(page) {
  await page.route('**/marketplace/products/list', json(500, { error: 'Oops, something went wrong.' }));
  await page.locator('select[name=sort], select').first().selectOption({ index: 1 });
  await page.getByText('could not be loaded').first().waitFor({ timeout: 5_000 });
}

/** Leaves a field empty and the next one wrong, and shows the errors. */
const wrongStep = (fields) => async (page) => {
  for (const [label, value] of fields) {
    const field = page.getByLabel(label, { exact: false }).first();
    await field.fill(value);
    await field.blur();
  }
  await page.locator('.error').first().waitFor({ timeout: 5_000 });
};

/** Selects two products; the result of their change is replaced. */
async function ticked(page) {
  for (const at of [0, 1]) await page.locator('tbody input[type=checkbox]').nth(at).check({ timeout: 5_000 });
  await page.locator('.bulk-bar').waitFor({ timeout: 5_000 });
  // Scrolls the bar off the rows: axe counts covered targets as too small.
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
}

const bulkDone = (answer) => async (page) => {
  await page.route('**/products/bulk', json(200, answer));
  await ticked(page);
  await press('Set Units')(page);
  await page.getByRole('dialog').getByLabel('Units').fill('500');
  await page.keyboard.press('Enter');
  await page.locator('.bulk-result').waitFor({ timeout: 5_000 });
};

/** Refuses all requests after the page has loaded. */
const broken = (pattern, act) => async (page) => {
  await page.route(pattern, json(500, { error: 'Oops, something went wrong.' }));
  await act(page);
};

/** Removes the island's props, so that it fetches and gets this response. */
const respondTo = (island, call, answer, selector) => async (page) => {
  const address = page.url();
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html.replace(
      new RegExp(`<div id="${island}"[\\s\\S]*</main>`),
      `<div id="${island}" data-props="{}"></div></main>`,
    );
    await route.fulfill({ response, body });
  });
  // The call may share the page's address; its resource type differs.
  await page.route(call, (route) =>
    route.request().isNavigationRequest() ? route.fallback() : answer(route),
  );
  await page.reload();
  await page.locator(selector).first().waitFor({ timeout: 5_000 });
};
/** Replaces the release notes by two. */
async function releaseNotes(page) {
  const notes = [
    {
      id: 2,
      created_at: '2026-11-17T12:00:00Z',
      body: 'Pay by bank.\nLarger orders can be paid from a bank account.',
    },
    { id: 1, created_at: '2026-11-02T12:00:00Z', body: 'Save for later.\nMove a line out of your cart.' },
  ];
  const props = JSON.stringify({ notes }).replaceAll('"', '&quot;');
  // Empty: rendered in the browser.
  const island = `<div id="release-notes-modal" data-props="${props}"></div>`;
  await page.route(page.url(), async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html.replace(/<div id="release-notes-modal"[\s\S]*?(?=<div id="cart-drawer")/, island);
    await route.fulfill({ response, body });
  });
  await page.reload();
  await page.getByRole('dialog').waitFor({ timeout: 5_000 });
}

async function toast(page) {
  await page.route('**/logout', (route) => route.abort());
  await page.locator('#user-menu button').first().click({ timeout: 3_000 });
  await page.locator('#user-menu').getByRole('button', { name: 'Sign Out' }).click({ timeout: 3_000 });
  await page.locator('.toast').waitFor({ timeout: 5_000 });
}

const nothing = json(200, { data: [], included: [] });
const refused = json(500, { error: 'Oops, something went wrong.' });
const never = () => {};

/** The new-password page with its errors. */
const passwordsWrong = async (page) => {
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByLabel('Confirm password', { exact: true }).fill('another');
  await page.getByLabel('Confirm password', { exact: true }).blur();
  await page.getByText('Passwords do not match').waitFor({ timeout: 5_000 });
};

const templates = fileURLToPath(new URL('../../views/sandbox/', import.meta.url));

/** The sandbox's last page, without a payment. */
const checkoutOver = (title, text) => async (page) => {
  await page.route('**/sandbox/checkout/done', async (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: await ejs.renderFile(`${templates}over.ejs`, { title, text, back: '/my_orders' }),
    }),
  );
  await page.goto('/sandbox/checkout/done');
};

const views = fileURLToPath(new URL('../../views/', import.meta.url));

/** A page without header data, as the product writes it when it is closed or cannot answer. */
const barePage = (view, locals) => async (page) => {
  const data = { brand: 'Lotwise', bare: true, viewer: null, footerTone: 'dark', ...locals };
  const render = (file) => ejs.renderFile(`${views}${file}.ejs`, data, { views: [views] });
  const [header, body, footer] = await Promise.all(
    ['partials/header', `pages/${view}`, 'partials/footer'].map(render),
  );
  await page.route('**/sandbox/checkout/bare', async (route) => {
    const response = await route.fetch({ url: new URL('/contact_us', page.url()).href });
    const html = await response.text();
    await route.fulfill({
      contentType: 'text/html',
      body: html
        .replace(/<header class="site-header"[\s\S]*?<\/header>/, () => header)
        .replace(/(<main[^>]*>)[\s\S]*(?=<\/main>)/, (_whole, main) => main + body)
        .replace(/<footer[\s\S]*<\/footer>/, () => footer),
    });
  });
  await page.goto('/sandbox/checkout/bare');
};

/** Back from the payment page of Buy Now, with nothing else in the cart. */
async function boughtAndBack(page) {
  const answer = await page.request.get('/marketplace/purchase_orders', {
    headers: { Accept: 'application/json' },
  });
  const { data } = await answer.json();
  const unpaid = data.find(({ attributes }) => attributes.can_pay);
  await page.evaluate((id) => {
    const viewer = document.querySelector('meta[name=viewer]').dataset.id;
    sessionStorage.setItem(`account ${viewer} placed-order`, id);
  }, String(unpaid.id));
  await respondTo('cart', OFFER_LIST, nothing, '.empty')(page);
  await page.getByRole('link', { name: 'Pay Order' }).waitFor({ timeout: 5_000 });
}

/** The first opened order as it is printed. */
async function printedOrder(page) {
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await openOrder('Completed')(page);
  await page.getByRole('button', { name: /^Print / }).click({ timeout: 5_000 });
  await page.emulateMedia({ media: 'print' });
}

/** Comes back from the payment page to the first order of a group. */
const returnTo = (group, success, text) => async (page) => {
  const order = await page
    .locator(`tbody[aria-label="${group}"] .order-row`, { hasText: text })
    .first()
    .getAttribute('data-row');
  await page.goto(`/my_orders?stripe_success=${success}&purchase_order_id=${order}`);
  await page.locator('.payment-panel').waitFor();
};

const openOrder = (status) => async (page) => {
  await page
    .locator('.order-row', { has: page.locator('.badge', { hasText: status }) })
    .first()
    .locator('h3 a')
    .click();
  await page.locator('.order-page').waitFor();
};

const orderMenu = (page) =>
  page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click();

const toCheckout = async (page) => {
  await press('Check out')(page);
  await page.waitForURL(/\/sandbox\/checkout\//, { timeout: 10_000 });
};

const toVerify = async (page) => {
  await press('Verify Payment')(page);
  await page.waitForURL(/\/sandbox\/verify\//, { timeout: 10_000 });
};

const filledIn = (fields, submit) => async (page) => {
  for (const [label, value] of fields) await page.getByLabel(label, { exact: true }).fill(value);
  const category = page.getByLabel('Category');
  if (await category.count()) await category.selectOption({ index: 1 });
  await button(page, submit).click({ timeout: 5_000 });
};

const dialogField = (page, name) => page.getByRole('dialog').locator(`[name=${name}]`);
const addresses = (list) => async (page) => {
  await page.route('**/marketplace/addresses', json(200, { addresses: list }));
};

/** The settings as they are after their list came without its first props. */
const withoutAddresses = async (page) => {
  await addresses([])(page);
  const remaining = page.getByRole('button', { name: /^Delete / });
  await page.route('**/marketplace/addresses/*', json(204, undefined));
  await remaining.first().click({ timeout: 5_000 });
  await press(/^Delete (Address|Location)$/)(page);
  await page.getByText(/^No (addresses|locations) yet$/).waitFor({ timeout: 5_000 });
};

export const states = {
  mails,
  visitor: {
    error: ['/logout', async () => {}],
    restricted: ['/contact_us', barePage('restricted', {})],
    'legacy-host': ['/contact_us', barePage('legacy_host', { successorUrl: 'https://example.com/' })],
    unavailable: [
      '/contact_us',
      barePage('error', {
        status: 503,
        message: 'The service is temporarily unavailable. Try again in a moment.',
        requestId: '0fc9b25d-7d35-4327-81da-9ce43a3a1e86',
        again: '/',
      }),
    ],
    'too-many': [
      '/contact_us',
      barePage('error', {
        status: 429,
        message: 'Too many attempts. Try again in 5 minutes.',
        requestId: '0fc9b25d-7d35-4327-81da-9ce43a3a1e86',
      }),
    ],
    broken: [
      '/contact_us',
      barePage('error', {
        status: 500,
        message: 'Something went wrong on our side. Try again.',
        requestId: '0fc9b25d-7d35-4327-81da-9ce43a3a1e86',
        again: '/my_offers',
      }),
    ],
    'magic-link': [
      '/contact_us',
      async (page) => {
        await page.route('**/magic_sign_in*', never);
        await page.goto('/magic/sign_in/x');
        await page.getByText('Signing you in').waitFor({ timeout: 5_000 });
      },
    ],
    'magic-link-failed': [
      '/contact_us',
      async (page) => {
        await page.route('**/magic_sign_in*', (route) => route.abort());
        await page.goto('/magic/sign_in/x');
        await page.getByRole('button', { name: 'Try Again' }).waitFor({ timeout: 10_000 });
      },
    ],
    'reset-password-wrong': ['/reset_password?reset_password_token=x', passwordsWrong],
    'reset-password-used': [
      '/reset_password?reset_password_token=x',
      async (page) => {
        await filledIn(
          [
            ['Password', 'long enough by far'],
            ['Confirm password', 'long enough by far'],
          ],
          /Reset|Continue|Save/,
        )(page);
        await page.locator('.form-error, .field .error').first().waitFor({ timeout: 10_000 });
      },
    ],
    'sign-in-dialog': [
      '/',
      async (page) => {
        const link = page.locator('.site-actions > .sign-in-link');
        if (await link.isVisible()) return link.click();
        await page.locator('.site-menu > summary').click();
        await page.locator('.site-menu').getByRole('link', { name: 'Sign In' }).click();
      },
    ],
    'sign-up-chosen': [
      '/sign_up',
      (page) => page.locator('.radio-card', { hasText: 'Sell' }).click({ timeout: 5_000 }),
    ],
    'sign-up-refused': [
      '/sign_up/sell',
      async (page) => {
        const errors = ['Please wait for an answer to your first application before you send another one.'];
        await page.route('**/profiles', json(422, { errors }));
        await filledIn(
          [
            ['Brand', 'Acme'],
            ['Email', 'acme@example.com'],
          ],
          'Apply',
        )(page);
        await page.locator('.form-error').waitFor({ timeout: 5_000 });
      },
    ],
    'mailbox-full': [
      '/dev/mailbox',
      async (page) => {
        const token = await page.locator('meta[name="csrf-token"]').getAttribute('content');
        for (const email of ['buyer@example.com', 'seller@example.com'])
          await page.request.post('/password', {
            data: { user: { email } },
            headers: { 'X-CSRF-Token': token ?? '', Accept: 'application/json' },
          });
        await page.waitForTimeout(1_500);
        await page.reload();
        await page.locator('tbody tr').first().waitFor({ timeout: 5_000 });
      },
    ],
    'contact-sent': [
      '/contact_us',
      async (page) => {
        await page.route('**/contact_us', json(200, {}));
        await filledIn(
          [
            ['Name', 'Ada'],
            ['Email', 'ada@example.com'],
            ['Subject', 'Hello'],
            ['Message', 'Hello'],
          ],
          'Send Message',
        )(page);
        await page.getByRole('dialog').waitFor({ timeout: 5_000 });
      },
    ],
    'sign-in-modal': [
      '/',
      (page) => page.locator('main').getByRole('link', { name: 'Get Started Today' }).click(),
    ],
    'sign-in-wrong': [
      '/sign_in',
      async (page) => {
        await page.getByLabel('Email').fill('nobody@example.com');
        await page.getByLabel('Password', { exact: true }).fill('not the one');
        await press('Continue')(page);
        await page.getByText('Incorrect email or password').waitFor({ timeout: 10_000 });
      },
    ],
    'sign-up-buy-errors': [
      '/sign_up/buy',
      wrongStep([
        ['Full name', ''],
        ['Email', 'x'],
      ]),
    ],
    'contact-errors': [
      '/contact_us',
      wrongStep([
        ['Name', ''],
        ['Email', 'x'],
      ]),
    ],
    'csv-instructions-more': [
      '/csv_instructions',
      (page) => page.locator('summary', { hasText: 'Show more' }).click({ timeout: 5_000 }),
    ],
  },
  'approved-buyer': {
    'create-password-wrong': ['/buyers_create_password', passwordsWrong],
  },
  'approved-seller': {
    'create-password-refused': [
      '/sign_up/create_password',
      async (page) => {
        await filledIn(
          [
            ['Password', 'password123'],
            ['Confirm password', 'password123'],
          ],
          'Continue',
        )(page);
        await page.locator('.form-error, .field .error').first().waitFor({ timeout: 10_000 });
      },
    ],
  },
  buyer: {
    'settings-addresses-none': ['/settings/addresses', withoutAddresses],
    'settings-addresses-add': [
      '/settings/addresses',
      async (page) => {
        await press('Add Address')(page);
        await dialogField(page, 'line1').waitFor({ timeout: 5_000 });
      },
    ],
    'settings-addresses-errors': [
      '/settings/addresses',
      async (page) => {
        await press('Add Address')(page);
        await dialogField(page, 'line1').fill('PO Box 12', { timeout: 5_000 });
        await press('Save Address')(page);
        await page.getByText('Choose a state').last().waitFor({ timeout: 5_000 });
      },
    ],
    'settings-addresses-conflict': [
      '/settings/addresses',
      async (page) => {
        await page.route(
          '**/marketplace/addresses/*',
          json(409, { error: 'This address changed. Review it and save again.' }),
        );
        await press(/^Edit /)(page);
        await dialogField(page, 'line1').fill('500 Linden Ave', { timeout: 5_000 });
        await press('Save Address')(page);
        await page.getByText('Newer saved address').waitFor({ timeout: 5_000 });
      },
    ],
    'settings-addresses-delete': ['/settings/addresses', press(/^Delete /)],
    forbidden: ['/dashboard/export/products', async () => {}],
    checkout: ['/my_orders', toCheckout],
    'checkout-declined': [
      '/my_orders',
      async (page) => {
        await toCheckout(page);
        await press('Decline')(page);
        await page.getByRole('alert').waitFor({ timeout: 5_000 });
      },
    ],
    'checkout-done': ['/my_orders', checkoutOver('This checkout is complete', 'The payment was submitted.')],
    'checkout-expired': [
      '/my_orders',
      checkoutOver('This checkout has expired', 'Nothing was charged. Start again from your orders.'),
    ],
    verify: ['/my_orders', toVerify],
    'verify-mismatch': [
      '/my_orders',
      async (page) => {
        await toVerify(page);
        await page.getByLabel('First deposit (cents)').fill('999');
        await press('Confirm deposits')(page);
        await page.locator('#mismatch').waitFor({ timeout: 5_000 });
      },
    ],
    'cart-drawer': [
      '/all_products',
      async (page) => {
        await page.evaluate(() =>
          document.dispatchEvent(new CustomEvent('cart:changed', { detail: { open: true } })),
        );
        await page.getByRole('dialog').waitFor({ timeout: 5_000 });
      },
    ],
    'cart-removed': [
      '/cart',
      async (page) => {
        const line = (await page.locator('.cart-line').first().getAttribute('id')).replace('line-', '');
        await page.route('**/offers/*/offer_products/*', (route) => route.fulfill({ status: 204 }));
        await page.route(OFFER_LIST, async (route) => {
          const answer = await route.fetch();
          const document = await answer.json();
          for (const { relationships } of document.data)
            relationships.offer_products.data = relationships.offer_products.data.filter(
              ({ id }) => id !== line,
            );
          await route.fulfill({ response: answer, json: document });
        });
        await button(page, /^Delete /).click({ timeout: 5_000 });
        await page.locator('.cart-removed').waitFor({ timeout: 5_000 });
      },
    ],
    'cart-typed-price': [
      '/cart',
      async (page) => {
        await page.locator('input[name=unit_price]').first().fill('16');
        await page.locator('input[name=unit_price]').first().blur();
      },
    ],
    'cart-bought': ['/cart', boughtAndBack],
    'cart-empty': ['/cart', respondTo('cart', OFFER_LIST, nothing, '.empty')],
    'offers-empty': ['/my_offers', respondTo('my-offers', OFFER_LIST, nothing, '.empty')],
    'offers-loading': ['/my_offers', respondTo('my-offers', OFFER_LIST, never, '.skeleton')],
    'orders-empty': [
      '/my_orders',
      respondTo('my-orders', /\/marketplace\/purchase_orders/, nothing, '.empty'),
    ],
    'orders-failed': [
      '/my_orders',
      respondTo('my-orders', /\/marketplace\/purchase_orders/, refused, 'text=could not be loaded'),
    ],
    'orders-not-paid': ['/my_orders', returnTo('Pay now', false)],
    'orders-returned': ['/my_orders', returnTo('Pay now', true)],
    'orders-paid': ['/my_orders', returnTo('In progress', true)],
    'orders-confirmed': ['/my_orders', returnTo('In progress', true, 'Awaiting shipment')],
    'orders-to-verify': ['/my_orders', returnTo('Verify payment', true)],
    'orders-return-canceled': ['/my_orders', returnTo('Completed', true, 'Canceled')],
    'orders-shipped': ['/my_orders', openOrder('Shipped')],
    'orders-refunded': ['/my_orders', openOrder('Canceled')],
    'orders-menu': ['/my_orders', orderMenu],
    'orders-printed': ['/my_orders', printedOrder],
    'product-in-cart': [
      '/cart',
      async (page) => {
        await page.locator('.cart-line-name').first().click();
        await page.getByText('View in Cart').first().waitFor({ timeout: 5_000 });
      },
    ],
    'offers-paused': [
      '/my_offers',
      (page) =>
        page.evaluate(() => {
          const sign = document.querySelector('.connection-sign');
          sign.hidden = false;
          sign.textContent = 'Live updates paused. Reconnecting…';
        }),
    ],
    'release-notes': ['/all_products', releaseNotes],
    toast: ['/my_offers', toast],
    'listing-long': ['/all_products', long],
    'listing-failed': ['/all_products', failing],
    'listing-filtered-filters': [
      '/all_products?filter=home',
      async (page) => {
        if (isPhone(page)) await press('Filters')(page);
        await (isPhone(page) ? page.getByRole('dialog') : page).getByText('>500', { exact: true }).click();
      },
    ],
    'product-form': ['/all_products/{open}', async () => {}],
    'product-long': ['/all_products/{open}', long],
    'product-errors': [
      '/all_products/{open}',
      async (page) => {
        await page.locator('input[name=quantity]').fill('99999999999');
        await page.locator('input[name=unit_price]').fill('9999999');
        await page.locator('input[name=unit_price]').blur();
      },
    ],
    'product-zoom': ['/all_products/{open}', (page) => page.locator('.gallery-main button').first().click()],
    ...cartStates,
    'cart-long': ['/cart', long],
    'cart-errors': [
      '/cart',
      async (page) => {
        await page.locator('input[name=quantity]').first().fill('1');
        await page.locator('input[name=unit_price]').first().fill('9999999');
        await page.locator('input[name=unit_price]').first().blur();
      },
    ],
    'offers-long': ['/my_offers', long],
    'offers-error': ['/my_offers', (page) => firstPrice(page).fill('9999999')],
    'offers-reject': ['/my_offers', (page) => asks(page, 'Reject')],
    'offers-withdraw': ['/my_offers?tab=waiting', (page) => asks(page, 'Withdraw Offer')],
    'offers-accept-failed': ['/my_offers', acceptFails],
    'offers-conflict': ['/my_offers', conflict],
    'offers-waiting': ['/my_offers?tab=waiting', async () => {}],
    'offers-closed': ['/my_offers?tab=closed', async () => {}],
    'offers-many-lines': ['/my_offers', openLongOffer],
    'offers-reduced': [
      '/my_offers',
      async (page) => {
        const card = page.locator('.offer-card', { hasText: 'Reduced to available stock' }).first();
        await page.goto(`/my_offers?offer=${await card.getAttribute('data-row', { timeout: 5_000 })}`);
        await page
          .locator('.offer-card.open')
          .getByText('Quantities in the table')
          .waitFor({ timeout: 5_000 });
      },
    ],
    'offers-edited': ['/my_offers', editedOffer],
    'offers-accept-asks': ['/my_offers', quickAccept],
    'orders-long': ['/my_orders', long],
  },
  seller: {
    'settings-shipping-none': ['/settings/shipping', withoutAddresses],
    'settings-shipping-error': [
      '/settings/shipping',
      async (page) => {
        await page.getByRole('checkbox', { name: 'Shipping included' }).uncheck({ timeout: 5_000 });
        await page.getByRole('checkbox', { name: 'Pickup' }).uncheck();
        await page.getByLabel('Ships within').fill('31');
        await press('Save Shipping')(page);
      },
    ],
    'dashboard-long': ['/dashboard', long],
    'dashboard-none': [
      '/dashboard',
      async (page) => {
        await page.getByRole('searchbox').first().fill('zzzzqqq');
        await page.getByText('No matches').first().waitFor({ timeout: 5_000 });
      },
    ],
    'dashboard-table-long': ['/dashboard?view=table', long],
    'bulk-selected': ['/dashboard?view=table', ticked],
    'bulk-dialog': [
      '/dashboard?view=table',
      async (page) => {
        await ticked(page);
        await press('Set Price')(page);
      },
    ],
    'bulk-done': [
      '/dashboard?view=table',
      bulkDone({ changed: 1_250, unchanged: 3, refused_count: 0, refused: [], undo: 7 }),
    ],
    'bulk-partly': [
      '/dashboard?view=table',
      bulkDone({
        changed: 2,
        unchanged: 0,
        refused_count: 40,
        refused: Array.from({ length: 40 }, (_one, id) => ({
          id: id + 1,
          name: `Stoneware mug ${id + 1}, 12 oz`,
          message: 'Must be less than or equal to Unit MSRP',
        })),
        undo: 7,
      }),
    ],
    'profile-errors': [
      '/dashboard/manage_profile',
      wrongStep([
        ['Name', ''],
        ['Description', 'x'.repeat(560)],
      ]),
    ],
    'edit-steps': [
      '/dashboard/edit_product/{ownProduct}/pricing',
      async (page) => {
        if (isPhone(page)) await page.locator('.wizard-chooser > summary').click();
      },
    ],
    'edit-description-errors': [
      '/dashboard/edit_product/{ownProduct}/description',
      async (page) => {
        await page.getByText('Image URLs').click();
        await wrongStep([['Photo 4 URL', 'https://ibb.co/a.jpg']])(page);
      },
    ],
    'edit-description-lost': [
      '/dashboard/edit_product/{ownProduct}/description',
      async (page) => {
        await page.route('https://example.com/**', (route) => route.abort());
        await page.getByText('Image URLs').click();
        await page.getByLabel('Photo 4 URL').fill('https://example.com/a.jpg');
        await page.getByText('No image loads from this URL').waitFor({ timeout: 5_000 });
      },
    ],
    'import-failed': [
      '/dashboard/import_products/upload_csv',
      importEnding({
        imported_status: 'failed',
        error: 'The file could not be read.',
        resume_row: 120,
        done_rows: 119,
      }),
    ],
    'new-product-errors': [
      '/dashboard/new_product',
      wrongStep([
        ['UPC', 'x'],
        ['Name', ''],
      ]),
    ],
    'edit-pricing-errors': [
      '/dashboard/edit_product/{ownProduct}/pricing',
      wrongStep([
        ['MSRP', '1'],
        ['Asking', '9999'],
      ]),
    ],
    'import-preview': ['/dashboard/import_products/upload_csv', (page) => previewed(page)],
    'import-match': [
      '/dashboard/import_products/upload_csv',
      async (page) => {
        await previewed(page, OTHER_HEADINGS);
        await button(page, 'Continue').waitFor({ timeout: 5_000 });
      },
    ],
    'import-result': [
      '/dashboard/import_products/upload_csv',
      async (page) => {
        await importEnding({
          rejected_count: 2,
          rejected_rows: [
            { line: 3, errors: { 'Product Name': 'Required' } },
            { line: 4, errors: { UPC: 'Enter a UPC of 8 to 14 digits' } },
          ],
          row_counts: { new: 478, changed: 10, unchanged: 8, incomplete: 2, refused: 2 },
          warning_count: 1,
          warnings: [
            {
              line: 9,
              column: 'Category',
              value: 'Crockery',
              message: 'Enter Apparel, Beauty, Consumables, Footwear, Home, Pet or Toy',
            },
          ],
        })(page);
        await page.keyboard.press('Escape');
      },
    ],
    'import-running': [
      '/dashboard/import_products/upload_csv',
      importEnding({ imported_status: 'importing', imported_percentage: 42 }),
    ],
    'import-done': ['/dashboard/import_products/upload_csv', importEnding({})],
    'import-nothing': [
      '/dashboard/import_products/upload_csv',
      importEnding({ imported_count: 0, updated_count: 0 }),
    ],
    'import-issues': [
      '/dashboard/import_products/upload_csv',
      importEnding({
        issue_count: 2,
        imported_provisional_products: [
          provisional(1, 'Stoneware mug, 12 oz'),
          provisional(2, 'A name that goes on for so long that it needs a second line in every window'),
        ],
      }),
    ],
    'offers-long': ['/my_offers', long],
    'offers-error': ['/my_offers', (page) => firstPrice(page).fill('1')],
    'offers-waiting': ['/my_offers?tab=waiting', async () => {}],
    'offers-closed': ['/my_offers?tab=closed', async () => {}],
    'offers-many-lines': ['/my_offers', openLongOffer],
    'offers-edited': ['/my_offers', editedOffer],
    'offers-reject': ['/my_offers', (page) => asks(page, 'Reject')],
    'offers-withdraw': ['/my_offers?tab=waiting', (page) => asks(page, 'Withdraw Counter')],
    'offers-accept-failed': ['/my_offers', acceptFails],
    'offers-accept-asks': ['/my_offers', quickAccept],
    'orders-long': ['/my_orders', long],
    'orders-shipped': ['/my_orders', openOrder('Shipped')],
    'orders-paid-out': ['/my_orders', openOrder('Paid in full')],
  },
  shop: {
    'edit-delete': [
      '/dashboard/edit_product/{deletable}',
      async (page) => {
        await closeNotes(page);
        await press('Delete')(page);
      },
    ],
  },
  staff: {
    'orders-long': ['/admin/purchase_orders', long],
    'insights-long': [
      '/admin/insights',
      async (page) => {
        await page.locator('.insight-head button', { hasText: 'Orders' }).click({ timeout: 5_000 });
        await page.locator('.insight-body table').first().waitFor({ timeout: 5_000 });
        await long(page);
      },
    ],
    'insights-all': [
      '/admin/insights',
      async (page) => {
        for (const name of ['Products', 'Buyers', 'Sellers', 'Offers'])
          await page.locator('.insight-head button', { hasText: name }).click({ timeout: 5_000 });
        await page.waitForLoadState('networkidle');
      },
    ],
    'insights-failed': [
      '/admin/insights',
      broken('**/admin/insights/rows/**', async (page) => {
        await page.locator('.insight-head button', { hasText: 'Orders' }).click({ timeout: 5_000 });
        await page.getByText('could not be loaded').first().waitFor({ timeout: 5_000 });
      }),
    ],
    'insights-pointed': [
      '/admin/insights',
      async (page) => {
        const plot = page.locator('.u-over').first();
        await plot.scrollIntoViewIfNeeded();
        await plot.hover({ position: { x: 120, y: 40 }, timeout: 5_000 });
      },
    ],
    'insights-chart-table': [
      '/admin/insights',
      (page) => page.getByText('View as table').first().click({ timeout: 5_000 }),
    ],
    'insights-replay': [
      '/admin/insights?detail=offer-20',
      async (page) => {
        await press('Previous')(page);
        await page.getByRole('region', { name: 'Replay' }).scrollIntoViewIfNeeded();
      },
    ],
    'orders-chosen': [
      '/admin/purchase_orders',
      async (page) => {
        for (const at of [0, 1, 2]) await page.locator('tbody input[type=checkbox]').nth(at).check();
        await page.locator('.bulk-bar').waitFor({ timeout: 5_000 });
        await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
      },
    ],
    'orders-cancel': [
      '/admin/purchase_orders',
      async (page) => {
        await press(/^Actions for/)(page);
        await page.getByRole('menuitem', { name: 'Cancel order' }).click({ timeout: 5_000 });
      },
    ],
    'orders-none': ['/admin/purchase_orders?query=zzzzqqq', async () => {}],
    'sellers-new': ['/admin/sellers', press('New Seller')],
    'release-note-wrong': [
      '/admin/release_notes',
      async (page) => {
        await page
          .getByRole('textbox', { name: 'Note' })
          .fill('Imports show a preview.\nNothing is saved until you submit.');
        await page.getByLabel('Buyers').check();
        await page.getByLabel('Buyers').uncheck();
      },
    ],
    'top-sellers-preview': [
      '/admin/top_sellers',
      async (page) => {
        await page.getByLabel('Product URL').fill('https://example.com/all_products/1/1');
        await page.waitForTimeout(600);
      },
    ],
    'orders-detail': [
      '/admin/purchase_orders',
      (page) => page.locator('tbody tr').first().click({ timeout: 5_000 }),
    ],
  },
};
