import type { Page } from 'playwright-core';
import { createAddress } from '../../server/addresses/contract';
import { cents } from '../../server/contract/money';
import { offerStates } from '../../server/offers/rules';
import { ADDRESS } from '../shipping/orders-to-ship';
import { findViolations } from '../support/axe';
import { useTestEnvironment } from '../support/test-environment';
import { LIVE, live, openSignedIn } from './sign-in';

const environment = useTestEnvironment();

const card = (page: Page) => page.locator('.offer-card');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

type Person = Parameters<typeof openSignedIn>[2];

async function offersOf(person: Person, path = '/my_offers') {
  const page = await openSignedIn(environment.browser, environment.factory, person);
  await page.goto(path);
  await live(page);
  return page;
}

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Offers', exact: true });
const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name });
const toggle = (page: Page, number: string) => page.locator('h3').getByRole('button', { name: number });
const isExpanded = (page: Page, number: string) => toggle(page, number).getAttribute('aria-expanded');

test('carts and accepted offers are not in the list; the others say whose turn it is', async () => {
  const [buyer, seller] = [await environment.factory.aBuyer(), await environment.factory.aSeller()];
  const numbers: Record<string, string> = {};
  for (const state of offerStates)
    numbers[state] = (await environment.factory.anOffer({ buyer, seller, state })).offer_number;
  const [buyerPage, sellerPage] = [await offersOf(buyer), await offersOf(seller)];
  const readTab = async (page: Page, name: string, state: string, badge: string) => {
    await tab(page, name).click();
    await card(page)
      .filter({ hasText: numbers[state] ?? '' })
      .getByText(badge, { exact: true })
      .waitFor();
    expect(await card(page).count()).toBe(1);
  };
  await readTab(buyerPage, 'Needs your response', 'buyer_review', 'Ready for review');
  await readTab(buyerPage, 'Waiting', 'seller_review', 'Sent for review');
  await readTab(buyerPage, 'Closed', 'rejected', 'Rejected');
  await readTab(sellerPage, 'Needs your response', 'seller_review', 'Ready for review');
  expect(await sellerPage.getByText('After fees').count()).toBe(1);
  await readTab(sellerPage, 'Waiting', 'buyer_review', 'Sent for review');
  await readTab(sellerPage, 'Closed', 'rejected', 'Rejected');
  expect(await buyerPage.getByText('After fees').count()).toBe(0);
});

test('a rejection carries its note to the other side, and the history keeps it', async () => {
  const stridewell = await environment.factory.aSeller({ name: 'Stridewell' });
  const offer = await environment.factory.anOffer({ seller: stridewell, state: 'seller_review' });
  const [buyerPage, sellerPage] = [await offersOf(offer.buyer), await offersOf(offer.seller)];
  await button(sellerPage, 'Reject').click();
  const dialog = sellerPage.getByRole('dialog', { name: /^Reject offer OF-\d+\?$/ });
  await dialog.getByLabel(/^Message to /).fill('Too <b>low</b> for us, sorry.');
  await dialog.getByRole('button', { name: 'Reject Offer' }).click();
  await card(sellerPage).locator('.badge').getByText('Rejected').waitFor();
  // The focus stays on the offer when its card moves.
  await sellerPage.waitForFunction(() => document.activeElement?.closest('.offer-card') !== null);
  await card(buyerPage).locator('.badge').getByText('Rejected').waitFor(LIVE);
  await card(buyerPage)
    .getByText(/^Rejected by the seller on \w+ \d+$/)
    .waitFor();
  await card(buyerPage).locator('.offer-note').getByText('Too <b>low</b> for us, sorry.').waitFor();
  await card(buyerPage).getByRole('tab', { name: 'History' }).click();
  const steps = card(buyerPage).getByRole('list', { name: 'History of the offer' });
  await steps.getByText('Stridewell rejected').waitFor();
  await steps.getByText('Too <b>low</b> for us, sorry.').waitFor();
  await steps.getByText('You sent the offer').waitFor();
  // The finished offer leaves once the buyer has seen it.
  if (await button(buyerPage, 'Show').isVisible()) await button(buyerPage, 'Show').click();
  for (const page of [buyerPage, sellerPage])
    for (const name of ['Accept Offer', 'Submit Counter', 'Reject', 'Withdraw Offer', 'Withdraw Counter'])
      expect(await button(page, name).count()).toBe(0);
});

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
  await card(sellerPage).getByText('Withdrawn by the buyer on').waitFor();
  await card(sellerPage).locator('.offer-note').getByText('Found it elsewhere.').waitFor();
});

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
});

