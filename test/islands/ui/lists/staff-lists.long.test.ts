import type { Page } from 'playwright-core';
import { findViolations } from '../../../support/axe';
import { arrived, focused, openAs } from '../../../support/open-as';
import { useTestEnvironment } from '../../../support/test-environment';

let email: string;

const environment = useTestEnvironment({ rateLimits: false });

beforeAll(async () => {
  email = (await environment.factory.staff()).email;
}, 120_000);

const open = (path: string, island: string): Promise<Page> =>
  openAs(environment.browser, environment.server.origin, path, { email, island });

const orderIn = async (status: string, name?: string) => {
  const order = await environment.factory.anOrder(
    name ? { buyer: await environment.factory.aBuyer({ name }) } : {},
  );
  await environment.factory
    .db('purchase_orders')
    .where({ id: order.id })
    .update({ status } as never);
  return order;
};

test('a list is its address: a search and a filter are entries of the history, and a link opens the same', async () => {
  const zoe = await orderIn('shipped', 'Zoe Trading');
  await orderIn('shipped', 'Amy Trading');
  const page = await open('/admin/purchase_orders', 'manage-purchase-orders');
  const table = page.getByRole('table', { name: 'Purchase orders' });
  await page.getByLabel('Status', { exact: true }).selectOption('shipped');
  await page.waitForURL('**/admin/purchase_orders?status=shipped');
  await page.getByLabel('Search orders').fill('Zoe');
  await page.getByLabel('Search orders').press('Enter');
  await page.waitForURL('**/admin/purchase_orders?status=shipped&query=Zoe');
  await table.getByText('Amy Trading').waitFor({ state: 'detached' });
  await page.goBack();
  await table.getByText('Amy Trading').waitFor();
  expect(await page.getByLabel('Search orders').inputValue()).toBe('');
  const linked = await open('/admin/purchase_orders?status=shipped&query=Zoe', 'manage-purchase-orders');
  await linked.getByRole('row', { name: new RegExp(zoe.po_number) }).waitFor();
  expect(await linked.getByRole('row').count()).toBe(2);
});

