import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { islands } from '../../islands/registry';
import { productionBuild } from '../support/roots';

const MAX_SCRIPTS = 13;
/** Bytes of a buyer's pages in the last release, 454aa518. A release may add 3 %. */
const LAST_RELEASE = {
  'all-products': 127_821,
  'product-detail': 127_821,
  'seller-storefront': 127_821,
  cart: 126_318,
  'my-offers': 127_149,
  'my-orders': 127_895,
  'order-detail': 127_895,
};
const MAX_GROWTH = 1.03;

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

test.each(ids)('a page with %s needs at most 13 scripts', (id) => {
  expect(manifest.islands[id]).toBeDefined();
  expect(scriptsOf(id).length).toBeLessThanOrEqual(MAX_SCRIPTS);
});

test.each(Object.entries(LAST_RELEASE))(
  "a buyer's page with %s needs at most 3 % more JavaScript than in the last release",
  (id, last) => {
    const bytes = scriptsOf(id).reduce((sum, address) => sum + brotliBytes(address), 0);
    expect(bytes).toBeLessThanOrEqual(last * MAX_GROWTH);
  },
);
