import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../../server/boot/root.mjs';

/** Bundles a TypeScript file of this folder and imports it. */
export async function importBundled(name) {
  const bundle = await build({
    entryPoints: [join(root, `test/measure/${name}.ts`)],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
  const folder = join(root, 'tmp');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, bundle.outputFiles[0].text);
  return import(file);
}
