import { ConfigError } from './faults';
import { PortInUse } from './listen';
import type { Environment } from './settings';

/** Stops what was started, last first; whatever comes of one, the others are stopped too. */
export class Stops {
  readonly #stops: (() => Promise<unknown>)[] = [];

  add(stop: () => Promise<unknown>) {
    this.#stops.push(stop);
  }

  async run() {
    for (let stop = this.#stops.pop(); stop; stop = this.#stops.pop()) {
      await stop().catch((error: unknown) => complain(error));
    }
  }
}

const isExpected = (error: unknown) => error instanceof ConfigError || error instanceof PortInUse;

function complain(error: unknown) {
  const failure = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(`${isExpected(error) ? failure.message : (failure.stack ?? failure.message)}\n`);
}

/** Longer than any host waits before it kills. */
const STOPPED_WITHIN_MS = 25_000;
const SAME_PRESS_MS = 1_000;
const LOOK_FOR_PARENT_MS = 500;

/** Asked to stop by a signal, by the primary, or because the npm that started us was killed. */
function onStop(stop: () => void, env: Environment) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.on('disconnect', stop);
  const parent = process.ppid;
  if (!env.npm_lifecycle_event) return;
  setInterval(() => {
    if (process.ppid !== parent) stop();
  }, LOOK_FOR_PARENT_MS).unref();
}

export type Main = (stops: Stops, env: Environment) => Promise<unknown>;

/** Runs a process until it is asked to stop, and then everything that it has started is stopped. */
export async function run(main: Main, env: Environment) {
  process.setSourceMapsEnabled(true);
  const stops = new Stops();
  let stopping = 0;
  const stop = async (code: number) => {
    // One Ctrl-C arrives twice: from the terminal, and handed on by npm. A later one means it.
    if (stopping && Date.now() - stopping < SAME_PRESS_MS) return;
    if (stopping) process.exit(1);
    stopping = Date.now();
    setTimeout(() => process.exit(1), STOPPED_WITHIN_MS).unref();
    await stops.run();
    process.exit(code);
  };
  onStop(() => void stop(0), env);
  process.on('uncaughtException', (error) => {
    complain(error);
    void stop(1);
  });
  try {
    await main(stops, env);
  } catch (error) {
    complain(error);
    await stop(1);
  }
}
