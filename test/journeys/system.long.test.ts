import type { Page } from 'playwright-core';
import { findViolations } from '../support/axe';
import { focused, openAs } from '../support/open-as';
import { useTestEnvironment } from '../support/test-environment';

const environment = useTestEnvironment({ rateLimits: false });

const factory = () => environment.factory;
const open = (email: string) =>
  openAs(environment.browser, environment.server.origin, '/admin/system', { email, island: 'system-status' });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Fails at its only attempt: the data names no email. */
async function aFailingJob() {
  const { rows } = await factory().db.raw<{ rows: [{ id: number }] }>(
    `select id::int from graphile_worker.add_job('mail-reset-link', '{}', max_attempts := 1)`,
  );
  return rows[0].id;
}

const lastAct = () => factory().db('audit_log').orderBy('id', 'desc').first();

test('staff see a failing job within 10 s, run it again, and discard another with a reason', async () => {
  const staff = await factory().staff();
  const buyer = await factory().aBuyer();
  const page = await open(staff.email);
  await page.getByText('All systems normal').waitFor();
  expect(await findViolations(page)).toEqual([]);

  const [first, second] = [await aFailingJob(), await aFailingJob()];
  await page.getByText('1 problem needs attention').waitFor({ timeout: 12_000 });
  await page.getByRole('link', { name: '2 failed jobs' }).waitFor();
  await button(page, `mail-reset-link #${first}`).click();
  await page.getByText('Enter email').waitFor();
  expect(await findViolations(page)).toEqual([]);

  // What was typed outlasts the refresh.
  await button(page, 'Discard Job').click();
  await page.getByRole('dialog').getByLabel('Reason').pressSequentially('Not');
  await page.waitForResponse((answer) => answer.url().endsWith('/admin/system') && answer.ok());
  expect(await page.getByRole('dialog').getByLabel('Reason').inputValue()).toBe('Not');
  await page.keyboard.press('Escape');
  expect(await focused(page)).toBe('Discard Job');

  const payload = JSON.stringify({ email: buyer.email });
  await factory().db.raw('update graphile_worker._private_jobs set payload = ?::json where id = ?', [
    payload,
    first,
  ]);
  await button(page, 'Retry Now').click();
  await button(page, `mail-reset-link #${first}`).waitFor({ state: 'detached' });
  expect(await lastAct()).toMatchObject({ action: 'job.retry', subject_id: first });

  await button(page, `mail-reset-link #${second}`).click();
  await button(page, 'Discard Job').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Discard Job' }).click();
  await dialog.getByText('Reason is required').first().waitFor();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByLabel('Reason').fill('Sent twice');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('All systems normal').waitFor();
  expect(await lastAct()).toMatchObject({ action: 'job.discard', after: { reason: 'Sent twice' } });
});

test('a payment job can be retried alone, a refused email discarded', async () => {
  const staff = await factory().staff();
  await factory().db.raw(
    `with added as (select id from graphile_worker.add_job('process-payment-event', '{"event_id": "evt_1"}', run_at := now() + interval '1 day'))
     select from added`,
  );
  await factory().db.raw(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'Stripe did not answer'`,
  );
  await factory().db('mails').insert({
    recipient: 'gone@example.com',
    subject: 'Your order shipped',
    text: 'Shipped',
    html: '<p>Shipped</p>',
    attempts: 1,
    last_error: '550 No such mailbox',
  });
  const page = await open(staff.email);
  await button(page, /^process-payment-event #/).click();
  await page.getByText('Payment jobs can be retried but not discarded.').waitFor();
  expect(await button(page, 'Discard Job').count()).toBe(0);
  const row = page.getByRole('row', { name: /Your order shipped/ });
  await row.getByText('550 No such mailbox').waitFor();
  await row.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Left the company');
  await page.keyboard.press('Enter');
  await page.getByText('Every email was sent.').waitFor();
  await button(page, 'Run Check').click();
  await page.getByText(/^Last check /).waitFor({ timeout: 30_000 });
});

test('to a buyer the page does not exist', async () => {
  const buyer = await factory().aBuyer();
  const page = await openAs(environment.browser, environment.server.origin, '/', { email: buyer.email });
  expect((await page.goto('/admin/system'))?.status()).toBe(404);
  const call = await page.request.get('/admin/system', { headers: { Accept: 'application/json' } });
  expect(call.status()).toBe(403);
});
