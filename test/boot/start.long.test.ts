import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Run, start, stop, stopAll, until } from '../support/process';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lotwise-start-'));
});

afterEach(async () => {
  await stopAll();
  rmSync(dataDir, { recursive: true, force: true });
});

const open = (env: Record<string, string> = {}) =>
  start('server/boot/start.mjs', { DATA_DIR: dataDir, SEED_DEMO: 'false', ...env });

const addressOf = async (run: Run) => (await run.waitForOutput(/is open at (http:\S+)/))[1] ?? '';

const isReady = async (address: string) => (await fetch(`${address}/ready`)).status === 200;

const postmaster = () =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

const parentOf = (pid: string) => /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? '';

function works(pid: string) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === join(dataDir, 'postgres') ? [[pid, parentOf(pid)]] : [];
  } catch {
    return [];
  }
}

/** The servers that have this data open, by the system's word: those that are no child of another. */
function postmasters() {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(works) as [string, string][],
  );
  return [...parents].filter(([, parent]) => !parents.has(parent)).map(([pid]) => pid);
}

test('a bare start serves, and stopping it leaves nothing running', async () => {
  const run = open();
  const address = await addressOf(run);
  expect((await fetch(address)).status).toBe(200);
  expect(await isReady(address)).toBe(true);
  expect(postmasters()).toHaveLength(1);
  expect(await stop(run, 'SIGINT')).toBe(0);
  expect(postmasters()).toHaveLength(0);
  await expect(fetch(address)).rejects.toThrow();
});

test('after a kill -9 the next start takes over the PostgreSQL that was left, and stops it in the end', async () => {
  const first = open();
  await addressOf(first);
  await stop(first, 'SIGKILL');
  const [left] = postmasters();
  expect(left).toBeDefined();
  const second = open();
  expect(await isReady(await addressOf(second))).toBe(true);
  expect(postmasters()).toEqual([left]);
  expect(await stop(second)).toBe(0);
  expect(postmasters()).toHaveLength(0);
});

test('two starts on one folder share its PostgreSQL, and the one that stays keeps it', async () => {
  const [one, two] = [open(), open()];
  const addresses = [await addressOf(one), await addressOf(two)];
  expect(new Set(addresses).size).toBe(2);
  expect(postmasters()).toHaveLength(1);
  expect(await stop(one)).toBe(0);
  expect(await isReady(addresses[1] ?? '')).toBe(true);
  expect(await stop(two)).toBe(0);
  expect(postmasters()).toHaveLength(0);
});

test('a PostgreSQL that is killed is started again, and the same process serves on', async () => {
  const run = open();
  const address = await addressOf(run);
  const killed = postmaster();
  process.kill(killed, 'SIGKILL');
  await until(async () => postmaster() !== killed);
  await until(() => isReady(address));
  expect(run.child.exitCode).toBeNull();
});

test('no process survives when npm is killed', async () => {
  const npm = start('test/support/parent.mjs', { DATA_DIR: dataDir, SEED_DEMO: 'false' }, [
    'server/boot/start.mjs',
  ]);
  const address = await addressOf(npm);
  await stop(npm, 'SIGKILL');
  await until(async () => postmasters().length === 0);
  await expect(fetch(address)).rejects.toThrow();
});

test('Ctrl-C in the middle of starting leaves nothing running', async () => {
  const run = open();
  await until(async () => existsSync(join(dataDir, 'postgres/postmaster.pid')));
  expect(await stop(run, 'SIGINT')).toBe(0);
  expect(run.output()).not.toContain('is open at');
  expect(postmasters()).toHaveLength(0);
});

test('a command links to the port that is served', async () => {
  const holder = createServer()
    .on('error', () => undefined)
    .listen(3_000);
  const address = await addressOf(open());
  holder.close();
  expect(new URL(address).port).not.toBe('3000');
  const command = start('dist/command.js', { DATA_DIR: dataDir }, ['admin', 'ann@example.com']);
  expect(await command.ended).toBe(0);
  expect(command.output()).toContain(`${address}/magic/sign_in/`);
});

test('a used default port is skipped with a message; a used configured port is an error', async () => {
  const first = open();
  const port = new URL(await addressOf(first)).port;
  const refused = open({ PORT: port });
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain(`PORT ${port} is in use`);
  expect(refused.output()).not.toContain('    at ');
  const holder = createServer()
    .on('error', () => undefined)
    .listen(3_000);
  const beside = open();
  expect(Number(new URL(await addressOf(beside)).port)).toBeGreaterThan(3_000);
  expect(beside.output()).toMatch(/Port 3000 is in use; taking \d+/);
  holder.close();
});

test('a bad setting stops the start before anything is begun, with every name', async () => {
  const run = open({
    PORT: 'abc',
    MARKETPLACE_FEE_BPS: 'x',
    DATABASE_URL: 'postgres://u:hunter2@h/d?sslmode=odd',
  });
  expect(await run.ended).toBe(1);
  for (const name of ['PORT', 'MARKETPLACE_FEE_BPS', 'DATABASE_URL'])
    expect(run.output()).toContain(`${name} is "`);
  expect(run.output()).not.toContain('hunter2');
  expect(readdirSync(dataDir)).toEqual([]);
});

test.each([
  ['web', 7],
  ['worker', 7],
  ['release', 1],
])('%s refuses to start in production with nothing set, naming %i settings', async (name, count) => {
  const run = start(`dist/${name}.js`, { NODE_ENV: 'production', DATA_DIR: dataDir });
  expect(await run.ended).toBe(1);
  expect(run.output().match(/ is missing: /g)).toHaveLength(count);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
});
