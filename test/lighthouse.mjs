// npm run lighthouse: the product as it is delivered, on the demo, judged by Lighthouse and timed on a slow phone.
//
//   --only judged|timed           Lighthouse on the public pages, or timings at 4 × CPU and slow 4G
//   --pages home,sign-up          some pages
//   --forms mobile,desktop        Lighthouse's two defaults
//   --runs 5                      of each, the median counts
//
// Lighthouse and the Node it wants come from the npm registry into tmp/lighthouse, once.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openDelivered } from './lighthouse/app.mjs';
import { auditPages } from './lighthouse/judged.mjs';
import { pagesJudged, pagesTimed } from './lighthouse/pages.mjs';
import { time } from './lighthouse/timed.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: 'judged,timed' },
    pages: { type: 'string' },
    forms: { type: 'string', default: 'mobile,desktop' },
    runs: { type: 'string', default: '5' },
    to: { type: 'string', default: join(root, 'tmp/lighthouse/reports') },
  },
});
const parts = options.only.split(',');
const names = options.pages?.split(',');
const runs = Number(options.runs);
const wanted = (pages) => Object.entries(pages).filter(([name]) => !names || names.includes(name));

mkdirSync(options.to, { recursive: true });
const app = await openDelivered(root);
const missed = [];
try {
  const subject = await app.subjects();
  const place = { root, to: options.to, origin: app.origin, browser: app.browser };
  if (parts.includes('judged'))
    missed.push(
      ...(await auditPages(place, {
        pages: wanted(pagesJudged(subject)),
        forms: options.forms.split(','),
        runs,
      })),
    );
  if (parts.includes('timed'))
    missed.push(...(await time(place, { pages: wanted(pagesTimed(subject)), runs })));
} finally {
  await app.stop();
}
writeFileSync(join(options.to, 'missed.txt'), `${missed.join('\n')}\n`);
console.log(missed.length > 0 ? `\nMissed:\n  ${missed.join('\n  ')}` : '\nEvery goal is met.');
process.exitCode = missed.length > 0 ? 1 : 0;
