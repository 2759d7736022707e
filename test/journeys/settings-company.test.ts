import type { Page } from 'playwright-core';
import type { Buyer } from '../../server/accounts/policy';
import { findViolations } from '../support/axe';
import { useTestEnvironment } from '../support/test-environment';
import { openSignedIn } from './sign-in';

const environment = useTestEnvironment({ rateLimits: false });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, text: string) =>
  page.locator('#settings-company tbody tr').filter({ hasText: text });

async function openCompany(person: Buyer) {
  const page = await openSignedIn(environment.browser, environment.factory, person, {
    // Axe reads faded colors while a dialog appears.
    reducedMotion: 'reduce',
  });
  await page.goto('/settings/company');
  await page.locator('#settings-company[data-ready]').waitFor();
  return page;
}

const openVisitor = () =>
  environment.browser.newPage({ baseURL: environment.server.origin, reducedMotion: 'reduce' });

const linkTo = async (email: string) =>
  /\/invitations\/[\w-]+/.exec(
    (await environment.factory.db('mails').where({ recipient: email }).orderBy('id', 'desc').first())?.text ??
      '',
  )?.[0] ?? '';

test('an owner invites a colleague, who joins, is given another role and is removed', async () => {
  const owner = await environment.factory.aBuyer({ name: 'Acme Retail' });
  const page = await openCompany(owner);
  await page.getByText("You're the only member. Invite colleagues so nobody shares a password.").waitFor();
  await page.getByRole('heading', { name: 'Members (1)' }).waitFor();

  await button(page, 'Invite Member').focus();
  await page.keyboard.press('Enter');
  await dialog(page).waitFor();
  await page.keyboard.type('anna@acme.example');
  expect(await dialog(page).locator('[name=email]').inputValue()).toBe('anna@acme.example');
  await dialog(page).getByLabel('Buys and negotiates within limits').check();
  await dialog(page).getByText('Orders above a limit need approval.').waitFor();
  await dialog(page).getByLabel('Limit per order').fill('500');
  expect(await findViolations(page)).toEqual([]);
  await button(page, 'Send Invitation').click();
  await row(page, 'anna@acme.example').getByText('Purchaser · $500.00 per order').waitFor();

  await button(page, 'Invite Member').click();
  await dialog(page).locator('[name=email]').fill('anna@acme.example');
  await button(page, 'Send Invitation').click();
  const taken = dialog(page).getByText('anna@acme.example already has an open invitation.');
  await taken.waitFor();
  expect(await taken.count()).toBe(1);
  expect(await dialog(page).locator('[name=email]').getAttribute('aria-invalid')).toBe('true');
  await dialog(page).locator('[name=email]').fill('anna.b@acme.example');
  await taken.waitFor({ state: 'detached' });
  await button(page, 'Cancel').click();

  const visitor = await openVisitor();
  const link = await linkTo('anna@acme.example');
  await visitor.goto(link);
  await visitor.getByRole('heading', { name: 'Join Acme Retail' }).waitFor();
  expect(await visitor.locator('header a[href="/sign_up"]').count()).toBe(0);
  await visitor.getByText('within limits. Limits: $500.00 per order.').waitFor();
  expect(await findViolations(visitor)).toEqual([]);
  await visitor.getByLabel('Full name').fill('Anna Bauer');
  await visitor.locator('[name=password]').fill('long-enough-1');
  await visitor.locator('[name=confirm_password]').fill('long-enough-1');
  await visitor.getByRole('button', { name: 'Join' }).click();
  await visitor.waitForURL('**/all_products');
  await visitor.getByText('You joined Acme Retail.').waitFor();
  const again = await openVisitor();
  await again.goto(link);
  await again.getByText('If you already joined, sign in.').waitFor();
  expect(await findViolations(again)).toEqual([]);
  await again.getByRole('link', { name: 'Sign In' }).last().click();
  await again.waitForURL('**/sign_in');

  await page.reload();
  await page.locator('#settings-company[data-ready]').waitFor();
  await row(page, 'Anna Bauer').getByText('$500.00 per order').waitFor();
  await button(page, 'Actions for Anna Bauer').click();
  await page.getByRole('menuitem', { name: 'Change Role' }).click();
  await dialog(page).getByLabel('Sees everything, changes nothing').check();
  await button(page, 'Save').click();
  await row(page, 'Anna Bauer').getByText('Viewer').waitFor();
  const activity = row(page, 'Anna Bauer').getByText(/^Two-step: Off · Last active: /);
  expect(await activity.isVisible()).toBe(false);
  await page.setViewportSize({ width: 390, height: 800 });
  await activity.waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 720 });

  await button(page, 'Actions for Anna Bauer').click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await dialog(page).getByRole('heading', { name: 'Remove Anna Bauer?' }).waitFor();
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('heading', { name: 'Members (1)' }).waitFor();
  await page.getByText(`${owner.full_name} removed Anna Bauer`).waitFor();
  expect(await findViolations(page)).toEqual([]);
});

test('a member who is no owner reads who else is there, and no more', async () => {
  const owner = await environment.factory.aBuyer();
  const page = await openCompany(await environment.factory.aMember(owner, 'viewer'));
  await page.getByRole('heading', { name: 'Members (2)' }).waitFor();
  await row(page, owner.email).getByText('Primary owner').waitFor();
  expect(await button(page, 'Invite Member').count()).toBe(0);
  expect(await page.getByRole('heading', { name: 'Activity' }).count()).toBe(0);
});

test('an account with open trade reads what keeps it, and moves once that is done', async () => {
  const { factory } = environment;
  const owner = await factory.aBuyer({ name: 'Acme Retail' });
  const moving = await factory.aBuyer();
  const offer = await factory.anOffer({ buyer: moving });
  const client = await factory.as(owner);
  await client.request('POST', '/company/invitations', { body: { email: moving.email, role: 'approver' } });
  const page = await openVisitor();
  await page.goto(await linkTo(moving.email));
  await page.getByText('1 offer is still open.').waitFor();
  await page.getByRole('link', { name: 'Sign In', exact: true }).last().waitFor();
  await factory.db('offers').where({ id: offer.id }).update({ state: 'rejected' });
  await page.reload();
  await page.locator('#accept-invitation[data-ready]').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Move to Acme Retail' }).click();
  await page.waitForURL('**/all_products');
  await page.getByText('You joined Acme Retail.').waitFor();
});

test('staff who deny a member read that it is about that person alone', async () => {
  const { factory } = environment;
  const owner = await factory.aBuyer({ name: 'Acme Retail' });
  await factory.aMember(owner, 'approver', { name: 'Anna Bauer' });
  const page = await openSignedIn(environment.browser, factory, await factory.staff(), {
    reducedMotion: 'reduce',
  });
  await page.goto('/admin/applications?query=Anna+Bauer');
  await page.locator('#applications[data-ready]').waitFor();
  await page.getByText('Anna Bauer, approver').waitFor();
  await button(page, 'Actions for Anna Bauer').click();
  await page.getByRole('menuitem', { name: 'Deny' }).click();
  await dialog(page).getByRole('heading', { name: 'Deny Anna Bauer?' }).waitFor();
  await dialog(page).getByText('Acme Retail and its other members can keep trading.').waitFor();
  await dialog(page).locator('.email-preview').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await button(page, 'Deny Member').click();
  await page.getByText('Anna Bauer denied.').waitFor();
  expect((await (await factory.as(owner)).request('GET', '/me')).status).toBe(200);
});
