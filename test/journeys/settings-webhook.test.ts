import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { Buyer, Seller } from '../../server/accounts/policy';
import { eventJobs } from '../../server/events/jobs';
import { findViolations } from '../support/axe';
import { runDueJobs } from '../support/jobs';
import { useTestEnvironment } from '../support/test-environment';
import { openSignedIn } from './sign-in';

const environment = useTestEnvironment({ rateLimits: false });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

async function open(person: Buyer | Seller) {
  const page = await openSignedIn(environment.browser, environment.factory, person, {
    reducedMotion: 'reduce',
  });
  await page.goto('/settings/api');
  await page.locator('#settings-api[data-ready]').waitFor();
  return page;
}

const receiverUrl = (rest: string) => `${environment.server.origin}/dev/webhooks/${rest}`;
const deliver = () => runDueJobs(environment.server.services, eventJobs);

/** With SHOTS, pictures of the page at each width and in both schemes. */
async function look(page: Page, name: string) {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 768, 1440]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      expect(await findViolations(page)).toEqual([]);
      if (!process.env.SHOTS) continue;
      mkdirSync(process.env.SHOTS, { recursive: true });
      await page.screenshot({
        path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png`,
        fullPage: true,
      });
    }
  await page.emulateMedia({ colorScheme: 'light' });
}

test('an owner adds an endpoint, sends a test event, reads its attempts, replays it and rotates the secret', async () => {
  const { factory } = environment;
  const page = await open(await factory.aBuyer({ name: 'Acme Retail' }));
  await page.getByText('No endpoints yet.').waitFor();

  await button(page, 'Add Endpoint').click();
  await dialog(page).locator('[name=url]').fill('https://localhost/hook');
  await dialog(page).getByRole('button', { name: 'Add Endpoint' }).click();
  await dialog(page)
    .getByText("This address can't be reached from the internet. Use a public https address.")
    .waitFor();
  await look(page, 'add');
  await dialog(page).locator('[name=url]').fill(receiverUrl('erp?status=503&times=1'));
  await dialog(page).getByLabel('Orders').check();
  await dialog(page).getByRole('button', { name: 'Add Endpoint' }).click();
  await dialog(page).getByText("Copy your signing secret now. You won't see it again.").waitFor();
  const secret = (await dialog(page).locator('code.secret-key').textContent()) ?? '';
  expect(secret).toMatch(/^whsec_/);
  await look(page, 'secret');
  await button(page, 'Done').click();
  await page.getByRole('heading', { name: 'Webhooks (1)' }).waitFor();
  await look(page, 'list');

  await page.getByRole('link', { name: /dev\/webhooks\/erp/ }).click();
  await page.locator('#settings-webhook[data-ready]').waitFor();
  await page.getByText('Nothing has been sent yet.').waitFor();
  expect(await page.getByRole('link', { name: 'API', exact: true }).getAttribute('aria-current')).toBe(
    'page',
  );
  await button(page, 'Send Test Event').click();
  await page.getByText('Not tried yet').waitFor();
  await deliver();
  // Without a reload: the page looks again while something is to be sent.
  await page.getByText(/^503 · /).waitFor();
  await page.getByRole('button', { name: /^Attempts of webhook.test/ }).click();
  await dialog(page).getByRole('cell', { name: '503' }).waitFor();
  await look(page, 'attempts');
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: /^Replay webhook.test/ }).click();
  await page.getByText('Sending the event again.').waitFor();
  await deliver();
  await page.getByText('Delivered', { exact: true }).waitFor();
  await look(page, 'endpoint');

  await button(page, 'Replay Events').click();
  await look(page, 'replay');
  await dialog(page).getByRole('button', { name: 'Replay Events' }).click();
  await page.getByText('No events in that time.').waitFor();

  await button(page, 'More actions for this endpoint').click();
  await page.getByRole('menuitem', { name: 'Rotate Secret' }).click();
  await dialog(page).getByRole('button', { name: 'Rotate Secret' }).click();
  await dialog(page).getByText("Copy your signing secret now. You won't see it again.").waitFor();
  expect(await dialog(page).locator('code.secret-key').textContent()).not.toBe(secret);
  await button(page, 'Done').click();
  await page.getByText('Old secret works until').waitFor();

  await button(page, 'More actions for this endpoint').click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await dialog(page).getByRole('button', { name: 'Disable Endpoint' }).click();
  await page.getByText('This endpoint is disabled').waitFor();
  await look(page, 'disabled');
  await button(page, 'Enable Endpoint').click();
  await page.getByText('Active', { exact: true }).waitFor();

  await button(page, 'More actions for this endpoint').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog(page).getByRole('button', { name: 'Delete Endpoint' }).click();
  await page.waitForURL('**/settings/api');
  await page.getByText('No endpoints yet.').waitFor();
});
