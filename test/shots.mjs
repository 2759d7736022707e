// npm run shots: every page in three widths and two schemes, a contact sheet for each, and its errors.
//
//   --url http://localhost:3000   a product that runs already, with the demo's data
//   --only buyer/cart,staff       roles, or pages of a role
//   --widths 390,768,1440 --schemes light,dark --text 200 (per cent)
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { signIn, startApp } from './shots/app.mjs';
import { launch } from './shots/browser.mjs';
import { look, windowOf } from './shots/look.mjs';
import { pagesOf, roles, withoutPassword } from './shots/pages.mjs';
import { sheet } from './shots/sheet.mjs';
import { subjects } from './shots/subjects.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: options } = parseArgs({
  options: {
    url: { type: 'string' },
    only: { type: 'string' },
    widths: { type: 'string', default: '390,768,1440' },
    schemes: { type: 'string', default: 'light,dark' },
    text: { type: 'string', default: '100' },
    to: { type: 'string', default: join(root, 'tmp/shots') },
  },
});

const only = options.only?.split(',');
const wanted = (role, name) => !only || only.some((one) => one === role || one === `${role}/${name}`);
const views = options.schemes
  .split(',')
  .flatMap((scheme) => options.widths.split(',').map((width) => ({ scheme, width: Number(width) })));

const fileOf = (role, name, { width, scheme }) => join(options.to, `${role}-${name}-${width}-${scheme}.png`);

function summary(name, seen) {
  const faults = new Map();
  for (const { view, faults: found } of seen)
    for (const fault of new Set(found)) faults.set(fault, [...(faults.get(fault) ?? []), view]);
  return [...faults].map(
    ([fault, where]) => `${name} (${where.length === seen.length ? 'all' : where.join(', ')}): ${fault}`,
  );
}

rmSync(options.to, { recursive: true, force: true });
mkdirSync(options.to, { recursive: true });
const app = options.url ? { url: options.url, stop: async () => {} } : await startApp(root);
const browser = await launch(join(root, 'tmp'));
const report = [];
try {
  const pages = pagesOf(await subjects(browser, app.url));
  for (const [role, list] of Object.entries(pages)) {
    const chosen = list.filter(([name]) => wanted(role, name));
    if (chosen.length === 0) continue;
    const state = await signIn(browser, app.url, roles[role], withoutPassword.has(role));
    const windows = await Promise.all(
      views.map(async (view) => ({
        view,
        context: await windowOf(browser, { url: app.url, state, ...view }),
      })),
    );
    for (const [name, path, act] of chosen) {
      const seen = [];
      for (const { view, context } of windows) {
        const { picture, faults } = await look(context, { path, act, text: Number(options.text) });
        seen.push({ view: `${view.width} ${view.scheme}`, faults });
        if (picture) writeFileSync(fileOf(role, name, view), picture);
      }
      report.push(...summary(`${role}/${name}`, seen));
      const pictures = views.map((view) => fileOf(role, name, view)).filter((file) => existsSync(file));
      if (pictures.length > 0) await sheet(pictures, join(options.to, `sheet-${role}-${name}.webp`));
      process.stdout.write(`${role}/${name} `);
    }
    await Promise.all(windows.map(({ context }) => context.close()));
  }
} finally {
  await browser.close();
  await app.stop();
}
writeFileSync(join(options.to, 'report.txt'), `${report.join('\n')}\n`);
console.log(`\n\n${report.join('\n') || 'Nothing is wrong.'}\n${options.to}`);
process.exitCode = report.length > 0 ? 1 : 0;
