// npm run routes: every URL with the policy that its viewer must meet. `npm run routes -- /offers` lists those below a path.
import { importBundled } from './measure/bundle.mjs';

const { routeLines } = await importBundled('routes');

const [path = '/'] = process.argv.slice(2);
for (const line of routeLines()) if (line.split(/\s+/)[1].startsWith(path)) console.log(line);
