// npm test: types, lint and the suites, with one summary. `--all` adds the long ones (`*.long.test.ts`), `--pooler`
// puts PgBouncer before the database.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { prepare } from '../server/boot/prepare.mjs';
import { root } from '../server/boot/root.mjs';

/** Ends a run that hangs. */
const MAX_RUN_MS = 80 * 60_000;

const bin = (name) => join(root, 'node_modules/.bin', name);

const selection = process.argv.includes('--all') ? [] : ['--exclude=**/*.long.test.ts'];

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
async function succeeds(file, args, env) {
  const child = launch(file, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
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

const NO_RESULT = { passed: 0, failed: 1, failedFiles: [], passedInFailedFiles: 0 };

/** A file that fails as a whole, a run that fails without a failed test, and one without a result each count as one. */
function resultOf(file, succeeded) {
  if (!existsSync(file)) return NO_RESULT;
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'));
  const failed = testResults.filter(({ status }) => status === 'failed');
  const failedWhole = failed.filter(({ assertionResults }) =>
    assertionResults.every(({ status }) => status !== 'failed'),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + failedWhole.length || (succeeded ? 0 : 1),
    failedFiles: failed.map(({ name }) => name),
    passedInFailedFiles: failed
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed').length,
  };
}

async function runFiles(env, resultName, options) {
  const file = join(env.TMPDIR, resultName);
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return resultOf(file, await succeeds(process.execPath, [vitest, 'run', ...reports, ...options], env));
}

/** More failures than this have another cause than a busy machine. */
const MAX_REPEATED_FILES = 12;

/** Repeats the files that failed, once and alone: beside two others, waits and browsers may run out of time. */
async function runSuites(env) {
  const first = await runFiles(env, 'suites.json', selection);
  const { failedFiles, passed, failed, passedInFailedFiles } = first;
  if (failedFiles.length === 0 || failedFiles.length > MAX_REPEATED_FILES)
    return { name: 'suites', passed, failed };
  for (const file of failedFiles) console.log(`REPEATED ALONE ${relative(root, file)}`);
  const second = await runFiles(env, 'repeated.json', ['--no-file-parallelism', ...failedFiles]);
  return {
    name: `suites (${failedFiles.length} of them repeated alone)`,
    passed: passed - passedInFailedFiles + second.passed,
    failed: second.failed,
  };
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

async function poolerBefore(postgres) {
  if (!process.argv.includes('--pooler')) return null;
  const { hasPgBouncer, startPgBouncer } = await import('./support/pgbouncer.mjs');
  if (!hasPgBouncer) throw new Error('--pooler needs PgBouncer: apt-get install pgbouncer');
  return startPgBouncer(postgres.url);
}

/** One after the other, each with as much memory as a worker of the suites. */
const runChecks = async () => [
  await check('types', bin('tsc'), '--noEmit'),
  await check('types of the contracts', bin('tsc'), '--noEmit', '-p', 'server/contract'),
  await check('lint', bin('biome'), 'check', '--error-on-warnings', '.'),
  await check('unused files, exports and packages', bin('knip')),
];

async function runAll(folder) {
  const { startPostgres } = await import('../server/embedded-postgres/start.mjs');
  const { FAST_SETTINGS } = await import('./support/fast-settings.mjs');
  const postgres = await startPostgres(join(folder, 'postgres'), {
    settings: FAST_SETTINGS,
    temporary: true,
  });
  const pooler = await poolerBefore(postgres);
  try {
    const env = await testEnvironment(folder, postgres);
    const suites = runSuites(pooler ? { ...env, TEST_POOLER_PORT: String(pooler.port) } : env);
    const [checks, result] = await Promise.all([runChecks(), suites]);
    return [...checks, result];
  } finally {
    await pooler?.stop();
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
  await prepare({ development: true, warnings: true });
  passed = summarize(await runAll(folder));
} catch (error) {
  console.log(error.stack);
  console.log('0 passed, 1 failed');
} finally {
  removeFolder();
}
process.exit(passed ? 0 : 1);
