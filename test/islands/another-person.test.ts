import type { Page } from 'playwright-core';
import type { Person } from '../../server/accounts/policy';
import { openSignedIn } from '../journeys/sign-in';
import { useTestEnvironment } from '../support/test-environment';

const environment = useTestEnvironment();

/** As another tab of the same browser would. */
async function signInElsewhere(page: Page, person: Person) {
  const { cookieHeader, origin } = await environment.factory.signedIn(person);
  await page.context().addCookies(
    cookieHeader.split('; ').map((cookie) => {
      const at = cookie.indexOf('=');
      return { name: cookie.slice(0, at), value: cookie.slice(at + 1), url: origin };
    }),
  );
}

const message = (page: Page) => page.locator('#alerts').getByText('This browser is signed in as');

test('a page never acts for the person who signed in meanwhile', async () => {
  const { factory, browser } = environment;
  const [shown, other] = [await factory.aSeller(), await factory.aSeller()];
  const page = await openSignedIn(browser, factory, shown);
  await page.goto('/dashboard/new_product');
  await page.locator('[name=name]').fill('Desk lamp');
  await page.locator('[name=upc]').fill('012345678905');
  await page.getByText('UPC is available').waitFor();
  await signInElsewhere(page, other);
  for (const _attempt of [1, 2]) {
    await page.getByRole('button', { name: 'Next' }).click();
    await message(page).waitFor();
    await page.locator('form .form-error').waitFor();
  }
  expect(await page.locator('#alerts').innerText()).toContain(other.email);
  expect(await factory.db('products').where({ name: 'Desk lamp' })).toEqual([]);
  expect(await page.locator('[name=name]').inputValue()).toBe('Desk lamp');
  await page.context().close();
});

test('a page goes on in a new session of the person whom it shows', async () => {
  const { factory, browser } = environment;
  const seller = await factory.aSeller();
  const page = await openSignedIn(browser, factory, seller);
  await page.goto('/dashboard/new_product');
  await page.locator('[name=name]').fill('Floor lamp');
  await page.locator('[name=upc]').fill('012345678905');
  await signInElsewhere(page, seller);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.waitForURL('**/description');
  expect(await factory.db('products').where({ name: 'Floor lamp' })).toMatchObject([
    { seller_id: seller.seller_id },
  ]);
  await page.context().close();
});

test('whoever is signed in, Sign Out signs out', async () => {
  const { factory, browser } = environment;
  const page = await openSignedIn(browser, factory, await factory.aBuyer());
  await page.goto('/my_offers');
  await signInElsewhere(page, await factory.aBuyer());
  await page.locator('#user-menu').getByRole('button').first().click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('link', { name: 'Join Now' }).first().waitFor();
  await page.context().close();
});
