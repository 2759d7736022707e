import type { Page } from 'playwright-core';
import type { PageOptions, TestBrowser } from './browser';
import { csrfTokenIn } from './client';
import { PASSWORD } from './factories';

interface Wish extends PageOptions {
  readonly email: string;
  /** The id of the island to wait for. */
  readonly island?: string;
}

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

/** By file, server and person, since signing in costs a password hash. */
const cookies = new WeakMap<TestBrowser, Map<string, Cookies>>();

function cookiesOf(browser: TestBrowser) {
  const known = cookies.get(browser) ?? new Map<string, Cookies>();
  cookies.set(browser, known);
  return known;
}

async function signIn(page: Page, email: string) {
  const html = await (await page.request.get('/404', { headers: { Accept: 'text/html' } })).text();
  await page.request.post('/login', {
    data: { user: { email, password: PASSWORD } },
    headers: { 'X-CSRF-Token': csrfTokenIn(html), Accept: 'application/json' },
  });
  return page.context().storageState();
}

export async function openAs(
  browser: TestBrowser,
  origin: string,
  path: string,
  { email, island, ...options }: Wish,
): Promise<Page> {
  const signedIn = cookiesOf(browser);
  const known = signedIn.get(`${origin} ${email}`);
  const page = await browser.newPage({
    baseURL: origin,
    viewport: { width: 1280, height: 900 },
    ...(known && { storageState: known }),
    ...options,
  });
  if (!known) signedIn.set(`${origin} ${email}`, await signIn(page, email));
  await page.goto(path);
  if (island) await arrived(page, island);
  return page;
}

export const arrived = (page: Page, island: string) =>
  page.locator(`#${island}[data-ready]`).waitFor({ state: 'attached' });

export const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
  });
