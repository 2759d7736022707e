import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { islands } from '../../islands/registry';
import { productionBuild } from '../support/roots';

const MAX_SCRIPTS = 13;
/** Over the last release. */
const MAX_GROWTH = 1.03;

/** Bytes of JavaScript, brotli, of the page with each island in the last release. */
const path = join(__dirname, 'page-weights.json');

let root: string;
let manifest: { entry: string[]; islands: Record<string, string[]> };

const built = (address: string) => join(root, 'public', address);

/** What a page with the island loads before anybody acts on it. */
const scriptsOf = (id: string) => [...new Set([...manifest.entry, ...(manifest.islands[id] ?? [])])];

function brotliBytes(address: string) {
  const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size;
  return size(built(`${address}.br`)) ?? size(built(address)) ?? 0;
}

const weightOf = (id: string) => scriptsOf(id).reduce((sum, address) => sum + brotliBytes(address), 0);

// Has no folder of its own.
const ids = islands.map(({ id }) => id).filter((id) => id !== 'top-nav-alternate');

let lastRelease: Record<string, number>;

beforeAll(() => {
  root = productionBuild();
  manifest = JSON.parse(readFileSync(built('build/manifest.json'), 'utf8'));
  const weights = () => Object.fromEntries(ids.toSorted().map((id) => [id, weightOf(id)]));
  if (process.env.WRITE_WEIGHTS) writeFileSync(path, `${JSON.stringify(weights(), null, 2)}\n`);
  lastRelease = JSON.parse(readFileSync(path, 'utf8'));
});

test.each(ids)('a page with %s needs at most 13 scripts', (id) => {
  expect(manifest.islands[id]).toBeDefined();
  expect(scriptsOf(id).length).toBeLessThanOrEqual(MAX_SCRIPTS);
});

test.each(ids)(
  'a page with %s needs at most 3 % more JavaScript than in the last release (`npm run weights` writes it)',
  (id) => {
    // A page that is new since then may be as large as any.
    const last = lastRelease[id] ?? Math.max(...Object.values(lastRelease));
    expect(weightOf(id)).toBeLessThanOrEqual(last * MAX_GROWTH);
  },
);
