import { closeNotes } from './notes.mjs';

// Dialogs, empty tabs, error pages and refusals: role → name → [address, act].

const json = (status, body) => (route) =>
  route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
const button = (page, name) => page.getByRole('button', { name }).first();
const press = (name) => (page) => button(page, name).click({ timeout: 5_000 });
const dialog = (page) => page.getByRole('dialog');
const then =
  (...acts) =>
  async (page) => {
    for (const act of acts) await act(page);
  };
const isOverTable = async (page) => {
  // Scrolls a bar off the rows: axe counts covered targets as too small.
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
};

const isOpen = ({ attributes: { state } }) => ['seller_review', 'buyer_review'].includes(state);

/** Renders an island in the browser, from `answer`. */
const bare = (island, call, answer, selector) => async (page) => {
  await page.route(page.url(), async (route) => {
    if (!route.request().isNavigationRequest()) return answer(route);
    const response = await route.fetch();
    const body = (await response.text()).replace(
      new RegExp(`<div id="${island}"[\\s\\S]*</main>`),
      `<div id="${island}" data-props="{}"></div></main>`,
    );
    await route.fulfill({ response, body });
  });
  await page.route(call, (route) =>
    route.request().isNavigationRequest() ? route.fallback() : answer(route),
  );
  await page.reload();
  await page.locator(selector).first().waitFor({ timeout: 5_000 });
};

/** Changes what the server gave an island, which is then rendered in the browser. */
const withProps = (island, change, selector) => async (page) => {
  await page.route(page.url(), async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      new RegExp(`<div id="${island}" data-props="([^"]*)"[\\s\\S]*</main>`),
      (_whole, given) => {
        const props = JSON.parse(unescaped(given));
        change(props);
        return `<div id="${island}" data-props="${escaped(JSON.stringify(props))}"></div></main>`;
      },
    );
    await route.fulfill({ response, body });
  });
  await page.reload();
  await page.locator(selector).first().waitFor({ timeout: 5_000 });
};

const unescaped = (text) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#34;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Live updates read the list again. */
const emptyTab = (fits) => async (page) => {
  const filter = (offers) => Object.assign(offers, { data: offers.data.filter(fits) });
  await page.route(/\/offers(\?.*)?$/, async (route) => {
    if (route.request().isNavigationRequest()) return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, json: filter(await response.json()) });
  });
  await withProps('my-offers', ({ offers }) => filter(offers), '.empty')(page);
};

/** A native form that carries no token. */
const withoutToken = async (page) => {
  await page.evaluate(() => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: '/contact_us' });
    document.body.append(form);
    form.submit();
  });
  await page.getByText('This page was out of date.').waitFor({ timeout: 5_000 });
};

/** A new link of another person, from the mailbox: a used one would end the session. */
const linkOf = (email) => async (page) => {
  const mailsOf = async () =>
    (await (await page.request.get('/dev/mailbox.json')).json()).filter(({ to }) => to.includes(email));
  const token = await page.locator('meta[name="csrf-token"]').getAttribute('content');
  const headers = { 'X-CSRF-Token': token ?? '', Accept: 'application/json' };
  const before = (await mailsOf()).length;
  await page.request.post('/password', { data: { user: { email } }, headers });
  for (let tries = 0; tries < 50; tries++) {
    const [newest, ...others] = await mailsOf();
    if (others.length + 1 > before && newest)
      return page.goto(/\/magic\/sign_in\/[\w.-]+/.exec(newest.html)?.[0] ?? '/');
    await page.waitForTimeout(100);
  }
  throw new Error('no link came');
};

const openDesk = async (page) => {
  await closeNotes(page);
  await page
    .getByRole('checkbox', { name: /^Select OF-/ })
    .first()
    .check({ timeout: 5_000 });
  await page.locator('.bulk-bar').waitFor({ timeout: 5_000 });
};
const answerAll = then(openDesk, press(/^Select All/), press('Answer…'), (page) =>
  dialog(page).waitFor({ timeout: 5_000 }),
);
const previewed = then(answerAll, press('Preview Answers'), (page) =>
  dialog(page).getByRole('table').waitFor({ timeout: 5_000 }),
);
const countered = then(
  answerAll,
  (page) =>
    dialog(page)
      .getByRole('radio', { name: /^Counter/ })
      .check(),
  press('Preview Answers'),
  (page) => dialog(page).getByRole('table').waitFor({ timeout: 5_000 }),
);

