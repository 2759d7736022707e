// npm test: types, lint and every suite, with one summary.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare } from '../server/boot/prepare.mjs';
import { root } from '../server/boot/root.mjs';

/** Ends a run that hangs. */
const MAX_RUN_MS = 30 * 60_000;

/** Three for two cores: a worker that waits for a timeout or a browser leaves its core idle. */
const WORKERS = 3;

const bin = (name) => join(root, 'node_modules/.bin', name);

const children = new Set();

function launch(file, args, options) {
  const child = spawn(file, args, { cwd: root, ...options });
  children.add(child);
  child.once('close', () => children.delete(child));
  return child;
}

async function capture(file, args, env) {
  const child = launch(file, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args[0]} failed with ${code}`);
  return output;
}

/** Returns whether the command ended with code 0 in time. */
async function succeeds(file, args, env, output = 'inherit') {
  const child = launch(file, args, { env, stdio: ['ignore', output, 'inherit'] });
  const timer = setTimeout(() => child.kill('SIGKILL'), MAX_RUN_MS);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  return code === 0;
}

async function check(name, file, ...args) {
  const passed = await succeeds(file, args, process.env);
  console.log(`${passed ? 'PASS' : 'FAIL'} ${name}`);
  return { name, passed: passed ? 1 : 0, failed: passed ? 0 : 1 };
}

/** A suite that fails to load and a run without a result file each count as one failure. */
function resultOf(name, file, succeeded) {
  if (!existsSync(file)) return { name, passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  return { name, passed: numPassedTests, failed: failed || (succeeded ? 0 : 1) };
}

/** jest reports on stderr; its stdout repeats the JSON file. */
async function runSuites(env) {
  const file = join(env.TMPDIR, 'suites.json');
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const options = ['--ci', '--json', `--outputFile=${file}`, '--silent=false', `--maxWorkers=${WORKERS}`];
  const succeeded = await succeeds(process.execPath, [jest, ...options], env, 'ignore');
  return resultOf('suites', file, succeeded);
}

async function testEnvironment(folder, postgres) {
  const { executablePath, env } = JSON.parse(
    await capture(process.execPath, ['test/support/chromium.mjs'], process.env),
  );
  return {
    ...process.env,
    NODE_ENV: 'test',
    TMPDIR: folder,
    TEST_BUILD_READY: 'yes',
    TEST_DATABASE_URL: postgres.url,
    CHROMIUM_PATH: executablePath,
    CHROMIUM_ENV: JSON.stringify(env),
  };
}

async function runAll(folder) {
  const checks = [
    await check('types', bin('tsc'), '--noEmit'),
    await check('types of the contracts', bin('tsc'), '--noEmit', '-p', 'server/contract'),
    await check('lint', bin('biome'), 'check', '--diagnostic-level=error', '.'),
    await check('unused files, exports and packages', bin('knip')),
  ];
  const { startPostgres } = await import('../server/embedded-postgres/start.mjs');
  const { FAST_SETTINGS } = await import('./support/fast-settings.mjs');
  const postgres = await startPostgres(join(folder, 'postgres'), {
    settings: FAST_SETTINGS,
    temporary: true,
  });
  try {
    const env = await testEnvironment(folder, postgres);
    return [...checks, await runSuites(env)];
  } finally {
    await postgres.stop();
  }
}

function summarize(results) {
  const total = (outcome) => results.reduce((sum, result) => sum + result[outcome], 0);
  console.log('');
  for (const { name, passed, failed } of results) console.log(`${name}: ${passed} passed, ${failed} failed`);
  console.log(`${total('passed')} passed, ${total('failed')} failed`);
  return total('failed') === 0;
}

const folder = mkdtempSync(join(tmpdir(), 'lotwise-run-'));
const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    for (const child of children) child.kill('SIGKILL');
    console.log('The run was stopped.\n0 passed, 1 failed');
    // Removal fails while a killed child still writes to the folder.
    try {
      removeFolder();
    } finally {
      process.exit(130);
    }
  });
}
let passed = false;
try {
  await prepare({ development: true });
  passed = summarize(await runAll(folder));
} catch (error) {
  console.log(error.stack);
  console.log('0 passed, 1 failed');
} finally {
  removeFolder();
}
process.exit(passed ? 0 : 1);
