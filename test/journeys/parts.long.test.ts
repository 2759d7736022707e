import type { Page } from 'playwright-core';
import { type RunningApp, startApp } from '../support/app';
import { openBrowser, type TestBrowser } from '../support/browser';
import { developmentBuild } from '../support/roots';

/** The parts that every screen is made of, worked by keyboard, at /dev/components. */

let app: RunningApp;
let browser: TestBrowser;
let page: Page;

beforeAll(async () => {
  app = await startApp({ root: developmentBuild() });
  browser = await openBrowser();
});

beforeEach(async () => {
  page = await browser.newPage({ baseURL: app.origin, reducedMotion: 'reduce' });
  await page.goto('/dev/components');
  // Hydrated once uPlot, which comes last, has drawn.
  await page.locator('.chart-plot canvas').waitFor();
});

afterAll(async () => {
  await browser.close();
  await app.stop();
});

const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');

test.each([
  ['Open a dialog', 'There was an error!'],
  ['Ask first', 'Delete Blue Mug?'],
  ['Open the drawer', 'Your items'],
])('“%s” keeps Tab inside, closes by Esc and gives the focus back', async (opener, title) => {
  await page.getByRole('button', { name: opener }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.waitFor();
  for (let presses = 0; presses < 8; presses++) {
    await page.keyboard.press('Tab');
    const outside = await page.evaluate(() => {
      const active = document.activeElement;
      return active !== document.body && !active?.closest('dialog');
    });
    expect(outside).toBe(false);
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await focused()).toBe(opener);
});

test('a drawer closes automatically, but not while it is in use', async () => {
  await page.clock.install();
  await page.getByRole('button', { name: 'Open the drawer' }).click();
  const drawer = page.getByRole('dialog', { name: 'Your items' });
  await drawer.waitFor();
  await page.clock.runFor(4_000);
  await page.keyboard.press('ArrowDown');
  await page.clock.runFor(4_000);
  expect(await drawer.isVisible()).toBe(true);
  await page.clock.runFor(1_500);
  await drawer.waitFor({ state: 'detached' });
});

test('a toast goes after five seconds, waits while it is looked at, and can be closed', async () => {
  await page.clock.install();
  await page.getByRole('button', { name: 'Success toast' }).click();
  const toast = page.locator('.toast').filter({ hasText: 'Profile saved' });
  await toast.hover();
  await page.clock.runFor(8_000);
  expect(await toast.isVisible()).toBe(true);
  await page.mouse.move(0, 0);
  await page.clock.runFor(5_100);
  await toast.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Toast with a link' }).click();
  const link = page.locator('.toast a');
  expect(await link.getAttribute('href')).toBe('/my_offers');
  await page.locator('.toast').getByRole('button', { name: 'Close' }).click();
  await page.locator('.toast').waitFor({ state: 'detached' });
});

test('arrow keys move among tabs', async () => {
  await page.getByRole('tab', { name: /Needs your response/ }).focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.getByRole('tab', { name: /Waiting/ }).getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('End');
  expect(await page.getByRole('tab', { name: 'Closed' }).getAttribute('aria-selected')).toBe('true');
  expect(await page.getByRole('tabpanel').textContent()).toContain('closed');
});

test('a money field of digits reads cents, one with decimals reads dollars', async () => {
  const digits = page.getByLabel('Your counter');
  await digits.fill('450');
  expect(await digits.inputValue()).toBe('$4.50');
  const decimal = page.getByLabel('Unit price');
  await decimal.fill('$1,200.5');
  await decimal.blur();
  expect(await decimal.inputValue()).toBe('1,200.50');
});

test('units keep all their digits and show them in thousands', async () => {
  const units = page.getByLabel('Quantity', { exact: true });
  expect(await units.inputValue()).toBe('9,000,000,000,000,000,000');
  await units.fill('1,200');
  expect(await units.inputValue()).toBe('1,200');
});

test('Esc clears the search and leaves the focus in it', async () => {
  const search = page.getByRole('searchbox', { name: 'Search products' });
  await search.fill('mug');
  await page.keyboard.press('Escape');
  expect(await search.inputValue()).toBe('');
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
});

test('the header changes after ten pixels', async () => {
  const header = page.locator('.site-header');
  await page.mouse.wheel(0, 300);
  await page.locator('.site-header.scrolled').waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.locator('.site-header:not(.scrolled)').waitFor();
  expect(await header.count()).toBe(1);
});
