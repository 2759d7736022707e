import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { islands } from '../../islands/registry';
import { productionBuild } from '../support/roots';

const MAX_SCRIPTS = 12;
const MAX_BUYER_BYTES = 125 * 1024;
const BUYERS = [
  'all-products',
  'product-detail',
  'seller-storefront',
  'cart',
  'my-offers',
  'my-orders',
  'order-detail',
];

let manifest: { entry: string[]; islands: Record<string, string[]> };

const built = (address: string) => join(productionBuild(), 'public', address);

beforeAll(() => {
  manifest = JSON.parse(readFileSync(built('build/manifest.json'), 'utf8'));
});

/** What a page with the island loads before anybody acts on it. */
const scriptsOf = (id: string) => [...new Set([...manifest.entry, ...(manifest.islands[id] ?? [])])];

function brotliBytes(address: string) {
  const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size;
  return size(built(`${address}.br`)) ?? size(built(address)) ?? 0;
}

// Has no folder of its own.
const ids = islands.map(({ id }) => id).filter((id) => id !== 'top-nav-alternate');

test.each(ids)('a page with %s needs at most 12 scripts', (id) => {
  expect(manifest.islands[id]).toBeDefined();
  expect(scriptsOf(id).length).toBeLessThanOrEqual(MAX_SCRIPTS);
});

test.each(BUYERS)("a buyer's page with %s needs at most 125 KB of JavaScript", (id) => {
  const bytes = scriptsOf(id).reduce((sum, address) => sum + brotliBytes(address), 0);
  expect(bytes).toBeLessThanOrEqual(MAX_BUYER_BYTES);
});
