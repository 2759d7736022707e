import type { Locator } from 'playwright-core';
import { applyEvent } from '../../../server/orders/transitions';
import { openAs } from '../../support/open-as';
import { useTestEnvironment } from '../../support/test-environment';

const environment = useTestEnvironment();

const PHONE = { width: 390, height: 844 };

const open = (path: string, email: string, island: string) =>
  openAs(environment.browser, environment.server.origin, path, { email, island, viewport: PHONE });

test('on a phone, the table beside a chart has its values', async () => {
  const { email } = await environment.factory.staff();
  const page = await open('/admin/insights', email, 'admin-insights');
  const chart = page.locator('.chart').filter({ hasText: 'Volume' }).first();
  await chart.getByText('View as table').click();
  expect(await chart.getByRole('columnheader').allInnerTexts()).toEqual(['Week', 'Volume']);
  expect(await chart.getByRole('cell').first().innerText()).toMatch(/^[$]/);
});

test('on a phone, an order in the ledger is two lines: what and how much, status and what it waits for', async () => {
  const { factory } = environment;
  const order = await factory.anOrder();
  await factory.transaction((tx) => applyEvent(tx, order.id, 'confirm_payment', { actor: 'staff' }));
  const page = await open('/dashboard/earnings', order.seller.email, 'earnings');
  const row = page.getByRole('table', { name: 'Ledger' }).locator('tbody tr').first();
  const middleOf = (element: Locator) =>
    element.evaluate((of) => {
      const { top, bottom } = of.getBoundingClientRect();
      return Math.round((top + bottom) / 2);
    });
  const [what, amount] = [row.getByText('Order paid'), row.locator('[data-line=amount]')];
  const [badge, text] = [row.locator('.badge'), row.getByText('Waiting for shipment')];
  expect(Math.abs((await middleOf(what)) - (await middleOf(amount)))).toBeLessThan(4);
  expect(Math.abs((await middleOf(badge)) - (await middleOf(text.first())))).toBeLessThan(4);
  expect(await middleOf(badge)).toBeGreaterThan((await middleOf(what)) + 10);
  expect(await row.evaluate((of) => of.getBoundingClientRect().height)).toBeLessThan(80);
});

test("on a phone, the amounts of staff's orders end below each other, each status beside its dot", async () => {
  const { factory } = environment;
  const { email } = await factory.staff();
  const buyer = await factory.aBuyer({ name: 'Aligned Trading' });
  for (const status of ['awaiting_initial_payment', 'payment_pending', 'completed'] as const) {
    const { id } = await factory.anOrder({ buyer });
    await factory.db('purchase_orders').where({ id }).update({ status });
  }
  const page = await open('/admin/purchase_orders?query=Aligned+Trading', email, 'manage-purchase-orders');
  const edges = (selector: string, edge: 'right' | 'height') =>
    page
      .locator(selector)
      .evaluateAll((of, at) => of.map((one) => Math.round(one.getBoundingClientRect()[at])), edge);
  expect(new Set(await edges('td[data-line=amount]', 'right')).size).toBe(1);
  const heights = await edges('.order-status .badge', 'height');
  expect(heights).toHaveLength(3);
  expect(new Set(heights).size).toBe(1);
});