const answered = (state) => async (page) => {
  await previewed(page);
  const row = (at, more) => ({
    offer_id: at,
    offer_number: `OF-1000${40 + at}`,
    buyer_name: ['Prairie Dollar Depot', 'Corner & Main Mercantile', 'Ridgeline Outfitters'][at % 3],
    action: 'accept',
    state: state === 'running' && at > 6 ? 'waiting' : 'done',
    reason: null,
    purchase_order_id: state === 'running' && at > 6 ? null : at,
    ...more,
  });
  const rows = Array.from({ length: 12 }, (_none, at) => row(at + 1));
  rows[1] = row(2, {
    state: 'skipped',
    action: 'skip',
    reason: 'Below 90% of asking.',
    purchase_order_id: null,
  });
  rows[3] = row(4, { state: 'failed', reason: 'The offer changed.', purchase_order_id: null });
  const answer = json(200, { bulk_answer: { id: 1, state, rows } });
  await page.route('**/offers/bulk_answers', answer);
  await page.route('**/offers/bulk_answers/1', answer);
  await press(/^Send \d/)(page);
  await dialog(page)
    .getByText(state === 'done' ? 'Done' : 'Sending')
    .first()
    .waitFor({ timeout: 5_000 });
};

const details = async (page) => {
  for (const at of [0, 1]) await page.locator('tbody input[type=checkbox]').nth(at).check({ timeout: 5_000 });
  await press('Set Details')(page);
  await dialog(page).waitFor({ timeout: 5_000 });
};

const chooseIn = (label, option) => (page) =>
  dialog(page).getByLabel(label, { exact: true }).selectOption(option, { timeout: 5_000 });

const openOrderWith = (transition) => async (page) => {
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click({ timeout: 5_000 });
  const choice = page.getByRole('menuitem', { name: transition, exact: true });
  const usual = page.getByRole('button', { name: transition, exact: true });
  await choice.or(usual).first().click({ timeout: 5_000 });
  await dialog(page).waitFor({ timeout: 5_000 });
};

const selectPage = then(
  (page) => page.locator('.table input[type="checkbox"]').nth(1).check({ timeout: 5_000 }),
  press('Select Page'),
  (page) => page.locator('.bulk-bar').getByText('selected').waitFor({ timeout: 5_000 }),
);

