import type { Page } from 'playwright-core';
import { unsubscribeToken } from '../../server/mail/unsubscribe-token';
import { showNotifications } from '../../server/notifications/contract';
import { findViolations } from '../support/axe';
import { useTestEnvironment } from '../support/test-environment';
import { openSignedIn } from './sign-in';

const environment = useTestEnvironment({ rateLimits: false });

const group = (page: Page, name: string) => page.getByRole('radiogroup', { name, exact: true });
const option = (page: Page, kind: string, name: string) =>
  group(page, kind).getByRole('radio', { name, exact: true });
const row = (page: Page, kind: string) => page.locator(`#emails-${kind}`);

async function open(kind: 'aBuyer' | 'aSeller' = 'aBuyer', expected: RegExp[] = []) {
  const person = await environment.factory[kind]();
  const page = await openSignedIn(environment.browser, environment.factory, person, { expected });
  await page.goto('/settings');
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Notifications' })
    .click();
  await page.locator('#settings-notifications[data-ready]').waitFor();
  const client = await environment.factory.as(person);
  const saved = async () =>
    Object.fromEntries(
      (await client.call(showNotifications, {})).body.choices.map(({ kind: of, email }) => [of, email]),
    );
  return { person, page, saved };
}

test.each(['aBuyer', 'aSeller'] as const)(
  '%s chooses by keyboard, and each choice is saved at once',
  async (kind) => {
    const { page, saved } = await open(kind);
    expect(await page.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
      'Offers and messages',
      'Orders and shipping',
      'Claims',
      ...(kind === 'aBuyer' ? ['Favorites'] : []),
      'Payments',
    ]);
    expect(await group(page, 'Claims').getByRole('radio').count()).toBe(2);
    expect(await row(page, 'payments').getByRole('radio').count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);

    await option(page, 'Offers and messages', 'Right away').focus();
    await page.keyboard.press('ArrowRight');
    await row(page, 'offers').getByText('Saved').waitFor();
    await option(page, 'Orders and shipping', 'Off').check();
    await row(page, 'orders').getByText('Saved').waitFor();
    await page.getByText('Daily', { exact: true }).nth(2).click();
    await row(page, 'claims').getByText('Saved').waitFor();
    expect(await saved()).toEqual({
      offers: 'daily',
      orders: 'off',
      claims: 'daily',
      payments: 'instant',
      ...(kind === 'aBuyer' && { favorites: 'instant' }),
    });
    expect(await findViolations(page)).toEqual([]);

    await page.reload();
    await page.locator('#settings-notifications[data-ready]').waitFor();
    expect(await option(page, 'Offers and messages', 'Daily').isChecked()).toBe(true);
    expect(await option(page, 'Orders and shipping', 'Off').isChecked()).toBe(true);
    await page.context().close();
  },
  60_000,
);

test('of choices in quick succession the last one stays', async () => {
  const { page, saved } = await open();
  await option(page, 'Orders and shipping', 'Right away').focus();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
  await row(page, 'orders').getByText('Saved').waitFor();
  expect(await option(page, 'Orders and shipping', 'Off').isChecked()).toBe(true);
  expect((await saved()).orders).toBe('off');
  await page.context().close();
});

test('a choice that was not saved says so, and is tried again', async () => {
  const { page, saved } = await open('aBuyer', [/503/]);
  await page.route('**/me/notifications', (route) => route.fulfill({ status: 503, body: '{}' }));
  await option(page, 'Offers and messages', 'Off').check();
  await row(page, 'offers').getByText("This choice wasn't saved.").waitFor();
  expect(await option(page, 'Offers and messages', 'Off').isChecked()).toBe(true);
  expect((await saved()).offers).toBe('instant');
  expect(await findViolations(page)).toEqual([]);
  await page.unroute('**/me/notifications');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await row(page, 'offers').getByText('Saved', { exact: true }).waitFor();
  expect((await saved()).offers).toBe('off');
  await page.context().close();
});

test('a mail turns its kind off by one button, without signing in', async () => {
  const person = await environment.factory.aBuyer();
  const { config } = environment.factory.services;
  const token = unsubscribeToken(config, { userId: person.id, topics: ['offers'] });
  const page = await environment.browser.newPage({ baseURL: environment.server.origin });
  await page.goto(`/unsubscribe/${token}`);
  await page.getByRole('heading', { name: 'Turn off offer emails?' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Turn Off' }).click();
  await page.getByText("You won't get offer emails anymore. Change this in Settings.").waitFor();
  expect(await findViolations(page)).toEqual([]);
  const client = await environment.factory.as(person);
  const { body } = await client.call(showNotifications, {});
  expect(body.choices[0]).toMatchObject({ kind: 'offers', email: 'off' });
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.waitForURL((url) => url.pathname === '/sign_in');
  await page.context().close();
});
