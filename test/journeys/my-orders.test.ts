import type { Page } from 'playwright-core';
import type { Person } from '../../server/accounts/policy';
import { applyEvent } from '../../server/orders/transitions';
import { findViolations } from '../support/axe';
import { useTestEnvironment } from '../support/test-environment';
import { LIVE, live, openSignedIn } from './sign-in';

const environment = useTestEnvironment();

const row = (page: Page) => page.locator('.order-row');
const rowOf = (page: Page, { po_number }: { po_number: string }) => row(page).filter({ hasText: po_number });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** By the provider's webhook and a job. */
const SETTLED = { timeout: 15_000 };

async function ordersOf(person: Parameters<typeof openSignedIn>[2]) {
  const page = await openSignedIn(environment.browser, environment.factory, person);
  await page.goto('/my_orders');
  await live(page);
  return page;
}

test('without orders the page shows an empty state', async () => {
  const page = await ordersOf(await environment.factory.aBuyer());
  await page.getByText("You don't have any orders yet.").waitFor();
});

test('Back from an order returns to its row, and so does the link on its page', async () => {
  const first = await environment.factory.anOrder();
  await environment.factory.anOrder({ buyer: first.buyer });
  const page = await ordersOf(first.buyer);
  const link = rowOf(page, first).getByRole('link', { name: first.po_number });
  const isFocused = () =>
    page.waitForFunction((number) => document.activeElement?.textContent === number, first.po_number);
  await link.press('Enter');
  await page.getByRole('heading', { level: 1, name: first.po_number }).waitFor();
  await page.goBack();
  await isFocused();
  await link.press('Enter');
  await page.getByRole('link', { name: 'My Orders', exact: true }).last().click();
  await page.waitForURL('**/my_orders');
  await isFocused();
});

test('the menu of a row opens below its button while there is room', async () => {
  const { buyer } = await environment.factory.anOrder();
  for (let n = 0; n < 9; n++) await environment.factory.anOrder({ buyer });
  const page = await ordersOf(buyer);
  await page.setViewportSize({ width: 1440, height: 900 });
  const buttons = page.getByRole('button', { name: /^Actions for / });
  const boxes = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
  const index = boxes.findIndex((bottom) => bottom > 560);
  expect(boxes[index]).toBeLessThan(650);
  await buttons.nth(index).click();
  const menu = await page.getByRole('menu').boundingBox();
  expect(menu?.y).toBeGreaterThanOrEqual(boxes[index] ?? 0);
  expect((menu?.y ?? 0) + (menu?.height ?? 0)).toBeLessThanOrEqual(900);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: Math.ceil(boxes[index] ?? 0) + 40 });
  await buttons.nth(index).click();
  const above = await page.getByRole('menu').boundingBox();
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(boxes[index] ?? 0);
});

test('a payment by bank is verified by its deposits', async () => {
  const order = await environment.factory.anOrder();
  const page = await ordersOf(order.buyer);
  await page.locator('.site-nav [data-badge=orders]:not([hidden])').waitFor();
  await button(page, 'Check out').click();
  await button(page, 'Pay by bank').click();
  await page.waitForURL('**/my_orders');
  await page.getByText('Your payment is being processed.').waitFor();
  await row(page).locator('.badge').getByText('Payment requires action').waitFor(SETTLED);
  expect(await button(page, 'Check out').count()).toBe(0);
  await button(page, 'Verify Payment').click();
  await page.getByRole('heading', { name: 'Verify' }).waitFor();
  // The sandbox prefills the deposits.
  await button(page, 'Confirm deposits').click();
  await page.waitForURL('**/my_orders*');
  await row(page).locator('.badge').getByText('Awaiting shipment').waitFor(SETTLED);
  await page.locator('.site-nav [data-badge=orders][hidden]').waitFor({ state: 'attached', ...LIVE });
});

