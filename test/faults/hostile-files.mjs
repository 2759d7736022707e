// Uploads, attaches and shows hostile files while memory and latency of the web process stay bounded.
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../server/boot/root.mjs';
import { startPostgres } from '../../server/embedded-postgres/start.mjs';
import { HOSTILE_CSVS, importCsv } from './hostile-csvs.mjs';
import { HOSTILE_PICTURES, PLAIN_PICTURE } from './hostile-pictures.mjs';
import { currentMemory, peakMemory, resetPeakMemory } from './memory.mjs';
import { freePort, ready, signIn, start } from './process.mjs';

const MAX_GROWTH_MB = 50;
/** More where one process also runs the worker: rows of a file and a parser thread. */
const MAX_IMPORT_GROWTH_MB = 384;
const MAX_TURN_CPU_MS = 250;
const PATIENCE_MS = 120_000;
const WARM_UPS = 5;

const WEB_ARGS = ['--max-semi-space-size=8', '--max-old-space-size=600'];

async function startSeparately(env, watch) {
  const postgres = await startPostgres(env.DATA_DIR, { temporary: true });
  const shared = { ...env, DATABASE_URL: postgres.url, SEED_DEMO: 'true' };
  await start('release', shared).ended;
  await start('command', shared, { args: ['seed'] }).ended;
  const worker = start('worker', shared);
  const nodeArgs = [...WEB_ARGS, ...watch.nodeArgs];
  const web = start('web', { ...shared, ...watch.env, MALLOC_ARENA_MAX: '2' }, { nodeArgs });
  return { web, others: [worker], stop: () => postgres.stop() };
}

async function startTogether(env, watch) {
  const web = start('all', { ...env, ...watch.env }, { nodeArgs: watch.nodeArgs });
  return { web, others: [], stop: async () => undefined };
}

const SETUPS = { procfile: startSeparately, start: startTogether };

const FILES = [...HOSTILE_PICTURES, ...HOSTILE_CSVS];

/** Uploads and attaches the file as a logo; the response must be a success or a clear error. */
async function attach(seller, bytes) {
  const { body: upload } = await seller.call('POST', '/presigned_urls', {});
  const put = await fetch(upload.aws_url, { method: 'PUT', body: bytes });
  if (put.status !== 200) return `PUT ${put.status}`;
  const sent = { seller: { logo: upload.file_key } };
  const { status, body } = await seller.call('PUT', '/marketplace/sellers/update', sent);
  return status === 422 ? body.field_errors.logo[0] : status;
}

/** Attaches the file without validation, then polls until it is shown or rejected. */
async function show(origin, folder, bytes) {
  const key = randomUUID();
  const originals = join(folder, 'uploads/originals');
  mkdirSync(originals, { recursive: true });
  writeFileSync(join(originals, key), bytes);
  const since = performance.now();
  while (performance.now() - since < PATIENCE_MS) {
    const answers = await Promise.all(
      [400, 1200].map((size) => fetch(`${origin}/files/${key}-${size}.webp`)),
    );
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    const isPending = answers.some(({ headers }) => headers.has('Retry-After'));
    if (!isPending) return answers.map(({ status }) => status).join();
    await pause(500);
  }
  return 'pending';
}

const PRESENTERS = {
  csv: importCsv,
  async picture({ origin, folder, seller }, bytes) {
    const attached = await attach(seller, bytes);
    const page = await fetch(`${origin}/seller/${seller.user.seller.id}`);
    await page.text();
    return { attached, shown: await show(origin, folder, bytes), page: page.status };
  },
};

const isAnswered = ({ attached, shown, page }) =>
  (attached === 200 || typeof attached === 'string') &&
  /^(200,200|404,404|201,200,200)$/.test(shown) &&
  page === 200;

async function probeOf(origin) {
  const child = fork(join(root, 'test/faults/up-probe.mjs'), [origin]);
  return {
    async longestWait() {
      child.send('report');
      const [longest] = await once(child, 'message');
      return longest;
    },
    stop: () => child.kill(),
  };
}

async function present(context, file, holds) {
  const { pid, probe, base } = context;
  const bytes = await file.make();
  await probe.longestWait();
  resetPeakMemory(pid);
  const outcome = await PRESENTERS[file.kind](context, bytes);
  const growth = peakMemory(pid) - base;
  const maxGrowth = file.kind === 'csv' && context.isTogether ? MAX_IMPORT_GROWTH_MB : MAX_GROWTH_MB;
  const wait = await probe.longestWait();
  const figures = `${bytes.length} bytes, attached: ${outcome.attached}, shown: ${outcome.shown}, +${growth} MB, /up waits ${wait} ms`;
  holds(
    `${file.name} is answered, the web process grows by less than ${maxGrowth} MB`,
    isAnswered(outcome) && growth <= maxGrowth,
    figures,
  );
}

const turnsOf = (report) =>
  existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n').map(JSON.parse) : [];

async function scene(name, files, holds) {
  const folder = mkdtempSync(join(tmpdir(), 'lotwise-hostile-'));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const report = join(folder, 'turns');
  const watch = {
    nodeArgs: ['--import', join(root, 'test/support/event-loop-watchdog.mjs')],
    env: { WATCHDOG_REPORT: report, WATCHDOG_LIMIT_MS: String(MAX_TURN_CPU_MS) },
  };
  const env = { DATA_DIR: folder, PORT: String(port), RATE_LIMITS: 'off', SEED_DEMO: 'true' };
  const setup = await SETUPS[name](env, watch);
  let probe;
  try {
    await ready(origin, setup.web);
    probe = await probeOf(origin);
    const seller = await signIn(origin, 'seller@example.com');
    const isTogether = name === 'start';
    const context = { origin, folder, seller, probe, isTogether, pid: setup.web.child.pid };
    for (let round = 0; round < WARM_UPS; round++)
      await PRESENTERS.picture(context, await PLAIN_PICTURE.make());
    context.base = currentMemory(context.pid);
    // Modules and first pages take their time before any file arrives.
    const turnsBefore = turnsOf(report).length;
    console.log(`${name}: ${context.base} MB before`);
    for (const file of files)
      await present(context, file, (promise, ...rest) => holds(`${name}: ${promise}`, ...rest));
    const blocked = turnsOf(report).slice(turnsBefore);
    holds(
      `${name}: no turn of the event loop takes more than ${MAX_TURN_CPU_MS} ms of processor time`,
      blocked.length === 0,
      blocked.map(({ cpuMs, requests }) => `${cpuMs} ms: ${requests}`).join('; '),
    );
  } finally {
    probe?.stop();
    for (const run of [setup.web, ...setup.others]) {
      run.child.kill('SIGTERM');
      await run.ended;
    }
    await setup.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `setup`: web and worker processes like the Procfile, or one process like `npm start`. */
export async function hostileFiles({ setup }, { holds }) {
  for (const name of setup ? [setup] : Object.keys(SETUPS)) await scene(name, FILES, holds);
}
