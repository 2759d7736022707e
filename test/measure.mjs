// npm run measure: the structure of the code in figures, beside their targets. `npm run measure -- state` lists what
// one figure counts (without one of its names: the names).
import { root } from '../server/boot/root.mjs';
import { importBundled } from './measure/bundle.mjs';

const { report, details } = await importBundled('report');

const [what] = process.argv.slice(2);
if (what) for (const line of details(root, what)) console.log(line);
else for (const [name, value, target] of report(root)) console.log(`${name}\n  ${value}  (target ${target})`);