test('a typed counter price is there again after leaving the page and coming back', async () => {
  const offer = await environment.factory.anOffer({
    state: 'buyer_review',
    lines: [{ unit_price: cents(700) }],
  });
  const page = await offersOf(offer.buyer);
  const field = card(page).locator('.your-input input');
  await field.fill('650');
  await field.blur();
  await page.getByRole('link', { name: 'My Orders' }).first().click();
  // The address changes before the page does.
  await page.getByRole('heading', { level: 1, name: 'My Orders' }).waitFor();
  await page.goBack();
  await page.waitForURL('**/my_offers**');
  await button(page, 'Submit Counter').waitFor();
  expect(await field.inputValue()).toBe('$6.50');
});

test("the buyer's own change of address is not announced as the seller's, and the price typed stays", async () => {
  const offer = await environment.factory.anOffer({
    state: 'buyer_review',
    lines: [{ unit_price: cents(700) }],
  });
  const buyer = await environment.factory.as(offer.buyer);
  await buyer.call(createAddress, {}, { address: ADDRESS });
  await buyer.call(createAddress, {}, { address: { ...ADDRESS, line1: '77 Wayne Ave' } });
  const page = await offersOf(offer.buyer);
  const field = card(page).locator('.your-input input');
  await field.fill('650');
  await button(page, 'Choose Address').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Ship Here: .*77 Wayne Ave/ }).click();
  await dialog.waitFor({ state: 'hidden' });
  await button(page, 'Change Address').waitFor(LIVE);
  await card(page).getByText('Ship to Dayton, OH 45403').waitFor();
  expect(await card(page).getByText('changed this offer').count()).toBe(0);
  expect(await field.inputValue()).toBe('$6.50');
  await button(page, 'Submit Counter').click();
  await page.getByText(/^Counteroffer sent to/).waitFor();
});

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
});

test('after a failed acceptance the buyer goes back to the reduced offer and accepts it', async () => {
  const offer = await environment.factory.anOffer({ state: 'buyer_review', lines: [{ quantity: 10n }] });
  const buyerPage = await offersOf(offer.buyer);
  await environment.factory.db('products').where({ id: offer.product.id }).update({ units: 4n });
  await button(buyerPage, 'Accept Offer').click();
  const dialog = buyerPage.getByRole('dialog', { name: 'There was an error!' });
  await dialog.getByText('The available quantity of the following products have changed:').waitFor();
  const actions = dialog.locator('.dialog-foot').getByRole('button');
  expect(await actions.allInnerTexts()).toEqual(['Back to Offers']);
  await actions.click();
  await card(buyerPage).getByText('Reduced to available stock').first().waitFor();
  await button(buyerPage, 'Accept Offer').click();
  await buyerPage.waitForURL('**/my_orders');
  await buyerPage.locator('.order-row').click();
  await buyerPage.locator('.order-lines').getByText('4 ×').waitFor();
  expect(
    (await environment.factory.db('products').where({ id: offer.product.id }).first('units'))?.units,
  ).toBe(0n);
});

test('beside the list the first offer is open; another replaces it, and a link to one opens that one', async () => {
  const buyer = await environment.factory.aBuyer();
  const numbers: string[] = [];
  const ids: number[] = [];
  for (let n = 0; n < 5; n++) {
    const offer = await environment.factory.anOffer({ buyer, state: 'rejected', lines: [{}] });
    numbers.unshift(offer.offer_number);
    ids.unshift(offer.id);
  }
  const [first = '', second = '', third = ''] = numbers;
  // The other tabs are empty, so the closed offers are shown.
  const page = await offersOf(buyer);
  expect(await tab(page, 'Closed').getAttribute('aria-current')).toBe('page');
  expect(await page.locator('.offer-number').allInnerTexts()).toEqual(numbers);
  expect(await isExpanded(page, first)).toBe('true');
  expect(await page.locator('.offer-toggle[aria-expanded=true]').count()).toBe(1);

  await toggle(page, second).press('Enter');
  expect(await isExpanded(page, second)).toBe('true');
  expect(await isExpanded(page, first)).toBe('false');
  expect(new URL(page.url()).search).toBe(`?offer=${ids[1]}`);
  await page.reload();
  expect(await isExpanded(page, second)).toBe('true');

  await tab(page, 'Needs your response').click();
  await page.getByText("You're all caught up.").waitFor();
  expect(new URL(page.url()).search).toBe('?tab=needs_response');
  await page.reload();
  await page.getByText("You're all caught up.").waitFor();

  await page.goto(`/my_offers?offer=${ids[2]}`);
  expect(await isExpanded(page, third)).toBe('true');
  expect(await page.locator('.offer-toggle[aria-expanded=true]').count()).toBe(1);
});

