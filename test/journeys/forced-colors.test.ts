import type { Locator } from 'playwright-core';
import { useTestEnvironment } from '../support/test-environment';
import { openSignedIn } from './sign-in';

const environment = useTestEnvironment();

const color = (element: Locator, property: string, pseudo?: string) =>
  element.evaluate((of, [name, part]) => getComputedStyle(of, part).getPropertyValue(name), [
    property,
    pseudo,
  ] as const);

test('in forced colors, what a background meant is still visible', async () => {
  const { factory, browser } = environment;
  const buyer = await factory.aBuyer();
  const order = await factory.anOrder({ buyer });
  const page = await openSignedIn(browser, factory, buyer, { forcedColors: 'active' });
  await page.goto('/my_offers');
  const canvas = await color(page.locator('body'), 'background-color');
  const nav = page.locator('.site-nav');
  const tabs = page.locator('main .tabs a');
  expect(await color(nav.locator('a:not([aria-current]) .dot').first(), 'background-color')).not.toBe(canvas);
  expect(await color(nav.locator('[aria-current]'), 'background-color')).not.toBe(canvas);
  expect(await color(nav.getByText('My Orders'), 'background-color')).not.toBe(
    await color(nav.locator('[aria-current]'), 'background-color'),
  );
  await page.goto('/settings/addresses');
  expect(await color(tabs.and(page.locator('[aria-current=page]')), 'border-bottom-color')).not.toBe(canvas);
  expect(await color(tabs.and(page.locator(':not([aria-current])')).first(), 'border-bottom-color')).toBe(
    canvas,
  );
  await page.goto(`/my_orders/${order.id}`);
  const steps = page.locator('.steps > li');
  const [first, last] = await Promise.all([
    color(steps.first(), 'border-top-width', '::before'),
    color(steps.last(), 'border-top-width', '::before'),
  ]);
  expect(first).not.toBe(last);
  await page.context().close();
});

test('in forced colors, the dot of the page that is open and the bars of a chart are told apart', async () => {
  const { factory, browser } = environment;
  const { buyer } = await factory.anOrder();
  const page = await openSignedIn(browser, factory, buyer, { forcedColors: 'active' });
  await page.goto('/my_orders');
  const current = page.locator('.site-nav [aria-current]');
  expect(await color(current.locator('.dot'), 'background-color')).not.toBe(
    await color(current, 'background-color'),
  );
  await page.context().close();
  const desk = await openSignedIn(browser, factory, await factory.staff(), { forcedColors: 'active' });
  await desk.goto('/admin/insights');
  const canvas = await color(desk.locator('body'), 'background-color');
  const [sent, accepted] = await Promise.all(
    ['Sent', 'Accepted'].map((name) =>
      color(desk.locator('.chart-legend li').getByText(name), 'background-color', '::before'),
    ),
  );
  expect(new Set([canvas, sent, accepted]).size).toBe(3);
  await desk.context().close();
});
