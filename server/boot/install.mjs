import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { locked } from './file-lock.mjs';
import { showProgress } from './progress.mjs';

const readLock = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** npm writes this file last, so it lists a complete installation. */
function installedPackages(root) {
  const path = join(root, 'node_modules/.package-lock.json');
  return existsSync(path) ? readLock(path).packages : {};
}

/** The packages that every platform needs; those of other platforms are optional and absent. */
const neededPackages = (lock, { development }) =>
  Object.entries(lock.packages).filter(
    ([path, { dev, optional }]) => path !== '' && !optional && (development || !dev),
  );

function isInstalled(root, options) {
  const installed = installedPackages(root);
  return neededPackages(readLock(join(root, 'package-lock.json')), options).every(
    ([path, { version }]) => installed[path]?.version === version,
  );
}

function isWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** npm fails without a writable home for its cache. */
function environment() {
  const { HOME = '', npm_config_cache: cache = join(HOME, '.npm'), ...rest } = process.env;
  const usable = HOME.startsWith('/') && cache.startsWith('/') && isWritable(cache);
  const own = join(tmpdir(), `lotwise-npm-${process.getuid?.() ?? 'user'}`);
  return usable ? process.env : { ...rest, HOME: own, npm_config_cache: join(own, 'cache') };
}

/** Stands for the configured registry, which npm puts in its place. */
const REGISTRY = 'registry.invalid';

/** Without an address npm first downloads the list of all versions of a package: 85 MB for all of them. */
function withAddresses(lock) {
  const entries = Object.entries(lock.packages).map(([path, entry]) => {
    if (path === '' || entry.inBundle) return [path, entry];
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const file = `${basename(name)}-${entry.version}.tgz`;
    return [path, { ...entry, resolved: `https://${REGISTRY}/${name}/-/${file}` }];
  });
  return { ...lock, packages: Object.fromEntries(entries) };
}

function withoutAddresses(lock) {
  const entries = Object.entries(lock.packages).map(([path, { resolved, ...entry }]) => [path, entry]);
  return { ...lock, packages: Object.fromEntries(entries) };
}

const writeLock = (path, lock) => writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);

async function npmCi(folder, development) {
  const dev = development ? '--include=dev' : '--omit=dev';
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const args = ['ci', dev, '--ignore-scripts', `--replace-registry-host=${REGISTRY}`, ...quiet];
  const npm = process.env.npm_execpath;
  const [file, argv] = npm ? [process.execPath, [npm, ...args]] : ['npm', args];
  const env = environment();
  const preload = `--import=${new URL('end-with-parent.mjs', import.meta.url).href}`;
  const child = spawn(file, argv, {
    cwd: folder,
    env: { ...env, NODE_OPTIONS: [env.NODE_OPTIONS, preload].filter(Boolean).join(' ') },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [code] = await once(child, 'exit');
  return code;
}

/** A registry that keeps its files at other addresses is asked for them: npm gets none the second time. */
async function runNpm(folder, lock, development) {
  for (const tried of [withAddresses(lock), lock]) {
    writeLock(join(folder, 'package-lock.json'), tried);
    const code = await npmCi(folder, development);
    if (code === 0) return;
    // Null: by a signal.
    if (tried === lock || code === null) throw new Error(`npm ci failed (${code}): see above`);
  }
}

/** Installs apart and renames at the end, so that `node_modules` is never incomplete and a running server keeps it. */
async function install(root, development) {
  const stage = join(root, 'tmp/install');
  rmSync(stage, { recursive: true, force: true, maxRetries: 5 });
  mkdirSync(stage, { recursive: true });
  for (const name of ['package.json', '.npmrc'])
    if (existsSync(join(root, name))) copyFileSync(join(root, name), join(stage, name));
  const lock = readLock(join(root, 'package-lock.json'));
  const paths = neededPackages(lock, { development }).map(([path]) => path);
  const count = () => paths.filter((path) => existsSync(join(stage, path, 'package.json'))).length;
  const progress = showProgress('Installing packages', paths.length, count);
  await runNpm(stage, lock, development).finally(progress.end);
  const installed = join(stage, 'node_modules/.package-lock.json');
  writeLock(installed, withoutAddresses(readLock(installed)));
  if (existsSync(join(root, 'node_modules'))) renameSync(join(root, 'node_modules'), join(stage, 'replaced'));
  renameSync(join(stage, 'node_modules'), join(root, 'node_modules'));
  rmSync(stage, { recursive: true, force: true, maxRetries: 5 });
}

/** Installs what running needs; `development`: everything. What development needs stays where it was installed. */
export async function ensureInstalled(root, { development = false, say = console.log } = {}) {
  if (isInstalled(root, { development })) return false;
  const waiting = () => say('Another process is installing the packages; waiting for it.');
  return locked(
    join(root, 'tmp/install.lock'),
    async () => {
      if (isInstalled(root, { development })) return false;
      const hadDevelopment = Object.values(installedPackages(root)).some(({ dev }) => dev);
      await install(root, development || hadDevelopment);
      return true;
    },
    { waiting },
  );
}