test('a payment that was given up leaves the order to be checked out again', async () => {
  const order = await environment.factory.anOrder();
  const page = await ordersOf(order.buyer);
  await button(page, 'Check out').click();
  await button(page, 'Decline').click();
  await page.getByRole('alert').waitFor();
  await button(page, 'Cancel').click();
  await page.waitForURL('**/my_orders');
  await page.getByText('There was an issue with your payment.').waitFor();
  await row(page).locator('.badge').getByText('Awaiting initial payment').waitFor();
  await button(page, 'Check out').waitFor();
  // A reload does not repeat it.
  await page.reload();
  await live(page);
  expect(await page.getByText('There was an issue with your payment.').count()).toBe(0);
  await button(page, 'Check out').click();
  await button(page, 'Pay').click();
  await page.getByText('Your payment is being processed.').waitFor();
  await row(page).locator('.badge').getByText('Awaiting shipment').waitFor(SETTLED);
});

test('a payment returns to its order first, and the panel follows it', async () => {
  const buyer = await environment.factory.aBuyer();
  const orders = [];
  for (let n = 0; n < 4; n++) orders.push(await environment.factory.anOrder({ buyer }));
  const [, , paid] = orders;
  if (!paid) throw new Error('No order');
  const page = await ordersOf(buyer);
  await rowOf(page, paid).getByRole('button', { name: 'Check out' }).click();
  await page.getByText(`${paid.po_number} from`).waitFor();
  await page.getByText(`Pay ${paid.po_number} by`).waitFor();
  await button(page, 'Pay').click();
  await page.getByRole('heading', { name: 'Payment of $80.00 confirmed' }).waitFor(SETTLED);
  expect(await page.locator('.order-row h3').first().innerText()).toBe(paid.po_number);
});

test.each([390, 1440])(
  'at %d px the confirmation of a payment is in view and nothing contradicts it',
  async (width) => {
    const order = await environment.factory.anOrder();
    for (let n = 0; n < 3; n++) await environment.factory.anOrder({ buyer: order.buyer });
    const page = await ordersOf(order.buyer);
    await page.setViewportSize({ width, height: 844 });
    await rowOf(page, order).getByRole('button', { name: 'Check out' }).click();
    await button(page, 'Pay').click();
    await page.getByText('Your payment is being processed.').waitFor();
    const heading = page.getByRole('heading', { name: 'Payment of $80.00 confirmed' });
    await heading.waitFor(SETTLED);
    await page.getByText('Your payment is being processed.').waitFor({ state: 'detached', timeout: 3_500 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
    const isOnTop = await heading.evaluate((element) => {
      const { left, top, bottom } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + 5, (top + bottom) / 2));
    });
    expect(isOnTop).toBe(true);
    await page.context().close();
  },
);

test('an accepted offer leads to its order, marked and in view', async () => {
  const { factory, browser } = environment;
  const offer = await factory.anOffer({ state: 'buyer_review' });
  for (let n = 0; n < 4; n++) await factory.anOrder({ buyer: offer.buyer });
  const page = await openSignedIn(browser, factory, offer.buyer);
  await page.goto('/my_offers');
  await live(page);
  await button(page, 'Accept Offer').first().click();
  await page.waitForURL('**/my_orders');
  const accepted = await factory.db('purchase_orders').where({ offer_id: offer.id }).first();
  const marked = page.locator('.order-row[aria-current]');
  await marked.getByText('New', { exact: true }).waitFor();
  expect(await marked.locator('h3').allInnerTexts()).toEqual([accepted?.po_number]);
  await page.waitForFunction(() => {
    const row = document.querySelector('.order-row[aria-current]')?.getBoundingClientRect();
    return row !== undefined && row.top >= 0 && row.bottom <= innerHeight;
  });
  await page.reload();
  await live(page);
  expect(await marked.count()).toBe(0);
  await page.context().close();
});

