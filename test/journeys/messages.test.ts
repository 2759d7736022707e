import type { Page } from 'playwright-core';
import { cents } from '../../server/contract/money';
import { transitionOrder } from '../../server/orders/staff/contract';
import { findViolations } from '../support/axe';
import { delayFirst } from '../support/delay-first';
import { useTestEnvironment } from '../support/test-environment';
import { waitForIdle } from '../support/wait-for-idle';
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
  const [tab, button] = (['tab', 'button'] as const).map((role) =>
    page.getByRole(role, { name: /^Messages/ }),
  );
  await (path.startsWith('/my_offers') ? tab : button)?.click();
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

  // Said while it is written, not only afterwards.
  await buyer.getByLabel(/^Message to /).fill('UPC 012345678905');
  expect(await thread(buyer).getByText('Contact details are hidden').count()).toBe(0);
  await buyer.getByLabel(/^Message to /).fill('Call (415) 555-2671');
  await thread(buyer)
    .locator('.composer')
    .getByText('Contact details are hidden from Stridewell until the order is paid.')
    .waitFor();
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
  await seller.getByLabel(/^Message to /).fill('Call (415) 555-2671');
  expect(await thread(seller).getByText('Contact details are hidden').count()).toBe(0);
  await look(seller, 'order-seller');
  expect(await findViolations(seller)).toEqual([]);
});

test('messages sent at once are stored in the order in which they were written', async () => {
  const { factory, browser } = environment;
  const offer = await factory.anOffer();
  const buyer = await openSignedIn(browser, factory, offer.buyer);
  await openThread(buyer, `/my_offers?offer=${offer.id}`);
  await delayFirst(buyer, '**/messages');
  for (const text of ['One', 'Two', 'Three']) await write(buyer, text);
  await thread(buyer).getByText('Sending…').first().waitFor({ state: 'detached' });
  await waitForIdle(buyer);
  const stored = await factory.db('messages').where({ offer_id: offer.id }).orderBy('id').pluck('body');
  expect(stored).toEqual(['One', 'Two', 'Three']);
});

