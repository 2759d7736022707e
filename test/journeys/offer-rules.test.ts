import type { Page } from 'playwright-core';
import { cents } from '../../server/contract/money';
import { rulesHarness } from '../answers/rules-harness';
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
  const { answerNow } = rulesHarness(factory);
  const buyer = await factory.aBuyer({ name: 'Maple Street Outlet' });
  const seller = await factory.aSeller({ name: 'Harrow & Pine' });
  const product = await factory.aProduct({ seller, name: 'Enamel mug', category: 'home' });
  const lines = [{ product, quantity: 20n, unit_price: cents(800) }];
  const offer = await factory.anOffer({ buyer, seller, state: 'draft', lines });
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
  await dialog.getByText('Enter at least one limit.').first().waitFor();
  await type(sellerPage, 'Accept at', '95');
  await type(sellerPage, 'Counter at', '92');
  await sellerPage.keyboard.press('Enter');
  await dialog.getByText('Counter must be at or above accept.').first().waitFor();
  await type(sellerPage, 'Accept at', '90');
  await dialog.getByText('An offer at 81% of asking would be countered at 92%.').waitFor();
  expect(await findViolations(sellerPage)).toEqual([]);
  await sellerPage.getByLabel('Counter at').press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  const row = sellerPage.getByRole('row', { name: /All products/ });
  await row.getByText('0 of 20').waitFor();
  expect(await findViolations(sellerPage)).toEqual([]);

  await buyerPage.goto('/cart');
  await live(buyerPage);
  await button(buyerPage, 'Send Offer').click();
  await buyerPage.getByText('Your cart is empty.').waitFor();
  for (const page of [buyerPage, sellerPage]) {
    await page.goto('/my_offers');
    await live(page);
  }
  await answerNow(offer.id);
  await sellerPage.getByText('Answered by your rule: All products, counter at 92%').waitFor(LIVE);
  await buyerPage.getByText('$184.00').first().waitFor(LIVE);
  expect(await buyerPage.locator('body').innerText()).not.toMatch(/\brule/i);
  expect(await buyerPage.content()).not.toMatch(/by_rule|rule_hold|answer_rule/);
  expect(await findViolations(buyerPage)).toEqual([]);
});

test('where a price is typed, buyers and sellers read what similar products sold for', async () => {
  const factory = new Factory(environment.server);
  const buyer = await factory.aBuyer();
  const seller = await factory.aSeller();
  const product = await factory.aProduct({ seller, category: 'home', condition: 'new' });
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
  const lines = [{ product, quantity: 20n, unit_price: cents(800) }];
  await factory.anOffer({ buyer, seller, state: 'draft', lines });
  const other = await factory.aBuyer();
  await factory.anOffer({ buyer: other, seller, lines });
  for (const [person, path, label] of [
    [buyer, '/cart', 'Unit price'],
    [seller, '/my_offers', /^Your price for/],
  ] as const) {
    const page = await openSignedIn(environment.browser, environment.factory, person);
    await page.goto(path);
    await live(page);
    await page.getByLabel(label).first().focus();
    await page
      .getByText('Similar products sold for 24–31% of MSRP (median 27%). Home, New. 25+ deals in 180 days.')
      .waitFor();
    expect(await findViolations(page)).toEqual([]);
  }
});
