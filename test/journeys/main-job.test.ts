import type { Locator, Page } from 'playwright-core';
import type { PageOptions } from '../support/browser';
import { PASSWORD } from '../support/factories';
import { useTestEnvironment } from '../support/test-environment';

const environment = useTestEnvironment();

/** How a user operates the page. */
interface Hands {
  readonly options: PageOptions;
  press(target: Locator): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
}

const MAX_STEPS = 60;
const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** With Tab alone, as users without a mouse do. */
async function tabTo(target: Locator) {
  await target.waitFor();
  for (let step = 0; step < MAX_STEPS; step++) {
    if (await hasFocus(target)) return;
    await target.page().keyboard.press('Tab');
  }
  throw new Error(`${target} was not reached by Tab`);
}

const keyboard: Hands = {
  options: { viewport: { width: 1280, height: 800 } },
  async press(target) {
    await tabTo(target);
    await target.page().keyboard.press('Enter');
  },
  async type(target, text) {
    await tabTo(target);
    await target.page().keyboard.press('ControlOrMeta+A');
    await target.page().keyboard.type(text);
  },
};

const phone: Hands = {
  options: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  press: (target) => target.tap(),
  async type(target, text) {
    await target.tap();
    await target.page().keyboard.press('ControlOrMeta+A');
    await target.page().keyboard.type(text);
  },
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const ready = (page: Page, id: string) => page.locator(`#${id}[data-ready]`).waitFor({ state: 'attached' });

async function signedIn({ options, press, type }: Hands, email: string) {
  const page = await environment.browser.newPage({ ...options, baseURL: environment.server.origin });
  await page.goto('/sign_in');
  await ready(page, 'sign-in');
  await type(page.getByLabel('Email'), email);
  await type(page.getByLabel('Password', { exact: true }), PASSWORD);
  await press(button(page, 'Continue'));
  await page.waitForURL((url) => url.pathname !== '/sign_in');
  return page;
}

test.each([
  ['by keyboard alone', keyboard],
  ['on a phone', phone],
])(
  'finding, offering, haggling and paying works %s',
  async (_how, hands) => {
    const { press, type } = hands;
    const [buyer, seller] = await Promise.all([environment.factory.aBuyer(), environment.factory.aSeller()]);
    const name = `Enamel mug ${_how}`;
    await environment.factory.aProduct({ seller, name, units: 1_200n });

    const buyerPage = await signedIn(hands, buyer.email);
    await ready(buyerPage, 'all-products');
    await type(buyerPage.getByRole('searchbox', { name: 'Search products' }), name);
    await buyerPage.waitForURL('**/search?query=*');
    await press(buyerPage.getByRole('link', { name, exact: true }));
    await ready(buyerPage, 'product-detail');
    await type(buyerPage.locator('input[name=quantity]'), '24');
    await type(buyerPage.locator('input[name=unit_price]'), '7.50');
    await press(button(buyerPage, 'Add to Cart'));
    await press(buyerPage.getByRole('dialog').getByRole('button', { name: 'Move to Cart' }));
    await buyerPage.waitForURL('**/cart');
    await press(button(buyerPage, 'Send Offer'));
    await buyerPage.getByText('Success! View offer in My Offers.').waitFor();

    const sellerPage = await signedIn(hands, seller.email);
    await sellerPage.goto('/my_offers');
    await ready(sellerPage, 'my-offers');
    await press(sellerPage.locator('.offer-toggle'));
    await type(sellerPage.getByLabel(`Your price for ${name}`), '800');
    await press(button(sellerPage, 'Submit Counter'));
    await sellerPage.getByText('Sent for review').waitFor();

    await buyerPage.goto('/my_offers');
    await ready(buyerPage, 'my-offers');
    await press(buyerPage.locator('.offer-toggle'));
    await press(button(buyerPage, 'Accept Offer'));
    await buyerPage.waitForURL('**/my_orders');
    await ready(buyerPage, 'my-orders');
    await buyerPage.getByText('$192.00').first().waitFor();
    await press(button(buyerPage, 'Check out'));
    await press(button(buyerPage, 'Pay'));
    await buyerPage.waitForURL('**/my_orders*');
    await buyerPage.getByText('Your payment is being processed.').waitFor();
  },
  60_000,
);