test('on a phone one sheet has all filters; what applies is a chip, and is taken away by it', async () => {
  await orderIn('received', 'Sheet One');
  await orderIn('completed', 'Sheet Two');
  const page = await open('/admin/purchase_orders?query=Sheet', 'manage-purchase-orders');
  await page.setViewportSize({ width: 390, height: 844 });
  const rows = page.getByRole('table', { name: 'Purchase orders' }).locator('tbody tr');
  const showsRows = (count: number) =>
    page.waitForFunction(
      (wanted) =>
        document.querySelectorAll('tbody tr').length === wanted && !document.querySelector('.dimmed'),
      count,
    );
  await showsRows(2);
  const opener = page.getByRole('button', { name: 'Filters' });
  await opener.press('Enter');
  const sheet = page.getByRole('group', { name: 'Filters' });
  await sheet.getByLabel('Status', { exact: true }).selectOption('completed');
  await sheet.getByRole('button', { name: 'View Results (1)' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'View Results (1)' }).press('Enter');
  await showsRows(1);
  expect(await rows.innerText()).toContain('Sheet Two');
  expect(await opener.innerText()).toMatch(/Filters\s*1/);
  const chips = page.getByRole('region', { name: 'Applied filters' });
  await chips.getByRole('button', { name: 'Remove Completed' }).press('Enter');
  await showsRows(2);
  await opener.press('Enter');
  await sheet.getByLabel('From').fill('2020-01-01');
  await chips.getByText('From Jan 1, 2020').waitFor();
  await sheet.getByRole('button', { name: 'Reset All' }).press('Enter');
  await page.waitForURL((url) => url.search === '');
  await page.keyboard.press('Escape');
  await sheet.getByRole('button', { name: 'Reset All' }).waitFor({ state: 'hidden' });
  expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('pages are turned by keyboard, Back returns to the one before, and the focus stays on the button', async () => {
  const sellers = Array.from({ length: 60 }, (_none, index) => ({
    name: `Paged ${String(index).padStart(2, '0')}`,
    category: 'apparel',
  }));
  await environment.factory.db.batchInsert('sellers', sellers as never);
  const page = await open('/admin/sellers?query=Paged', 'seller-curation');
  const rows = page.getByRole('table', { name: 'Sellers' });
  await page.getByRole('button', { name: 'Next' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/sellers?page=2&query=Paged');
  await rows.getByRole('link', { name: 'Paged 59' }).waitFor();
  expect(await focused(page)).toBe('Next');
  await page.keyboard.press('Enter');
  await page.goBack();
  await arrived(page, 'seller-curation');
  await rows.getByRole('link', { name: 'Paged 00' }).waitFor();
  expect(page.url()).toContain('/admin/sellers?query=Paged');
});

test('an action leaves the focus in its row, also where its button disappears', async () => {
  const order = await orderIn('shipped', 'Focus Trading');
  const page = await open('/admin/purchase_orders?query=Focus', 'manage-purchase-orders');
  const row = page.getByRole('row', { name: new RegExp(order.po_number) });
  await row.getByRole('button', { name: 'Receive' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Receive' }).press('Enter');
  await row.getByRole('button', { name: 'Pay in full' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.closest('tbody tr') !== null);
  const applicant = await environment.factory.aBuyer({ status: 'provisional', name: 'Applicant Trading' });
  await environment.factory.aBuyer({ status: 'provisional', name: 'Second Trading' });
  await page.goto('/admin/applications?status=provisional');
  await arrived(page, 'applications');
  await page
    .getByRole('row', { name: /Applicant Trading/ })
    .getByRole('button', { name: 'Approve' })
    .press('Enter');
  await page.getByRole('row', { name: /Applicant Trading/ }).waitFor({ state: 'detached' });
  await page.waitForFunction(() =>
    document.activeElement?.closest('tbody tr')?.textContent?.includes('Second Trading'),
  );
  expect((await environment.factory.db('users').where({ id: applicant.id }).first())?.status).toBe(
    'approved',
  );
});

test('canceling asks with number and amount, and Esc leads back to the button', async () => {
  const order = await orderIn('awaiting_shipment', 'Cancel Trading');
  const page = await open('/admin/purchase_orders?query=Cancel+Trading', 'manage-purchase-orders');
  const menu = page.getByRole('button', { name: `Actions for ${order.po_number}` });
  const cancel = page.getByRole('menuitem', { name: 'Cancel order' });
  await menu.press('Enter');
  await cancel.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Cancel order ${order.po_number}?` });
  await dialog.getByText(`${order.po_number}, $80.00: Cancel Trading`).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true);
  await menu.click();
  await cancel.click();
  await dialog.getByLabel('Reason').fill('Damaged');
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await page
    .getByRole('row', { name: /Cancel Trading/ })
    .getByText('Canceled')
    .waitFor();
  expect(await environment.factory.db('purchase_orders').where({ id: order.id }).first()).toMatchObject({
    status: 'canceled',
    reason: 'Damaged',
  });
});

test('a dialog of the last row is closed, and a shipment says how it goes', async () => {
  const order = await orderIn('awaiting_shipment', 'Shipping Trading');
  const page = await open('/admin/purchase_orders?query=Shipping', 'manage-purchase-orders');
  // Below this width the panel alone names the shipment.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Ship', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Ship' });
  await dialog.getByLabel('Carrier').fill('UPS');
  await dialog.getByLabel('Tracking number').fill('1Z999');
  await dialog.getByRole('button', { name: 'Ship' }).click();
  await page
    .getByRole('row', { name: new RegExp(order.po_number) })
    .getByText('UPS 1Z999')
    .waitFor();
});

test('several orders at once: each shows its result, also after a conflict', async () => {
  const orders = [await orderIn('shipped', 'Bulk One'), await orderIn('shipped', 'Bulk Two')];
  const page = await open('/admin/purchase_orders?query=Bulk', 'manage-purchase-orders');
  for (const { po_number } of orders) await page.getByLabel(`Select ${po_number}`).press('Space');
  await page.getByRole('button', { name: 'Receive (2)' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Mark 2 orders as received?' });
  await dialog.getByText('$160.00 total.').waitFor();
  await environment.factory
    .db('purchase_orders')
    .where({ id: orders[0]?.id ?? 0 })
    .update({ status: 'received' });
  await dialog.getByRole('button', { name: 'Receive' }).click();
  await dialog.getByText('1 of 2 updated.').waitFor();
  const list = dialog.getByRole('list', { name: 'Orders' });
  await list.getByText("This action isn't available. The order's status is: Received").waitFor();
  await list.getByText('Received', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('region', { name: 'Selected orders' }).waitFor();
  expect(await page.getByRole('button', { name: 'Pay in full (2)' }).count()).toBe(1);
});

test('the bar of the chosen orders covers no button of a row, wherever the list is scrolled to', async () => {
  for (let n = 1; n <= 6; n++) await orderIn('shipped', `Covered ${n}`);
  const page = await open('/admin/purchase_orders?query=Covered', 'manage-purchase-orders');
  await page.setViewportSize({ width: 1280, height: 560 });
  await page.getByLabel('Select Page').check();
  await page.getByText('6 selected').waitFor();
  const covered = () =>
    page.evaluate(() => {
      const bar = document.querySelector('.bulk-bar')?.getBoundingClientRect();
      const pane = document.querySelector('.table-scroll')?.getBoundingClientRect();
      if (!bar || !pane) return ['no bar'];
      return [...document.querySelectorAll('tbody :is(button, a, input)')].flatMap((control) => {
        const { top, bottom, left, right } = control.getBoundingClientRect();
        const isShown = top < pane.bottom && bottom > pane.top;
        const isOver =
          Math.min(bottom, pane.bottom) > bar.top && top < bar.bottom && left < bar.right && right > bar.left;
        return isShown && isOver ? [control.textContent ?? ''] : [];
      });
    });
  for (const [pane, window] of [
    [0, 0],
    [60, 0],
    [9_999, 0],
    [0, 9_999],
    [75, 200],
    [9_999, 9_999],
  ]) {
    await page.evaluate(
      ([inside, outside]) => {
        document.querySelector('.table-scroll')?.scrollTo(0, inside ?? 0);
        globalThis.scrollTo(0, outside ?? 0);
      },
      [pane, window],
    );
    expect(await covered()).toEqual([]);
  }
});
