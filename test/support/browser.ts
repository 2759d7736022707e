import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { watch } from './page-faults';
import { projectRoot } from './roots';
import { trackRequests } from './wait-for-idle';

interface ChromiumLocation {
  readonly executablePath: string;
  readonly env: Record<string, string>;
}

function findChromium(): ChromiumLocation {
  const { CHROMIUM_PATH, CHROMIUM_ENV = '{}' } = process.env;
  if (CHROMIUM_PATH) return { executablePath: CHROMIUM_PATH, env: JSON.parse(CHROMIUM_ENV) };
  return JSON.parse(
    execFileSync(process.execPath, [join(projectRoot, 'test/support/chromium.mjs')], { encoding: 'utf8' }),
  );
}

export interface PageOptions extends BrowserContextOptions {
  /** Console lines that the test provokes. */
  readonly expected?: readonly RegExp[];
  /** For all tests of a file: open until `close`. */
  readonly kept?: boolean;
}

export interface TestBrowser {
  /** Opens a page without cookies, which closes with the test; errors on the page fail the test. */
  newPage(options?: PageOptions): Promise<Page>;
  close(): Promise<void>;
}

async function launch(): Promise<Browser> {
  const { executablePath, env } = findChromium();
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    // The package's default flags disable web security; these let it run as root in a container, with few processes.
    args: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--in-process-gpu'],
  });
}

let launched: Promise<Browser> | undefined;

/** The files of a worker share one browser, which ends with the worker; each page has a context of its own. */
export async function openBrowser(): Promise<TestBrowser> {
  launched ??= launch();
  const browser = await launched;
  const contexts: BrowserContext[] = [];
  return {
    async newPage({ expected = [], kept = false, ...options } = {}) {
      const context = await browser.newContext({
        locale: 'en-US',
        timezoneId: 'America/New_York',
        ...options,
      });
      if (kept) contexts.push(context);
      else onTestFinished(() => context.close());
      const page = await context.newPage();
      watch(page, expected);
      trackRequests(page);
      return page;
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()));
    },
  };
}