test('an unread message has a dot until it is read, and a message that was not sent is sent once', async () => {
  const { factory, browser } = environment;
  const offer = await factory.anOffer();
  const client = await factory.as(offer.buyer);
  for (const body of ['First', 'Second'])
    await client.request('POST', `/offers/${offer.id}/messages`, { body: { message: { body } } });
  const seller = await openSignedIn(browser, factory, offer.seller, { expected: [/ERR_FAILED/] });
  await seller.goto(`/my_offers?offer=${offer.id}`);
  const messages = seller.getByRole('tab', { name: 'Messages (2)', exact: true });
  await seller.getByRole('tab', { name: 'Messages (2) 2 unread' }).click();
  await thread(seller).getByText('New', { exact: true }).waitFor();
  await message(seller, 'Second').waitFor();

  await seller.getByLabel(/^Message to /).fill('Kept while the thread is closed');
  await seller.getByRole('tab', { name: 'Products' }).click();
  await messages.click();
  expect(await seller.getByLabel(/^Message to /).inputValue()).toBe('Kept while the thread is closed');

  await seller.route('**/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await seller.getByRole('button', { name: 'Send', exact: true }).click();
  await thread(seller).getByText('Not sent.').waitFor();
  await look(seller, 'not-sent');
  // A closed thread keeps what was not sent.
  await seller.getByRole('tab', { name: 'Products' }).click();
  await messages.click();
  await thread(seller).getByText('Not sent.').waitFor();
  // So does a reload.
  await seller.reload();
  await messages.click();
  await thread(seller).getByText('Kept while the thread is closed').waitFor();
  await seller.unroute('**/messages');
  await seller.getByRole('button', { name: 'Try again' }).click();
  await thread(seller).locator('.message[aria-busy="false"]').waitFor({ state: 'detached' });
  await thread(seller).getByText('Sending…').waitFor({ state: 'detached' });
  expect(await factory.db('messages').where({ offer_id: offer.id, side: 'seller' })).toHaveLength(1);

  await seller.route('**/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await seller.getByLabel(/^Message to /).fill('Better not');
  await seller.keyboard.press('Control+Enter');
  await thread(seller).getByText('Not sent.').waitFor();
  await seller.getByRole('button', { name: 'Discard', exact: true }).press('Enter');
  await thread(seller).getByText('Better not').waitFor({ state: 'detached' });
  expect(await seller.evaluate(() => document.activeElement?.className)).toBe('thread-list');
  await seller.unroute('**/messages');
  expect(
    await factory.db('message_reads').where({ offer_id: offer.id, user_id: offer.seller.id }),
  ).toHaveLength(1);
});

test('a colleague is named on the own side, and what they wrote is not new', async () => {
  const { factory, browser } = environment;
  const offer = await factory.anOffer();
  const member = await factory.aMember(offer.buyer, 'purchaser', { name: 'Ben Ruiz' });
  const send = async (person: typeof offer.buyer | typeof offer.seller, body: string) =>
    (await factory.as(person)).request('POST', `/offers/${offer.id}/messages`, {
      body: { message: { body } },
    });
  await send(offer.seller, 'Sealed cartons');
  await send(member, 'Could you ship by Friday?');
  const page = await openSignedIn(browser, factory, offer.buyer);
  await page.goto(`/my_offers?offer=${offer.id}`);
  await page.locator('.offer-note', { hasText: 'Ben Ruiz' }).waitFor();
  await page.getByRole('tab', { name: 'Messages (2) 1 unread' }).click();
  await thread(page).locator('.message.mine', { hasText: 'Ben Ruiz' }).waitFor();
  expect(await thread(page).locator('.thread-new + .message').innerText()).toContain('Sealed cartons');
  expect(await findViolations(page)).toEqual([]);
});

test('a thread read in one tab has no dot in the other, until the next message', async () => {
  const { factory, browser } = environment;
  const offer = await factory.anOffer();
  const buyer = await factory.as(offer.buyer);
  const send = (body: string) =>
    buyer.request('POST', `/offers/${offer.id}/messages`, { body: { message: { body } } });
  await send('First');
  const first = await openSignedIn(browser, factory, offer.seller);
  const second = await first.context().newPage();
  await second.goto(`/my_offers?offer=${offer.id}`);
  await live(second);
  const unread = second.getByRole('tab', { name: 'Messages (1) 1 unread' });
  await unread.waitFor();
  await openThread(first, `/my_offers?offer=${offer.id}`);
  await second.getByRole('tab', { name: 'Messages (1)', exact: true }).waitFor(LIVE);
  await first.goto('about:blank');
  await send('Second');
  await second.getByRole('tab', { name: 'Messages (2) 1 unread' }).waitFor(LIVE);
});

test('on a phone, a link at the top of an order leads to its messages', async () => {
  const { factory, browser } = environment;
  const order = await factory.anOrder();
  const page = await openSignedIn(browser, factory, order.buyer);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/my_orders/${order.id}`);
  await live(page);
  const title = page.getByRole('heading', { level: 1 });
  expect(await title.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  const messages = page.getByRole('region', { name: 'Messages', exact: true });
  const isInView = () =>
    messages.evaluate((element) => element.getBoundingClientRect().bottom <= window.innerHeight);
  expect(await isInView()).toBe(false);
  await page.getByRole('link', { name: 'Messages', exact: true }).click();
  await page.waitForFunction(
    () =>
      (document.querySelector('#order-messages')?.getBoundingClientRect().bottom ?? Infinity) <= innerHeight,
    null,
    LIVE,
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Messages', exact: true }).waitFor({ state: 'hidden' });
});

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
});

test('by keyboard: m opens the thread at the composer, Esc leads back, and no key of the list acts in it', async () => {
  const { factory, browser } = environment;
  const offer = await factory.anOffer();
  for (let more = 0; more < 3; more++) await factory.anOffer({ seller: offer.seller });
  const seller = await openSignedIn(browser, factory, offer.seller);
  await seller.goto('/my_offers');
  await live(seller);
  const focused = () => seller.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? '');
  await seller.getByRole('button', { name: 'Keyboard Shortcuts' }).waitFor();
  const card = seller.locator('.offer-card').nth(1);
  expect(await seller.locator('.offer-card.open').count()).toBe(1);
  await card.locator('.offer-toggle').focus();
  // The part with the keys loads with the first focus.
  while (!(await seller.locator('.offer-card').first().locator(':focus').count())) {
    await seller.keyboard.press('k');
    await seller.waitForTimeout(100);
  }
  await seller.keyboard.press('j');
  await seller.keyboard.press('m');
  const composer = seller.getByLabel(/^Message to /);
  await composer.waitFor();
  await seller.waitForFunction(() => document.activeElement?.matches('.composer textarea'));
  expect(await card.getAttribute('class')).toContain('open');
  await seller.keyboard.type('army');
  expect(await composer.inputValue()).toBe('army');
  expect(await seller.getByRole('dialog').count()).toBe(0);
  await seller.keyboard.press('Control+Enter');
  await message(seller, 'army').waitFor();
  await seller.waitForFunction(() => document.activeElement?.matches('.composer textarea'));
  await seller.locator('.thread-list').focus();
  await seller.keyboard.press('a');
  await seller.keyboard.press('ArrowDown');
  expect(await focused()).toContain('thread-list');
  expect(await seller.getByRole('dialog').count()).toBe(0);
  await seller.keyboard.press('Escape');
  await thread(seller).waitFor({ state: 'detached' });
  expect(await focused()).toContain('offer-toggle');
  await seller.keyboard.press('m');
  await seller.waitForFunction(() => document.activeElement?.matches('.composer textarea'));
});

test('a new message is announced once, and both tabs of a person have it', async () => {
  const { factory, browser } = environment;
  const offer = await factory.anOffer();
  const [first, second] = await Promise.all([
    openSignedIn(browser, factory, offer.seller),
    openSignedIn(browser, factory, offer.seller),
  ]);
  for (const page of [first, second]) await openThread(page, `/my_offers?offer=${offer.id}`);
  await first.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const status = document.querySelector('.thread [role="status"]');
    new MutationObserver(() => said.push(status?.textContent ?? '')).observe(status as Node, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  const buyer = await factory.as(offer.buyer);
  await buyer.request('POST', `/offers/${offer.id}/messages`, {
    body: { message: { body: 'Still there?' } },
  });
  for (const page of [first, second]) await message(page, 'Still there?').waitFor(LIVE);
  await write(second, 'Yes');
  await message(first, 'Yes').waitFor(LIVE);
  expect(await first.evaluate(() => (window as unknown as { said: string[] }).said)).toEqual([
    `${offer.buyer.name}: Still there?`,
  ]);
  expect((await factory.db('message_reads').where({ user_id: offer.seller.id })).length).toBe(1);
});

test('hostile text breaks neither the layout nor the masking', async () => {
  const { factory, browser } = environment;
  const offer = await factory.anOffer();
  const buyer = await factory.as(offer.buyer);
  const texts = [
    '<img src=x onerror="document.title=1"><h1>Big</h1>',
    '\u202egnp.ecivoni\u202c joe@acme.com',
    'j\u200bo\u200be@ac\u200bme.c\u200bom',
    '😀'.repeat(1_000),
    'W'.repeat(1_999),
    `${'line\n'.repeat(300)}end`,
  ];
  for (const body of texts)
    expect(
      (await buyer.request('POST', `/offers/${offer.id}/messages`, { body: { message: { body } } })).status,
    ).toBe(201);
  const seller = await openSignedIn(browser, factory, offer.seller);
  for (const width of [390, 1440]) {
    await seller.setViewportSize({ width, height: 900 });
    await openThread(seller, `/my_offers?offer=${offer.id}`);
    await message(seller, 'Big').waitFor();
    expect(await thread(seller).locator('h1, img').count()).toBe(0);
    expect(await thread(seller).getByText('acme').count()).toBe(0);
    expect(await thread(seller).locator('mark').count()).toBe(2);
    expect(
      await seller.evaluate(() => [
        document.documentElement.scrollWidth > innerWidth,
        [...document.querySelectorAll('.thread-list, .message, .latest-message, .offer-note')].some(
          (element) => element.scrollWidth > element.clientWidth + 1,
        ),
      ]),
    ).toEqual([false, false]);
    await look(seller, `hostile-${width}`);
  }
  expect(await seller.title()).not.toBe('1');
});

test('staff hide a message in a dialog that asks for the reason', async () => {
  const { factory, browser } = environment;
  const order = await factory.anOrder();
  const buyer = await factory.as(order.buyer);
  await buyer.request('POST', `/offers/${order.offer_id}/messages`, {
    body: { message: { body: 'You are a fool' } },
  });
  const staff = await openSignedIn(browser, factory, await factory.staff());
  await staff.goto(`/admin/purchase_orders/${order.id}`);
  await live(staff);
  await staff.getByRole('button', { name: 'Messages (1)' }).click();
  await staff.getByRole('button', { name: 'Hide Message' }).click();
  const dialog = staff.getByRole('dialog', { name: 'Hide this message?' });
  await dialog.getByRole('button', { name: 'Hide Message' }).click();
  await dialog.getByText('Enter a reason').waitFor();
  expect(await findViolations(staff)).toEqual([]);
  await look(staff, 'hide-dialog');
  await dialog.getByLabel('Reason').fill('Insult');
  await dialog.getByRole('button', { name: 'Hide Message' }).click();
  await dialog.waitFor({ state: 'detached' });
  await staff.getByText('Hidden from both sides').waitFor();
  // The button that opened the dialog is gone.
  await staff.waitForFunction(() => document.activeElement !== document.body, null, LIVE);
  await look(staff, 'staff-hidden');
  const page = await openSignedIn(browser, factory, order.buyer);
  await page.goto(`/my_orders/${order.id}`);
  await live(page);
  await page.getByRole('button', { name: 'Messages (1)' }).click();
  await thread(page).getByText('Message removed by').waitFor();
  expect(await factory.db('audit_log').where({ action: 'message.hide' })).toHaveLength(1);
});

test('staff read the originals of an offer in Insights, and hide a message there', async () => {
  const { factory, browser } = environment;
  const offer = await factory.anOffer();
  const buyer = await factory.as(offer.buyer);
  const body = { message: { body: 'Call (415) 555-2671' } };
  await buyer.request('POST', `/offers/${offer.id}/messages`, { body });
  const staff = await openSignedIn(browser, factory, await factory.staff());
  await staff.goto(`/admin/insights?detail=offer-${offer.id}`);
  await live(staff);
  const panel = staff.getByRole('dialog', { name: `Offer ${offer.offer_number}` });
  await panel.getByRole('button', { name: 'Messages (1)' }).click();
  await panel.locator('.message', { hasText: 'Call (415) 555-2671' }).waitFor();
  expect(await staff.getByLabel(/^Message to /).count()).toBe(0);
  expect(await findViolations(staff)).toEqual([]);
  await staff.getByRole('button', { name: 'Hide Message' }).click();
  const dialog = staff.getByRole('dialog', { name: 'Hide this message?' });
  await dialog.getByLabel('Reason').fill('Contact details');
  await dialog.getByRole('button', { name: 'Hide Message' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await staff.getByText('Hidden from both sides').waitFor();
  expect(await panel.count()).toBe(1);
});
