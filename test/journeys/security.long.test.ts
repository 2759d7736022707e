import { codeOf, withAuthenticator } from '../accounts/security/authenticator';
import { findViolations } from '../support/axe';
import { PASSWORD } from '../support/factories';
import { useTestEnvironment } from '../support/test-environment';
import { openSignedIn } from './sign-in';

const environment = useTestEnvironment({ rateLimits: false });

test('a person turns two-step verification on by keyboard, after proving who they are', async () => {
  const { browser, factory } = environment;
  const person = await factory.aBuyer();
  const page = await openSignedIn(browser, factory, person, { expected: [/403|422/] });
  await page.goto('/settings/security');
  await page.locator('#settings-security[data-ready]').waitFor();
  await factory.db('sign_ins').where({ user_id: person.id }).update({ confirmed_at: null });
  await page.getByRole('button', { name: 'Set Up Authenticator App' }).press('Enter');
  await page.getByRole('dialog', { name: "Confirm it's you" }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Set up your authenticator app' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  const secret = (await page.locator('.secret-key').innerText()).replaceAll(' ', '');
  const app = page.getByRole('link', { name: 'Open your authenticator app' });
  expect(await app.getAttribute('href')).toMatch(new RegExp(`^otpauth://totp/.*secret=${secret}`));
  await page.keyboard.type(codeOf(secret));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Save your recovery codes' }).waitFor();
  expect(await page.locator('.recovery-codes li').count()).toBe(10);
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  await page.getByText('10 recovery codes left').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.context().close();
}, 120_000);

test('a recovery code stands in for the app, and signs in', async () => {
  const { browser, factory, server } = environment;
  const person = await factory.aBuyer();
  const { recoveryCodes } = await withAuthenticator(factory, person);
  const page = await browser.newPage({ baseURL: server.origin, expected: [/401/] });
  await page.goto('/sign_in');
  await page.locator('#sign-in[data-ready]').waitFor();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByLabel('6-digit code').waitFor();
  await page.getByRole('button', { name: 'Use a Recovery Code' }).click();
  await page.getByRole('link', { name: 'Contact us', exact: true }).waitFor();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/all_products');
  expect((await page.request.get('/me')).status()).toBe(200);
  await page.context().close();
}, 120_000);
