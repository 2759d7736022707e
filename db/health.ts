import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { DatabaseClock } from './clock';
import { type Db, RESPONSE_TIMEOUT_MS } from './connection';
import {
  type Availability,
  guardKnex,
  guardPool,
  isUnavailableError,
  type PoolGuard,
  socketOf,
  unavailableError,
} from './pool-guard';
import { createSession } from './session';

const PROBE_INTERVAL_MS = 500;
const GRACE_MS = 250;
const RETRY_MS = 250;

/** Of the database's clock from ours: what is signed or expires is judged by both. */
const MAX_UNNOTICED_OFFSET_MS = 2_000;

/** Rejects after the timeout. The grace period lets a busy process read replies already in the socket buffer. */
async function rejectAfterTimeout(signal: AbortSignal): Promise<never> {
  await pause(RESPONSE_TIMEOUT_MS, undefined, { signal, ref: false });
  await pause(GRACE_MS, undefined, { signal, ref: false });
  throw unavailableError();
}

const PROBE = `select pg_is_in_recovery() as standby, extract(epoch from clock_timestamp()) * 1000 as now`;

/** Reads the clock. A standby counts as no answer. */
async function probeOnce(client: pg.Client, clock: DatabaseClock): Promise<void> {
  const done = new AbortController();
  const asked = performance.now();
  const reply = client.query<{ standby: boolean; now: string }>(PROBE);
  // The loser of the race must not cause an unhandled rejection.
  reply.catch(() => undefined);
  const timeout = rejectAfterTimeout(done.signal);
  timeout.catch(() => undefined);
  try {
    const [state] = (await Promise.race([reply, timeout])).rows;
    if (!state || state.standby) throw unavailableError();
    clock.set(Number(state.now), (asked + performance.now()) / 2);
  } finally {
    done.abort();
  }
}

/** An SQLSTATE from a running server, such as too_many_connections. */
export const isServerError = (error: unknown) => {
  const { code } = error as { code?: string };
  return (
    typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('57P') && !code.startsWith('E')
  );
};

interface MonitorOptions {
  readonly databaseUrl: string;
  readonly dbs: readonly Db[];
  readonly pools: readonly pg.Pool[];
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly onAcquired?: Availability['onAcquired'];
}

// A separate connection, because a hanging server ends no query by itself. While it is unavailable, connection
// requests are rejected at once. Long waits for locks do not count.
export const monitorDatabase = (options: MonitorOptions) => new HealthMonitor(options);

export class HealthMonitor {
  readonly #databaseUrl: string;
  readonly #log: MonitorOptions['log'];
  readonly #guards: readonly PoolGuard[];
  readonly #watching: Promise<void>;
  readonly clock = new DatabaseClock();
  #onFirstProbe: () => void = () => undefined;
  /** Resolves when the first probe has ended, with or without an answer. */
  readonly probed = new Promise<void>((resolve) => {
    this.#onFirstProbe = resolve;
  });
  #isUnavailable = false;
  #wasOff = false;
  #stopped = false;
  #probe: pg.Client | undefined;
  #hasResponded = false;

  constructor({ databaseUrl, dbs, pools, log, onAcquired }: MonitorOptions) {
    this.#databaseUrl = databaseUrl;
    this.#log = log;
    const availability: Availability = {
      isUnavailable: () => this.#isUnavailable,
      // The next probe finds out whether the address leads to the primary again.
      onReadOnly: () => this.#markUnavailable(),
      ...(onAcquired && { onAcquired }),
    };
    this.#guards = [
      ...dbs.map((db) => guardKnex(db, availability)),
      ...pools.map((pool) => guardPool(pool, availability)),
    ];
    this.#watching = this.#watch();
  }

  isUnavailable() {
    return this.#isUnavailable;
  }

  /** Milliseconds by which the database's clock is ahead of this process's. */
  clockOffsetMs() {
    return this.clock.offsetMs();
  }

  async stop() {
    this.#stopped = true;
    socketOf(this.#probe)?.destroy();
    await Promise.race([this.#watching, pause(PROBE_INTERVAL_MS, undefined, { ref: false })]);
  }

  async #watch() {
    let failures = 0;
    while (!this.#stopped) {
      const began = performance.now();
      this.#hasResponded = false;
      const error = await this.#probeUntilFailure().catch((reason: unknown) => reason);
      this.#onFirstProbe();
      if (this.#stopped) return;
      // A connection that worked for a while may only have been closed, so it is retried before the alarm.
      const wasStable = this.#hasResponded && performance.now() - began > PROBE_INTERVAL_MS;
      failures = wasStable && !isUnavailableError(error) ? 0 : failures + 1;
      if (isServerError(error)) this.#markAvailable();
      else if (failures > 0) this.#markUnavailable();
      if (failures > 0) await pause(RETRY_MS, undefined, { ref: false });
    }
  }

  async #probeUntilFailure() {
    const probe = createSession(this.#databaseUrl, 'lotwise-monitor', {
      connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
    });
    this.#probe = probe;
    try {
      await probe.connect();
      while (!this.#stopped) {
        await probeOnce(probe, this.clock);
        this.#compareClocks();
        this.#onFirstProbe();
        this.#hasResponded = true;
        this.#markAvailable();
        await pause(PROBE_INTERVAL_MS, undefined, { ref: false });
      }
    } finally {
      socketOf(probe)?.destroy();
    }
  }

  #compareClocks() {
    const ms = this.clock.offsetMs();
    const isOff = Math.abs(ms) > MAX_UNNOTICED_OFFSET_MS;
    const wasOff = this.#wasOff;
    this.#wasOff = isOff;
    if (isOff && !wasOff)
      this.#log.warn({ offsetMs: Math.round(ms) }, "the database's clock differs from ours");
    if (wasOff && !isOff) this.#log.info("the database's clock agrees with ours again");
  }

  #markUnavailable() {
    if (this.#isUnavailable || this.#stopped) return;
    this.#isUnavailable = true;
    this.#log.warn('the database does not answer');
    for (const guard of this.#guards) guard.disconnect();
  }

  #markAvailable() {
    if (!this.#isUnavailable) return;
    this.#isUnavailable = false;
    this.#log.info('the database answers again');
  }
}
