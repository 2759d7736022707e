// npm run test:node -- 22: runs npm test with another Node from npm, which it installs into tmp/node.
//   --all              the long suites, too
//   path …             these suites only
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const VERSIONS = { 22: '22.23.3', 24: '24.21.0' };

const [major = '', ...words] = process.argv.slice(2);
const version = VERSIONS[major];
if (!version) {
  console.error(`Which Node? One of ${Object.keys(VERSIONS).join(', ')}, as in: npm run test:node -- 22`);
  process.exit(2);
}

const folder = join(root, 'tmp/node', version);
const node = join(folder, 'node_modules/node/bin/node');
if (!existsSync(node)) {
  mkdirSync(folder, { recursive: true });
  const install = ['install', '--no-save', '--prefix', folder, `node@${version}`];
  const { status } = spawnSync('npm', install, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}

const env = { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}` };
const suites = words.filter((word) => !word.startsWith('--'));
const options = words.filter((word) => word.startsWith('--'));
const command =
  suites.length > 0 ? ['node_modules/vitest/vitest.mjs', 'run', ...suites] : ['test/run.mjs', ...options];
console.log(`Node ${spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()}`);
process.exitCode = spawnSync(node, command, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
