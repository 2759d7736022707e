import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type { LoadClass } from '../server/contract/load-class';
import type { RepeatableWrite } from './repeatable-write';

/** The request on whose behalf a connection is asked for. */
export interface RequestScope {
  readonly load: LoadClass;
  /** Connections that it holds. */
  readonly connections: Set<unknown>;
  readonly statements: { count: number; ms: number };
  readonly write?: RepeatableWrite;
}

export type RequestScopes = AsyncLocalStorage<RequestScope>;

export const newScope = (load: LoadClass): RequestScope => ({
  load,
  connections: new Set(),
  statements: { count: 0, ms: 0 },
});

export const createRequestScopes = (): RequestScopes => new AsyncLocalStorage();

/** What an interrupted run of this request kept last; null for a first run and without an Idempotency-Key. */
export const progressOf = (scopes: Pick<RequestScopes, 'getStore'>): object | null =>
  scopes.getStore()?.write?.progress ?? null;

interface Backend {
  readonly host: string;
  readonly port: number;
  readonly processID: number;
  readonly secretKey: number;
}

interface Canceler {
  connect(port: number, host: string): void;
  cancel(processId: number, secretKey: number): void;
  on(event: 'connect' | 'error', listener: () => void): void;
}

/** Asks the server by a connection of its own to end the statement that runs. */
export function cancelStatement(connection: unknown) {
  const { host, port, processID, secretKey } = connection as Backend;
  const canceler = new pg.Connection() as unknown as Canceler;
  canceler.on('error', () => undefined);
  canceler.on('connect', () => canceler.cancel(processID, secretKey));
  canceler.connect(port, host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : host);
}
