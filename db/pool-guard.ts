import type { Socket } from 'node:net';
import type pg from 'pg';
import type { Db } from './connection';

const UNAVAILABLE = '57P03'; // cannot_connect_now
/** A write met a server that was demoted: the connection leads to the wrong one. */
const READ_ONLY = '25006';

export const unavailableError = () =>
  Object.assign(new Error('The database does not answer'), { code: UNAVAILABLE });

export const isUnavailableError = (error: unknown) => (error as { code?: string }).code === UNAVAILABLE;

interface Wire {
  readonly stream?: Socket;
  on(event: 'errorMessage', listener: (message: { code?: string }) => void): void;
}

const wireOf = (client: unknown) => (client as { connection?: Wire }).connection;

export const socketOf = (client: unknown) => wireOf(client)?.stream;

export interface Availability {
  readonly isUnavailable: () => boolean;
  /** Called when a write met a server that only reads. */
  readonly onReadOnly: () => void;
  readonly onAcquired?: (pool: 'main' | 'limits', waitedMs: number) => void;
}

function reportReadOnly(client: unknown, { onReadOnly }: Availability) {
  wireOf(client)?.on('errorMessage', ({ code }) => {
    if (code === READ_ONLY) onReadOnly();
  });
}

export interface PoolGuard {
  /** Destroys all sockets, so that pending queries fail at once. */
  disconnect(): void;
}

const destroyAll = (clients: Iterable<unknown>) => {
  for (const client of clients) socketOf(client)?.destroy();
};

interface TarnPool {
  on(event: 'createSuccess' | 'destroySuccess', listener: (id: number, client: unknown) => void): void;
}

export function guardKnex(db: Db, availability: Availability): PoolGuard {
  const clients = new Set<unknown>();
  const pool = db.client.pool as TarnPool;
  pool.on('createSuccess', (_id, client) => {
    clients.add(client);
    reportReadOnly(client, availability);
  });
  pool.on('destroySuccess', (_id, client) => clients.delete(client));
  const acquire = db.client.acquireConnection.bind(db.client) as () => Promise<unknown>;
  const waiting = new Set<(error: Error) => void>();
  db.client.acquireConnection = () =>
    new Promise((resolve, reject) => {
      if (availability.isUnavailable()) return reject(unavailableError());
      waiting.add(reject);
      const began = performance.now();
      acquire().then(
        (client) => {
          availability.onAcquired?.('main', performance.now() - began);
          // A caller that was rejected meanwhile cannot use the client.
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
    disconnect() {
      for (const reject of waiting) reject(unavailableError());
      waiting.clear();
      destroyAll(clients);
    },
  };
}

export function guardPool(pool: pg.Pool, availability: Availability): PoolGuard {
  const clients = new Set<unknown>();
  pool.on('connect', (client) => {
    clients.add(client);
    reportReadOnly(client, availability);
  });
  pool.on('remove', (client) => clients.delete(client));
  const connect = pool.connect.bind(pool) as (done?: (error: Error) => void) => Promise<pg.PoolClient>;
  const guarded = (done?: (error: Error) => void) => {
    if (!availability.isUnavailable()) return connect(done);
    if (!done) return Promise.reject(unavailableError());
    process.nextTick(done, unavailableError());
  };
  pool.connect = guarded as pg.Pool['connect'];
  return { disconnect: () => destroyAll(clients) };
}
