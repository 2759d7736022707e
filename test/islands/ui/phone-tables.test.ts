import type { Locator } from 'playwright-core';
import { applyEvent } from '../../../server/orders/transitions';
import { openAs } from '../../support/open-as';
import { useTestEnvironment } from '../../support/test-environment';

const environment = useTestEnvironment();

const PHONE = { width: 390, height: 844 };

const open = (path: string, email: string, island: string) =>
  openAs(environment.browser, environment.server.origin, path, { email, island, viewport: PHONE });

const rightOf = (element: Locator) => element.evaluate((of) => Math.round(of.getBoundingClientRect().right));

test('on a phone, the table beside a chart has its values', async () => {
  const { email } = await environment.factory.staff();
  const page = await open('/admin/insights', email, 'admin-insights');
  const chart = page.locator('.chart').filter({ hasText: 'Volume' }).first();
  await chart.getByText('View as table').click();
  expect(await chart.getByRole('columnheader').allInnerTexts()).toEqual(['Week', 'Volume']);
  expect(await chart.getByRole('cell').first().innerText()).toMatch(/^[$]/);
});

test('on a phone, a badge and its explanation stand below each other at the right', async () => {
  const { factory } = environment;
  const order = await factory.anOrder();
  await factory.transaction((tx) => applyEvent(tx, order.id, 'confirm_payment', { actor: 'staff' }));
  const page = await open('/dashboard/earnings', order.seller.email, 'earnings');
  const cell = page.getByRole('table', { name: 'Ledger' }).locator('td[data-label=Status]').first();
  const [badge, text] = [cell.locator('.badge'), cell.getByText('Waiting for shipment')];
  expect(await rightOf(badge)).toBe(await rightOf(cell));
  expect(await rightOf(text)).toBe(await rightOf(cell));
  const below = await text.evaluate((of) => of.getBoundingClientRect().top);
  expect(below).toBeGreaterThan(await badge.evaluate((of) => of.getBoundingClientRect().top + 10));
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
