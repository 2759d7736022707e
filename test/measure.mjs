// npm run measure: the structure of the code in figures, beside their targets. `npm run measure -- state` lists what
// one figure counts (without one of its names: the names).
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../server/boot/root.mjs';

const bundle = await build({
  entryPoints: [join(root, 'test/measure/report.ts')],
  bundle: true,
  write: false,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  logLevel: 'warning',
});
const folder = join(root, 'tmp');
mkdirSync(folder, { recursive: true });
const file = join(folder, 'measure.mjs');
writeFileSync(file, bundle.outputFiles[0].text);
const { report, details } = await import(file);

const [what] = process.argv.slice(2);
if (what) for (const line of details(root, what)) console.log(line);
else for (const [name, value, target] of report(root)) console.log(`${name}\n  ${value}  (target ${target})`);
