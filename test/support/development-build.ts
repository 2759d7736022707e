import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const root = join(__dirname, '../..');
const folder = join(root, 'tmp/build');

const entryOf = (manifest: string) =>
  (JSON.parse(readFileSync(manifest, 'utf8')) as { assets: Record<string, string> }).assets['index.js'] ?? '';

let built = false;

function buildOnce() {
  if (built) return;
  execFileSync(process.execPath, [join(root, 'esbuild.config.mjs'), '--development', '--if-stale']);
  built = true;
}

/**
 * Puts the islands with React's warnings in place of those that are delivered: the entry's address gets the other
 * entry, whose chunks are found beside it.
 */
export async function serveDevelopmentBuild(page: Page) {
  buildOnce();
  const ours = entryOf(join(folder, 'manifest.json'));
  const delivered = entryOf(join(root, 'public/build/manifest.json'));
  await page.route('**/build/*.js', async (route) => {
    const path = new URL(route.request().url()).pathname;
    const name = (path === delivered ? ours : path).replace('/build/', '');
    const file = join(folder, name);
    if (/^[\w.-]+$/.test(name) && existsSync(file))
      await route.fulfill({ path: file, contentType: 'text/javascript' });
    else await route.continue();
  });
}
