import type { Logger } from 'pino';
import { RestoreUnfinished } from '../../db/restoring';
import { ConfigError, StartRefused } from '../config/config-error';
import type { Environment } from '../config/environment-reader';
import { PortInUse } from './listen';
import { ShutdownHooks } from './shutdown';
import { watchUnexpectedErrors } from './unexpected-errors';

const isExpected = (error: unknown) =>
  [ConfigError, StartRefused, PortInUse, RestoreUnfinished].some((kind) => error instanceof kind);

function printError(error: unknown) {
  const failure = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(`${isExpected(error) ? failure.message : (failure.stack ?? failure.message)}\n`);
}

/** Hosts kill after 30 s: from 22 s on, waiting is cut short, and at last abandoned. */
const HURRIED_AFTER_MS = 22_000;
const STOPPED_WITHIN_MS = 25_000;
const SAME_PRESS_MS = 1_000;
const LOOK_FOR_PARENT_MS = 500;

interface StopHandlers {
  onParentEnd(): void;
  onSignal(): void;
}

function listenForStop({ onParentEnd, onSignal }: StopHandlers, env: Environment) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  process.on('disconnect', onParentEnd);
  const parent = process.ppid;
  if (!env.npm_lifecycle_event) return;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    onParentEnd();
  }, LOOK_FOR_PARENT_MS);
  watch.unref();
}

export type Main = (shutdownHooks: ShutdownHooks, env: Environment) => Promise<unknown>;

/** Runs `main` until a signal or an unexpected error, then the shutdown hooks. Without `log`, errors go to stderr. */
export async function run(main: Main, env: Environment, log?: Logger) {
  process.setSourceMapsEnabled(true);
  const shutdownHooks = new ShutdownHooks(printError);
  let stoppingSince = 0;
  let exitCode = 0;
  let started: Promise<unknown> = Promise.resolve();

  async function stop(code: number) {
    exitCode = Math.max(exitCode, code);
    process.exitCode = exitCode;
    if (stoppingSince) return;
    stoppingSince = performance.now();
    setTimeout(() => shutdownHooks.hurry(), HURRIED_AFTER_MS).unref();
    setTimeout(() => process.exit(1), STOPPED_WITHIN_MS).unref();
    shutdownHooks.close();
    await shutdownHooks.run();
    await started;
    await shutdownHooks.run();
    process.exit(exitCode);
  }

  const handlers: StopHandlers = {
    onParentEnd: () => void stop(0),
    onSignal() {
      // npm forwards the terminal's Ctrl-C, so one press arrives twice. A later one hurries.
      if (stoppingSince && performance.now() - stoppingSince > SAME_PRESS_MS) shutdownHooks.hurry();
      void stop(0);
    },
  };
  listenForStop(handlers, env);
  watchUnexpectedErrors(log ?? printError, () => void stop(1));
  started = main(shutdownHooks, env).catch((error: unknown) => {
    // Starting fails during a shutdown by design.
    if (stoppingSince) return;
    printError(error);
    void stop(1);
  });
}
