import type { Page, Request } from 'playwright-core';

const pending = new WeakMap<Page, Set<Request>>();

export function trackRequests(page: Page) {
  const requests = new Set<Request>();
  pending.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
}

const isQuiet = async (page: Page) =>
  pending.get(page)?.size === 0 &&
  (await page.evaluate(() => !document.querySelector('[data-rendered]:not([data-ready])')));

/** Waits until every island is ready and no request is pending. */
export async function waitForIdle(page: Page) {
  await page.waitForLoadState('load');
  for (let quiet = 0; quiet < 2; ) {
    quiet = (await isQuiet(page)) ? quiet + 1 : 0;
    await page.waitForTimeout(30);
  }
}
