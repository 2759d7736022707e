import type { Page } from 'playwright-core';
import type { Buyer, Seller } from '../../server/accounts/policy';
import { cents } from '../../server/contract/money';
import { findViolations } from '../support/axe';
import { useTestEnvironment } from '../support/test-environment';
import { openSignedIn } from './sign-in';

const environment = useTestEnvironment({ rateLimits: false });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, text: string) => page.locator('#settings-api tbody tr').filter({ hasText: text });

async function openApi(person: Buyer | Seller) {
  const page = await openSignedIn(environment.browser, environment.factory, person, {
    reducedMotion: 'reduce',
  });
  await page.goto('/settings/api');
  await page.locator('#settings-api[data-ready]').waitFor();
  return page;
}

test('an owner creates a key, rotates it, reads what was refused, and revokes it', async () => {
  const { factory } = environment;
  const page = await openApi(await factory.aBuyer({ name: 'Acme Retail' }));
  await page.getByText('No API keys yet.').waitFor();

  await button(page, 'Create API Key').click();
  await button(page, 'Create Key').click();
  await dialog(page).getByText('Choose at least one capability').waitFor();
  await dialog(page).getByText('Required').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await dialog(page).locator('[name=name]').fill('ERP sync');
  await dialog(page).getByText('Partners can see this name on purchase orders.').waitFor();
  await dialog(page).getByLabel('offers:write').check();
  expect(await dialog(page).getByLabel('offers:read').isChecked()).toBe(true);
  await dialog(page).getByLabel('orders:write').check();
  await dialog(page).getByLabel('orders:write').uncheck();
  await dialog(page).getByLabel('orders:read').uncheck();
  await dialog(page).getByLabel('Limit per order').fill('500');
  await button(page, 'Create Key').click();

  await dialog(page).getByText("Copy your key now. You won't see it again.").waitFor();
  const first = (await dialog(page).locator('code.secret-key').textContent()) ?? '';
  expect(first).toMatch(/^lwk_[0-9A-Za-z]{40}$/);
  expect(await findViolations(page)).toEqual([]);
  await button(page, 'Done').click();
  await page.getByRole('heading', { name: 'API keys (1)' }).waitFor();
  await row(page, 'ERP sync').getByText('offers:read, offers:write', { exact: true }).waitFor();
  await row(page, 'ERP sync').getByText('$500.00 per order', { exact: true }).waitFor();
  await row(page, 'ERP sync').getByText('Never').waitFor();
  expect(await page.content()).not.toContain(first);
  expect((await factory.byKey(first).request('GET', '/offers')).status).toBe(200);
  expect((await factory.byKey(first).request('GET', '/marketplace/purchase_orders')).status).toBe(403);

  await button(page, 'Actions for ERP sync').click();
  await page.getByRole('menuitem', { name: 'View Refused Calls' }).click();
  await dialog(page).getByText("The key doesn't have that capability").waitFor();
  expect(await findViolations(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();

  await button(page, 'Actions for ERP sync').click();
  await page.getByRole('menuitem', { name: 'Rotate' }).click();
  await dialog(page).getByLabel('The current secret stops working').selectOption('Right away');
  await button(page, 'Rotate Key').click();
  await dialog(page).getByText("Copy your key now. You won't see it again.").waitFor();
  const second = (await dialog(page).locator('code.secret-key').textContent()) ?? '';
  await button(page, 'Done').click();
  expect((await factory.byKey(first).request('GET', '/offers')).status).toBe(401);
  expect((await factory.byKey(second).request('GET', '/offers')).status).toBe(200);

  await button(page, 'Actions for ERP sync').click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await button(page, 'Revoke Key').click();
  await page.getByText('No API keys yet.').waitFor();
  expect((await factory.byKey(second).request('GET', '/offers')).status).toBe(401);
});

test.each([390, 768, 1440])('a list of keys fits %i px', async (width) => {
  const { factory } = environment;
  const owner = await factory.aSeller({ name: 'Northwind Outlet' });
  await factory.aKey(owner, { name: 'Warehouse scanner', capabilities: ['orders:read', 'orders:ship'] });
  await factory.aKey(owner, { name: 'A key with a name of sixty characters, as long as names can be' });
  const page = await openApi(owner);
  await page.setViewportSize({ width, height: 900 });
  await row(page, 'Warehouse scanner').waitFor();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  expect(await findViolations(page)).toEqual([]);
});

test('who is removed takes along the keys they created', async () => {
  const { factory } = environment;
  const owner = await factory.aBuyer();
  const leaver = await factory.aMember(owner, 'owner', { name: 'Anna Bauer' });
  const key = await factory.aKey(leaver, { limits: { order_limit_cents: cents(100) } });
  const page = await openSignedIn(environment.browser, factory, owner, { reducedMotion: 'reduce' });
  await page.goto('/settings/company');
  await page.locator('#settings-company[data-ready]').waitFor();
  await button(page, 'Actions for Anna Bauer').click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  expect(await dialog(page).getByLabel('Also revoke the 1 API key they created').isChecked()).toBe(true);
  expect(await findViolations(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('heading', { name: 'Members (1)' }).waitFor();
  expect((await key.client.request('GET', '/offers')).status).toBe(401);
});
