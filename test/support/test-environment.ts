import type { Config } from '../../server/config/config';
import { openBrowser, type TestBrowser } from './browser';
import { Factory } from './factories';
import { startTestServer, type TestServer } from './shop';

export interface TestEnvironment {
  readonly shop: TestServer;
  readonly browser: TestBrowser;
  readonly factory: Factory;
}

/** A shop, its people and a browser for all tests of a file: there from their beginning to their end. */
export function useTestEnvironment(config: Partial<Config> = {}): TestEnvironment {
  const environment: { -readonly [Part in keyof TestEnvironment]?: TestEnvironment[Part] } = {};
  let opened: Promise<TestServer | TestBrowser>[] = [];
  beforeAll(async () => {
    const [shop, browser] = [startTestServer(config), openBrowser()];
    opened = [browser, shop];
    environment.shop = await shop;
    environment.browser = await browser;
    environment.factory = new Factory(environment.shop);
  }, 60_000);
  // What did open is closed also where the other did not.
  afterAll(async () => {
    for (const one of await Promise.allSettled(opened))
      if (one.status === 'fulfilled') await one.value.close();
  }, 30_000);
  return environment as TestEnvironment;
}