test('a linked order is marked and in view, and opens by the keyboard or a click anywhere in its row', async () => {
  const buyer = await environment.factory.aBuyer();
  const orders = [];
  for (let n = 0; n < 16; n++) orders.push(await environment.factory.anOrder({ buyer }));
  const linked = orders.at(-1);
  if (!linked) throw new Error('No order');
  const page = await openSignedIn(environment.browser, environment.factory, buyer, {
    viewport: { width: 1440, height: 700 },
  });
  await page.goto(`/my_orders?order=${linked.id}`);
  await live(page);
  const marked = page.locator('.order-row[aria-current]');
  expect(await marked.locator('h3').allInnerTexts()).toEqual([linked.po_number]);
  const isInView = () =>
    marked.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 64 && bottom <= innerHeight;
    });
  await expect.poll(isInView).toBe(true);
  expect(await findViolations(page)).toEqual([]);
  await marked.getByRole('link', { name: linked.po_number }).press('Enter');
  await page.waitForURL(`**/my_orders/${linked.id}`);
  await page.goBack();
  await page.waitForURL(`**/my_orders?order=${linked.id}`);
  await marked.click({ position: { x: 700, y: 20 } });
  await page.waitForURL(`**/my_orders/${linked.id}`);
});

test('the menu of an order leads to its messages, its documents and its print', async () => {
  const order = await environment.factory.anOrder();
  const page = await ordersOf(order.buyer);
  const menu = button(page, `Actions for ${order.po_number}`);
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  await menu.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Buy Again');
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Messages');
  await page.keyboard.press('Escape');
  await item('Messages').waitFor({ state: 'detached' });
  expect(await menu.evaluate((element) => element === document.activeElement)).toBe(true);
  await menu.click();
  expect(await item(`Purchase order ${order.po_number}`).getAttribute('href')).toMatch(
    /purchase_order\.pdf$/,
  );
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await item('Print').click();
  await page.locator('[data-printed]').waitFor();
  await page.waitForURL(`**/my_orders/${order.id}`);
  await page.goBack();
  await menu.click();
  await item('Messages').click();
  await page.getByRole('region', { name: 'Messages with' }).getByRole('textbox').waitFor();
});

test.each([390, 1440])('at %d px the menu of an order is at its button, also far down', async (width) => {
  const buyer = await environment.factory.aBuyer();
  for (let n = 0; n < 14; n++) await environment.factory.anOrder({ buyer });
  const page = await openSignedIn(environment.browser, environment.factory, buyer, {
    viewport: { width, height: 600 },
  });
  await page.goto('/my_orders');
  await live(page);
  for (const at of [0, -1]) {
    const opener = row(page)
      .nth(at)
      .getByRole('button', { name: /^Actions for / });
    await opener.scrollIntoViewIfNeeded();
    await opener.click();
    const [button, menu] = [await opener.boundingBox(), await page.getByRole('menu').boundingBox()];
    if (!button || !menu) throw new Error('No menu');
    const gap = Math.max(menu.y - (button.y + button.height), button.y - (menu.y + menu.height));
    expect(Math.round(gap)).toBe(4);
    expect(menu.y).toBeGreaterThanOrEqual(0);
    expect(menu.y + menu.height).toBeLessThanOrEqual(600);
    await page.keyboard.press('Escape');
  }
});

test.each([
  [1440, 900, 12],
  [390, 844, 7],
])('at %d × %d px the first screen holds %d orders', async (width, height, count) => {
  const buyer = await environment.factory.aBuyer();
  const orders = [];
  for (let n = 0; n < 14; n++) orders.push(await environment.factory.anOrder({ buyer }));
  await environment.factory
    .db('purchase_orders')
    .whereIn(
      'id',
      orders.slice(2).map(({ id }) => id),
    )
    .update({ status: 'received' });
  const page = await openSignedIn(environment.browser, environment.factory, buyer, {
    viewport: { width, height },
  });
  await page.goto('/my_orders');
  await live(page);
  const inView = await row(page).evaluateAll(
    (rows) => rows.filter((one) => one.getBoundingClientRect().bottom <= innerHeight).length,
  );
  expect(inView).toBeGreaterThanOrEqual(count);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
});

test('the address alone pays nothing', async () => {
  const order = await environment.factory.anOrder();
  const page = await ordersOf(order.buyer);
  await page.goto(`/my_orders?stripe_success=true&purchase_order_id=${order.id}`);
  await page.getByText('Your payment is being processed.').waitFor();
  await row(page).locator('.badge').getByText('Awaiting initial payment').waitFor();
  await page.getByRole('heading', { name: 'Confirming your payment of $80.00' }).waitFor();
  expect(await button(page, 'Check out').count()).toBe(0);
  await page.reload();
  await page.getByRole('heading', { name: 'Confirming your payment of $80.00' }).waitFor();
  expect(await button(page, 'Check out').count()).toBe(0);
  await page.goto(`/my_orders/${order.id}`);
  await page.getByText('Your payment is being confirmed.').waitFor();
  expect(await button(page, 'Check out').count()).toBe(0);
});

