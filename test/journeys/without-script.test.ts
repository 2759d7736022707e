import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { mailbox } from '../../server/development/queries';
import { PASSWORD } from '../support/factories';
import { useTestEnvironment } from '../support/test-environment';

const environment = useTestEnvironment();

/** A visitor without JavaScript. */
async function visitor(path: string): Promise<Page> {
  const page = await environment.browser.newPage({ javaScriptEnabled: false, expected: [/422/] });
  await page.goto(environment.server.origin + path);
  return page;
}

const press = (page: Page, name: string) =>
  Promise.all([page.waitForLoadState(), page.getByRole('button', { name, exact: true }).click()]);

/** Waits for the worker. Fails with the test's own limit. */
async function mailedResetLink(email: string): Promise<string> {
  for (;;) {
    const mail = (await mailbox(environment.factory.db)).find(({ to }) => to === email);
    const [link] = /\/reset_password\?reset_password_token=[\w-]+/.exec(mail?.text ?? '') ?? [];
    if (link) return link;
    await pause(50);
  }
}

test('signing in: a wrong password keeps the email, the right one leads where one was going', async () => {
  const { email } = await environment.factory.aBuyer();
  const page = await visitor('/cart');
  await page.getByLabel('Email').fill(email);
  await page.locator('[name=password]').fill('not the one');
  await press(page, 'Continue');
  await page.getByRole('alert').getByText('Incorrect email or password').waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
  expect(await page.locator('[name=password]').inputValue()).toBe('');
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('[name=password]').press('Enter');
  await page.waitForURL('**/cart');
});

test('applying, as a buyer and as a seller', async () => {
  const page = await visitor('/sign_up');
  await page.locator('[name=kind][value=sell]').check();
  await press(page, 'Next');
  await page.waitForURL('**/sign_up/sell');
  await page.locator('[name=seller_name]').fill('Plain "Brand" & Sons');
  await press(page, 'Apply');
  await page.getByRole('alert').waitFor();
  expect(await page.locator('[name=seller_name]').inputValue()).toBe('Plain "Brand" & Sons');
  await page.locator('[name=email]').fill('plain@example.com');
  await page.locator('[name=seller_category]').selectOption('Toys');
  await press(page, 'Apply');
  await page.waitForURL('**/sign_up/sell/confirmation');
});

test('contact, a forgotten password and its reset', async () => {
  const page = await visitor('/contact_us');
  for (const [name, value] of Object.entries({
    name: 'Ann',
    email: 'ann@example.com',
    subject: 'Hi',
    message: '',
  }))
    await page.locator(`[name=${name}]`).fill(value);
  await press(page, 'Send Message');
  await page.getByRole('alert').waitFor();
  expect(await page.locator('[name=subject]').inputValue()).toBe('Hi');
  await page.locator('[name=message]').fill('A question');
  await press(page, 'Send Message');
  await page.getByText("Request sent! We'll reply by email.").waitFor();

  const person = await environment.factory.aBuyer();
  await page.goto(`${environment.server.origin}/forgot_password`);
  await page.locator('[name=email]').fill(person.email);
  await press(page, 'Continue');
  await page.waitForURL('**/forgot_password/confirmation');
  await page.goto(environment.server.origin + (await mailedResetLink(person.email)));
  await page.locator('[name=password]').fill('a new password');
  await page.locator('[name=confirm_password]').fill('a new password');
  await press(page, 'Continue');
  await page.waitForURL('**/all_products');
  await page.getByText('Password changed.').waitFor();
});

describe('with scripts', () => {
  test('a form that was sent before they arrived keeps what was typed', async () => {
    const page = await environment.browser.newPage({ expected: [/422/] });
    await page.goto(`${environment.server.origin}/contact_us`);
    await page.locator('[name=subject]').fill('Kept');
    await page.locator('[name=message]').fill('Kept, too');
    await Promise.all([
      page.waitForEvent('load'),
      page.evaluate(() => document.querySelector<HTMLFormElement>('form[method=post]')?.submit()),
    ]);
    await page.getByRole('alert').first().waitFor();
    await page.locator('#contact-us[data-ready]').waitFor();
    expect(await page.locator('[name=subject]').inputValue()).toBe('Kept');
    await page.locator('[name=name]').fill('Ann');
    await page.locator('[name=email]').fill('ann@example.com');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await page.getByRole('dialog', { name: 'Request sent!' }).waitFor();
  });

  test('so does one with a choice', async () => {
    const page = await environment.browser.newPage({ expected: [/422/] });
    await page.goto(`${environment.server.origin}/sign_up/sell`);
    await page.locator('[name=seller_category]').selectOption('Toys');
    await Promise.all([
      page.waitForEvent('load'),
      page.evaluate(() => document.querySelector<HTMLFormElement>('form[method=post]')?.submit()),
    ]);
    await page.locator('#seller-application[data-ready]').waitFor();
    expect(await page.locator('[name=seller_category]').inputValue()).toBe('Toys');
    await page.locator('[name=seller_name]').fill('Brand');
    await page.locator('[name=email]').fill('choice@example.com');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL('**/sign_up/sell/confirmation');
  });

  test('a link of data-turbo-method works with the verb it names', async () => {
    // Signing out may overtake what the page it leaves still asks.
    const page = await environment.browser.newPage({ expected: [/401 for GET .*\/header\/badges/] });
    const { email } = await environment.factory.aBuyer();
    await page.goto(`${environment.server.origin}/sign_in`);
    await page.locator('[name=email]').fill(email);
    await page.locator('[name=password]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/all_products');
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/logout', textContent: 'Leave' });
      link.dataset.turboMethod = 'delete';
      document.querySelector('main')?.prepend(link);
    });
    await page.getByText('Leave').click();
    await page.getByText('Signed out.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });
});
