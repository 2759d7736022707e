import type { Config } from '../../server/config/config';
import { openBrowser, type TestBrowser } from './browser';
import { Factory } from './factories';
import { startTestServer, type TestServer } from './test-server';

export interface TestEnvironment {
  readonly server: TestServer;
  readonly browser: TestBrowser;
  readonly factory: Factory;
}

export function useTestEnvironment(config: Partial<Config> = {}): TestEnvironment {
  const environment: { -readonly [Part in keyof TestEnvironment]?: TestEnvironment[Part] } = {};
  let opened: Promise<TestServer | TestBrowser>[] = [];
  beforeAll(async () => {
    const [server, browser] = [startTestServer(config), openBrowser()];
    opened = [browser, server];
    const running = await server;
    environment.server = running;
    environment.browser = await browser;
    environment.factory = new Factory(running);
  });
  // Closes what opened even if the other part failed.
  afterAll(async () => {
    for (const result of await Promise.allSettled(opened))
      if (result.status === 'fulfilled') await result.value.close();
  });
  return environment as TestEnvironment;
}
