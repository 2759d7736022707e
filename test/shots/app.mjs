import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Starts the product with data of its own; answers its address and how to stop it. */
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
    let said = '';
    app.stdout.on('data', (chunk) => {
      said += chunk;
      const found = /https?:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(said);
      if (found) resolve(found[0]);
    });
    app.once('exit', (code) => reject(new Error(`the product ended with ${code}:\n${said}`)));
  });
  const stop = () =>
    new Promise((resolve) => {
      app.once('exit', resolve);
      app.kill('SIGTERM');
    });
  return { url, stop };
}

/** The cookies of somebody of the demo, by e-mail; null: of nobody. */
export async function signIn(browser, url, email) {
  const context = await browser.newContext({ baseURL: url, locale: 'en-US' });
  if (email) {
    const page = await context.newPage();
    await page.goto('/sign_in');
    const token = await page.locator('meta[name="csrf-token"]').getAttribute('content');
    const answer = await context.request.post('/login', {
      data: { user: { email, password: 'demo-password' } },
      headers: { 'X-CSRF-Token': token ?? '', Accept: 'application/json' },
    });
    if (!answer.ok())
      throw new Error(`${email} could not sign in: ${answer.status()} ${await answer.text()}`);
  }
  const state = await context.storageState();
  await context.close();
  return state;
}
