// Starts the product like an operator, and a client that calls it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../server/boot/root.mjs';

export async function freePort() {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
// Without a handler a signal ends this process past its exit handlers.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** `output()` returns all output; `ended` resolves with the exit status. */
export function start(entry, env, { args = [], nodeArgs = [], cwd = root } = {}) {
  const child = spawn(process.execPath, [...nodeArgs, `dist/${entry}.js`, ...args], {
    cwd,
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output = (output + text).slice(-1_000_000);
    });
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child);
    return code ?? signal;
  });
  return { child, ended, output: () => output };
}

/** Returns the milliseconds until it is ready. */
export async function ready(origin, run, within = 120_000) {
  const start = performance.now();
  while (performance.now() - start < within) {
    if (run.child.exitCode !== null) throw new Error(`It ended:\n${run.output().slice(-3_000)}`);
    const answer = await fetch(`${origin}/ready`).catch(() => null);
    if (answer?.ok) return performance.now() - start;
    await pause(25);
  }
  throw new Error(`It was not ready within ${within} ms:\n${run.output().slice(-3_000)}`);
}

/** Signs in and returns a function that calls as this person; it throws without a response. */
export async function signIn(origin, email) {
  const page = await fetch(`${origin}/sign_in`, { headers: { Accept: 'text/html' } });
  const [, token] = /name="csrf-token" content="([^"]+)"/.exec(await page.text());
  const cookie = page.headers.getSetCookie().map((line) => line.split(';')[0]);
  const answer = await fetch(`${origin}/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': token, Cookie: cookie.join('; ') },
    body: JSON.stringify({ user: { email, password: 'demo-password' } }),
  });
  if (!answer.ok) throw new Error(`Sign-in of ${email} answered ${answer.status}`);
  const Authorization = answer.headers.get('Authorization');
  const { user } = await answer.json();
  const call = async (method, path, body) => {
    const headers = { Authorization, Accept: 'application/json', 'Content-Type': 'application/json' };
    const reply = await fetch(origin + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, body: text === '' ? null : JSON.parse(text) };
  };
  return { call, user, Authorization };
}

/** Prints the result of each check; `failed()` returns whether any failed. */
export function verdicts() {
  let bad = 0;
  return {
    holds(promise, fact, figure = '') {
      if (!fact) bad += 1;
      console.log(`${fact ? 'PASS' : 'FAIL'} ${promise}${figure === '' ? '' : ` (${figure})`}`);
    },
    failed: () => bad > 0,
  };
}
