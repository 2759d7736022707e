import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Starts the product with its own data; returns its address and `stop`. */
export async function startApp(root) {
  const env = {
    ...process.env,
    DATA_DIR: join(root, 'tmp/shots-data'),
    RATE_LIMITS: 'off',
    SHOPIFY_API_KEY: 'key',
    SHOPIFY_API_SECRET: 'secret',
  };
  const app = spawn(process.execPath, ['server/boot/start.mjs'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve, reject) => {
    let output = '';
    app.stdout.on('data', (chunk) => {
      output += chunk;
      const found = /https?:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(output);
      if (found) resolve(found[0]);
    });
    app.once('exit', (code) => reject(new Error(`the product ended with ${code}:\n${output}`)));
  });
  const stop = () =>
    new Promise((resolve) => {
      app.once('exit', resolve);
      app.kill('SIGTERM');
    });
  return { url, stop };
}

async function byPassword(_page, call, email) {
  const answer = await call('/login', { user: { email, password: 'demo-password' } });
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${answer.status()} ${await answer.text()}`);
}

/** Requests a fresh link for an approved person without a password, and reads it from the demo's mailbox. */
async function byMail(page, call, email) {
  const newest = async () => {
    await page.goto('/dev/mailbox');
    const row = page.locator('tbody tr', { hasText: email }).first();
    return (await row.count()) > 0 ? row.locator('a').getAttribute('href') : null;
  };
  const before = await newest();
  await call('/password', { user: { email } });
  for (let tries = 0; tries < 50; tries++) {
    const mail = await newest();
    if (mail && mail !== before) {
      const html = await (await page.request.get(mail)).text();
      await page.goto(/\/magic\/sign_in\/[\w.-]+/.exec(html)?.[0] ?? '/', { waitUntil: 'commit' });
      return page.waitForURL(/create_password/, { timeout: 10_000 });
    }
    await page.waitForTimeout(100);
  }
  throw new Error(`no link came for ${email}`);
}

/** The cookies of a demo account by email; null: signed out. */
export async function signIn(browser, url, email, withoutPassword = false) {
  const context = await browser.newContext({ baseURL: url, locale: 'en-US' });
  if (email) {
    const page = await context.newPage();
    await page.goto('/sign_in');
    const token = await page.locator('meta[name="csrf-token"]').getAttribute('content');
    const call = (path, data) =>
      context.request.post(path, {
        data,
        headers: { 'X-CSRF-Token': token ?? '', Accept: 'application/json' },
      });
    await (withoutPassword ? byMail : byPassword)(page, call, email);
  }
  const state = await context.storageState();
  await context.close();
  return state;
}
