import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type { LoadClass } from '../server/contract/load-class';

/** The request on whose behalf a connection is asked for. */
export interface RequestScope {
  readonly load: LoadClass;
  /** Connections that it holds. */
  readonly connections: Set<unknown>;
  readonly statements: { count: number; ms: number };
}

export type RequestScopes = AsyncLocalStorage<RequestScope>;

export const createRequestScopes = (): RequestScopes => new AsyncLocalStorage();

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
