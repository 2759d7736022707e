import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { connect, type Db, RESPONSE_TIMEOUT_MS } from './connection';
import { guardKnex, type PoolGuard, socketOf } from './pool-guard';
import { MAX_REPLICA_LAG_SECONDS, type ReplayState, ReplicationLag } from './replication-lag';
import { createSession } from './session';

const INTERVAL_MS = 2_000;

/** Pages name the time of figures that are older. */
const NOTABLE_LAG_MS = 10_000;

export interface Replica {
  /** The replica while it answers and is at most 30 s behind, otherwise the primary. Ask for each request. */
  db(): Db;
  /** The time of what `db()` shows, in ISO; null unless that is notably in the past. */
  figuresAt(): string | null;
  /** Null while the replica does not answer. */
  lagSeconds(): number | null;
  /** Of what the replica shows, also while it does not answer. */
  ageSeconds(): number;
}

export const withoutReplica = (db: Db): Replica => ({
  db: () => db,
  figuresAt: () => null,
  lagSeconds: () => null,
  ageSeconds: () => 0,
});

const POSITION = `select case when not pg_is_in_recovery()
  then (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text end as position`;

const STATE = `select pg_is_in_recovery() as standby, (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as replayed,
  (extract(epoch from now() - pg_last_xact_replay_timestamp()) * 1000)::float8 as age`;

interface StateRow {
  standby: boolean;
  replayed: string | null;
  age: number | null;
}

async function readState(client: pg.Client): Promise<ReplayState> {
  const [row] = (await client.query<StateRow>(STATE)).rows;
  const { standby = false, replayed = null, age = null } = row ?? {};
  return { standby, replayed: replayed === null ? null : BigInt(replayed), commitAgeMs: age };
}

interface ReplicaOptions {
  readonly url: string;
  readonly primary: Db;
  /** Asked for the primary's position. */
  readonly primaryPool: Pick<pg.Pool, 'query'>;
  readonly log: Pick<Logger, 'warn' | 'info'>;
}

/** Returns after the first measurement, so that commands too know whether the replica is usable. */
export async function openReplica(options: ReplicaOptions): Promise<MonitoredReplica> {
  const replica = new MonitoredReplica(options);
  await replica.measured;
  return replica;
}

export class MonitoredReplica implements Replica {
  readonly #options: ReplicaOptions;
  readonly #standby: Db;
  readonly #guard: PoolGuard;
  readonly #lag = new ReplicationLag();
  readonly #stopping = new AbortController();
  readonly measured: Promise<void>;
  readonly #watching: Promise<void>;
  #client: pg.Client | null = null;
  #answers = false;
  #lagMs = 0;
  /** Monotonic time of what the replica showed when it was last asked. */
  #shownAt = performance.now();

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#standby = connect(options.url, { applicationName: 'lotwise-replica' });
    this.#guard = guardKnex(this.#standby, {
      isUnavailable: () => !this.#answers,
      onReadOnly: () => undefined,
    });
    this.measured = this.#measure();
    this.#watching = this.#watch();
  }

  db() {
    return this.#isUsable() ? this.#standby : this.#options.primary;
  }

  figuresAt() {
    if (!this.#isUsable() || this.#lagMs < NOTABLE_LAG_MS) return null;
    return new Date(Date.now() - (performance.now() - this.#shownAt)).toISOString();
  }

  lagSeconds() {
    return this.#answers ? this.#lagMs / 1_000 : null;
  }

  ageSeconds() {
    return this.lagSeconds() ?? (performance.now() - this.#shownAt) / 1_000;
  }

  async stop() {
    this.#stopping.abort();
    socketOf(this.#client)?.destroy();
    await this.#watching;
    await this.#standby.destroy();
  }

  #isUsable() {
    return this.#answers && this.#lagMs <= MAX_REPLICA_LAG_SECONDS * 1_000;
  }

  async #watch() {
    const { signal } = this.#stopping;
    await this.measured;
    while (!signal.aborted) {
      await pause(INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await this.#measure();
    }
  }

  async #measure() {
    await this.#recordPosition();
    try {
      this.#client ??= await this.#connect();
      this.#markAnswering(await readState(this.#client));
    } catch (err) {
      this.#markAway(err);
    }
  }

  /** Without an answer of the primary the lag is measured by earlier positions. */
  async #recordPosition() {
    const asked = await this.#options.primaryPool
      .query<{ position: string | null }>(POSITION)
      .catch(() => null);
    const position = asked?.rows[0]?.position;
    if (position) this.#lag.record(BigInt(position), performance.now());
  }

  async #connect() {
    const client = createSession(this.#options.url, 'lotwise-replica-monitor', {
      connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
      query_timeout: RESPONSE_TIMEOUT_MS,
    });
    await client.connect();
    return client;
  }

  #markAnswering(state: ReplayState) {
    const now = performance.now();
    const wasUsable = this.#isUsable();
    this.#answers = true;
    this.#lagMs = this.#lag.lagMs(state, now);
    this.#shownAt = now - this.#lagMs;
    if (this.#isUsable() && !wasUsable) this.#options.log.info('reports read the replica');
    if (!this.#isUsable() && wasUsable) this.#warn({ lagMs: Math.round(this.#lagMs) });
  }

  #markAway(err: unknown) {
    socketOf(this.#client)?.destroy();
    this.#client = null;
    if (this.#stopping.signal.aborted) return;
    if (this.#isUsable()) this.#warn({ err });
    this.#answers = false;
    // Reports that wait for it fail at once.
    this.#guard.disconnect();
  }

  #warn(reason: object) {
    this.#options.log.warn(reason, 'the replica is away or late: reports read the primary');
  }
}
