import type { Page } from 'playwright-core';
import { cents } from '../../server/contract/money';
import { offerStates } from '../../server/offers/state-contract';
import { useTestEnvironment } from '../support/test-environment';
import { LIVE, live, openSignedIn } from './sign-in';

const environment = useTestEnvironment();

const card = (page: Page) => page.locator('.offer-card');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function offersOf(person: Parameters<typeof openSignedIn>[2]) {
  const page = await openSignedIn(environment.browser, environment.factory, person);
  await page.goto('/my_offers');
  await live(page);
  return page;
}

test('carts and accepted offers are not in the list; the others say whose turn it is', async () => {
  const [buyer, seller] = [await environment.factory.aBuyer(), await environment.factory.aSeller()];
  const numbers: Record<string, string> = {};
  for (const state of offerStates)
    numbers[state] = (await environment.factory.anOffer({ buyer, seller, state })).offer_number;
  const [buyerPage, sellerPage] = [await offersOf(buyer), await offersOf(seller)];
  for (const page of [buyerPage, sellerPage])
    expect((await page.locator('.offer-card h3').allInnerTexts()).sort()).toEqual(
      [numbers.seller_review, numbers.buyer_review, numbers.rejected].sort(),
    );
  const badgeOf = (page: Page, state: string) =>
    card(page)
      .filter({ hasText: numbers[state] ?? '' })
      .locator('.badge')
      .first()
      .innerText();
  expect(await badgeOf(buyerPage, 'seller_review')).toBe('Sent for review');
  expect(await badgeOf(sellerPage, 'seller_review')).toBe('Ready for review');
  expect(await badgeOf(buyerPage, 'buyer_review')).toBe('Ready for review');
  expect(await badgeOf(sellerPage, 'buyer_review')).toBe('Sent for review');
  expect(await badgeOf(buyerPage, 'rejected')).toBe('Rejected');
  expect(await sellerPage.getByText('After fees').count()).toBe(3);
  expect(await buyerPage.getByText('After fees').count()).toBe(0);
}, 60_000);

test('a rejection carries its note to the other side, and the history keeps it', async () => {
  const offer = await environment.factory.anOffer({ state: 'seller_review' });
  const [buyerPage, sellerPage] = [await offersOf(offer.buyer), await offersOf(offer.seller)];
  await button(sellerPage, 'Reject').click();
  const dialog = sellerPage.getByRole('dialog', { name: /^Reject offer OF-\d+\?$/ });
  await dialog.getByLabel(/^Message to /).fill('Too <b>low</b> for us, sorry.');
  await dialog.getByRole('button', { name: 'Reject Offer' }).click();
  await card(sellerPage).locator('.badge').getByText('Rejected').waitFor();
  // The focus stays on the offer when its card moves.
  await sellerPage.waitForFunction(() => document.activeElement?.closest('.offer-card') !== null);
  await card(buyerPage).locator('.badge').getByText('Rejected').waitFor(LIVE);
  await card(buyerPage).getByText('History').click();
  const steps = card(buyerPage).getByRole('list', { name: 'History of the offer' });
  await steps.getByText('Seller rejected').waitFor();
  await steps.getByText('Too <b>low</b> for us, sorry.').waitFor();
  await steps.getByText('Buyer sent the offer').waitFor();
  // The finished offer leaves once the buyer has seen it.
  if (await button(buyerPage, 'Show').isVisible()) await button(buyerPage, 'Show').click();
  for (const page of [buyerPage, sellerPage])
    for (const name of ['Accept Offer', 'Submit Counter', 'Reject', 'Withdraw Offer', 'Withdraw Counter'])
      expect(await button(page, name).count()).toBe(0);
}, 60_000);

test('the buyer withdraws an offer, the seller takes a counter back', async () => {
  const offer = await environment.factory.anOffer({
    state: 'buyer_review',
    lines: [{ unit_price: cents(700) }],
  });
  const [buyerPage, sellerPage] = [await offersOf(offer.buyer), await offersOf(offer.seller)];
  await button(buyerPage, 'Accept Offer').waitFor();
  await button(sellerPage, 'Withdraw Counter').click();
  await sellerPage.getByRole('dialog').getByRole('button', { name: 'Withdraw Counter' }).click();
  await button(sellerPage, 'Accept Offer').waitFor();
  await card(sellerPage).locator('.your-input input').waitFor();
  expect(await card(sellerPage).locator('.your-input input').inputValue()).toBe('$7.00');
  await button(buyerPage, 'Withdraw Offer').waitFor(LIVE);
  await button(buyerPage, 'Withdraw Offer').click();
  await buyerPage
    .getByRole('dialog')
    .getByLabel(/^Message to /)
    .fill('Found it elsewhere.');
  await buyerPage.getByRole('dialog').getByRole('button', { name: 'Withdraw Offer' }).click();
  await card(buyerPage).locator('.badge').getByText('Rejected').waitFor();
  await card(sellerPage).locator('.badge').getByText('Rejected').waitFor(LIVE);
  await card(sellerPage).getByText('History').click();
  await card(sellerPage).getByText('Found it elsewhere.').waitFor();
}, 60_000);

