import type { Page } from 'playwright-core';
import type { Person } from '../../server/accounts/policy';
import type { PageOptions, TestBrowser } from '../support/browser';
import { type Factory, PASSWORD } from '../support/factories';

/** For what reaches another window by the live channel alone, since no list polls; `npm run bench:cable` times it. */
export const LIVE = { timeout: 8_000 };

/** Opens a window and signs in through the form. */
export async function signInByForm(
  browser: TestBrowser,
  origin: string,
  person: Person,
  options: PageOptions = {},
): Promise<Page> {
  const page = await browser.newPage({ ...options, baseURL: origin });
  await page.goto('/sign_in');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL((url) => url.pathname !== '/sign_in');
  return page;
}

/** Opens a window with the cookies of a session. */
export async function openSignedIn(
  browser: TestBrowser,
  factory: Factory,
  person: Person,
  options: PageOptions = {},
): Promise<Page> {
  const { cookieHeader, origin } = await factory.signedIn(person);
  const page = await browser.newPage({ ...options, baseURL: origin });
  await page.context().addCookies(
    cookieHeader.split('; ').map((cookie) => {
      const at = cookie.indexOf('=');
      return { name: cookie.slice(0, at), value: cookie.slice(at + 1), url: origin };
    }),
  );
  return page;
}

/** Waits until the server has confirmed the page's live channel. */
export const live = (page: Page) =>
  page.locator('turbo-cable-stream-source[connected]').waitFor({ state: 'attached' });
