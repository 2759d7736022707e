import type { Page } from 'playwright-core';
import type { Person } from '../../server/accounts/policy';
import { useTestEnvironment } from '../support/test-environment';
import { waitForIdle } from '../support/wait-for-idle';
import { live, openSignedIn } from './sign-in';

const environment = useTestEnvironment();

const account = (page: Page) => page.locator('#user-menu').getByRole('button').first();
const words = async (page: Page) => (await page.locator('#user-menu .menu').innerText()).split('\n').slice(2);

const SELLER = ['Manage Products', 'Manage Profile', 'Add Product', 'Bulk Add Products'];

test('whose session ended elsewhere is offered to sign in again, and comes back', async () => {
  const seller = await environment.factory.aSeller();
  const page = await openSignedIn(environment.browser, environment.factory, seller, {
    expected: [/401 for GET .*badges/],
  });
  await page.goto('/dashboard/manage_profile');
  await live(page);
  // An answer on its way would bring the cookie back.
  await waitForIdle(page);
  await page.locator('[name=name]').fill('Half a thought');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save Profile Settings' }).click();
  const way = page.locator('#alerts').getByRole('link', { name: 'sign in again' });
  expect(await way.getAttribute('href')).toBe('/sign_in?return_to=%2Fdashboard%2Fmanage_profile');
  expect(await page.locator('[name=name]').inputValue()).toBe('Half a thought');
  await page.context().close();
});

test.each<[string, () => Promise<Person>, string[], string]>([
  [
    'buyer',
    () => environment.factory.aBuyer(),
    ['Favorites', 'Saved Searches', 'Want Lists', 'Settings', 'Contact Us', 'Sign Out'],
    '/my_offers',
  ],
  [
    'seller',
    () => environment.factory.aSeller(),
    [...SELLER, 'Settings', 'Contact Us', 'Sign Out'],
    '/my_offers',
  ],
])(
  'the menu of a %s is worked by keyboard, and leads out to the home page',
  async (kind, who, items, path) => {
    const page = await openSignedIn(environment.browser, environment.factory, await who());
    await page.goto(path);
    expect(await page.locator('.cart-link').count()).toBe(kind === 'seller' ? 0 : 1);
    await account(page).focus();
    await page.keyboard.press('Enter');
    await page.locator('#user-menu [aria-expanded=true]').waitFor();
    expect((await words(page)).map((word) => word.trim()).filter(Boolean)).toEqual(items);
    await page.keyboard.press('Escape');
    await page.locator('#user-menu [aria-expanded=false]').waitFor();
    expect(await account(page).evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByRole('link', { name: 'Join Now' }).first().waitFor();
    await page.goto(path);
    await page.waitForURL((url) => url.pathname === '/sign_in');
  },
  60_000,
);
