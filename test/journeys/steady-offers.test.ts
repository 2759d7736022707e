import type { Page } from 'playwright-core';
import { createAddress } from '../../server/addresses/contract';
import { cents } from '../../server/contract/money';
import { changeShipping } from '../../server/offers/cart/contract';
import { ADDRESS } from '../shipping/orders-to-ship';
import { findViolations } from '../support/axe';
import { useTestEnvironment } from '../support/test-environment';
import { LIVE, live, openSignedIn } from './sign-in';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const environment = useTestEnvironment();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const cardOf = (page: Page, number: string) => page.locator('.offer-card', { hasText: number });
/** In the pane its answers do not ask again. */
async function open(page: Page, number: string) {
  await cardOf(page, number).locator('.offer-toggle').click();
  await cardOf(page, number).locator('.offer-pane').waitFor();
  return cardOf(page, number);
}
const bar = (page: Page) => page.locator('.steady-bar-note');

/** Position and height of every card. */
const places = (page: Page) =>
  page.locator('.offer-card').evaluateAll((cards) =>
    cards.map((card) => {
      const { top, height } = card.getBoundingClientRect();
      return [card.querySelector('h3')?.textContent, Math.round(top), Math.round(height)];
    }),
  );

/** A seller with offers to answer. */
async function aQueue(count = 3) {
  const { factory } = environment;
  const seller = await factory.aSeller();
  const product = await factory.aProduct({ seller, units: 10_000n });
  const anOffer = async () =>
    factory.anOffer({
      seller,
      state: 'seller_review',
      lines: [{ product, quantity: 5n, unit_price: cents(800) }],
    });
  const offers: Awaited<ReturnType<typeof anOffer>>[] = [];
  while (offers.length < count) offers.push(await anOffer());
  const page = await openSignedIn(environment.browser, factory, seller);
  await page.goto('/my_offers');
  await live(page);
  await page.locator('.offer-card').nth(2).waitFor();
  await page.locator('#my-offers[data-ready]').waitFor({ state: 'attached' });
  const findState = async (id: number) => (await factory.db('offers').where({ id }).first('state'))?.state;
  const orders = () => factory.db('purchase_orders').where({ seller_id: seller.seller_id });
  return { seller, product, anOffer, offers, page, findState, orders };
}

const withdraw = async (offer: { id: number; buyer: Parameters<typeof environment.factory.as>[0] }) => {
  const buyer = await environment.factory.as(offer.buyer);
  expect((await buyer.request('POST', `/offers/${offer.id}/withdraw`)).status).toBe(200);
};

async function moveAddress(offer: { id: number; buyer: Parameters<typeof environment.factory.as>[0] }) {
  const buyer = await environment.factory.as(offer.buyer);
  const { id } = (await buyer.call(createAddress, {}, { address: ADDRESS })).body;
  await buyer.call(changeShipping, { id: offer.id }, { shipping: { ship_to_address_id: id } });
}

/** Increments the offer's version without other changes. */
async function touch(
  seller: Parameters<typeof environment.factory.as>[0],
  offer: { id: number; lines: { id: number }[] },
) {
  const client = await environment.factory.as(seller);
  const prices = offer.lines.map(({ id }) => ({ id, unit_price: 900 }));
  const body = { offer_products_attributes: prices };
  expect((await client.request('POST', `/offers/${offer.id}/counter_offer`, { body })).status).toBe(200);
  expect((await client.request('POST', `/offers/${offer.id}/withdraw`)).status).toBe(200);
}

test('twenty offers that arrive under a pointer move nothing, and wait behind Show', async () => {
  const { page, anOffer, offers, findState, orders } = await aQueue();
  const [target] = offers;
  const card = await open(page, target?.offer_number ?? '');
  const accept = card.getByRole('button', { name: 'Accept Offer' });
  await accept.hover();
  const before = await places(page);
  await page.mouse.down();
  for (let n = 0; n < 20; n++) await anOffer();
  await bar(page).getByText('20 new offers', { exact: true }).waitFor(LIVE);
  expect(await places(page)).toEqual(before);
  expect(await page.locator('.steady-bar [role=status]').innerText()).toMatch(/^\d+ new offers?$/);
  await page.mouse.up();
  await page.waitForURL('**/my_orders');
  expect(await findState(target?.id ?? 0)).toBe('accepted');
  expect(await orders()).toHaveLength(1);
});

