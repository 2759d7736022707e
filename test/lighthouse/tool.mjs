import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const NEEDS = 'node@24 lighthouse@13'.split(' ');

/** Installs Lighthouse with its own Node in tmp: it is not a dependency of the product. */
function install(folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const words = ['install', '--no-audit', '--no-fund', '--loglevel=error', ...NEEDS];
  const { status } = spawnSync('npm', words, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error('Lighthouse could not be installed');
}

/** Returns a function that audits an address once and returns the report. */
export function lighthouse(root, { executablePath, env }) {
  const folder = join(root, 'tmp/lighthouse');
  const bin = join(folder, 'node_modules/.bin');
  const cli = join(folder, 'node_modules/lighthouse/cli/index.js');
  if (!existsSync(cli) || !existsSync(join(bin, 'node'))) install(folder);
  return async (address, form) => {
    const words = [
      cli,
      address,
      '--quiet',
      '--output=json',
      '--only-categories=performance,accessibility,best-practices,seo',
      '--chrome-flags=--headless=new --no-sandbox --no-zygote --disable-dev-shm-usage --disable-gpu',
      ...(form === 'desktop' ? ['--preset=desktop'] : []),
    ];
    const { stdout } = await promisify(execFile)(join(bin, 'node'), words, {
      env: { ...process.env, ...env, CHROME_PATH: executablePath },
      maxBuffer: 64 * 1024 * 1024,
    });
    return JSON.parse(stdout);
  };
}