test('a link to an accepted offer leads to its order', async () => {
  const offer = await environment.factory.anOffer({ state: 'seller_review' });
  const seller = await environment.factory.as(offer.seller);
  expect((await seller.request('PUT', `/offers/${offer.id}/accept`)).status).toBe(200);
  const page = await offersOf(offer.buyer, `/my_offers?offer=${offer.id}`);
  await page.getByText(`${offer.offer_number} was accepted and is an order now.`).waitFor();
  expect(await page.getByRole('link', { name: 'View Order' }).getAttribute('href')).toMatch(
    /^\/my_orders\?order=\d+$/,
  );
});

test('on a collapsed card Accept asks first, and Counter opens the card at its first price', async () => {
  const seller = await environment.factory.aSeller();
  const offers = [];
  for (let n = 0; n < 4; n++)
    offers.push(await environment.factory.anOffer({ seller, state: 'seller_review' }));
  const page = await offersOf(seller);
  const [collapsed] = offers;
  const number = collapsed?.offer_number ?? '';
  const collapsedCard = card(page).filter({ hasText: number });
  expect(await isExpanded(page, number)).toBe('false');
  await collapsedCard.getByRole('button', { name: 'Counter' }).click();
  expect(await isExpanded(page, number)).toBe('true');
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'unit_price');
  await card(page).first().locator('.offer-toggle').click();
  expect(await isExpanded(page, number)).toBe('false');
  await collapsedCard.getByRole('button', { name: 'Accept Offer' }).click();
  const dialog = page.getByRole('dialog', { name: `Accept offer ${number}?` });
  await dialog
    .getByText(/This creates an order for \$[\d,.]+\. You receive \$[\d,.]+ after fees\./)
    .waitFor();
  await dialog.getByRole('button', { name: 'Accept Offer' }).click();
  await page.waitForURL('**/my_orders');
  await page.getByText(`${number} accepted.`).waitFor();
});

test('a counter takes a message, which stands on the card of the other side', async () => {
  const seller = await environment.factory.aSeller({ name: 'Stridewell' });
  const offer = await environment.factory.anOffer({
    seller,
    state: 'seller_review',
    lines: [{ unit_price: cents(700) }],
  });
  const [buyerPage, sellerPage] = [await offersOf(offer.buyer), await offersOf(offer.seller)];
  await card(sellerPage).locator('.your-input input').fill('850');
  await card(sellerPage).getByText('Was $7.00 · +21%').waitFor();
  await card(sellerPage)
    .getByLabel(/^Message to /)
    .fill('Freight is included.');
  await button(sellerPage, 'Submit Counter').click();
  await card(sellerPage).getByText('Sent for review').waitFor();
  await card(sellerPage).locator('.offer-note').getByText('You').waitFor();
  await card(buyerPage).locator('.offer-note').getByText('Freight is included.').waitFor(LIVE);
  await card(buyerPage).locator('.offer-note').getByText('Stridewell').waitFor();
  // The columns are named by the parties, and the latest prices are marked.
  expect(await card(buyerPage).locator('thead th.latest').innerText()).toContain('Stridewell');
});

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
  await tab(buyerPage, 'Closed').click();
  await card(buyerPage).nth(99).waitFor({ state: 'attached' });
  expect(await card(buyerPage).count()).toBe(100);
  await buyerPage.getByRole('link', { name: 'Older Offers' }).click();
  await buyerPage.waitForURL('**/my_offers?page=2');
  await tab(buyerPage, 'Closed').waitFor();
  expect(await card(buyerPage).count()).toBe(2);
  expect(await buyerPage.getByRole('link', { name: 'Older Offers' }).count()).toBe(0);
  await buyerPage.getByRole('link', { name: 'Newer Offers' }).click();
  await buyerPage.waitForURL('**/my_offers');
  await button(buyerPage, 'Accept Offer').waitFor();
});

