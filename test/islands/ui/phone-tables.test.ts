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