test('Show brings what waits, and the focus to the first of it', async () => {
  const { page, anOffer, offers } = await aQueue();
  await cardOf(page, offers[0]?.offer_number ?? '')
    .locator('h3')
    .hover();
  const came = await anOffer();
  await bar(page).getByText('1 new offer', { exact: true }).waitFor(LIVE);
  expect(await page.locator('.offer-card').count()).toBe(3);
  await button(page, 'Show').click();
  await cardOf(page, came.offer_number).waitFor();
  await bar(page).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(came.offer_number);
});

test('rows that arrive while the list is not in use appear at once, waiting ones too', async () => {
  const { page, anOffer, offers } = await aQueue();
  await page.mouse.move(2, 2);
  const first = await anOffer();
  await cardOf(page, first.offer_number).waitFor(LIVE);
  await cardOf(page, offers[0]?.offer_number ?? '')
    .locator('h3')
    .hover();
  const second = await anOffer();
  await bar(page).waitFor(LIVE);
  expect(await cardOf(page, second.offer_number).count()).toBe(0);
  await page.mouse.move(2, 2);
  await cardOf(page, second.offer_number).waitFor(LIVE);
  expect(await bar(page).count()).toBe(0);
});

test('an offer withdrawn under the pointer stays, dimmed, with its reason and without its acts', async () => {
  const { page, offers, orders } = await aQueue();
  const [, middle] = offers;
  const card = cardOf(page, middle?.offer_number ?? '');
  await card.getByRole('button', { name: 'Accept Offer' }).focus();
  await card.getByRole('button', { name: 'Accept Offer' }).hover();
  const before = await places(page);
  if (middle) await withdraw(middle);
  await card.getByText('Withdrawn by the buyer').waitFor(LIVE);
  expect(await card.getByRole('button', { name: 'Accept Offer' }).isDisabled()).toBe(true);
  expect(await card.getByRole('button', { name: 'Reject' }).isDisabled()).toBe(true);
  expect(await places(page)).toEqual(before);
  // The focused button is disabled: the focus moves to the offer.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(middle?.offer_number);
  await page.mouse.down();
  await page.mouse.up();
  expect(await orders()).toHaveLength(0);
  // At another width the kept height is released.
  await page.setViewportSize({ width: 390, height: 900 });
  const tall = await card.evaluate((element) => element.getBoundingClientRect().height);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.waitForFunction(
    ([number, height]) =>
      [...document.querySelectorAll('.offer-card')].some(
        (one) =>
          one.textContent?.includes(`${number}`) && one.getBoundingClientRect().height < Number(height),
      ),
    [middle?.offer_number, tall],
    LIVE,
  );
  await button(page, 'Show').click();
  await card.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  await page.getByRole('link', { name: 'Closed' }).click();
  await page.getByRole('heading', { level: 3, name: middle?.offer_number ?? '' }).waitFor();
});

test('a click on an offer that has just changed does nothing and shows why', async () => {
  const { page, offers, seller, findState, orders } = await aQueue();
  const [target] = offers;
  if (!target) throw new Error('There is an offer');
  const card = await open(page, target.offer_number);
  const accept = card.getByRole('button', { name: 'Accept Offer' });
  await accept.hover();
  await page.mouse.down();
  // Both changes arrive in one update, so the button does not disappear in between.
  let release = () => undefined as unknown;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/offers?*', async (route) => {
    await released;
    await route.continue();
  });
  await touch(seller, target);
  release();
  await page.locator('.offer-card.flash').waitFor(LIVE);
  await page.mouse.up();
  await page.getByText('This offer changed. Review it and try again.').waitFor();
  expect(await findState(target.id)).toBe('seller_review');
  expect(await orders()).toHaveLength(0);
  // A second press accepts.
  await accept.click();
  await page.waitForURL('**/my_orders');
  expect(await orders()).toHaveLength(1);
});

