import type { Page } from 'playwright-core';
import {
  createAnswerRule,
  deleteAnswerRule,
  updateAnswerRule,
} from '../../server/answers/offer-rules/contract';
import { waits } from '../../server/config/waits';
import { cents } from '../../server/contract/money';
import { findViolations } from '../support/axe';
import { Factory } from '../support/factories';
import { useTestEnvironment } from '../support/test-environment';
import { LIVE, live, openSignedIn } from './sign-in';

const environment = useTestEnvironment();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** From the page's first field to its end, by keyboard alone. */
async function type(page: Page, label: string, text: string) {
  await page.getByLabel(label).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

test('a seller sets a rule by keyboard; a buyer’s offer is answered in both windows, and the buyer hears of no rule', async () => {
  const factory = new Factory(environment.server);
  const buyer = await factory.aBuyer({ name: 'Maple Street Outlet' });
  const seller = await factory.aSeller({ name: 'Harrow & Pine' });
  const product = await factory.aProduct({ seller, name: 'Enamel mug', category: 'home' });
  const lines = [{ product, quantity: 20n, unit_price: cents(800) }];
  await factory.anOffer({ buyer, seller, state: 'draft', lines });
  const sellerPage = await openSignedIn(environment.browser, environment.factory, seller);
  const buyerPage = await openSignedIn(environment.browser, environment.factory, buyer);

  await sellerPage.goto('/dashboard/offer_rules');
  await sellerPage.getByText('You answer every offer yourself.').waitFor();
  expect(await findViolations(sellerPage)).toEqual([]);
  await button(sellerPage, 'Add Rule').focus();
  await sellerPage.keyboard.press('Enter');
  const dialog = sellerPage.getByRole('dialog', { name: 'New offer rule' });
  await dialog.waitFor();
  await sellerPage.keyboard.press('Control+Enter');
  await button(sellerPage, 'Save Rule').press('Enter');
  await dialog.getByText('Enter at least one limit').first().waitFor();
  await type(sellerPage, 'Accept at', '95');
  await type(sellerPage, 'Counter at', '92');
  await sellerPage.keyboard.press('Enter');
  await dialog.getByText('Counter must be at or above accept').first().waitFor();
  await type(sellerPage, 'Accept at', '90');
  await dialog.getByText('An offer at 81% of asking would be countered at 92%.').waitFor();
  expect(await findViolations(sellerPage)).toEqual([]);
  await sellerPage.getByLabel('Counter at').press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await sellerPage.waitForFunction(() => document.activeElement?.textContent === 'Add Rule', null, LIVE);
  const row = sellerPage.getByRole('row', { name: /All products/ });
  await row.getByText('0 of 20', { exact: true }).waitFor();
  expect(await findViolations(sellerPage)).toEqual([]);

  await sellerPage.goto('/my_offers');
  await live(sellerPage);
  await buyerPage.goto('/cart');
  await live(buyerPage);
  await button(buyerPage, 'Send Offer').click();
  await sellerPage.getByText('Your offer rules look at this soon. You can answer first.').waitFor(LIVE);
  await buyerPage.getByText('Your cart is empty.').waitFor();
  await buyerPage.goto('/my_offers');
  await live(buyerPage);
  // By itself, after the wait.
  const { to } = waits.short.answers;
  await sellerPage
    .getByText('Answered by your rule: All products, counter at 92%')
    .waitFor({ timeout: to + 2 * LIVE.timeout });
  await buyerPage.getByText('$184.00').first().waitFor(LIVE);
  expect(await buyerPage.locator('body').innerText()).not.toMatch(/\brule/i);
  expect(await buyerPage.content()).not.toMatch(/by_rule|rule_hold|answer_rule/);
  expect(await findViolations(buyerPage)).toEqual([]);

  await sellerPage.goto('/dashboard/offer_rules');
  await button(sellerPage, 'Delete rule for All products').press('Enter');
  const asked = sellerPage.getByRole('dialog', { name: 'Delete the rule for All products?' });
  await asked.waitFor();
  expect(await findViolations(sellerPage)).toEqual([]);
  await sellerPage.keyboard.press('Escape');
  await asked.waitFor({ state: 'detached' });
  expect(await sellerPage.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null)).toBe(
    'Delete rule for All products',
  );
  await sellerPage.keyboard.press('Enter');
  await asked.getByRole('button', { name: 'Delete Rule' }).press('Enter');
  await sellerPage.getByText('You answer every offer yourself.').waitFor();
  expect(await sellerPage.evaluate(() => document.activeElement === document.body)).toBe(false);
});

