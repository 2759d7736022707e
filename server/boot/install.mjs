import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locked } from './file-lock.mjs';

const read = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

/** npm writes node_modules/.package-lock.json last, so it lists a complete installation. */
function isInstalled(root) {
  const written = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(written)) return false;
  const installed = read(written);
  return Object.entries(read(join(root, 'package-lock.json'))).every(
    // Packages for other platforms are optional and absent.
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
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

async function install(root) {
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const [file, argv] = npm ? [process.execPath, [npm, ...args]] : ['npm', args];
  const env = environment();
  const preload = `--import=${new URL('end-with-parent.mjs', import.meta.url).href}`;
  const child = spawn(file, argv, {
    cwd: root,
    env: { ...env, NODE_OPTIONS: [env.NODE_OPTIONS, preload].filter(Boolean).join(' ') },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`npm ci failed (${code}): see above`);
}

export async function ensureInstalled(root, say = console.log) {
  if (isInstalled(root)) return false;
  const waiting = () => say('Another process is installing the dependencies; waiting for it.');
  return locked(
    join(root, 'tmp/install.lock'),
    async () => {
      if (isInstalled(root)) return false;
      say('Installing the dependencies …');
      await install(root);
      return true;
    },
    { waiting },
  );
}
