// Rolling deploys: replaces the web processes one by one without failed requests.
import { on } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '../../server/embedded-postgres/start.mjs';
import { freePort, ready, start } from './process.mjs';

const VISITORS = 8;

const ask = (agent, port, path) =>
  new Promise((resolve) => {
    const req = request({ agent, port, path, headers: { Accept: 'text/html' } }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode));
      answer.on('error', (error) => resolve(error.code));
    });
    req.on('error', (error) => resolve(error.code));
    req.end();
  });

async function waitForLine(lines, words) {
  for (;;) {
    const { value, done } = await lines.next();
    if (done || value[0].includes(words)) return;
  }
}

export async function rolling({ restarts }, { holds }) {
  const folder = mkdtempSync(join(tmpdir(), 'lotwise-rolling-'));
  const postgres = await startPostgres(folder, { temporary: true });
  const port = await freePort();
  const env = { DATABASE_URL: postgres.url, DATA_DIR: folder, PORT: String(port), RATE_LIMITS: 'off' };
  let run;
  try {
    await start('release', env).ended;
    run = start('web', { ...env, WEB_CONCURRENCY: '2' });
    const lines = on(createInterface({ input: run.child.stdout }), 'line');
    await ready(`http://localhost:${port}`, run);
    const seen = new Map();
    let over = false;
    const visit = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (!over) {
        const status = await ask(agent, port, '/sign_in');
        seen.set(status, (seen.get(status) ?? 0) + 1);
        await pause(5);
      }
      agent.destroy();
    };
    const visitors = Promise.all(Array.from({ length: VISITORS }, visit));
    for (let restart = 1; restart <= restarts; restart++) {
      run.child.kill('SIGUSR2');
      await waitForLine(lines, 'the web processes are replaced');
    }
    over = true;
    await visitors;
    const summary = [...seen].map(([status, times]) => `${status}: ${times}`).join(', ');
    holds(
      `${restarts} rolling restarts under load: no request failed`,
      seen.size === 1 && seen.has(200),
      summary,
    );
  } finally {
    run?.child.kill('SIGTERM');
    await run?.ended;
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