test('a rule that another window changed or deleted while it was edited', async () => {
  const factory = new Factory(environment.server);
  const seller = await factory.aSeller();
  const client = await factory.as(seller);
  const { body: rule } = await client.call(
    createAnswerRule,
    {},
    { rule: { scope: 'catalog', accept_at: 90 } },
  );
  const page = await openSignedIn(environment.browser, environment.factory, seller);
  await page.goto('/dashboard/offer_rules');
  const edit = button(page, 'Edit rule for All products');
  const dialog = page.getByRole('dialog', { name: 'Rule for All products' });
  await edit.click();
  await client.call(updateAnswerRule, { id: rule.id }, { rule: { accept_at: 85, version: rule.version } });
  await type(page, 'Counter at', '95');
  await button(page, 'Save Rule').press('Enter');
  await dialog.getByText('This rule changed. Review it and save again.').waitFor();
  await dialog.getByText('Accept at 85%, counter at –, decline below –, daily limit 20. Saving').waitFor();
  expect(await findViolations(page)).toEqual([]);
  expect(await page.getByLabel('Counter at').inputValue()).toBe('95');
  await button(page, 'Save Rule').press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const [saved] = await factory.db('answer_rules').where({ id: rule.id });
  expect([saved?.accept_at, saved?.counter_at]).toEqual([900, 950]);

  await edit.click();
  await client.call(deleteAnswerRule, { id: rule.id });
  await button(page, 'Save Rule').press('Enter');
  await page.getByText('This rule was deleted in another window.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('You answer every offer yourself.').waitFor();
  await page.waitForFunction(() => document.activeElement !== document.body, null, LIVE);
});

test('where a price is typed, buyers and sellers read what similar products sold for', async () => {
  const factory = new Factory(environment.server);
  const buyer = await factory.aBuyer();
  const seller = await factory.aSeller();
  const product = await factory.aProduct({ seller, category: 'home', condition: 'new', units: 500n });
  const guide = {
    category: 'home' as const,
    condition: 'new' as const,
    deals: 31,
    sellers: 6,
    buyers: 7,
    p25: 24,
    p50: 27,
    p75: 31,
  };
  await factory.db('price_guides').insert(guide);
  const deal = await factory.anOrder({
    buyer,
    seller,
    lines: [{ product, quantity: 144n, unit_price: cents(420) }],
  });
  await factory.db('purchase_orders').where({ id: deal.id }).update({ status: 'shipped' });
  const lines = [{ product, quantity: 20n, unit_price: cents(800) }];
  await factory.anOffer({ buyer, seller, state: 'draft', lines });
  const other = await factory.aBuyer();
  await factory.anOffer({ buyer: other, seller, lines });
  for (const [person, path, label, own] of [
    [buyer, '/cart', 'Unit price', 'You last paid $4.20 for 144 units on '],
    [seller, '/my_offers', /^Your price for/, 'You last sold this for $4.20 for 144 units on '],
    [buyer, `/all_products/${seller.seller_id}/${product.id}`, null, 'You last paid $4.20 for 144 units on '],
  ] as const) {
    const page = await openSignedIn(environment.browser, environment.factory, person);
    await page.goto(path);
    await live(page);
    if (label) await page.getByLabel(label).first().focus();
    await page.getByText(own).waitFor();
    await page
      .getByText('Similar products sold for 24–31% of MSRP (median 27%). Home, New. 25+ deals in 180 days.')
      .waitFor();
    expect(await findViolations(page)).toEqual([]);
    if (path === '/my_offers') await expectWholeRow(page, own);
  }
});

/** On a phone, the prices of a line stand in threes; the text below takes their whole width. */
async function expectWholeRow(page: Page, text: string) {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('.offer-toggle').click();
  await page.getByLabel(/^Your price for/).focus();
  const [note, row] = await page
    .getByText(text)
    .evaluate((element) =>
      [element, element.closest('tr')].map((one) => one?.getBoundingClientRect().width ?? 0),
    );
  expect(note).toBeGreaterThan(0.8 * (row ?? 0));
}
