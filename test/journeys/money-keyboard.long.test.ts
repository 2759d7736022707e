import type { Page } from 'playwright-core';
import * as calls from '../../server/claims/contract';
import { releaseOrder } from '../../server/ledger/staff/contract';
import { claimsHarness } from '../claims/claims-harness';
import { Books } from '../ledger/books';
import { findViolations } from '../support/axe';
import { useTestEnvironment } from '../support/test-environment';
import { openSignedIn } from './sign-in';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const environment = useTestEnvironment({ rateLimits: false });

const dialog = (page: Page) => page.getByRole('dialog');

/** Tabs until the named control has the focus, as a person without a mouse does. */
async function tabTo(page: Page, name: RegExp) {
  for (let presses = 0; presses < 60; presses++) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element?.matches('a, button, input, textarea, select')) return '';
      const labels =
        element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null;
      return `${element.getAttribute('aria-label') ?? ''} ${labels?.[0]?.textContent ?? ''} ${element.textContent ?? ''}`;
    });
    if (name.test(focused)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No control named ${name} is reached by Tab`);
}

async function violations(page: Page) {
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  return findViolations(page);
}

test('by keyboard alone: a seller disputes, staff decide', async () => {
  const { factory, browser } = environment;
  const { order, claim } = await claimsHarness(factory).anOpenClaim();
  const seller = await openSignedIn(browser, factory, order.seller);
  await seller.goto(`/my_orders/${order.id}`);
  await seller.locator('article.claim').waitFor();
  await tabTo(seller, /Dispute Claim/);
  await seller.keyboard.press('Enter');
  await dialog(seller).waitFor();
  await tabTo(seller, /Why you dispute it/);
  await seller.keyboard.type('All of it was packed.');
  expect(await violations(seller)).toEqual([]);
  await tabTo(seller, /Dispute Claim/);
  await seller.keyboard.press('Enter');
  await dialog(seller).waitFor({ state: 'detached' });

  const staff = await openSignedIn(browser, factory, await factory.staff());
  await staff.goto('/admin/claims');
  await staff.locator('#claims[data-ready]').waitFor();
  await tabTo(staff, new RegExp(claim.claim_number));
  await staff.keyboard.press('Enter');
  await dialog(staff).getByText('All of it was packed.').waitFor();
  await tabTo(staff, /Refund for/);
  await staff.keyboard.press('Control+A');
  await staff.keyboard.type('8.00');
  await tabTo(staff, /Explanation/);
  await staff.keyboard.type('One of the cartons was open.');
  await tabTo(staff, /Approve Refund/);
  expect(await violations(staff)).toEqual([]);
  await staff.keyboard.press('Enter');
  await dialog(staff).getByText('Refunded').first().waitFor();
  const { body } = await order.buyerClient.call(calls.showClaim, { id: claim.id });
  expect(body.claim).toMatchObject({ status: 'approved', refund_cents: 800 });
});

test('by keyboard alone: staff create a payout and mark it as paid, with a hostile reference', async () => {
  const { factory, browser } = environment;
  const books = new Books(factory.app);
  const seller = await books.aSeller();
  const person = await books.staff();
  const order = await books.received(seller);
  await (await books.as(person)).call(releaseOrder, { id: order.id }, { reason: 'Known buyer' });
  const page = await openSignedIn(browser, factory, person);
  await page.goto('/admin/payouts');
  await page.locator('#payouts[data-ready]').waitFor();
  await tabTo(page, /Create Payout Batch/);
  await page.keyboard.press('Enter');
  await dialog(page).waitFor();
  await tabTo(page, /Create Batch/);
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Mark as Paid: PAY-/ }).waitFor();
  await tabTo(page, /^Mark as Paid: PAY-/);
  await page.keyboard.press('Enter');
  await dialog(page).waitFor();
  const hostile = '=HYPERLINK("http://x.example") <img src=x onerror=alert(1)>';
  await tabTo(page, /Reference/);
  await page.keyboard.type(hostile);
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: hostile }).waitFor();
  expect(await violations(page)).toEqual([]);
  const file = await page.getByRole('link', { name: /^Download PB-/ }).getAttribute('href');
  const csv = await (await page.request.get(file ?? '')).text();
  expect(csv).toContain(`'=HYPERLINK`);
  expect(await books.row(order.id)).toMatchObject({ status: 'completed' });
});
