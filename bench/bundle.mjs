import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../server/boot/root.mjs';

/** Bundles TypeScript that names files from the root; returns the path of the module. Packages stay outside. */
export async function bundle(name, source) {
  const folder = join(root, 'tmp/bench');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${name}.mjs`);
  await build({
    stdin: { contents: source, resolveDir: root },
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    // Of test/support, which Vitest runs as modules.
    define: { __dirname: 'import.meta.dirname' },
    packages: 'external',
    logLevel: 'warning',
  });
  return outfile;
}
