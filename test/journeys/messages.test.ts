import type { Page } from 'playwright-core';
import { cents } from '../../server/contract/money';
import { transitionOrder } from '../../server/orders/staff-contract';
import { findViolations } from '../support/axe';
import { useTestEnvironment } from '../support/test-environment';
import { LIVE, live, openSignedIn } from './sign-in';

const environment = useTestEnvironment();

const MASK = '[hidden until payment]';

const thread = (page: Page) => page.getByRole('region', { name: /^Messages with / });
const message = (page: Page, text: string) => thread(page).locator('.message').filter({ hasText: text });

async function look(page: Page, name: string) {
  if (process.env.MESSAGE_SHOTS)
    await page.screenshot({ path: `${process.env.MESSAGE_SHOTS}/${name}.png`, fullPage: true });
}

async function openThread(page: Page, path: string) {
  await page.goto(path);
  await live(page);
  await page.getByRole('button', { name: /^Messages/ }).click();
  await page.getByLabel(/^Message to /).waitFor();
}

async function write(page: Page, text: string) {
  await page.getByLabel(/^Message to /).fill(text);
  await page.keyboard.press('Control+Enter');
}

test('two windows see each other’s messages within a second, masked before payment and open after', async () => {
  const { factory, browser } = environment;
  const offer = await factory.anOffer({ seller: await factory.aSeller({ name: 'Stridewell' }) });
  const [buyer, seller] = await Promise.all([
    openSignedIn(browser, factory, offer.buyer),
    openSignedIn(browser, factory, offer.seller),
  ]);
  await openThread(buyer, `/my_offers?offer=${offer.id}`);
  await thread(buyer).getByText('No messages yet. Ask about condition, packing or timing.').waitFor();
  await openThread(seller, `/my_offers?offer=${offer.id}`);

  await write(buyer, 'Call (415) 555-2671\n<b>today</b> 👩‍👧 مرحبا');
  await message(seller, `Call ${MASK}`).waitFor(LIVE);
  await message(seller, '<b>today</b> 👩‍👧 مرحبا').waitFor(LIVE);
  await message(buyer, 'Contact details are hidden from Stridewell until the order is paid.').waitFor();
  await write(seller, 'New, in cartons of 24.');
  await message(buyer, 'New, in cartons of 24.').waitFor(LIVE);
  expect(await findViolations(seller)).toEqual([]);
  await look(seller, 'offer-seller');
  await look(buyer, 'offer-buyer');

  const staff = await factory.as(await factory.staff());
  const sellerClient = await factory.as(offer.seller);
  await sellerClient.request('PUT', `/offers/${offer.id}/accept`, { body: { note: 'Ships Monday' } });
  const order = await factory.db('purchase_orders').where({ offer_id: offer.id }).first();
  await openThread(seller, `/my_orders/${order?.id}`);
  await message(seller, MASK).waitFor();
  await staff.call(transitionOrder, { id: order?.id ?? 0 }, { event: 'confirm_payment' });
  await openThread(seller, `/my_orders/${order?.id}`);
  await message(seller, 'Call (415) 555-2671').waitFor();
  await look(seller, 'order-seller');
  expect(await findViolations(seller)).toEqual([]);
}, 60_000);

test('an unread message has a dot until it is read, and a message that was not sent is sent once', async () => {
  const { factory, browser } = environment;
  const offer = await factory.anOffer();
  const client = await factory.as(offer.buyer);
  for (const body of ['First', 'Second'])
    await client.request('POST', `/offers/${offer.id}/messages`, { body: { message: { body } } });
  const seller = await openSignedIn(browser, factory, offer.seller, { expected: [/ERR_FAILED/] });
  await seller.goto(`/my_offers?offer=${offer.id}`);
  await seller.getByRole('button', { name: 'Messages (2) unread from' }).click();
  await thread(seller).getByText('New', { exact: true }).waitFor();
  await message(seller, 'Second').waitFor();

  await seller.getByLabel(/^Message to /).fill('Kept while the thread is closed');
  await seller.getByRole('button', { name: 'Messages', exact: true }).click();
  await seller.getByRole('button', { name: 'Messages', exact: true }).click();
  expect(await seller.getByLabel(/^Message to /).inputValue()).toBe('Kept while the thread is closed');

  await seller.route('**/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await seller.getByRole('button', { name: 'Send', exact: true }).click();
  await thread(seller).getByText('Not sent.').waitFor();
  await look(seller, 'not-sent');
  await seller.unroute('**/messages');
  await seller.getByRole('button', { name: 'Try again' }).click();
  await thread(seller).locator('.message[aria-busy="false"]').waitFor({ state: 'detached' });
  await thread(seller).getByText('Sending…').waitFor({ state: 'detached' });
  expect(await factory.db('messages').where({ offer_id: offer.id, side: 'seller' })).toHaveLength(1);
  expect(
    await factory.db('message_reads').where({ offer_id: offer.id, user_id: offer.seller.id }),
  ).toHaveLength(1);
}, 60_000);

test('an offer leaves the cart with a message', async () => {
  const { factory, browser } = environment;
  const { id, buyer } = await factory.anOffer({ state: 'draft', lines: [{ unit_price: cents(800) }] });
  const page = await openSignedIn(browser, factory, buyer);
  await page.goto('/cart');
  await page.getByRole('button', { name: 'Add a Message' }).click();
  const field = page.getByLabel(/^Message to /);
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await field.fill('x'.repeat(501));
  expect(await page.getByRole('button', { name: 'Send Offer' }).isDisabled()).toBe(true);
  await field.fill('We can collect on Friday.');
  await page.getByRole('button', { name: 'Send Offer' }).click();
  await page.getByText('Success! View offer in My Offers.').waitFor();
  expect(await factory.db('messages').where({ offer_id: id }).select('act', 'body')).toEqual([
    { act: 'submit', body: 'We can collect on Friday.' },
  ]);
}, 60_000);