export const rareStates = {
  visitor: {
    'signed-out-page': ['/cart', async () => {}],
    'error-token': ['/contact_us', withoutToken],
    'magic-link-used': [
      '/contact_us',
      async (page) => {
        await page.goto('/magic/sign_in/x');
        await page.locator('.toast').waitFor({ timeout: 10_000 });
      },
    ],
  },
  buyer: {
    'offers-none-to-answer': ['/my_offers?tab=needs_response', emptyTab((offer) => !isOpen(offer))],
    'offers-none-waiting': ['/my_offers?tab=waiting', emptyTab((offer) => !isOpen(offer))],
    'offers-none-closed': ['/my_offers?tab=closed', emptyTab(isOpen)],
    'offers-older': ['/my_offers?page=9', async () => {}],
    'orders-older': ['/my_orders?page=9', async () => {}],
    'favorites-none': [
      '/favorites',
      withProps('favorites', (props) => Object.assign(props, { favorites: [] }), '.empty'),
    ],
    'searches-none': [
      '/saved_searches',
      withProps('saved-searches', (props) => Object.assign(props, { saved_searches: [] }), '.empty'),
    ],
    'order-missing': ['/my_orders/999999999', async () => {}],
  },
  // The last role: links to one person are limited, and another role signs in by them.
  'approved-seller': { 'magic-link-other': ['/contact_us', linkOf('miguel.santos@example.com')] },
  seller: {
    'earnings-none': [
      '/dashboard/earnings',
      bare('earnings', '**/marketplace/ledger*', json(200, { entries: [], months: [] }), '.empty'),
    ],
    'earnings-statement': [
      '/dashboard/earnings',
      (page) => page.locator('.statement select').selectOption({ index: 1 }, { timeout: 5_000 }),
    ],
    'bulk-details': ['/dashboard?view=table', details],
    'bulk-details-sell-by': ['/dashboard?view=table', then(details, chooseIn('Detail', 'sell_by'))],
    'offers-none-to-answer': ['/my_offers?tab=needs_response', emptyTab((offer) => !isOpen(offer))],
    'offers-none-waiting': ['/my_offers?tab=waiting', emptyTab((offer) => !isOpen(offer))],
    'offers-empty': ['/my_offers', emptyTab(() => false)],
    'orders-empty': [
      '/my_orders',
      withProps('my-orders', (props) => Object.assign(props.orders, { data: [], included: [] }), '.empty'),
    ],
    'rules-none': [
      '/dashboard/offer_rules',
      bare('offer-rules', '**/seller/answer_rules', json(200, { rules: [] }), '.empty'),
    ],
    'rules-add': ['/dashboard/offer_rules', then(press('Add Rule'), (page) => dialog(page).waitFor())],
    'rules-add-errors': [
      '/dashboard/offer_rules',
      then(press('Add Rule'), (page) => dialog(page).waitFor(), press('Save Rule')),
    ],
  },
  desk: {
    rules: ['/dashboard/offer_rules', closeNotes],
    'offers-selected': ['/my_offers', then(openDesk, isOverTable)],
    'offers-bulk': ['/my_offers', answerAll],
    'offers-bulk-preview': ['/my_offers', previewed],
    'offers-bulk-counter': ['/my_offers', countered],
    'offers-bulk-running': ['/my_offers', answered('running')],
    'offers-bulk-results': ['/my_offers', answered('done')],
    'offers-keys': [
      '/my_offers',
      async (page) => {
        await closeNotes(page);
        // A phone has no keys.
        const opener = button(page, 'Keyboard Shortcuts');
        if (await opener.isVisible()) await opener.click({ timeout: 5_000 });
      },
    ],
  },
  staff: {
    'orders-ship': ['/admin/purchase_orders?status=awaiting_shipment', openOrderWith('Ship')],
    'orders-fail': ['/admin/purchase_orders?status=initial_payment_submitted', openOrderWith('Fail payment')],
    'orders-bulk-cancel': [
      '/admin/purchase_orders?status=awaiting_shipment',
      then(selectPage, press(/^Cancel order \(/), (page) => dialog(page).waitFor({ timeout: 5_000 })),
    ],
    'orders-bulk-done': [
      '/admin/purchase_orders?status=received',
      async (page) => {
        let calls = 0;
        await page.route('**/purchase_orders/*/*', (route) => {
          if (route.request().method() === 'GET') return route.fallback();
          calls += 1;
          return calls % 2
            ? route.fulfill({ status: 409, json: { error: 'This order changed. Review it and try again.' } })
            : route.fallback();
        });
        await page.route('**/purchase_orders/*/**', (route) =>
          route.request().method() === 'GET'
            ? route.fallback()
            : route.fulfill({
                status: 409,
                json: { error: 'This order changed. Review it and try again.' },
              }),
        );
        await selectPage(page);
        await press(/^Complete \(|^Pay in full \(/)(page);
        await dialog(page).waitFor({ timeout: 5_000 });
        await dialog(page)
          .getByRole('button', { name: /^(Complete|Pay in full)$/ })
          .click();
        await dialog(page).getByRole('button', { name: 'Done' }).waitFor({ timeout: 10_000 });
      },
    ],
    'messages-hide': [
      '/admin/purchase_orders',
      async (page) => {
        const answer = await page.request.get('/marketplace/purchase_orders?status=awaiting_shipment', {
          headers: { Accept: 'application/json' },
        });
        const { data } = await answer.json();
        const found = data.find(({ attributes }) => attributes.message_count >= 3) ?? data[0];
        await page.goto(`/admin/purchase_orders/${found.attributes.id}`);
        await press(/^Messages/)(page);
        await press('Hide Message')(page);
        await dialog(page).waitFor({ timeout: 5_000 });
      },
    ],
    'seller-edit': ['/admin/sellers', then(press(/^Edit/), (page) => dialog(page).waitFor())],
    'seller-invite': ['/admin/sellers', then(press(/^Invite/), (page) => dialog(page).waitFor())],
    'seller-product-new': [
      '/admin/sellers/{seller}/products',
      async (page) => {
        // Beside the list where there is room for it.
        const opener = button(page, 'New Product');
        if (await opener.isVisible()) await opener.click({ timeout: 5_000 });
      },
    ],
    'audit-opened': [
      '/admin/audit',
      (page) => page.locator('main summary').first().click({ timeout: 5_000 }),
    ],
    'system-job': [
      '/admin/system',
      (page) => page.getByRole('button', { name: /discard-upload #/ }).click({ timeout: 5_000 }),
    ],
    'system-discard': [
      '/admin/system',
      async (page) => {
        await page.getByRole('button', { name: /discard-upload #/ }).click({ timeout: 5_000 });
        await page.getByRole('button', { name: 'Discard Job' }).click({ timeout: 5_000 });
        await dialog(page).waitFor();
      },
    ],
    'release-note-preview': [
      '/admin/release_notes',
      async (page) => {
        await page
          .getByRole('textbox', { name: 'Note' })
          .fill('Imports show a preview.\nNothing is saved until you submit.');
        await page.getByLabel('Buyers').check();
        await page.getByLabel('Sellers').check();
      },
    ],
    'applications-none': ['/admin/applications?query=zzzzqqq', async () => {}],
    'audit-none': ['/admin/audit?query=zzzzqqq', async () => {}],
    'sellers-none': ['/admin/sellers?query=zzzzqqq', async () => {}],
    'order-missing': ['/admin/purchase_orders/999999999', async () => {}],
  },
};