test('prices that changed while typing are marked, and the input is kept', async () => {
  const offer = await environment.factory.anOffer({
    state: 'buyer_review',
    lines: [{ unit_price: cents(700) }],
  });
  const buyerPage = await offersOf(offer.buyer);
  const field = card(buyerPage).locator('.your-input input');
  await field.fill('650');
  await button(buyerPage, 'Submit Counter').waitFor();
  const seller = await environment.factory.as(offer.seller);
  expect((await seller.request('POST', `/offers/${offer.id}/withdraw`)).status).toBe(200);
  await card(buyerPage).getByText('The seller changed this offer. Review before you send.').waitFor(LIVE);
  // Not the buyer's turn: the price is shown and can be withdrawn.
  expect(await card(buyerPage).locator('.offer-card-head').innerText()).toContain('$70.00');
  await button(buyerPage, 'Withdraw Offer').waitFor();
  const prices = [{ id: offer.lines[0]?.id, unit_price: 690 + 50 }];
  expect(
    (
      await seller.request('POST', `/offers/${offer.id}/counter_offer`, {
        body: { offer_products_attributes: prices },
      })
    ).status,
  ).toBe(200);
  await field.waitFor(LIVE);
  expect(await field.inputValue()).toBe('$6.50');
  await card(buyerPage).getByText('The seller changed this offer. Review before you send.').waitFor();
  await button(buyerPage, 'Start Over').click();
  expect(await field.inputValue()).toBe('$7.40');
  await button(buyerPage, 'Accept Offer').waitFor();
}, 60_000);

test('a seller whose acceptance was reduced to the stock waits for the buyer, with nothing to take back', async () => {
  const offer = await environment.factory.anOffer({ lines: [{ quantity: 10n }] });
  const sellerPage = await offersOf(offer.seller);
  await environment.factory.db('products').where({ id: offer.product.id }).update({ units: 4n });
  await button(sellerPage, 'Accept Offer').click();
  await button(sellerPage, 'Back to Offers').click();
  await card(sellerPage).locator('.badge').getByText('Sent for review').waitFor();
  await card(sellerPage).getByText('Waiting for the buyer.').waitFor();
  for (const name of ['Accept Offer', 'Submit Counter', 'Reject', 'Withdraw Counter'])
    expect([name, await button(sellerPage, name).count()]).toEqual([name, 0]);
  const buyerPage = await offersOf(offer.buyer);
  await button(buyerPage, 'Accept Offer').click();
  await buyerPage.waitForURL('**/my_orders');
}, 60_000);

test('what is left of an offer can be accepted at once by its buyer', async () => {
  const offer = await environment.factory.anOffer({ state: 'buyer_review', lines: [{ quantity: 10n }] });
  const buyerPage = await offersOf(offer.buyer);
  await environment.factory.db('products').where({ id: offer.product.id }).update({ units: 4n });
  await button(buyerPage, 'Accept Offer').click();
  const dialog = buyerPage.getByRole('dialog', { name: 'There was an error!' });
  await dialog.getByText('The available quantity of the following products have changed:').waitFor();
  await button(buyerPage, 'Accept Available Units').click();
  await buyerPage.waitForURL('**/my_orders');
  await buyerPage.locator('.order-lines').getByText('4 ×').waitFor();
  expect(
    (await environment.factory.db('products').where({ id: offer.product.id }).first('units'))?.units,
  ).toBe(0n);
}, 60_000);

test('of the closed offers the last three are shown, and the others when one asks', async () => {
  const buyer = await environment.factory.aBuyer();
  const numbers = [];
  for (let n = 0; n < 5; n++)
    numbers.push((await environment.factory.anOffer({ buyer, state: 'rejected', lines: [{}] })).offer_number);
  const buyerPage = await offersOf(buyer);
  const closed = buyerPage.getByRole('region', { name: 'Closed' });
  await closed.getByText('5', { exact: true }).waitFor();
  expect(await closed.locator('h3').allInnerTexts()).toEqual(numbers.toReversed().slice(0, 3));
  await button(buyerPage, 'Show All 5 Closed Offers').press('Enter');
  await closed.getByRole('heading', { name: numbers[0] ?? '' }).waitFor();
  expect(await buyerPage.evaluate(() => document.activeElement?.textContent)).toBe(numbers[1]);
}, 60_000);

test('what is older than a hundred closed offers is on the next page', async () => {
  const { buyer, seller } = await environment.factory.anOffer({ state: 'buyer_review' });
  await environment.factory.db('offers').insert(
    Array.from({ length: 102 }, (_one, n) => ({
      buyer_id: buyer.buyer_id,
      seller_id: seller.seller_id,
      state: 'rejected' as const,
      created_at: new Date(Date.UTC(2026, 0, 1) - n * 60_000),
    })),
  );
  const buyerPage = await offersOf(buyer);
  const closed = buyerPage.getByRole('region', { name: 'Closed' });
  await closed.getByText('100', { exact: true }).waitFor();
  await buyerPage.getByRole('link', { name: 'Older Offers' }).click();
  await buyerPage.waitForURL('**/my_offers?page=2');
  await closed.getByText('2', { exact: true }).waitFor();
  expect(await card(buyerPage).count()).toBe(2);
  expect(await buyerPage.getByRole('link', { name: 'Older Offers' }).count()).toBe(0);
  await buyerPage.getByRole('link', { name: 'Newer Offers' }).click();
  await buyerPage.waitForURL('**/my_offers');
  await button(buyerPage, 'Accept Offer').waitFor();
}, 60_000);
