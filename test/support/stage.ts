import type { Config } from '../../server/config';
import { openBrowser, type TestBrowser } from './browser';
import { World } from './factories';
import { openShop, type Shop } from './shop';

export interface Stage {
  readonly shop: Shop;
  readonly browser: TestBrowser;
  readonly world: World;
}

/** A shop, its people and a browser for all tests of a file: there from their beginning to their end. */
export function setStage(config: Partial<Config> = {}): Stage {
  const stage: { -readonly [Part in keyof Stage]?: Stage[Part] } = {};
  beforeAll(async () => {
    [stage.shop, stage.browser] = await Promise.all([openShop(config), openBrowser()]);
    stage.world = new World(stage.shop);
  }, 60_000);
  afterAll(async () => {
    await stage.browser?.close();
    await stage.shop?.close();
  }, 30_000);
  return stage as Stage;
}