test('a return for an unknown, foreign or canceled order says nothing about a payment', async () => {
  const { factory } = environment;
  const [order, canceled, foreign] = [
    await factory.anOrder(),
    await factory.anOrder(),
    await factory.anOrder(),
  ];
  await factory.transaction((tx) => applyEvent(tx, canceled.id, 'cancel', { actor: 'staff' }));
  const pages: [Person, number, string][] = [
    [order.buyer, foreign.id, order.po_number],
    [order.buyer, 99_999_999, order.po_number],
    [canceled.buyer, canceled.id, canceled.po_number],
    [foreign.seller, foreign.id, foreign.po_number],
  ];
  for (const [person, id, po_number] of pages) {
    const page = await ordersOf(person);
    for (const success of [true, false]) {
      await page.goto(`/my_orders?stripe_success=${success}&purchase_order_id=${id}`);
      await page.waitForURL((url) => url.search === '');
      expect(await page.locator('.order-row h3').allInnerTexts()).toEqual([po_number]);
      await live(page);
      const text = await page.locator('body').innerText();
      expect(text.match(/being processed|issue with your payment|Payment not|any payment/gi)).toBeNull();
    }
    await page.close();
  }
});

test('a payment that is not confirmed in time can be made again', async () => {
  const order = await environment.factory.anOrder();
  const other = await environment.factory.anOrder({ buyer: order.buyer });
  const page = await openSignedIn(environment.browser, environment.factory, order.buyer);
  await page.clock.install();
  await page.goto(`/my_orders?stripe_success=true&purchase_order_id=${order.id}`);
  await page.getByRole('heading', { name: 'Confirming your payment of $80.00' }).waitFor();
  const checkOut = (unpaid: typeof order) => rowOf(page, unpaid).getByRole('button', { name: 'Check out' });
  await checkOut(other).waitFor();
  expect(await checkOut(order).count()).toBe(0);
  await page.clock.runFor(125_000);
  await page.getByRole('heading', { name: 'Payment not confirmed yet' }).waitFor();
  await checkOut(order).waitFor();
});

test('a buyer cancels an unpaid order after a question', async () => {
  const order = await environment.factory.anOrder();
  const page = await ordersOf(order.buyer);
  await button(page, `Actions for ${order.po_number}`).click();
  await page.getByRole('menuitem', { name: 'Cancel Order' }).click();
  const dialog = page.getByRole('dialog', { name: `Cancel order ${order.po_number}?` });
  await dialog.getByRole('button', { name: 'Keep Order' }).click();
  await page.goto(`/my_orders/${order.id}`);
  await live(page);
  await button(page, `Cancel Order ${order.po_number}`).click();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel Order' }).click();
  await page.getByText(`${order.po_number} was canceled.`).waitFor();
  await page.locator('.badge').getByText('Canceled').first().waitFor();
  expect(await button(page, 'Check out').count()).toBe(0);
});

test('Check out is locked while the payment page is on its way, and free again after Back', async () => {
  const order = await environment.factory.anOrder();
  const page = await ordersOf(order.buyer);
  let requests = 0;
  let answer = () => undefined as unknown;
  await page.route('**/payment', async (route) => {
    requests++;
    await new Promise<void>((resolve) => (answer = resolve));
    await route.continue();
  });
  await button(page, 'Check out').click();
  await page.locator('button[aria-busy=true]', { hasText: 'Check out' }).waitFor();
  await button(page, 'Check out').click({ force: true });
  await page.keyboard.press('Enter');
  expect(requests).toBe(1);
  answer();
  await button(page, 'Pay').waitFor();
  await page.goBack();
  await button(page, 'Check out').waitFor();
  expect(await page.locator('button[aria-busy=true]').count()).toBe(0);
});

