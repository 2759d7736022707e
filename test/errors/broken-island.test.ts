import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from '../support/app';
import { productionBuild } from '../support/roots';

const BROKEN = `module.exports = { ready: Promise.resolve(), renderIsland() { throw new Error('a defect'); } };`;

const BROKEN_AT_FIRST = `let calls = 0; module.exports = { ready: Promise.resolve(), renderIsland(id) {
  if (id === 'sign-in' && ++calls <= 2) throw new Error('a defect');
  return '<p>' + id + '</p>';
} };`;

/** A copy of the product with other islands. */
function rootWith(islands: string) {
  const whole = productionBuild();
  const root = mkdtempSync(join(tmpdir(), 'lotwise-broken-'));
  mkdirSync(join(root, 'dist'));
  for (const name of ['public', 'views', 'package.json']) symlinkSync(join(whole, name), join(root, name));
  for (const name of readdirSync(join(whole, 'dist')))
    if (name !== 'islands.cjs') symlinkSync(join(whole, 'dist', name), join(root, 'dist', name));
  writeFileSync(join(root, 'dist/islands.cjs'), islands);
  return root;
}

test('an island that cannot be rendered is reported, and the page arrives without its HTML', async () => {
  const root = rootWith(BROKEN);
  const report = vi.fn();
  const app = await startApp({ root }, { errorReports: { report, close: async () => undefined } });
  try {
    const page = await fetch(`${app.origin}/sign_in`, { headers: { Accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(/<div id="[\w-]+" data-props="[^"]*"><\/div>/);
    expect(report).toHaveBeenCalledWith(expect.objectContaining({ message: 'a defect' }), {
      island: expect.any(String),
    });
  } finally {
    await app.stop();
    rmSync(root, { recursive: true });
  }
});

test('a page without one of its islands is not kept', async () => {
  const root = rootWith(BROKEN_AT_FIRST);
  const app = await startApp({ root, production: true });
  try {
    const page = async () => {
      const answer = await fetch(`${app.origin}/sign_in`, { headers: { Accept: 'text/html' } });
      return (await answer.text()).includes('<p>sign-in</p>');
    };
    expect([await page(), await page(), await page(), await page()]).toEqual([false, false, true, true]);
  } finally {
    await app.stop();
    rmSync(root, { recursive: true });
  }
});