test('a message that an offer cuts after two lines can be read whole, at every width', async () => {
  const { factory, browser } = environment;
  const seller = await factory.aSeller();
  const words = 'Could these ship on two pallets by Friday if we pick them up at your dock? ';
  const texts = [60, 75, 90, 110, 130, 150, 170].map((length) => words.repeat(4).slice(0, length).trim());
  const ids: number[] = [];
  for (const body of [...texts, '在庫はありますか。来週の金曜日までに届きますか。'.repeat(3)]) {
    const offer = await factory.anOffer({ seller });
    const client = await factory.as(offer.buyer);
    await client.request('POST', `/offers/${offer.id}/messages`, { body: { message: { body } } });
    ids.push(offer.id);
  }
  const page = await openSignedIn(browser, factory, seller);
  for (const id of ids) {
    await page.goto(`/my_offers?offer=${id}`);
    await page.locator('#my-offers[data-ready]').waitFor({ state: 'attached' });
    const note = page.locator('.offer-note:has(q)');
    for (const width of [320, 390, 600, 768, 1_100, 1_440]) {
      await page.setViewportSize({ width, height: 900 });
      await note.waitFor();
      const isCut = await note.evaluate((element) => element.scrollHeight > element.clientHeight + 1);
      const canBeRead = await page.locator('.offer-note-more').isVisible();
      expect([width, isCut && !canBeRead]).toEqual([width, false]);
    }
  }
});