test('staff find an order, cancel it after a confirmation, and both sides see the reason', async () => {
  const order = await environment.factory.anOrder({
    buyer: await environment.factory.aBuyer({ name: 'Quayside Outlet' }),
  });
  await environment.factory.anOrder();
  const [buyerPage, sellerPage] = [await ordersOf(order.buyer), await ordersOf(order.seller)];
  const desk = await openSignedIn(
    environment.browser,
    environment.factory,
    await environment.factory.staff(),
  );
  await desk.goto('/admin/purchase_orders');
  await live(desk);
  const rows = desk.locator('tbody tr');
  await desk.getByLabel('Search orders').fill('quayside');
  await desk.waitForURL('**/admin/purchase_orders?query=quayside');
  await rows.nth(1).waitFor({ state: 'detached' });
  expect(await rows.innerText()).toContain(order.po_number);
  await desk.getByLabel('Status', { exact: true }).selectOption('shipped');
  await desk.getByText('No orders match your search.').waitFor();
  await desk.getByLabel('Status', { exact: true }).selectOption('awaiting_initial_payment');
  await rows.getByText('Quayside Outlet').waitFor();
  await desk.reload();
  expect(await rows.count()).toBe(1);
  expect(await desk.getByLabel('Search orders').inputValue()).toBe('quayside');
  await live(desk);

  await rows.getByRole('button', { name: /^Actions for/ }).click();
  await rows.getByRole('menuitem', { name: 'Cancel order' }).click();
  const dialog = desk.getByRole('dialog', { name: `Cancel order ${order.po_number}?` });
  await dialog.getByText(`${order.po_number}, $80.00: Quayside Outlet from`).waitFor();
  await dialog.getByLabel('Reason').fill('The buyer requests for it.');
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await desk.getByText(`${order.po_number}: Canceled`).waitFor();
  for (const page of [buyerPage, sellerPage]) {
    await row(page).locator('.badge').getByText('Canceled').waitFor(LIVE);
    await row(page).locator('.order-due').getByText('The buyer requests for it.').waitFor();
  }
});

test('staff who act on an outdated order get an error and the current state', async () => {
  const order = await environment.factory.anOrder();
  const other = await environment.factory.as(await environment.factory.staff());
  const desk = await openSignedIn(
    environment.browser,
    environment.factory,
    await environment.factory.staff(),
  );
  // Disables the page's live updates.
  await desk.routeWebSocket('**/cable', () => undefined);
  await desk.goto(`/admin/purchase_orders?query=${order.po_number}`);
  await desk.getByRole('button', { name: /^Actions for/ }).waitFor();
  const moved = await other.request('POST', `/admin/purchase_orders/${order.id}/state_transitions`, {
    body: { event: 'confirm_payment' },
  });
  expect(moved.status).toBe(200);
  await desk.getByRole('button', { name: /^Actions for/ }).click();
  await desk.getByRole('menuitem', { name: 'Submit payment' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Submit payment' }).click();
  await desk.getByText('This order changed. Review it and try again.').waitFor();
  await desk.getByRole('button', { name: 'Ship', exact: true }).waitFor();
  expect(
    (await environment.factory.db('purchase_orders').where({ id: order.id }).first('status'))?.status,
  ).toBe('awaiting_shipment');
});

test('orders that arrive under a pointer move no card', async () => {
  const { factory, browser } = environment;
  const seller = await factory.aSeller();
  for (let n = 0; n < 8; n++) await factory.anOrder({ seller });
  const page = await openSignedIn(browser, factory, seller);
  // Heights are not whole pixels at this width.
  await page.setViewportSize({ width: 768, height: 720 });
  await page.goto('/my_orders');
  await live(page);
  await page.locator('#my-orders[data-ready]').waitFor({ state: 'attached' });
  await page.evaluate(() => document.fonts.ready);
  const places = () =>
    row(page).evaluateAll((cards) => cards.map((one) => one.getBoundingClientRect().top + scrollY));
  const before = await places();
  await row(page).last().scrollIntoViewIfNeeded();
  await row(page).last().locator('h3').hover();
  await factory.anOrder({ seller });
  await page.locator('.steady-bar-note').getByText('1 new order', { exact: true }).waitFor(LIVE);
  expect(await places()).toEqual(before);
});
