// npm test: everything that must hold, with one summary. Needs nothing that is not in the repository or the registry.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare } from '../server/boot/prepare.mjs';
import { root } from '../server/boot/root.mjs';

// Against a run that hangs; a busy machine may take its time.
const LONGEST = 30 * 60_000;

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
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args[0]} failed with ${code}`);
  return said;
}

/** Runs to the end, or to the end of our patience; whether it went well. */
async function succeeds(file, args, env, output = 'inherit') {
  const child = launch(file, args, { env, stdio: ['ignore', output, 'inherit'] });
  const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  return code === 0;
}

async function check(name, file, ...args) {
  const passed = await succeeds(file, args, process.env);
  console.log(`${passed ? 'PASS' : 'FAIL'} ${name}`);
  return { name, passed: passed ? 1 : 0, failed: passed ? 0 : 1 };
}

/** A suite that could not even be loaded counts as one failure, and so does a run without a result. */
function resultOf(name, file, succeeded) {
  if (!existsSync(file)) return { name, passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  return { name, passed: numPassedTests, failed: failed || (succeeded ? 0 : 1) };
}

/** jest's own report goes to its error output; its JSON on the standard output is of no use here. */
async function suites(env) {
  const file = join(env.TMPDIR, 'suites.json');
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const options = ['--ci', '--json', `--outputFile=${file}`, '--silent=false', '--maxWorkers=2'];
  const succeeded = await succeeds(process.execPath, [jest, ...options], env, 'ignore');
  return resultOf('suites', file, succeeded);
}

async function environment(folder, postgres) {
  const { executablePath, env } = JSON.parse(
    await capture(process.execPath, ['test/support/chromium.mjs'], process.env),
  );
  return {
    ...process.env,
    NODE_ENV: 'test',
    // What tests leave behind goes with the run.
    TMPDIR: folder,
    TEST_DATABASE_URL: postgres.url,
    CHROMIUM_PATH: executablePath,
    CHROMIUM_ENV: JSON.stringify(env),
  };
}

async function everything(folder) {
  const checks = [
    await check('types', bin('tsc'), '--noEmit'),
    await check('types of the contracts', bin('tsc'), '--noEmit', '-p', 'server/contract'),
    await check('lint', bin('biome'), 'check', '--diagnostic-level=error', '.'),
  ];
  const { startPostgres } = await import('../server/embedded-postgres/start.mjs');
  const { FAST } = await import('./support/fast.mjs');
  const postgres = await startPostgres(join(folder, 'postgres'), { settings: FAST, temporary: true });
  try {
    const env = await environment(folder, postgres);
    return [...checks, await suites(env)];
  } finally {
    await postgres.stop();
  }
}

function summarise(results) {
  const total = (of) => results.reduce((sum, result) => sum + result[of], 0);
  console.log('');
  for (const { name, passed, failed } of results) console.log(`${name}: ${passed} passed, ${failed} failed`);
  console.log(`${total('passed')} passed, ${total('failed')} failed`);
  return total('failed') === 0;
}

const folder = mkdtempSync(join(tmpdir(), 'lotwise-run-'));
const clean = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    for (const child of children) child.kill('SIGKILL');
    console.log('The run was stopped.\n0 passed, 1 failed');
    // What the children were still writing is in the folder for temporary files.
    try {
      clean();
    } finally {
      process.exit(130);
    }
  });
}
let passed = false;
try {
  await prepare({ development: true });
  passed = summarise(await everything(folder));
} catch (error) {
  console.log(error.stack);
  console.log('0 passed, 1 failed');
} finally {
  clean();
}
process.exit(passed ? 0 : 1);
