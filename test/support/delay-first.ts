import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** Holds the first writing request to these addresses back, so that what is sent at once would overtake it. */
export async function delayFirst(page: Page, addresses: string) {
  let isFirst = true;
  await page.route(addresses, async (route) => {
    const waits = isFirst && route.request().method() !== 'GET';
    if (waits) isFirst = false;
    if (waits) await pause(600);
    await route.continue();
  });
}
