import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Db } from './connection';

const BEAT_MS = 500;
/** With what lies between two beats, under the 5 s within which a request has its answer. */
const ANSWER_MS = 3_500;
const GRACE_MS = 250;
const AGAIN_MS = 250;

/** As PostgreSQL itself says it while it cannot be reached. */
const AWAY = '57P03';

const away = () => Object.assign(new Error('The database does not answer'), { code: AWAY });

/** An answer that came while this process was busy is read before anybody is called silent. */
async function silence(signal: AbortSignal): Promise<never> {
  await pause(ANSWER_MS, undefined, { signal, ref: false });
  await pause(GRACE_MS, undefined, { signal, ref: false });
  throw away();
}

async function answered(client: pg.Client) {
  const done = new AbortController();
  const asked = client.query('select 1');
  // Whichever loses the race says nothing more.
  asked.catch(() => undefined);
  const silent = silence(done.signal);
  silent.catch(() => undefined);
  try {
    await Promise.race([asked, silent]);
  } finally {
    done.abort();
  }
}

/** A server that refuses us for a reason of its own (too many connections) is there. */
const isServerError = (error: unknown) => {
  const { code } = error as { code?: string };
  return (
    typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('57P') && !code.startsWith('E')
  );
};

type Connected = { connection?: { stream?: Socket } };
const socketOf = (client: unknown) => (client as Connected).connection?.stream;

interface Gate {
  /** Ends what waits for the silent server: each of its queries fails now instead of never. */
  cut(): void;
}

const cutAll = (clients: Iterable<unknown>) => {
  for (const client of clients) socketOf(client)?.destroy();
};

interface TarnPool {
  on(event: 'createSuccess' | 'destroySuccess', listener: (id: number, client: unknown) => void): void;
}

function gateKnex(db: Db, isAway: () => boolean): Gate {
  const clients = new Set<unknown>();
  const pool = db.client.pool as TarnPool;
  pool.on('createSuccess', (_id, client) => clients.add(client));
  pool.on('destroySuccess', (_id, client) => clients.delete(client));
  const acquire = db.client.acquireConnection.bind(db.client) as () => Promise<unknown>;
  const waiting = new Set<(error: Error) => void>();
  db.client.acquireConnection = () =>
    new Promise((resolve, reject) => {
      if (isAway()) return reject(away());
      waiting.add(reject);
      acquire().then(
        (client) => {
          // Whoever was refused meanwhile has no use for it.
          if (waiting.delete(reject)) resolve(client);
          else void db.client.releaseConnection(client);
        },
        (error: Error) => {
          waiting.delete(reject);
          reject(error);
        },
      );
    });
  return {
    cut() {
      for (const refuse of waiting) refuse(away());
      waiting.clear();
      cutAll(clients);
    },
  };
}

function gatePool(pool: pg.Pool, isAway: () => boolean): Gate {
  const clients = new Set<unknown>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  const connect = pool.connect.bind(pool) as (done?: (error: Error) => void) => Promise<pg.PoolClient>;
  const guarded = (done?: (error: Error) => void) => {
    if (!isAway()) return connect(done);
    if (!done) return Promise.reject(away());
    process.nextTick(done, away());
  };
  pool.connect = guarded as pg.Pool['connect'];
  return { cut: () => cutAll(clients) };
}

export interface HealthMonitor {
  isAway(): boolean;
  stop(): Promise<void>;
}

interface Watched {
  readonly databaseUrl: string;
  readonly dbs: readonly Db[];
  readonly pools: readonly pg.Pool[];
  readonly log: Pick<Logger, 'warn' | 'info'>;
}

/**
 * Asks the database over and over, on a connection of its own, whether it is there: a server that hangs, or a network
 * that swallows, ends no query by itself. While it is away, whoever wants a connection is refused at once. A long wait
 * for a lock is not silence.
 */
export function monitorDatabase({ databaseUrl, dbs, pools, log }: Watched): HealthMonitor {
  let isAway = false;
  let stopped = false;
  let probe: pg.Client | undefined;
  /** The probe has answered before. */
  let heard = false;
  const gates = [
    ...dbs.map((db) => gateKnex(db, () => isAway)),
    ...pools.map((pool) => gatePool(pool, () => isAway)),
  ];

  function lost() {
    if (isAway || stopped) return;
    isAway = true;
    log.warn('the database does not answer');
    for (const gate of gates) gate.cut();
  }

  function found() {
    if (!isAway) return;
    isAway = false;
    log.info('the database answers again');
  }

  async function listen() {
    probe = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'lotwise-pulse',
      connectionTimeoutMillis: ANSWER_MS,
    });
    probe.on('error', () => undefined);
    try {
      await probe.connect();
      while (!stopped) {
        await answered(probe);
        heard = true;
        found();
        await pause(BEAT_MS, undefined, { ref: false });
      }
    } finally {
      socketOf(probe)?.destroy();
    }
  }

  async function watch() {
    let failures = 0;
    while (!stopped) {
      const began = performance.now();
      heard = false;
      const error = await listen().catch((reason: unknown) => reason);
      if (stopped) return;
      // One that answered for a while may only have been closed; one that cannot be had, however long that takes, is gone.
      const lasted = heard && performance.now() - began > BEAT_MS;
      failures = lasted && (error as { code?: string }).code !== AWAY ? 0 : failures + 1;
      if (isServerError(error)) found();
      else if (failures > 0) lost();
      if (failures > 0) await pause(AGAIN_MS, undefined, { ref: false });
    }
  }

  const watching = watch();
  return {
    isAway: () => isAway,
    async stop() {
      stopped = true;
      socketOf(probe)?.destroy();
      await Promise.race([watching, pause(BEAT_MS, undefined, { ref: false })]);
    },
  };
}
