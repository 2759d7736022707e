import type { Page } from 'playwright-core';
import sharp from 'sharp';
import * as calls from '../../server/claims/contract';
import { resizeClaimPhoto } from '../../server/claims/photos';
import { claimsHarness } from '../claims/claims-harness';
import { findViolations } from '../support/axe';
import { runDueJobs } from '../support/jobs';
import { useTestEnvironment } from '../support/test-environment';
import { openSignedIn } from './sign-in';

const environment = useTestEnvironment({ rateLimits: false });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const claims = (page: Page) => page.getByRole('region', { name: 'Claims' });
const dialog = (page: Page) => page.getByRole('dialog');

const picture = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer();

/** Once a dialog has faded in: halfway its colors are paler. */
async function violations(page: Page) {
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  return findViolations(page);
}

async function look(page: Page, name: string) {
  if (process.env.CLAIM_SHOTS)
    await page.screenshot({ path: `${process.env.CLAIM_SHOTS}/${name}.png`, fullPage: true });
}

test('a claim with a photo: opened by the buyer, seen live and agreed to by the seller', async () => {
  const { factory, browser } = environment;
  const { anOrderIn } = claimsHarness(factory);
  const order = await anOrderIn('received');
  const buyer = await openSignedIn(browser, factory, order.buyer);
  const seller = await openSignedIn(browser, factory, order.seller);
  await seller.goto(`/my_orders/${order.id}`);
  await seller.locator('#order-detail[data-ready]').waitFor();
  await buyer.goto(`/my_orders/${order.id}`);
  await button(buyer, 'Report a Problem').first().click();

  await button(buyer, 'Send Claim').click();
  await dialog(buyer).getByText('Choose at least one item').waitFor();
  await dialog(buyer).getByLabel('Quantity affected').fill('3');
  await dialog(buyer).getByLabel('What went wrong').selectOption('damaged');
  await dialog(buyer).getByLabel('What happened').fill('Three of the mugs arrived broken.');
  await button(buyer, 'Send Claim').click();
  await dialog(buyer).getByText('Add at least one photo').first().waitFor();
  await dialog(buyer)
    .locator('input[type=file]')
    .setInputFiles({ name: 'broken.jpg', mimeType: 'image/jpeg', buffer: await picture() });
  await dialog(buyer).locator('.claim-photo:not([aria-busy])').waitFor();
  expect(await violations(buyer)).toEqual([]);
  await look(buyer, 'form');
  await button(buyer, 'Send Claim').click();
  await dialog(buyer).waitFor({ state: 'detached' });
  await claims(buyer).getByText('The seller answers by').waitFor();

  await claims(seller).getByText('Three of the mugs arrived broken.').waitFor();
  await runDueJobs(environment.server.services, [resizeClaimPhoto]);
  const photo = claims(seller).locator('.claim-photo img');
  await photo.waitFor();
  await photo.scrollIntoViewIfNeeded();
  await seller.waitForFunction(
    () => (document.querySelector('.claim-photo img') as HTMLImageElement | null)?.naturalWidth === 640,
  );
  expect(await violations(seller)).toEqual([]);
  await look(seller, 'seller');
  await claims(seller).getByText('Your earnings change by −$21.60.').waitFor();
  await button(seller, 'Agree and Refund $24.00').focus();
  await seller.keyboard.press('Enter');
  await dialog(seller).waitFor();
  expect(await violations(seller)).toEqual([]);
  await look(seller, 'agree');
  await dialog(seller).getByRole('button', { name: 'Agree and Refund $24.00' }).click();
  await claims(seller).getByText('Approved').waitFor();
  await claims(buyer).getByText('Approved').waitFor();
  await look(buyer, 'approved');
  await buyer.setViewportSize({ width: 390, height: 800 });
  await look(buyer, 'approved-390');
});

test('staff decide a disputed claim in its panel, and settle the refund', async () => {
  const { factory, browser } = environment;
  const { anOpenClaim } = claimsHarness(factory);
  const { order, claim } = await anOpenClaim();
  await order.sellerClient.call(calls.disputeClaim, { id: claim.id }, { message: 'All of it was packed.' });
  const staff = await openSignedIn(browser, factory, await factory.staff());
  await staff.goto('/admin/claims');
  await staff.locator('#claims[data-ready]').waitFor();
  await look(staff, 'staff-list');
  await staff.getByRole('link', { name: claim.claim_number }).click();
  await dialog(staff).getByText('All of it was packed.').waitFor();
  await button(staff, 'Approve Refund').click();
  await dialog(staff).getByText('Required').waitFor();
  await dialog(staff).getByLabel(`Refund for ${order.line.name}`).fill('10.00');
  await dialog(staff).getByLabel('Explanation').fill('One of the cartons was open.');
  expect(await violations(staff)).toEqual([]);
  await look(staff, 'staff-panel');
  await button(staff, 'Approve Refund').click();
  await dialog(staff).getByText('Refunded').first().waitFor();
  await staff.keyboard.press('Escape');
  await dialog(staff).waitFor({ state: 'detached' });
  await staff.getByRole('link', { name: 'Settle Refunds' }).click();
  await staff.locator('#payouts[data-ready]').waitFor();
  const row = staff.getByRole('row', { name: order.po_number });
  await row.getByRole('button', { name: 'Mark as Refunded' }).click();
  await dialog(staff).getByLabel('Reference').fill('Wire 7781');
  await look(staff, 'settle');
  await dialog(staff).getByRole('button', { name: 'Mark as Refunded' }).click();
  await dialog(staff).waitFor({ state: 'detached' });
  expect(await violations(staff)).toEqual([]);
});
