import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { listen } from './listen';
import type { ShutdownHooks } from './shutdown';
import { REPLACE_ME } from './unexpected-errors';

const AGAIN_AFTER_MS = 1_000;
const UP_WITHIN_MS = 30_000;

async function choosePort(requested: number | null) {
  const probe = createServer();
  const port = await listen(probe, requested);
  probe.close();
  await once(probe, 'close');
  return port;
}

async function end(worker: Worker) {
  if (worker.isDead()) return;
  const exit = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await exit;
}

interface SupervisorOptions {
  readonly shutdownHooks: ShutdownHooks;
  readonly count: number;
  readonly port: number | null;
  readonly log: Logger;
}

/** Keeps `count` processes on one port. SIGUSR2 replaces them one by one, each after its successor listens. */
export async function superviseProcesses({ shutdownHooks, count, port: requested, log }: SupervisorOptions) {
  const port = await choosePort(requested);
  const retired = new Set<Worker>();
  let stopping = false;
  let failures = 0;

  async function replaceFailed(worker: Worker, facts: object) {
    if (stopping || retired.has(worker)) return;
    retired.add(worker);
    failures += 1;
    log.error({ pid: worker.process.pid, ...facts, failures }, 'a web process failed; starting another');
    await pause(AGAIN_AFTER_MS);
    if (!stopping) start();
  }

  function start() {
    const worker = cluster.fork({ PORT: String(port) });
    worker.on('message', (message: unknown) => {
      if (message === REPLACE_ME) void replaceFailed(worker, { reason: 'unexpected error' });
    });
    worker.once('exit', (code, signal) => void replaceFailed(worker, { code, signal }));
    return worker;
  }

  async function replaceAll() {
    for (const worker of Object.values(cluster.workers ?? {})) {
      if (!worker || stopping) continue;
      const successor = start();
      await Promise.race([once(successor, 'listening'), pause(UP_WITHIN_MS)]);
      retired.add(worker);
      await end(worker);
    }
    log.info('the web processes are replaced');
  }

  shutdownHooks.add(async () => {
    stopping = true;
    await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && end(worker)));
  });
  let replacing = Promise.resolve();
  process.on('SIGUSR2', () => {
    replacing = replacing
      .then(replaceAll)
      .catch((err) => log.error({ err }, 'the web processes were not all replaced'));
  });
  for (let number = 0; number < count; number += 1) start();
  log.info({ port, count }, 'web is starting');
}
