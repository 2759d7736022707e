import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../support/process';

const installModule = join(__dirname, '../../server/boot/install.mjs');
const LOCK = {
  packages: {
    '': { name: 'shop' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/@s/b': { version: '2.0.0', dev: true },
    'node_modules/elsewhere': { version: '3.0.0', optional: true },
  },
};

let folder: string;
let pidFile: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lotwise-install-'));
  pidFile = join(folder, 'npm.pid');
  writeFileSync(join(folder, 'package.json'), '{}');
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(LOCK));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Stands for npm: installs by the lock file of its folder, then runs `last`. */
const npmThat = (last: string) => `const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const all = process.argv.includes('--include=dev');
  const packages = Object.entries(lock.packages).filter(([path, { dev, optional }]) => path && !optional && (all || !dev));
  for (const [path, entry] of packages) {
    mkdirSync(path, { recursive: true });
    writeFileSync(path + '/package.json', JSON.stringify(entry));
  }
  writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
  ${last}`;
const DONE =
  "writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(packages) }));";
const HANGS = 'setInterval(() => {}, 1_000);';

function startInstallation(last: string, options = {}) {
  const npm = join(folder, 'npm.cjs');
  writeFileSync(npm, npmThat(last));
  const script = `import { ensureInstalled } from ${JSON.stringify(installModule)};
    await ensureInstalled(${JSON.stringify(folder)}, ${JSON.stringify(options)});`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, npm_execpath: npm },
    stdio: 'ignore',
  });
}

const install = async (options = {}, last = DONE) =>
  (await once(startInstallation(last, options), 'exit'))[0];

const isHere = (name: string) => existsSync(join(folder, 'node_modules', name, 'package.json'));
const leftovers = () => readdirSync(join(folder, 'tmp'));

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const npmPid = () => {
  try {
    return Number(readFileSync(pidFile, 'utf8'));
  } catch {
    return 0;
  }
};

test('what running needs is installed first, the rest when it is needed, and nothing twice', async () => {
  expect(await install()).toBe(0);
  expect([isHere('a'), isHere('@s/b')]).toEqual([true, false]);
  expect(await install({ development: true })).toBe(0);
  expect([isHere('a'), isHere('@s/b')]).toEqual([true, true]);
  rmSync(pidFile);
  expect(await install()).toBe(0);
  expect(npmPid()).toBe(0);
  expect(leftovers()).toEqual([]);
});

test('an update keeps what development needs', async () => {
  await install({ development: true });
  const updated = { ...LOCK.packages, 'node_modules/a': { version: '1.0.1' } };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: updated }));
  expect(await install()).toBe(0);
  expect(readFileSync(join(folder, 'node_modules/a/package.json'), 'utf8')).toContain('1.0.1');
  expect(isHere('@s/b')).toBe(true);
});

test('npm gets the address of each package, which no lock file keeps', async () => {
  await install({ development: true });
  const given = readFileSync(join(folder, 'node_modules/@s/b/package.json'), 'utf8');
  expect(JSON.parse(given).resolved).toMatch(/^https:\/\/[^/]+\/@s\/b\/-\/b-2\.0\.0\.tgz$/);
  for (const name of ['package-lock.json', 'node_modules/.package-lock.json'])
    expect(readFileSync(join(folder, name), 'utf8')).not.toContain('resolved');
});

test('a registry that keeps its files at other addresses is asked for them', async () => {
  const refusesAddresses = `if (packages.some(([, { resolved }]) => resolved)) process.exit(1); ${DONE}`;
  expect(await install({}, refusesAddresses)).toBe(0);
  expect(isHere('a')).toBe(true);
});

test('an installation that fails leaves the packages as they were', async () => {
  mkdirSync(join(folder, 'node_modules/old'), { recursive: true });
  expect(await install({}, 'process.exit(1)')).toBe(1);
  expect(readdirSync(join(folder, 'node_modules'))).toEqual(['old']);
});

test.each(['SIGINT', 'SIGKILL'] as const)(
  'after %s in the middle the next start installs',
  async (signal) => {
    const interrupted = startInstallation(HANGS);
    await until(async () => npmPid() > 0);
    interrupted.kill(signal);
    await until(async () => !isAlive(npmPid()));
    expect(existsSync(join(folder, 'node_modules'))).toBe(false);
    expect(await install()).toBe(0);
    expect(isHere('a')).toBe(true);
    expect(leftovers()).toEqual([]);
  },
);

test('of two starts at once one installs, and both go on', async () => {
  const codes = await Promise.all([install(), install()]);
  expect(codes).toEqual([0, 0]);
  expect(isHere('a')).toBe(true);
  expect(leftovers()).toEqual([]);
});
