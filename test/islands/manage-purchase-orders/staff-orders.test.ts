import type { Page } from 'playwright-core';
import { findViolations } from '../../support/axe';
import { focused, openAs } from '../../support/open-as';
import { useTestEnvironment } from '../../support/test-environment';

let email: string;

const environment = useTestEnvironment({ rateLimits: false });

beforeAll(async () => {
  email = (await environment.factory.staff()).email;
}, 120_000);

const open = (path: string): Promise<Page> =>
  openAs(environment.browser, environment.server.origin, path, { email, island: 'manage-purchase-orders' });

async function orderIn(status: string, name: string) {
  const { factory } = environment;
  const order = await factory.anOrder({ buyer: await factory.aBuyer({ name }) });
  await factory
    .db('purchase_orders')
    .where({ id: order.id })
    .update({ status } as never);
  return order;
}

test('an order opens beside its list: lines, people and history; the address names it, Esc returns to its row', async () => {
  const order = await orderIn('shipped', 'Panel Trading');
  const page = await open('/admin/purchase_orders?query=Panel+Trading');
  await page.setViewportSize({ width: 1440, height: 900 });
  const number = page.getByRole('link', { name: order.po_number });
  await number.press('Enter');
  const panel = page.getByRole('complementary', { name: `Order ${order.po_number}` });
  await panel.getByRole('heading', { name: '1 product' }).waitFor();
  await panel.getByText('Panel Trading').waitFor();
  expect(page.url()).toContain(`query=Panel+Trading&order=${order.id}`);
  expect(await findViolations(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Receive' }).press('Enter');
  await page
    .getByRole('dialog', { name: `Mark ${order.po_number} as received?` })
    .getByRole('button', { name: 'Receive' })
    .press('Enter');
  await panel
    .getByRole('list', { name: 'Order history' })
    .getByText('Staff marked the order as received')
    .waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.tagName === 'A');
  expect(await focused(page)).toBe(order.po_number);
  const linked = await open(`/admin/purchase_orders?order=${order.id}`);
  await linked.getByRole('heading', { level: 2, name: `Order ${order.po_number}` }).waitFor();
});

test('every word of the opened row can be read under the pointer', async () => {
  const order = await orderIn('completed', 'Pointed Trading');
  const page = await open('/admin/purchase_orders?query=Pointed+Trading');
  await page.setViewportSize({ width: 1440, height: 900 });
  const number = page.getByRole('link', { name: order.po_number });
  await number.click();
  await page.getByRole('complementary').getByText('Net to seller').waitFor();
  await number.hover();
  expect(await findViolations(page)).toEqual([]);
  await page.context().close();
});

test('a click on a row opens it, on a phone over the list, and an unknown order says so', async () => {
  const order = await orderIn('completed', 'Phone Trading');
  const page = await open('/admin/purchase_orders?query=Phone+Trading');
  await page.setViewportSize({ width: 390, height: 844 });
  await page
    .getByRole('row', { name: new RegExp(order.po_number) })
    .getByText('Phone Trading')
    .click();
  const drawer = page.getByRole('dialog', { name: `Order ${order.po_number}` });
  await drawer.getByText('Net to seller').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Close' }).click();
  await drawer.waitFor({ state: 'detached' });
  const missing = await openAs(
    environment.browser,
    environment.server.origin,
    '/admin/purchase_orders?order=999999999',
    { email, island: 'manage-purchase-orders', expected: [/404/] },
  );
  await missing.getByText('Order not found').waitFor();
});

test('a phone has the usual event in the row of an order, else the menu', async () => {
  const due = await orderIn('awaiting_shipment', 'Thumb Trading');
  const unpaid = await orderIn('awaiting_initial_payment', 'Thumb Trading');
  const page = await open('/admin/purchase_orders?query=Thumb+Trading');
  await page.setViewportSize({ width: 390, height: 844 });
  const buttonsOf = ({ po_number }: { po_number: string }) =>
    page.getByRole('row', { name: new RegExp(po_number) }).getByRole('button');
  expect(await buttonsOf(due).allTextContents()).toEqual(['Ship']);
  expect(await buttonsOf(unpaid).count()).toBe(1);
  await buttonsOf(unpaid).click();
  await page.getByRole('menuitem', { name: 'Submit payment' }).waitFor();
  await page.keyboard.press('Escape');
  await buttonsOf(due).click();
  await page.getByRole('dialog', { name: `Ship order ${due.po_number}?` }).waitFor();
  await page.context().close();
});

test('an order with an open claim says why it is not paid in full, and bulk events leave it out', async () => {
  const { factory } = environment;
  const name = 'Claimed Trading';
  const buyer = await factory.aBuyer({ name });
  const orders = [await factory.anOrder({ buyer }), await factory.anOrder({ buyer })];
  const [claimed] = orders;
  await factory
    .db('purchase_orders')
    .whereIn(
      'id',
      orders.map(({ id }) => id),
    )
    .update({ status: 'received' });
  await factory.db('claims').insert({
    purchase_order_id: claimed?.id ?? 0,
    status: 'open',
    description: 'Three mugs arrived broken.',
    answer_by: new Date(),
  });
  const page = await open('/admin/purchase_orders?query=Claimed+Trading');
  const row = page.getByRole('row', { name: new RegExp(claimed?.po_number ?? '') });
  await row.getByRole('button', { name: /^Actions for/ }).click();
  const payInFull = row.getByRole('menuitem', { name: 'Pay in full' });
  expect(await payInFull.getAttribute('aria-disabled')).toBe('true');
  await payInFull.getByText('This order has an open claim. Decide it first.').waitFor();
  await payInFull.press('Escape');
  await page.getByRole('checkbox', { name: 'Select Page' }).check();
  await page.getByText('2 selected').waitFor();
  await page.getByRole('button', { name: 'Pay in full (1)' }).waitFor();
  await page.context().close();
});

test('days and sort narrow and order the list, stand in the address and come back with it', async () => {
  const { factory } = environment;
  const [first, second] = [await orderIn('completed', 'Dated One'), await orderIn('completed', 'Dated Two')];
  const dated = (id: number, day: string) =>
    factory
      .db('purchase_orders')
      .where({ id })
      .update({ created_at: new Date(`${day}T12:00:00Z`) });
  await dated(first.id, '2025-03-03');
  await dated(second.id, '2025-03-05');
  const page = await open('/admin/purchase_orders?query=Dated');
  const numbers = () => page.locator('tbody th a').allTextContents();
  const shown = async (...wanted: string[]) => {
    await page.waitForFunction(
      (text) => [...document.querySelectorAll('tbody th a')].map((link) => link.textContent).join() === text,
      wanted.join(),
    );
    expect(await numbers()).toEqual(wanted);
  };
  await shown(second.po_number, first.po_number);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Sort orders').selectOption({ label: 'Oldest first' });
  await shown(first.po_number, second.po_number);
  await page.getByLabel('From').fill('2025-03-04');
  await shown(second.po_number);
  await page.getByLabel('To', { exact: true }).fill('2025-03-03');
  await page.getByText('The first date must not be after the last date.').waitFor();
  await page.getByLabel('To', { exact: true }).fill('2025-03-05');
  await shown(second.po_number);
  expect(page.url()).toContain('query=Dated&from=2025-03-04&to=2025-03-05&sort=oldest');
  expect(await findViolations(page)).toEqual([]);
  await page.reload();
  await shown(second.po_number);
  expect(await page.getByLabel('Sort orders').inputValue()).toBe('oldest');
  const unknown = await open('/admin/purchase_orders?query=Dated&from=yesterday&sort=name');
  expect(await unknown.locator('tbody th a').count()).toBe(2);
});

test('details typed for one event do not go along with another event of the order', async () => {
  const order = await orderIn('awaiting_shipment', 'Draft Trading');
  const page = await open('/admin/purchase_orders?query=Draft+Trading');
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Cancel order' }).click();
  const canceling = page.getByRole('dialog', { name: `Cancel order ${order.po_number}?` });
  await canceling.getByLabel('Reason').fill('Not for the shipment');
  await canceling.getByRole('button', { name: 'Keep Order' }).click();
  await page.getByRole('button', { name: 'Ship', exact: true }).click();
  const shipping = page.getByRole('dialog', { name: `Ship order ${order.po_number}?` });
  await shipping.getByLabel('Carrier').fill('UPS');
  await shipping.getByRole('button', { name: 'Ship' }).click();
  await page.getByRole('button', { name: 'Receive', exact: true }).waitFor();
  const entry = await environment.factory
    .db('order_history')
    .where({ purchase_order_id: order.id, event: 'ship' })
    .first();
  expect(entry?.reason).toBeNull();
});

test.each([
  [
    'awaiting_initial_payment',
    'Submit payment',
    (number: string) => `Mark payment of ${number} as submitted?`,
  ],
  ['shipped', 'Receive', (number: string) => `Mark ${number} as received?`],
  ['paid_in_full', 'Complete', (number: string) => `Complete order ${number}?`],
  ['received', 'Pay in full', (number: string) => `Mark ${number} as paid in full?`],
  ['payment_pending', 'Fail payment', (number: string) => `Mark payment of ${number} as failed?`],
])('an order that is %s asks before "%s", with number and amount', async (status, label, title) => {
  const order = await orderIn(status, `Asks ${label}`);
  const page = await open(`/admin/purchase_orders?query=Asks+${label.replaceAll(' ', '+')}`);
  const usual = page.getByRole('button', { name: label, exact: true });
  if ((await usual.count()) === 0) await page.getByRole('button', { name: /^Actions for/ }).click();
  const action = usual.or(page.getByRole('menuitem', { name: label, exact: true }));
  await action.click();
  const dialog = page.getByRole('dialog', { name: title(order.po_number) });
  await dialog.getByText(`${order.po_number}, $80.00: Asks ${label}`).waitFor();
  expect(await findViolations(page)).toEqual([]);
  expect((await environment.factory.db('purchase_orders').where({ id: order.id }).first())?.status).toBe(
    status,
  );
  await dialog.getByRole('button', { name: label, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: label, exact: true }).waitFor({ state: 'detached' });
});

test.each(['nothing', '__proto__', 'constructor'])(
  'the status %s of an address, which no order has, is no filter',
  async (status) => {
    const order = await orderIn('shipped', 'Any Trading');
    const page = await open(`/admin/purchase_orders?status=${status}&query=${order.po_number}`);
    await page.getByRole('row', { name: new RegExp(order.po_number) }).waitFor();
    const chips = page.getByRole('region', { name: 'Applied filters' });
    await chips.getByText(order.po_number).waitFor();
    expect(await chips.getByText(status).count()).toBe(0);
  },
);