test('on a phone an offer is alone on the screen, with its actions in view, and Back leads to its place', async () => {
  const { factory, browser } = environment;
  const seller = await factory.aSeller();
  for (let n = 0; n < 14; n++) await factory.anOffer({ seller });
  const page = await openSignedIn(browser, factory, seller, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await page.goto('/my_offers');
  await live(page);
  await page.locator('#my-offers[data-ready]').waitFor({ state: 'attached' });
  expect(await page.locator('.offer-pane').count()).toBe(0);
  const row = card(page).nth(11);
  await row.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(0);
  await row.tap();
  await page.waitForURL(/\?offer=\d+$/);
  expect(await page.locator('.offer-card:visible').count()).toBe(1);
  const accept = await button(page, 'Accept Offer').boundingBox();
  expect((accept?.y ?? 0) + (accept?.height ?? 0)).toBeLessThanOrEqual(844);
  expect(accept?.height).toBeGreaterThanOrEqual(44);
  expect(await findViolations(page)).toEqual([]);
  await button(page, 'Next offer').tap();
  await page.getByText('13 of 14').waitFor();
  await page.goBack();
  await page.waitForURL('**/my_offers');
  expect(await page.locator('.offer-card:visible').count()).toBe(14);
  expect(await page.evaluate(() => scrollY)).toBe(place);

  // By a link the list is not behind it.
  const id = await row.getAttribute('data-row');
  await page.goto(`/my_offers?offer=${id}`);
  await live(page);
  await button(page, 'My Offers').tap();
  await page.waitForURL('**/my_offers');
  expect(await page.locator('.offer-card:visible').count()).toBe(14);

  // What is answered makes room for the next one.
  await row.tap();
  await page.getByText('12 of 14').waitFor();
  const answered = await page.locator('.offer-card:visible').getAttribute('data-row');
  await button(page, 'Reject').tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Reject Offer' }).tap();
  await page.getByText(/^OF-\d+ rejected\.$/).waitFor();
  await page.locator(`.offer-card:visible:not([data-row="${answered}"])`).waitFor();
  expect(await page.locator('.offer-card:visible').count()).toBe(1);
  expect(new URL(page.url()).search).not.toBe(`?offer=${answered}`);
});

test('a new offer is two Tab stops behind the links that skip to the list', async () => {
  const { seller } = await environment.factory.anOffer();
  const page = await offersOf(seller);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to offers');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('[data-row]') !== null)).toBe(true);
});

test('by keyboard, the bar of a long offer covers nothing that has the focus', async () => {
  const { factory } = environment;
  const seller = await factory.aSeller();
  const lines = [];
  for (let n = 0; n < 9; n++)
    lines.push({ product: await factory.aProduct({ seller }), quantity: 5n, unit_price: cents(800) });
  const offer = await factory.anOffer({ seller, lines, state: 'buyer_review' });
  for (const height of [800, 667]) {
    const page = await openSignedIn(environment.browser, factory, offer.buyer, {
      viewport: { width: 1280, height },
      reducedMotion: 'reduce',
    });
    await page.goto('/my_offers');
    await live(page);
    await page.locator('.rounds a').first().focus();
    const covered = () =>
      page.evaluate(() => {
        const focused = document.activeElement;
        const bar = document.querySelector('.offer-card-foot')?.getBoundingClientRect();
        const box = focused?.getBoundingClientRect();
        if (!focused?.closest('.offer-card-body') || !bar || !box) return null;
        return box.bottom > bar.top ? focused.textContent : '';
      });
    for (let text = await covered(); text !== null; text = await covered()) {
      expect(text).toBe('');
      await page.keyboard.press('Tab');
    }
    await page.context().close();
  }
});

test('the notice of paused live updates covers no action of an offer', async () => {
  const offer = await environment.factory.anOffer({ state: 'buyer_review' });
  const page = await offersOf(offer.buyer);
  await page.locator('.your-input input').first().fill('7.50');
  await button(page, 'Submit Counter').waitFor();
  await page.locator('.connection-sign').evaluate((sign: HTMLElement) => {
    sign.hidden = false;
    sign.textContent = 'Live updates paused. Reconnecting…';
  });
  await page.locator('.offer-toggle').click();
  for (const width of [320, 390, 640, 768, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    await page.locator('.your-input input').first().scrollIntoViewIfNeeded();
    const [sign, bar] = await page.evaluate(() =>
      ['.connection-sign', '.offer-card-foot'].map((name) =>
        document.querySelector(name)?.getBoundingClientRect(),
      ),
    );
    expect(bar?.bottom).toBeLessThanOrEqual(700);
    expect(sign?.bottom).toBeLessThanOrEqual(bar?.top ?? 0);
  }
});

test('an offer that was accepted stays where it was pressed until My Orders is there', async () => {
  const seller = await environment.factory.aSeller();
  const numbers = [];
  for (let made = 0; made < 2; made++)
    numbers.push((await environment.factory.anOffer({ seller, state: 'seller_review' })).offer_number);
  const page = await openSignedIn(environment.browser, environment.factory, seller, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await page.goto('/my_offers');
  await live(page);
  await card(page).first().locator('.offer-toggle').tap();
  const accept = page.locator('.offer-card-foot').getByRole('button', { name: 'Accept Offer' });
  const shown = page.locator('.offer-card.chosen .offer-number');
  const number = await shown.textContent();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/my_orders', async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest('**/my_orders');
  await accept.tap();
  await asked;
  // As long as the refetch of a live event and its rendering take.
  await page.waitForTimeout(1_000);
  expect(await shown.textContent()).toBe(number);
  await accept.tap({ force: true });
  release();
  await page.waitForURL('**/my_orders');
  const other = numbers.find((one) => one !== number) ?? '';
  const untouched = await environment.factory.db('offers').where({ offer_number: other }).first();
  expect(untouched?.state).toBe('seller_review');
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** An offer that waits for its seller, with messages of its buyer. */
async function offerWithMessages(count: number) {
  const { factory } = environment;
  const offer = await factory.anOffer({ state: 'seller_review' });
  const buyer = await factory.as(offer.buyer);
  for (let n = 1; n <= count; n++)
    await buyer.request('POST', `/offers/${offer.id}/messages`, {
      body: { message: { body: `Question ${n}: can you ship all of it before the tenth of December?` } },
    });
  return offer;
}

test('a row says the unread message in one line, until it was read', async () => {
  const offer = await offerWithMessages(2);
  for (const options of [{ viewport: { width: 1440, height: 900 } }, PHONE]) {
    const page = await openSignedIn(environment.browser, environment.factory, offer.seller, options);
    await page.goto('/my_offers');
    await page.locator('#my-offers[data-ready]').waitFor({ state: 'attached' });
    const line = page.locator('.offer-message', { hasText: 'Question 2' });
    const [shown, number, total] = await Promise.all(
      [line, page.locator('.offer-number').first(), page.locator('.offer-total').first()].map((part) =>
        part.boundingBox(),
      ),
    );
    expect(shown?.height).toBeLessThan(24);
    expect(shown?.width).toBeGreaterThan(140);
    // Where it is on their line, it covers neither.
    if (shown && number && Math.abs(shown.y - number.y) < 10)
      expect(shown.x).toBeGreaterThanOrEqual(number.x + number.width);
    if (shown && total && shown.y < total.y + total.height)
      expect(shown.x + shown.width).toBeLessThanOrEqual(total.x);
    expect(await findViolations(page)).toEqual([]);
    if (process.env.OFFER_SHOTS)
      await page.screenshot({ path: `${process.env.OFFER_SHOTS}/unread-${options.viewport.width}.png` });
  }
  const page = await openSignedIn(environment.browser, environment.factory, offer.seller);
  await page.goto('/my_offers');
  await page.getByRole('tab', { name: /^Messages/ }).click();
  await page.locator('.thread-list').waitFor();
  await page.locator('.offer-message').waitFor({ state: 'detached' });
});

test('on a phone the messages open at the newest one, above the field', async () => {
  const offer = await offerWithMessages(14);
  const page = await openSignedIn(environment.browser, environment.factory, offer.seller, PHONE);
  await page.goto(`/my_offers?offer=${offer.id}`);
  await page.locator('#my-offers[data-ready]').waitFor({ state: 'attached' });
  const messages = page.getByRole('tab', { name: /^Messages/ });
  const isNewestShown = () =>
    page.waitForFunction(() => {
      const newest = [...document.querySelectorAll('.message')].at(-1)?.getBoundingClientRect();
      const field = document.querySelector('.composer')?.getBoundingClientRect();
      return (
        newest && field && newest.top > 0 && newest.bottom <= field.top && field.bottom <= innerHeight + 1
      );
    });
  // At first at the first unread one.
  await messages.tap();
  await page.waitForFunction(() => {
    const first = document.querySelector('.thread-new')?.getBoundingClientRect();
    return first && first.top > 0 && first.bottom < innerHeight;
  });
  await page.getByRole('tab', { name: 'Products' }).tap();
  await page.reload();
  await page.locator('#my-offers[data-ready]').waitFor({ state: 'attached' });
  await messages.tap();
  await isNewestShown();
});

test('by touch a row shows its picture; a tap on it selects, and then every row has its box', async () => {
  const { factory, browser } = environment;
  const seller = await factory.aSeller();
  for (let n = 0; n < 2; n++) await factory.anOffer({ seller, state: 'seller_review' });
  const page = await openSignedIn(browser, factory, seller, PHONE);
  await page.goto('/my_offers');
  await page.locator('#my-offers[data-ready]').waitFor({ state: 'attached' });
  const opacities = (part: string) =>
    page.locator(part).evaluateAll((all) => all.map((one) => getComputedStyle(one).opacity));
  expect(await opacities('.offer-row > .thumb')).toEqual(['1', '1']);
  expect(await opacities('.offer-select')).toEqual(['0', '0']);
  await page.locator('.offer-select').first().tap();
  expect(await opacities('.offer-row > .thumb')).toEqual(['0', '0']);
  expect(await opacities('.offer-select')).toEqual(['1', '1']);
  await page.getByText('1 selected').waitFor();
});

test('a countered row is gray until it goes to its tab', async () => {
  const { factory, browser } = environment;
  const seller = await factory.aSeller();
  for (let n = 0; n < 2; n++) await factory.anOffer({ seller, state: 'seller_review' });
  const page = await openSignedIn(browser, factory, seller, { viewport: { width: 1440, height: 900 } });
  await page.goto('/my_offers');
  await live(page);
  await page.locator('input[name=unit_price]').first().fill('999');
  await button(page, 'Submit Counter').click();
  const answered = card(page).filter({ hasText: 'Sent for review' });
  await answered.waitFor();
  const colorOf = (row: ReturnType<typeof card>) =>
    row.locator('.offer-name').evaluate((name) => getComputedStyle(name).color);
  expect(await colorOf(answered)).not.toBe(await colorOf(card(page).filter({ hasText: 'Ready for review' })));
});
