import type { Page } from 'playwright-core';
import { releaseOrder } from '../../server/ledger/staff/contract';
import { Books } from '../ledger/books';
import { findViolations } from '../support/axe';
import { openAs } from '../support/open-as';
import { useTestEnvironment } from '../support/test-environment';

const environment = useTestEnvironment({ rateLimits: false });

const booksOf = () => new Books(environment.factory.app);
const open = (email: string, path: string, island: string) =>
  openAs(environment.browser, environment.server.origin, path, { email, island });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const figure = (page: Page, label: string) =>
  page.locator('.figure', { hasText: label }).locator('b').innerText();

test('staff pay a seller out, and the seller sees each step live and reads the payout', async () => {
  const books = booksOf();
  const seller = await books.aSeller({ name: 'Harrow & Pine' });
  const staff = await books.staff();
  const order = await books.received(seller);
  const earnings = await open(seller.email, '/dashboard/earnings', 'earnings');
  expect(await figure(earnings, 'Pending')).toBe('$72.00');
  await (await books.as(staff)).call(releaseOrder, { id: order.id }, { reason: 'Known buyer' });
  await earnings.locator('.figure', { hasText: 'Available' }).getByText('$72.00').waitFor();
  expect(await findViolations(earnings)).toEqual([]);

  const payouts = await open(staff.email, '/admin/payouts', 'payouts');
  await button(payouts, 'Create Payout Batch').click();
  await payouts.getByText('Total $72.00').waitFor();
  expect(await findViolations(payouts)).toEqual([]);
  await button(payouts, 'Create Batch').click();
  await button(payouts, /^Mark as Paid: PAY-/).waitFor();
  await earnings.locator('.figure', { hasText: 'In payout' }).getByText('$72.00').waitFor();

  await button(payouts, /^Mark as Paid: PAY-/).click();
  await button(payouts, 'Mark as Paid').click();
  await payouts.getByRole('dialog').getByText('Required').first().waitFor();
  await payouts.getByRole('textbox', { name: 'Reference' }).fill('Wire 4711');
  expect(await findViolations(payouts)).toEqual([]);
  await payouts.keyboard.press('Enter');
  await payouts.getByRole('dialog').waitFor({ state: 'detached' });
  await payouts
    .getByRole('row', { name: /PAY-/ })
    .getByRole('cell', { name: /Wire 4711/ })
    .waitFor();

  await earnings.locator('.figure', { hasText: 'Paid out' }).getByText('$72.00').waitFor();
  await button(earnings, /^View PAY-/).click();
  await earnings.getByRole('dialog').getByText(order.po_number).waitFor();
  await earnings.getByRole('dialog').evaluate(async (dialog) => {
    await Promise.all(dialog.getAnimations({ subtree: true }).map(({ finished }) => finished));
  });
  expect(await findViolations(earnings)).toEqual([]);
  await earnings.keyboard.press('Escape');
  await button(earnings, 'Orders').click();
  await earnings.getByRole('table', { name: 'Ledger' }).getByText(order.po_number).waitFor();
  const statement = earnings.getByRole('link', { name: 'Download Statement' });
  const answer = await earnings.request.get((await statement.getAttribute('href')) ?? '');
  expect(await answer.text()).toContain(order.po_number);
  expect(await books.row(order.id)).toMatchObject({ status: 'completed' });
});

test('a void payout, a note where to pay, and a seller below zero', async () => {
  const books = booksOf();
  const seller = await books.aSeller({ name: 'Cobalt Supply' });
  const staff = await books.staff();
  const order = await books.received(seller);
  await (await books.as(staff)).call(releaseOrder, { id: order.id }, { reason: 'Known buyer' });
  const payouts = await open(staff.email, '/admin/payouts', 'payouts');
  await payouts.getByRole('button', { name: 'Add note for Cobalt Supply' }).click();
  await payouts.getByRole('textbox', { name: 'Note' }).fill('By wire, see vault 12');
  await button(payouts, 'Save Note').click();
  await payouts.getByText('By wire, see vault 12').first().waitFor();
  for (const act of ['Void', 'Pay'] as const) {
    await button(payouts, 'Create Payout Batch').click();
    await button(payouts, 'Create Batch').click();
    await payouts.getByRole('dialog').waitFor({ state: 'detached' });
    await button(payouts, act === 'Void' ? /^Void Payout PAY-/ : /^Mark as Paid: PAY-/)
      .first()
      .click();
    await payouts
      .getByRole('textbox', { name: act === 'Void' ? 'Reason' : 'Reference' })
      .fill('Wrong account');
    await button(payouts, act === 'Void' ? 'Void Payout' : 'Mark as Paid').click();
    await payouts.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await books.refund(order.id, { goods: 1_000 });
  const earnings = await open(seller.email, '/dashboard/earnings', 'earnings');
  await earnings.getByText('Your balance is −$9.00').waitFor();
  expect(await findViolations(earnings)).toEqual([]);
});

test('without a paid order, earnings and payouts say what will be there', async () => {
  const books = booksOf();
  const seller = await books.aSeller();
  const earnings = await open(seller.email, '/dashboard/earnings', 'earnings');
  await earnings.getByText('Your earnings appear here after your first paid order.').waitFor();
  expect(await findViolations(earnings)).toEqual([]);
});
