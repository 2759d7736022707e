// The database layer for scenes, which are no TypeScript.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../../server/boot/root.mjs';

/** Packages stay outside. */
export async function databaseLayer() {
  const outfile = join(root, 'tmp', `database-layer-${process.pid}.mjs`);
  await build({
    entryPoints: [join(root, 'test/faults/database-layer.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile,
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile));
}
