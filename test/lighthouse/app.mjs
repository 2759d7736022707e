import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** The first start loads the demo before it listens. */
async function untilReady(origin, app) {
  for (;;) {
    if (app.exitCode !== null) throw new Error(`the product ended with ${app.exitCode}`);
    const answer = await fetch(`${origin}/ready`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function subjectsOf(origin) {
  const html = await (await fetch(`${origin}/all_products`)).text();
  const found = /href="\/all_products\/(\d+)\/(\d+)"/.exec(html);
  if (!found) throw new Error('the listing shows no product');
  return { seller: found[1], product: found[2] };
}

/** Starts the product with production settings and the demo, and the browser. */
export async function openDelivered(root) {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const app = spawn(process.execPath, ['server/boot/start.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      STANDALONE: 'true',
      DEMO: 'true',
      SEED_DEMO: 'true',
      RATE_LIMITS: 'off',
      LOAD_SHEDDING: 'off',
      SECRET_KEY_BASE: randomBytes(48).toString('base64url'),
      APP_URL: origin,
      PORT: String(port),
      DATA_DIR: join(root, 'tmp/lighthouse/data'),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilReady(origin, app);
  const browser = JSON.parse(
    execFileSync(process.execPath, [join(root, 'test/support/chromium.mjs')], { encoding: 'utf8' }),
  );
  return {
    origin,
    browser,
    subjects: () => subjectsOf(origin),
    stop: async () => {
      const ended = once(app, 'exit');
      app.kill('SIGTERM');
      await ended;
    },
  };
}
