import type { Page } from 'playwright-core';
import type { Person } from '../../server/accounts/policy';
import type { PageOptions, TestBrowser } from '../support/browser';
import { type Factory, PASSWORD } from '../support/factories';

/** What appears live in another window appears within this time (issue's promise). */
export const LIVE = { timeout: 2_000 };

/** A window of their own in which this person has signed in through the form. */
export async function windowOf(
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

/** The same for stories that do not begin at the form: the session is brought along. */
export async function sessionOf(
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

/** Waits until the page's live channel is confirmed: what happens from now on is seen. */
export const live = (page: Page) =>
  page.locator('turbo-cable-stream-source[connected]').waitFor({ state: 'attached' });