test('a dialog whose offer changes says so, shows it as it is now, and keeps the message', async () => {
  const { page, offers, seller, findState } = await aQueue();
  const [target] = offers;
  if (!target) throw new Error('There is an offer');
  await cardOf(page, target.offer_number).getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog', { name: `Reject offer ${target.offer_number}?` });
  await dialog.getByLabel(/^Message to /).fill('Call (415) 555-2671');
  await dialog.getByText(/^Contact details are hidden from .+ until the order is paid\.$/).waitFor();
  await dialog.getByLabel(/^Message to /).fill('Out of season');
  await touch(seller, target);
  await dialog.getByRole('button', { name: 'Reject Offer' }).click();
  await dialog.getByRole('alert').getByText('This offer changed. Review it and try again.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  expect(await dialog.getByLabel(/^Message to /).inputValue()).toBe('Out of season');
  expect(await findState(target.id)).toBe('seller_review');
  await dialog.getByRole('button', { name: 'Reject Offer' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await findState(target.id)).toBe('rejected');
});

test('a price being typed stays when the offer changes, and the change is shown', async () => {
  const { page, offers, seller } = await aQueue();
  const [target] = offers;
  if (!target) throw new Error('There is an offer');
  const card = await open(page, target.offer_number);
  await card.locator('.your-input input').fill('950');
  await moveAddress(target);
  await card.getByText('The buyer changed this offer. Review before you send.').waitFor(LIVE);
  await card.locator('.your-input input').waitFor();
  expect(await card.locator('.your-input input').inputValue()).toBe('$9.50');
  expect(await page.evaluate(() => document.activeElement?.closest('.offer-card') !== null)).toBe(true);

  // The reader's own acts, in another window, are not said to be the buyer's.
  await button(page, 'Start Over').click();
  await card.locator('.your-input input').fill('960');
  await touch(seller, target);
  await card.getByText('You changed this offer in another window. Review before you send.').waitFor(LIVE);
  expect(await card.locator('.your-input input').inputValue()).toBe('$9.60');
});

test('by keyboard: keys hold the list, and an act goes to the offer that has the focus', async () => {
  const { page, anOffer, offers, findState } = await aQueue();
  const [target] = offers;
  const card = await open(page, target?.offer_number ?? '');
  await page.mouse.move(2, 2);
  await card.getByRole('button', { name: 'Accept Offer' }).focus();
  await anOffer();
  await bar(page).waitFor(LIVE);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/my_orders');
  expect(await findState(target?.id ?? 0)).toBe('accepted');
});

/** Exact position of each card within the list. */
const exactPlaces = (page: Page) =>
  page.locator('.offer-card').evaluateAll((cards) => {
    const { parentElement: list } = cards[0] ?? {};
    const top = list ? list.getBoundingClientRect().top - list.scrollTop : 0;
    return cards.map((card) => card.getBoundingClientRect().top - top);
  });

test('no card moves because others come into view, or because a held list keeps its heights', async () => {
  const { page, anOffer } = await aQueue(14);
  // Heights are not whole pixels at this width.
  for (const width of [1280, 768]) {
    await page.setViewportSize({ width, height: 720 });
    await page.goto('/my_offers');
    await live(page);
    await page.locator('#my-offers[data-ready]').waitFor({ state: 'attached' });
    await page.evaluate(() => document.fonts.ready);
    const before = await exactPlaces(page);
    await page.locator('.offer-card h3').last().scrollIntoViewIfNeeded();
    await page.locator('.offer-card h3').last().hover();
    expect(await exactPlaces(page)).toEqual(before);
    await anOffer();
    await bar(page).waitFor(LIVE);
    expect(await exactPlaces(page)).toEqual(before);
  }
});
