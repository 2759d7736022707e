import type { LoadClass } from '../server/contract/load-class';
import type { Db } from './connection';
import { PoolQueue } from './pool-queue';
import { cancelStatement, type RequestScope, type RequestScopes } from './request-scope';

/** Of class B and C. Commits, migrations and exports have limits of their own. */
const MAX_HELD_MS = 20_000;

const isBounded = ({ load }: RequestScope) => load === 'B' || load === 'C';

/** Returns what to do on release. */
function hold(connection: unknown, scope: RequestScope | undefined): () => void {
  if (!scope) return () => undefined;
  scope.connections.add(connection);
  const timer = isBounded(scope) ? setTimeout(cancelStatement, MAX_HELD_MS, connection) : undefined;
  return () => {
    clearTimeout(timer);
    scope.connections.delete(connection);
  };
}

/** Hands out a pool's connections by the class of the request that asks. */
export function queueConnections(db: Db, scopes: RequestScopes, onTimeout: (load: LoadClass) => void) {
  const { client } = db;
  const queue = new PoolQueue(client.pool.max as number, onTimeout);
  const acquire = client.acquireConnection.bind(client) as () => Promise<unknown>;
  const release = client.releaseConnection.bind(client) as (connection: unknown) => Promise<void>;
  const held = new Map<unknown, () => void>();
  client.acquireConnection = async () => {
    const scope = scopes.getStore();
    await queue.enter(scope?.load ?? '0');
    try {
      const connection = await acquire();
      held.set(connection, hold(connection, scope));
      return connection;
    } catch (error) {
      queue.leave();
      throw error;
    }
  };
  client.releaseConnection = async (connection: unknown) => {
    const letGo = held.get(connection);
    held.delete(connection);
    letGo?.();
    await release(connection);
    if (letGo) queue.leave();
  };
}
